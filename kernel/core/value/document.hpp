// How values lie in memory, and the reading functions for kernel code that needs no table call.
//
// A document is one block: header, nodes, and at its end the words of the documents it embeds. It
// holds no pointers to itself, so that it can be built in scratch memory and copied or moved whole.
//
//   keel_value.head   bits 0-7 kind, 8 virtual, 9 local, 16-63 offset of the node in units of 8
//   bytes keel_value.body   address of the node slot              a keel_value inside a node.
//   `local` set: the node is in the same document and
//                     the offset counts from its start, body is unused. Otherwise the slot is the
//                     value itself: a scalar, an empty container, or part of an embedded document.
//   string, bytes     uint64 size, then the content
//   array             ContainerNode, then slots
//   object            ContainerNode, then key words, then slots, then, above kMaxScannedMembers, an
//                     open-addressed index of uint32 (member + 1; 0 is free)
//   key word          address of an interned name, or (offset << 1 | 1) of one in the document
//
// Empty strings, bytes, arrays and objects have no node: body is 0 and they need no document.
#pragma once

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/value/key.hpp"
#include "core/value/virtual_object.hpp"
#include "keel/abi.h"

namespace keel::core::value {

/// Levels of arrays and objects that a value may have.
inline constexpr std::uint32_t kMaxDepth = 10000;
/// Members that are looked up by a scan; larger objects have an index.
inline constexpr std::uint32_t kMaxScannedMembers = 16;

inline constexpr std::uint64_t kKindMask = 0xFF;
inline constexpr std::uint64_t kVirtualFlag = 1U << 8;
inline constexpr std::uint64_t kLocalFlag = 1U << 9;
inline constexpr unsigned kOffsetShift = 16;

struct Document {
  std::atomic<std::uint32_t> count;
  std::uint32_t embedded_count;
  /// Size of the block in bytes, a multiple of 8; bit 0: keeps nothing alive but what its root
  /// shows.
  std::uint64_t size_and_flag;
  /// Head of the root value, kLocalFlag cleared. While the document is being freed: the next one.
  std::uint64_t root_head;

  std::size_t size() const noexcept { return size_and_flag & ~std::uint64_t{7}; }
  bool pure() const noexcept { return (size_and_flag & 1) != 0; }
  /// Document addresses, or address | 1 of virtual objects, each holding one count.
  const std::uint64_t* embedded() const noexcept {
    return reinterpret_cast<const std::uint64_t*>(reinterpret_cast<const char*>(this) + size()) -
           embedded_count;
  }
};
static_assert(sizeof(Document) == 24);

struct ContainerNode {
  std::uint32_t count;
  std::uint16_t depth;
  /// 1: some names lie in the document.
  std::uint16_t has_local_names;

  const std::uint64_t* words() const noexcept {
    return reinterpret_cast<const std::uint64_t*>(this + 1);
  }
  const keel_value* array_slots() const noexcept {
    return reinterpret_cast<const keel_value*>(words());
  }
  const keel_value* member_slots() const noexcept {
    return reinterpret_cast<const keel_value*>(words() + count);
  }
  const std::uint32_t* index() const noexcept {
    return reinterpret_cast<const std::uint32_t*>(member_slots() + count);
  }
};
static_assert(sizeof(ContainerNode) == 8);

constexpr std::uint32_t kind_of(keel_value v) noexcept {
  return static_cast<std::uint32_t>(v.head & kKindMask);
}
constexpr bool is_virtual(keel_value v) noexcept { return (v.head & kVirtualFlag) != 0; }
/// True for kinds that point to something; their body may still be 0.
constexpr bool is_reference(keel_value v) noexcept { return kind_of(v) >= KEEL_KIND_STRING; }

inline const VirtualObject* virtual_of(keel_value v) noexcept {
  return reinterpret_cast<const VirtualObject*>(v.body);
}
inline const ContainerNode* node_of(keel_value v) noexcept {
  return reinterpret_cast<const ContainerNode*>(v.body);
}
/// Start of the document of a reference that is not virtual and has a body.
inline std::uint64_t base_of(keel_value v) noexcept {
  return v.body - (v.head >> kOffsetShift << 3);
}
inline Document* document_of(keel_value v) noexcept {
  return reinterpret_cast<Document*>(base_of(v));
}

inline keel_value read_slot(std::uint64_t base, keel_value slot) noexcept {
  if ((slot.head & kLocalFlag) == 0) return slot;
  return {slot.head & ~kLocalFlag, base + (slot.head >> kOffsetShift << 3)};
}

inline const KeyRecord* read_key(std::uint64_t base, std::uint64_t word) noexcept {
  if ((word & 1) == 0) return reinterpret_cast<const KeyRecord*>(word);
  return reinterpret_cast<const KeyRecord*>(base + (word >> 1));
}

constexpr std::uint32_t index_capacity(std::uint32_t members) noexcept {
  return std::bit_ceil(members * 2);
}

// Reading, as the table's functions of the same names.

void retain(keel_value v) noexcept;
void release(keel_value v) noexcept;
/// One count fewer; the last one frees it, and what it embeds, without recursion.
void release_document(Document* document) noexcept;
std::string_view text(keel_value v) noexcept;
std::size_t count(keel_value v) noexcept;
keel_value item(keel_value array, std::size_t index) noexcept;
keel_value member(keel_value object, std::size_t index, std::string_view* name) noexcept;
keel_value get(keel_value object, const KeyRecord* name) noexcept;
keel_value find(keel_value object, std::string_view name) noexcept;

/// Name record of member `index` < count of an object that is not virtual.
const KeyRecord* member_key(keel_value object, std::size_t index) noexcept;

/// Levels of nesting: 0 for scalars, strings and bytes, 1 for a container of those.
std::uint32_t depth_of(keel_value v) noexcept;

/// True when v's document, if any, holds nothing that v does not show.
bool stands_alone(keel_value v) noexcept;

/// Bytes of the document behind v and of those it embeds directly; a document embedded twice counts
/// twice. 16 for scalars and virtual objects. For windows and budgets.
std::size_t document_bytes(keel_value v) noexcept;

}  // namespace keel::core::value
