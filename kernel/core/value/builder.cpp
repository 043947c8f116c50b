#include "core/value/builder.hpp"

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <new>

#include "core/value/utf8.hpp"

namespace keel::core::value {

namespace {

constexpr keel_value kAbsent{KEEL_KIND_ABSENT, 0};

/// Above this the scratch block becomes the document instead of being copied.
constexpr std::size_t kHandOverBytes = std::size_t{32} * 1024;
/// What a cached builder may keep of each of its arrays.
constexpr std::size_t kKeptBytes = std::size_t{32} * 1024;
constexpr std::size_t kMaxCachedBuilders = 4;
/// Strings up to here are copied when put: cheaper than a count, and they pin no document.
constexpr std::size_t kCopiedTextBytes = 64;
constexpr std::size_t kMaxPathBytes = 480;
/// The index of an object counts in 32 bits.
constexpr std::size_t kMaxMembers = std::size_t{1} << 30;

constexpr std::size_t round_up(std::size_t bytes) { return (bytes + 7) & ~std::size_t{7}; }

/// Builders that wait for the next build on this thread.
class BuilderCache {
 public:
  ~BuilderCache();

  DocumentBuilder* first = nullptr;
  std::size_t size = 0;
};

// After the thread's cache is destroyed, late builds (from other thread-local destructors) go
// without.
constinit thread_local bool cache_gone = false;
thread_local BuilderCache builder_cache;

void destroy(DocumentBuilder* builder) noexcept {
  builder->~DocumentBuilder();
  std::free(builder);
}

keel_value place_document(void* block, std::size_t bytes, bool pure, std::uint32_t embedded_count,
                          keel_value root) noexcept {
  auto* document = new (block) Document;
  document->count.store(1, std::memory_order_relaxed);
  document->embedded_count = embedded_count;
  document->size_and_flag = bytes | (pure ? 1U : 0U);
  document->root_head = root.head & ~kLocalFlag;
  return read_slot(reinterpret_cast<std::uint64_t>(block), root);
}

constexpr keel_value local_slot(std::uint32_t kind, std::uint64_t offset) {
  return {kind | kLocalFlag | (offset >> 3 << kOffsetShift), 0};
}

bool is_plain_name(std::string_view text) {
  if (text.empty()) return false;
  for (const char c : text) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
    const bool digit = c >= '0' && c <= '9';
    if (!letter && !(digit && &c != text.data())) return false;
  }
  return true;
}

}  // namespace

// ---- Life -------------------------------------------------------------------------------------

DocumentBuilder::Pointer DocumentBuilder::obtain() noexcept {
  DocumentBuilder* builder = nullptr;
  if (!cache_gone && builder_cache.first != nullptr) {
    builder = builder_cache.first;
    builder_cache.first = builder->next_cached_;
    --builder_cache.size;
  } else {
    void* place = std::malloc(sizeof(DocumentBuilder));
    if (place == nullptr) return nullptr;
    builder = new (place) DocumentBuilder;
  }
  Pointer owner(builder);
  if (!builder->reset()) return nullptr;
  return owner;
}

void DocumentBuilder::Recycle::operator()(DocumentBuilder* builder) const noexcept {
  builder->drop_embedded();
  if (cache_gone || builder_cache.size >= kMaxCachedBuilders) {
    destroy(builder);
    return;
  }
  builder->shrink();
  builder->next_cached_ = builder_cache.first;
  builder_cache.first = builder;
  ++builder_cache.size;
}

void DocumentBuilder::drop_cached(DocumentBuilder* first) noexcept {
  while (first != nullptr) {
    DocumentBuilder* next = first->next_cached_;
    destroy(first);
    first = next;
  }
}

BuilderCache::~BuilderCache() {
  cache_gone = true;
  DocumentBuilder::drop_cached(first);
}

