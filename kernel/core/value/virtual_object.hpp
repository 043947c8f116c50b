// A kernel record that reads as an object without being copied into a document.
#pragma once

#include <cstddef>
#include <cstdint>

#include "keel/abi.h"

namespace keel::core::value {

struct VirtualObject;

/// What a kind of record knows about itself. All functions are called from any thread and must not
/// throw or allocate; what they return is borrowed from the record and stays the same for its life.
struct VirtualOps {
  std::size_t (*count)(const VirtualObject* self);
  /// Member `index` < count, never absent; `name` is not NULL. Names are valid UTF-8 and distinct.
  keel_value (*member)(const VirtualObject* self, std::size_t index, keel_str* name);
  /// Member by an interned key: a name of the record is `key` exactly when the pointers are equal.
  /// Absent when missing. (Keys beyond the bound of the table are resolved through member().)
  keel_value (*get)(const VirtualObject* self, keel_key key);
  void (*retain)(const VirtualObject* self);
  /// May destroy the record, and release values in doing so.
  void (*release)(const VirtualObject* self);
};

/// Base of such a record. Aligned to 8 bytes.
struct alignas(8) VirtualObject {
  const VirtualOps* ops;
  /// Levels of nesting, its own included: 1 + the deepest member's (see depth_of).
  std::uint32_t depth;
};

/// The object value that shows `record`. Takes no count.
keel_value show(const VirtualObject& record) noexcept;

}  // namespace keel::core::value
