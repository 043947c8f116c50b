// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "keel/abi.h"
#include "keel/detail/record.hpp"
#include "keel/tables.hpp"

namespace keel::detail {

/// The record of a table of methods of an object.
template <typename T, typename Table>
class MethodsRecord final : public Record {
 public:
  MethodsRecord(ContextCore& core, T* object) : Record(core), object_(object) {}

  /// A keel_method.
  static std::int32_t method(void* self, const keel_call* call, std::uint32_t ordinal,
                             const keel_msg* in, keel_msg* out) {
    auto* record = static_cast<MethodsRecord*>(static_cast<Record*>(self));
    return Table::serve(*record, *record->object_, call, ordinal, in, out);
  }

 private:
  T* object_;
};

/// The record of an object that the SDK owns until nobody outside names it.
template <typename T, typename Table>
class ObjectRecord final : public Record {
 public:
  ObjectRecord(ContextCore& core, std::unique_ptr<T> object)
      : Record(core), object_(std::move(object)) {}

  /// A keel_method.
  static std::int32_t method(void* self, const keel_call* call, std::uint32_t ordinal,
                             const keel_msg* in, keel_msg* out) {
    auto* record = static_cast<ObjectRecord*>(static_cast<Record*>(self));
    return Table::serve(*record, *record->object_, call, ordinal, in, out);
  }
  /// A keel_run: the last reference is gone; the host calls no method any more.
  static void dropped(void* self) {
    auto* record = static_cast<Record*>(self);
    record->unlink();
    record->drop();
  }

 private:
  std::unique_ptr<T> object_;
};

}  // namespace keel::detail