bool DocumentBuilder::reset() noexcept {
  arena_.clear();
  slots_.clear();
  names_.clear();
  frames_.clear();
  path_.clear();
  std::memset(recent_names_, 0, sizeof recent_names_);
  mistake_ = Mistake::kNone;
  duplicates_ = Duplicates::kRefuse;
  pure_ = true;
  return arena_.extend(sizeof(Document)) != nullptr &&
         frames_.push({0, 0, KEEL_KIND_ABSENT, 0, false});
}

void DocumentBuilder::shrink() noexcept {
  if (arena_.capacity_bytes() > kKeptBytes) arena_.free_memory();
  if (slots_.capacity_bytes() > kKeptBytes) slots_.free_memory();
  if (names_.capacity_bytes() > kKeptBytes) names_.free_memory();
  if (frames_.capacity_bytes() > kKeptBytes) frames_.free_memory();
  if (embedded_.capacity_bytes() > kKeptBytes) embedded_.free_memory();
  if (index_.capacity_bytes() > kKeptBytes) index_.free_memory();
}

void DocumentBuilder::drop_embedded() noexcept {
  for (const std::uint64_t word : embedded_) {
    if ((word & 1) != 0) {
      const auto* record = reinterpret_cast<const VirtualObject*>(word & ~std::uint64_t{1});
      release(show(*record));
    } else {
      release_document(reinterpret_cast<Document*>(word));
    }
  }
  embedded_.clear();
}

// ---- Structure --------------------------------------------------------------------------------

void DocumentBuilder::begin(std::uint32_t kind) noexcept {
  if (mistake_ != Mistake::kNone) return;
  Frame& frame = frames_.back();
  if (frame.kind == KEEL_KIND_OBJECT && !frame.named) return fail(Mistake::kValueWithoutName);
  if (frame.kind == KEEL_KIND_ABSENT && !slots_.empty()) return fail(Mistake::kSecondValue);
  if (open() >= kMaxDepth) return fail(Mistake::kTooDeep);
  if (!frames_.push({slots_.size(), names_.size(), kind, 0, false})) fail(Mistake::kNoMemory);
}

void DocumentBuilder::end() noexcept {
  if (mistake_ != Mistake::kNone) return;
  const Frame frame = frames_.back();
  if (frame.kind == KEEL_KIND_ABSENT) return fail(Mistake::kUnbalancedEnd);
  if (frame.named) return fail(Mistake::kNameWithoutValue);

  keel_value made{frame.kind, 0};
  if (slots_.size() != frame.slot_start) {
    made = frame.kind == KEEL_KIND_ARRAY ? make_array(frame) : make_object(frame);
    if (mistake_ != Mistake::kNone) return;
  }
  slots_.truncate(frame.slot_start);
  names_.truncate(frame.name_start);
  frames_.pop();
  add(made, frame.depth + 1U);
}

void DocumentBuilder::add_elsewhere(keel_value slot, std::uint32_t depth) noexcept {
  if (mistake_ != Mistake::kNone) return;
  Frame& frame = frames_.back();
  if (frame.kind == KEEL_KIND_OBJECT && !frame.named) return fail(Mistake::kValueWithoutName);
  if (frame.kind == KEEL_KIND_ABSENT && !slots_.empty()) return fail(Mistake::kSecondValue);
  frame.named = false;
  if (depth > frame.depth) {
    if (open() + depth > kMaxDepth) return fail(Mistake::kTooDeep);
    frame.depth = static_cast<std::uint16_t>(depth);
  }
  if (!slots_.push(slot)) fail(Mistake::kNoMemory);
}

void DocumentBuilder::add_name(Name name) noexcept {
  Frame& frame = frames_.back();
  if (!names_.push(name)) return fail(Mistake::kNoMemory);
  frame.named = true;
}

void DocumentBuilder::name_key(const KeyRecord* key) noexcept {
  if (mistake_ != Mistake::kNone) return;
  const Frame& frame = frames_.back();
  if (frame.kind != KEEL_KIND_OBJECT) return fail(Mistake::kNameOutsideObject);
  if (frame.named) return fail(Mistake::kNameWithoutValue);
  if (key == nullptr) return fail(Mistake::kNoKey);
  add_name({reinterpret_cast<std::uint64_t>(key), key->hash, 0});
}

