#include "core/value/document.hpp"

#include <cstdlib>

namespace keel::core::value {

namespace {

constexpr keel_value kAbsent{KEEL_KIND_ABSENT, 0};

/// Documents of this thread whose last count is gone and that are not freed yet. Freeing one may
/// release others, also by way of a virtual object's release(); those join the list instead of
/// recursing, so that a chain of any length needs no stack.
struct ReleaseList {
  Document* first;
  bool running;
};
constinit thread_local ReleaseList release_list{nullptr, false};

bool drop_count(Document& document) noexcept {
  // The only owner needs no atomic subtraction: nobody else can add a count any more.
  if (document.count.load(std::memory_order_acquire) == 1) return true;
  return document.count.fetch_sub(1, std::memory_order_acq_rel) == 1;
}

void add_to_list(Document* document) noexcept {
  document->root_head = reinterpret_cast<std::uint64_t>(release_list.first);
  release_list.first = document;
}

void release_embedded(std::uint64_t word) noexcept {
  if ((word & 1) != 0) {
    const auto* record = reinterpret_cast<const VirtualObject*>(word & ~std::uint64_t{1});
    record->ops->release(record);
    return;
  }
  auto* document = reinterpret_cast<Document*>(word);
  if (drop_count(*document)) add_to_list(document);
}

void free_document(Document* dead) noexcept {
  if (release_list.running) {
    add_to_list(dead);
    return;
  }
  if (dead->embedded_count == 0) {
    std::free(dead);
    return;
  }
  release_list.running = true;
  add_to_list(dead);
  while (release_list.first != nullptr) {
    Document* document = release_list.first;
    release_list.first = reinterpret_cast<Document*>(document->root_head);
    const std::uint64_t* words = document->embedded();
    for (std::uint32_t i = 0; i < document->embedded_count; ++i) release_embedded(words[i]);
    std::free(document);
  }
  release_list.running = false;
}

keel_value member_at(keel_value object, const ContainerNode* node, std::size_t index) noexcept {
  return read_slot(base_of(object), node->member_slots()[index]);
}

/// Looks a name up by its text. `name` may come from another document, or be interned after this
/// document was built.
keel_value find_hashed(keel_value object, const ContainerNode* node, std::string_view name,
                       std::uint32_t hash) noexcept {
  const std::uint64_t base = base_of(object);
  const std::uint32_t* index = node->index();
  const std::uint32_t mask = index_capacity(node->count) - 1;
  for (std::uint32_t at = hash & mask; index[at] != 0; at = (at + 1) & mask) {
    const KeyRecord* key = read_key(base, node->words()[index[at] - 1]);
    const bool same = key->hash == hash && same_text(key->text(), name);
    if (same) return member_at(object, node, index[at] - 1);
  }
  return kAbsent;
}

keel_value find_scanned(keel_value object, const ContainerNode* node,
                        std::string_view name) noexcept {
  const std::uint64_t base = base_of(object);
  for (std::uint32_t i = 0; i < node->count; ++i) {
    if (same_text(read_key(base, node->words()[i])->text(), name))
      return member_at(object, node, i);
  }
  return kAbsent;
}

keel_value find_in_virtual(const VirtualObject* record, std::string_view name) noexcept {
  const std::size_t members = record->ops->count(record);
  for (std::size_t i = 0; i < members; ++i) {
    keel_str text{nullptr, 0};
    const keel_value v = record->ops->member(record, i, &text);
    if (std::string_view(text.data, text.size) == name) return v;
  }
  return kAbsent;
}

// The rare ways of get(), kept out of it so that the usual one saves no registers.

[[gnu::noinline]] keel_value get_by_text(keel_value object, const KeyRecord* name) noexcept {
  const ContainerNode* node = node_of(object);
  const std::uint64_t base = base_of(object);
  for (std::uint32_t i = 0; i < node->count; ++i) {
    const KeyRecord* key = read_key(base, node->words()[i]);
    if (key->hash == name->hash && same_text(key->text(), name->text()))
      return member_at(object, node, i);
  }
  return kAbsent;
}

[[gnu::noinline]] keel_value get_hashed(keel_value object, const KeyRecord* name) noexcept {
  return find_hashed(object, node_of(object), name->text(), name->hash);
}

[[gnu::noinline]] keel_value get_from_virtual(const VirtualObject* record,
                                              const KeyRecord* name) noexcept {
  if (name->interned()) return record->ops->get(record, name);
  return find_in_virtual(record, name->text());
}

}  // namespace

keel_value show(const VirtualObject& record) noexcept {
  return {KEEL_KIND_OBJECT | kVirtualFlag, reinterpret_cast<std::uint64_t>(&record)};
}

void retain(keel_value v) noexcept {
  if (!is_reference(v) || v.body == 0) return;
  if (is_virtual(v)) {
    virtual_of(v)->ops->retain(virtual_of(v));
    return;
  }
  document_of(v)->count.fetch_add(1, std::memory_order_relaxed);
}

void release(keel_value v) noexcept {
  if (!is_reference(v) || v.body == 0) return;
  if (is_virtual(v)) {
    virtual_of(v)->ops->release(virtual_of(v));
    return;
  }
  release_document(document_of(v));
}

void release_document(Document* document) noexcept {
  if (drop_count(*document)) free_document(document);
}

std::string_view text(keel_value v) noexcept {
  const std::uint32_t kind = kind_of(v);
  if ((kind != KEEL_KIND_STRING && kind != KEEL_KIND_BYTES) || v.body == 0) return {};
  const auto* size = reinterpret_cast<const std::uint64_t*>(v.body);
  return {reinterpret_cast<const char*>(size + 1), static_cast<std::size_t>(*size)};
}

std::size_t count(keel_value v) noexcept {
  const std::uint32_t kind = kind_of(v);
  if ((kind != KEEL_KIND_ARRAY && kind != KEEL_KIND_OBJECT) || v.body == 0) return 0;
  if (is_virtual(v)) return virtual_of(v)->ops->count(virtual_of(v));
  return node_of(v)->count;
}

keel_value item(keel_value array, std::size_t index) noexcept {
  if (kind_of(array) != KEEL_KIND_ARRAY || array.body == 0) return kAbsent;
  const ContainerNode* node = node_of(array);
  if (index >= node->count) return kAbsent;
  return read_slot(base_of(array), node->array_slots()[index]);
}

keel_value member(keel_value object, std::size_t index, std::string_view* name) noexcept {
  if (name != nullptr) *name = {};
  if (kind_of(object) != KEEL_KIND_OBJECT || object.body == 0) return kAbsent;
  if (is_virtual(object)) {
    const VirtualObject* record = virtual_of(object);
    if (index >= record->ops->count(record)) return kAbsent;
    keel_str text{nullptr, 0};
    const keel_value v = record->ops->member(record, index, &text);
    if (name != nullptr) *name = {text.data, text.size};
    return v;
  }
  const ContainerNode* node = node_of(object);
  if (index >= node->count) return kAbsent;
  if (name != nullptr) *name = read_key(base_of(object), node->words()[index])->text();
  return member_at(object, node, index);
}

const KeyRecord* member_key(keel_value object, std::size_t index) noexcept {
  return read_key(base_of(object), node_of(object)->words()[index]);
}

keel_value get(keel_value object, const KeyRecord* name) noexcept {
  if (kind_of(object) != KEEL_KIND_OBJECT || object.body == 0 || name == nullptr) return kAbsent;
  if (is_virtual(object)) return get_from_virtual(virtual_of(object), name);
  const ContainerNode* node = node_of(object);
  const std::uint32_t members = node->count;
  if (members > kMaxScannedMembers) return get_hashed(object, name);
  const std::uint64_t* words = node->words();
  const auto wanted = reinterpret_cast<std::uint64_t>(name);
  for (std::uint32_t i = 0; i < members; ++i) {
    if (words[i] == wanted) return read_slot(base_of(object), node->member_slots()[i]);
  }
  return node->has_local_names == 0 ? kAbsent : get_by_text(object, name);
}

keel_value find(keel_value object, std::string_view name) noexcept {
  if (kind_of(object) != KEEL_KIND_OBJECT || object.body == 0) return kAbsent;
  if (is_virtual(object)) return find_in_virtual(virtual_of(object), name);
  const ContainerNode* node = node_of(object);
  if (node->count > kMaxScannedMembers) return find_hashed(object, node, name, hash_key(name));
  return find_scanned(object, node, name);
}

std::uint32_t depth_of(keel_value v) noexcept {
  const std::uint32_t kind = kind_of(v);
  if (kind != KEEL_KIND_ARRAY && kind != KEEL_KIND_OBJECT) return 0;
  if (v.body == 0) return 1;
  if (is_virtual(v)) return virtual_of(v)->depth;
  return node_of(v)->depth;
}

bool stands_alone(keel_value v) noexcept {
  if (!is_reference(v) || v.body == 0) return true;
  if (is_virtual(v)) return false;
  const Document* document = document_of(v);
  return document->pure() && document->root_head == v.head;
}

std::size_t document_bytes(keel_value v) noexcept {
  if (!is_reference(v) || v.body == 0 || is_virtual(v)) return sizeof(keel_value);
  const Document* document = document_of(v);
  std::size_t bytes = document->size();
  for (std::uint32_t i = 0; i < document->embedded_count; ++i) {
    const std::uint64_t word = document->embedded()[i];
    bytes += (word & 1) != 0 ? sizeof(keel_value) : reinterpret_cast<Document*>(word)->size();
  }
  return bytes;
}

}  // namespace keel::core::value
