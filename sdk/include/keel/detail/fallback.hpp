// SPDX-License-Identifier: MIT
#pragma once

#include <utility>

#include "keel/abi.h"
#include "keel/detail/record.hpp"

namespace keel::detail {

/// The innermost function of a dispatch, or none.
class Fallback {
 public:
  Fallback() = default;
  Fallback(Record* record, keel_method function) : record_(record), method_(function) {}
  Fallback(Fallback&& other) noexcept
      : record_(std::exchange(other.record_, nullptr)), method_(other.method_) {}
  Fallback(const Fallback&) = delete;
  Fallback& operator=(const Fallback&) = delete;
  Fallback& operator=(Fallback&&) = delete;
  ~Fallback() {
    if (record_ != nullptr) record_->drop();
  }

  keel_method method() const { return method_; }
  void* self() const { return record_; }

  void leave_to_context() {
    Record* record = std::exchange(record_, nullptr);
    if (record == nullptr) return;
    if (record->core().ended) {
      record->drop();
    } else {
      record->core().detached.add(record);
    }
  }

 private:
  Record* record_ = nullptr;
  keel_method method_ = nullptr;
};

}  // namespace keel::detail