void DocumentBuilder::name(std::string_view text) noexcept {
  if (mistake_ != Mistake::kNone) return;
  if (!utf8::validate(text)) return fail(Mistake::kNotUtf8);
  name_valid(text, 0);
}

void DocumentBuilder::name_valid(std::string_view text, std::uint32_t place) noexcept {
  if (mistake_ != Mistake::kNone) return;
  const Frame& frame = frames_.back();
  if (frame.kind != KEEL_KIND_OBJECT) return fail(Mistake::kNameOutsideObject);
  if (frame.named) return fail(Mistake::kNameWithoutValue);
  const std::uint32_t hash = hash_key(text);
  if (const KeyRecord* key = find_interned(text, hash)) {
    return add_name({reinterpret_cast<std::uint64_t>(key), hash, place});
  }
  const std::uint64_t word = local_name(text, hash);
  if (word != 0) add_name({word, hash, place});
}

std::uint64_t DocumentBuilder::local_name(std::string_view text, std::uint32_t hash) noexcept {
  std::uint32_t& recent = recent_names_[hash % kRecentNames];
  if (recent != 0) {
    const auto* key = reinterpret_cast<const KeyRecord*>(arena_.data() + recent);
    if (key->hash == hash && same_text(key->text(), text)) return std::uint64_t{recent} << 1 | 1;
  }
  if (text.size() > kMaxKeySize) {
    fail(Mistake::kTooLarge);
    return 0;
  }
  const std::uint64_t offset = allocate(sizeof(KeyRecord) + text.size());
  if (offset == 0) return 0;
  auto* key = reinterpret_cast<KeyRecord*>(arena_.data() + offset);
  key->hash = hash;
  key->size_and_flag = static_cast<std::uint32_t>(text.size());
  if (!text.empty()) std::memcpy(key + 1, text.data(), text.size());
  recent = offset <= UINT32_MAX ? static_cast<std::uint32_t>(offset) : 0;
  return offset << 1 | 1;
}

// ---- Values -----------------------------------------------------------------------------------

void DocumentBuilder::put(keel_value v) noexcept {
  switch (kind_of(v)) {
    case KEEL_KIND_ABSENT:
      return fail(Mistake::kAbsentPut);
    case KEEL_KIND_NULL:
      return add({KEEL_KIND_NULL, 0}, 0);
    case KEEL_KIND_BOOL:
      return add({KEEL_KIND_BOOL, v.body != 0 ? 1U : 0U}, 0);
    case KEEL_KIND_INT:
      return add({KEEL_KIND_INT, v.body}, 0);
    case KEEL_KIND_UINT:
      return add({v.body > INT64_MAX ? KEEL_KIND_UINT : KEEL_KIND_INT, v.body}, 0);
    case KEEL_KIND_DOUBLE:
      if (!std::isfinite(std::bit_cast<double>(v.body))) return fail(Mistake::kNotFinite);
      return add({KEEL_KIND_DOUBLE, v.body}, 0);
    case KEEL_KIND_STRING:
    case KEEL_KIND_BYTES:
      if (const std::string_view content = text(v); content.size() <= kCopiedTextBytes) {
        return put_text(kind_of(v), content);
      }
      return embed(v);
    case KEEL_KIND_ARRAY:
    case KEEL_KIND_OBJECT:
      return embed(v);
    default:
      return fail(Mistake::kUnknownKind);
  }
}

void DocumentBuilder::embed(keel_value v) noexcept {
  if (mistake_ != Mistake::kNone) return;
  if (v.body == 0) return add({kind_of(v), 0}, depth_of(v));
  const bool of_record = is_virtual(v);
  const std::uint64_t word = of_record ? v.body | 1 : base_of(v);
  const bool held = !embedded_.empty() && embedded_.back() == word;
  if (!held) {
    if (embedded_.size() >= UINT32_MAX) return fail(Mistake::kTooLarge);
    if (!embedded_.push(word)) return fail(Mistake::kNoMemory);
    retain(v);
  }
  pure_ = pure_ && stands_alone(v);
  add({v.head & ~kLocalFlag, v.body}, depth_of(v));
}

