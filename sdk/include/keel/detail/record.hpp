// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <utility>

#include "keel/abi.h"
#include "keel/detail/context_core.hpp"
#include "keel/detail/owned.hpp"

namespace keel::detail {

/// What the SDK keeps for one registration: the handler and the context it was registered through.
/// Counted by the Registration (or, once detached, by the context) and by each running call, so
/// that a handler may undo its own registration and a coroutine may outlive it. Kernel thread.
class Record : public Owned {
 public:
  explicit Record(ContextCore& core) : core_(core) { core_.hold(); }
  ~Record() override { core_.drop(); }

  ContextCore& core() const { return core_; }
  keel_ctx ctx() const { return core_.ctx; }
  Instance* instance() const { return core_.instance; }

  void hold() { ++holders_; }
  void drop() {
    if (--holders_ == 0) delete this;
  }

  /// What the host calls the registration; {0} before and after.
  keel_reg reg{0};
  /// A publication: what a change of its metadata has to repeat.
  keel_method method = nullptr;
  std::uint32_t method_count = 0;

 private:
  void dispose() override { drop(); }

  ContextCore& core_;
  std::uint32_t holders_ = 1;
};

/// Holds a record while one of its functions runs.
class RecordHold {
 public:
  explicit RecordHold(Record& record) : record_(&record) { record.hold(); }
  RecordHold(RecordHold&& other) noexcept : record_(std::exchange(other.record_, nullptr)) {}
  RecordHold(const RecordHold&) = delete;
  RecordHold& operator=(const RecordHold&) = delete;
  RecordHold& operator=(RecordHold&&) = delete;
  ~RecordHold() {
    if (record_ != nullptr) record_->drop();
  }

 private:
  Record* record_;
};

}  // namespace keel::detail