void DocumentBuilder::put_string(std::string_view text) noexcept {
  if (mistake_ != Mistake::kNone) return;
  if (!utf8::validate(text)) return fail(Mistake::kNotUtf8);
  put_text(KEEL_KIND_STRING, text);
}

void DocumentBuilder::put_text(std::uint32_t kind, std::string_view text) noexcept {
  if (mistake_ != Mistake::kNone) return;
  if (text.empty()) return add({kind, 0}, 0);
  const std::uint64_t offset = allocate(sizeof(std::uint64_t) + text.size());
  if (offset == 0) return;
  const std::uint64_t size = text.size();
  std::memcpy(arena_.data() + offset, &size, sizeof size);
  std::memcpy(arena_.data() + offset + sizeof size, text.data(), text.size());
  add(local_slot(kind, offset), 0);
}

void DocumentBuilder::put_copy(keel_value v) noexcept {
  PodVector<CopyStep> steps;
  copy_one(v, steps);
  while (!steps.empty() && mistake_ == Mistake::kNone) copy_next(steps);
}

void DocumentBuilder::copy_next(PodVector<CopyStep>& steps) noexcept {
  CopyStep& step = steps.back();
  const keel_value container = step.container;
  if (step.next == count(container)) {
    steps.pop();
    return end();
  }
  const std::size_t at = step.next++;
  if (kind_of(container) == KEEL_KIND_ARRAY) return copy_one(item(container, at), steps);
  std::string_view text;
  const keel_value v = member(container, at, &text);
  if (is_virtual(container) || !member_key(container, at)->interned()) {
    name_valid(text, 0);
  } else {
    name_key(member_key(container, at));
  }
  copy_one(v, steps);
}

void DocumentBuilder::copy_one(keel_value v, PodVector<CopyStep>& steps) noexcept {
  const std::uint32_t kind = kind_of(v);
  if (kind == KEEL_KIND_STRING || kind == KEEL_KIND_BYTES) return put_text(kind, text(v));
  if (kind != KEEL_KIND_ARRAY && kind != KEEL_KIND_OBJECT) return put(v);
  begin(kind);
  if (!steps.push({v, 0})) fail(Mistake::kNoMemory);
}

// ---- Nodes ------------------------------------------------------------------------------------

std::uint64_t DocumentBuilder::allocate(std::size_t bytes) noexcept {
  const std::size_t offset = arena_.size();
  const std::size_t room = round_up(bytes);
  if (room < bytes || offset + room >= std::uint64_t{1} << 50) {
    fail(Mistake::kTooLarge);
    return 0;
  }
  if (arena_.extend(room) == nullptr) {
    fail(Mistake::kNoMemory);
    return 0;
  }
  return offset;
}

keel_value DocumentBuilder::make_array(const Frame& frame) noexcept {
  const std::size_t items = slots_.size() - frame.slot_start;
  if (items > UINT32_MAX) {
    fail(Mistake::kTooLarge);
    return kAbsent;
  }
  const std::uint64_t offset = allocate(sizeof(ContainerNode) + items * sizeof(keel_value));
  if (offset == 0) return kAbsent;
  auto* node = reinterpret_cast<ContainerNode*>(arena_.data() + offset);
  node->count = static_cast<std::uint32_t>(items);
  node->depth = static_cast<std::uint16_t>(frame.depth + 1);
  node->has_local_names = 0;
  std::memcpy(node + 1, &slots_[frame.slot_start], items * sizeof(keel_value));
  return local_slot(KEEL_KIND_ARRAY, offset);
}

keel_value DocumentBuilder::make_object(const Frame& frame) noexcept {
  if (slots_.size() - frame.slot_start > kMaxMembers) {
    fail(Mistake::kTooLarge);
    return kAbsent;
  }
  if (!settle_names(frame)) return kAbsent;

  const auto members = static_cast<std::uint32_t>(slots_.size() - frame.slot_start);
  const std::size_t index_bytes = members > kMaxScannedMembers ? index_.size() * 4 : 0;
  const std::uint64_t offset =
      allocate(sizeof(ContainerNode) + members * (8 + sizeof(keel_value)) + index_bytes);
  if (offset == 0) return kAbsent;

  auto* node = reinterpret_cast<ContainerNode*>(arena_.data() + offset);
  node->count = members;
  node->depth = static_cast<std::uint16_t>(frame.depth + 1);
  auto* words = reinterpret_cast<std::uint64_t*>(node + 1);
  std::uint64_t tags = 0;
  for (std::uint32_t i = 0; i < members; ++i) {
    words[i] = names_[frame.name_start + i].word;
    tags |= words[i];
  }
  node->has_local_names = tags & 1;
  char* slots = reinterpret_cast<char*>(words + members);
  std::memcpy(slots, &slots_[frame.slot_start], members * sizeof(keel_value));
  if (index_bytes != 0) {
    std::memcpy(slots + members * sizeof(keel_value), index_.data(), index_bytes);
  }
  return local_slot(KEEL_KIND_OBJECT, offset);
}

const KeyRecord* DocumentBuilder::record_of(const Name& name) const noexcept {
  return read_key(reinterpret_cast<std::uint64_t>(arena_.data()), name.word);
}

bool DocumentBuilder::same_name(const Name& a, const Name& b) const noexcept {
  if (a.hash != b.hash) return false;
  return a.word == b.word || same_text(record_of(a)->text(), record_of(b)->text());
}

/// Finds duplicates and leaves the index of a large object in index_.
bool DocumentBuilder::settle_names(const Frame& frame) noexcept {
  removed_ = 0;
  const bool few = slots_.size() - frame.slot_start <= kMaxScannedMembers;
  if (!(few ? settle_few_names(frame) : settle_many_names(frame))) return false;
  if (removed_ == 0) return true;
  remove_replaced(frame);
  return settle_names(frame);
}

bool DocumentBuilder::settle_few_names(const Frame& frame) noexcept {
  const Name* names = names_.data() + frame.name_start;
  const std::size_t members = slots_.size() - frame.slot_start;
  std::uint64_t seen = 0;
  for (std::size_t i = 0; i < members; ++i) {
    const std::uint64_t bit = std::uint64_t{1} << (names[i].hash & 63);
    if ((seen & bit) != 0) {
      std::size_t first = 0;
      while (first < i && !(names[first].word != 0 && same_name(names[first], names[i]))) ++first;
      if (first < i && !meet_duplicate(frame, first, i)) return false;
    }
    seen |= bit;
  }
  return true;
}

bool DocumentBuilder::settle_many_names(const Frame& frame) noexcept {
  const Name* names = names_.data() + frame.name_start;
  const auto members = static_cast<std::uint32_t>(slots_.size() - frame.slot_start);
  const std::uint32_t capacity = index_capacity(members);
  index_.clear();
  if (index_.extend(capacity) == nullptr) {
    fail(Mistake::kNoMemory);
    return false;
  }
  std::memset(index_.data(), 0, capacity * sizeof(std::uint32_t));
  for (std::uint32_t i = 0; i < members; ++i) {
    std::uint32_t at = names[i].hash & (capacity - 1);
    while (index_[at] != 0 && !same_name(names[index_[at] - 1], names[i])) {
      at = (at + 1) & (capacity - 1);
    }
    if (index_[at] == 0) {
      index_[at] = i + 1;
    } else if (!meet_duplicate(frame, index_[at] - 1, i)) {
      return false;
    }
  }
  return true;
}

/// As ECMAScript has it: the member keeps its place and takes the later value.
bool DocumentBuilder::meet_duplicate(const Frame& frame, std::size_t first,
                                     std::size_t again) noexcept {
  if (duplicates_ == Duplicates::kRefuse) {
    duplicate_place_ = names_[frame.name_start + again].place;
    names_.truncate(frame.name_start + again + 1);
    fail(Mistake::kDuplicateName);
    return false;
  }
  slots_[frame.slot_start + first] = slots_[frame.slot_start + again];
  names_[frame.name_start + again].word = 0;
  ++removed_;
  return true;
}

void DocumentBuilder::remove_replaced(const Frame& frame) noexcept {
  const std::size_t members = slots_.size() - frame.slot_start;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < members; ++i) {
    if (names_[frame.name_start + i].word == 0) continue;
    names_[frame.name_start + kept] = names_[frame.name_start + i];
    slots_[frame.slot_start + kept] = slots_[frame.slot_start + i];
    ++kept;
  }
  names_.truncate(frame.name_start + kept);
  slots_.truncate(frame.slot_start + kept);
}

// ---- Finish -----------------------------------------------------------------------------------

keel_value DocumentBuilder::finish() noexcept {
  if (mistake_ == Mistake::kNone && open() != 0) fail(Mistake::kLeftOpen);
  if (mistake_ == Mistake::kNone && slots_.empty()) fail(Mistake::kNothingPut);
  keel_value made = kAbsent;
  if (mistake_ == Mistake::kNone) made = seal(slots_[0]);
  drop_embedded();
  return made;
}

/// Makes the document. On success the counts in embedded_ belong to it.
keel_value DocumentBuilder::seal(keel_value root) noexcept {
  if ((root.head & kLocalFlag) == 0) {
    retain(root);
    return root;
  }
  const auto embedded_count = static_cast<std::uint32_t>(embedded_.size());
  if (!arena_.append(reinterpret_cast<const char*>(embedded_.data()),
                     embedded_.size() * sizeof(std::uint64_t))) {
    fail(Mistake::kNoMemory);
    return kAbsent;
  }
  const std::size_t bytes = arena_.size();
  void* block = nullptr;
  if (bytes > kHandOverBytes) {
    char* scratch = arena_.take();
    block = std::realloc(scratch, bytes);
    // Giving memory back can fail in principle; the larger block serves as well.
    if (block == nullptr) block = scratch;
  } else {
    block = std::malloc(bytes);
    if (block == nullptr) {
      fail(Mistake::kNoMemory);
      return kAbsent;
    }
    std::memcpy(block, arena_.data(), bytes);
  }
  embedded_.clear();
  return place_document(block, bytes, pure_, embedded_count, root);
}

PodVector<char>& DocumentBuilder::begin_text() noexcept {
  // The header is there since reset(); the size of the text is not known yet.
  if (arena_.extend(sizeof(std::uint64_t)) == nullptr) fail(Mistake::kNoMemory);
  return arena_;
}

keel_value DocumentBuilder::finish_text() noexcept {
  if (mistake_ != Mistake::kNone) return kAbsent;
  const std::uint64_t size = arena_.size() - sizeof(Document) - sizeof(std::uint64_t);
  if (size == 0) return {KEEL_KIND_STRING, 0};
  std::memcpy(arena_.data() + sizeof(Document), &size, sizeof size);
  constexpr char kPadding[8] = {};
  if (!arena_.append(kPadding, round_up(arena_.size()) - arena_.size())) return kAbsent;
  return seal(local_slot(KEEL_KIND_STRING, sizeof(Document)));
}

// ---- Mistakes ---------------------------------------------------------------------------------

void DocumentBuilder::fail(Mistake mistake) noexcept {
  if (mistake_ != Mistake::kNone) return;
  mistake_ = mistake;
  describe_place();
}

void DocumentBuilder::describe_place() noexcept {
  path_.clear();
  append_path("$");
  for (std::size_t i = 1; i < frames_.size() && path_.size() < kMaxPathBytes; ++i) {
    const Frame& frame = frames_[i];
    const bool innermost = i + 1 == frames_.size();
    const std::size_t slots_end = innermost ? slots_.size() : frames_[i + 1].slot_start;
    const std::size_t names_end = innermost ? names_.size() : frames_[i + 1].name_start;
    if (frame.kind == KEEL_KIND_ARRAY) {
      append_step(nullptr, slots_end - frame.slot_start);
    } else if (names_end > frame.name_start &&
               (!innermost || frame.named || mistake_ == Mistake::kDuplicateName)) {
      append_step(&names_[names_end - 1], 0);
    }
  }
  if (path_.size() > kMaxPathBytes) {
    path_.truncate(utf8::cut_at_boundary(path(), kMaxPathBytes).size());
    append_path("...");
  }
}

void DocumentBuilder::append_step(const Name* name, std::size_t index) noexcept {
  if (name == nullptr) {
    char digits[24];
    std::size_t at = sizeof digits;
    do {
      digits[--at] = static_cast<char>('0' + index % 10);
      index /= 10;
    } while (index != 0);
    append_path("[");
    append_path({digits + at, sizeof digits - at});
    append_path("]");
    return;
  }
  const std::string_view text = utf8::cut_at_boundary(record_of(*name)->text(), kMaxPathBytes);
  const bool plain = is_plain_name(text);
  append_path(plain ? "." : "[\"");
  append_path(text);
  if (!plain) append_path("\"]");
}

void DocumentBuilder::append_path(std::string_view text) noexcept {
  // Without memory the path stays short; the mistake itself is known.
  (void)path_.append(text.data(), text.size());
}

std::string_view DocumentBuilder::explanation() const noexcept {
  switch (mistake_) {
    case Mistake::kNone:
      return "no mistake";
    case Mistake::kNoMemory:
      return "out of memory";
    case Mistake::kTooDeep:
      return "nested deeper than 10000 levels";
    case Mistake::kTooLarge:
      return "larger than a document can be";
    case Mistake::kDuplicateName:
      return "duplicate name in one object";
    case Mistake::kValueWithoutName:
      return "value without a name in an object; call name() before each value";
    case Mistake::kNameOutsideObject:
      return "name outside an object";
    case Mistake::kNameWithoutValue:
      return "name without a value; put a value after each name()";
    case Mistake::kUnbalancedEnd:
      return "end() without an open array or object";
    case Mistake::kLeftOpen:
      return "array or object left open; call end() once for each begin";
    case Mistake::kNothingPut:
      return "nothing was put; expected one value";
    case Mistake::kSecondValue:
      return "second value at the top; expected exactly one";
    case Mistake::kNotUtf8:
      return "text is not UTF-8; replace what is invalid before";
    case Mistake::kNoText:
      return "text of a size but without data; data may be NULL only for size 0";
    case Mistake::kNotFinite:
      return "number is not finite; JSON has no NaN and no infinity";
    case Mistake::kAbsentPut:
      return "absent value put; leave the member out, or put null";
    case Mistake::kUnknownKind:
      return "value of an unknown kind; it was not made by this host";
    case Mistake::kNoKey:
      return "no key; keel.value key() gave NULL for this name";
  }
  return "unknown mistake";
}

// ---- Whole documents --------------------------------------------------------------------------

keel_value make_text(std::uint32_t kind, std::string_view text) noexcept {
  if (text.empty()) return {kind, 0};
  constexpr std::size_t kStart = sizeof(Document) + sizeof(std::uint64_t);
  if (text.size() > SIZE_MAX / 2) return kAbsent;
  const std::size_t bytes = round_up(kStart + text.size());
  void* block = std::malloc(bytes);
  if (block == nullptr) return kAbsent;
  const std::uint64_t size = text.size();
  std::memcpy(static_cast<char*>(block) + sizeof(Document), &size, sizeof size);
  std::memcpy(static_cast<char*>(block) + kStart, text.data(), text.size());
  return place_document(block, bytes, true, 0, local_slot(kind, sizeof(Document)));
}

keel_value detach(keel_value v) noexcept {
  if (stands_alone(v)) {
    retain(v);
    return v;
  }
  const std::uint32_t kind = kind_of(v);
  if (kind == KEEL_KIND_STRING || kind == KEEL_KIND_BYTES) return make_text(kind, text(v));
  const DocumentBuilder::Pointer builder = DocumentBuilder::obtain();
  if (builder == nullptr) return kAbsent;
  builder->put_copy(v);
  return builder->finish();
}

}  // namespace keel::core::value
