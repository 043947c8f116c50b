// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "keel/abi.h"
#include "keel/detail/outcome.hpp"
#include "keel/detail/record.hpp"
#include "keel/error.hpp"
#include "keel/frame_pool.hpp"
#include "keel/instance.hpp"
#include "keel/message.hpp"
#include "keel/tables.hpp"

namespace keel::detail {

/// A waterfall listener that answers what the rest of the chain answers. Costs nothing when the
/// chain answers in place.
class ForwardedCall final : public Owned {
 public:
  static std::int32_t run(Record& record, const keel_call* call, const keel_msg* in,
                          keel_msg& out) {
    auto* self = new (record) ForwardedCall(record);
    const std::int32_t status =
        bus_api().next(call, in, nullptr, &out, &ForwardedCall::on_done, self, &self->pending_);
    if (status != KEEL_PENDING) {
      delete self;
      return translate(status, out);
    }
    if (call_api().defer(call, &self->completion_) == nullptr) {
      call_api().forget(record.ctx(), self->pending_);
      delete self;
      return store_error(Error::failed("DEFER", "the host does not let this call wait"), out);
    }
    record.instance()->tasks().add(self);
    return KEEL_PENDING;
  }

  static void* operator new(std::size_t size, Record& record) {
    return FramePool::allocate(&record.instance()->frames(), size);
  }
  static void operator delete(void* memory, Record&) noexcept {
    FramePool::free(memory, sizeof(ForwardedCall));
  }
  static void operator delete(void* memory, std::size_t size) noexcept {
    FramePool::free(memory, size);
  }

 private:
  explicit ForwardedCall(Record& record) : hold_(record), ctx_(record.ctx()) {}
  ~ForwardedCall() override {
    if (completion_.id == 0) return;
    call_api().forget(ctx_, pending_);
    call_api().drop(completion_);
  }

  static void on_done(void* user, std::int32_t status, keel_msg* outcome) {
    auto* self = static_cast<ForwardedCall*>(user);
    const std::int32_t own = translate(status, *outcome);
    call_api().settle(std::exchange(self->completion_, keel_completion{nullptr, 0}), own, outcome);
    delete self;
  }

  /// A plugin answers KEEL_OK or KEEL_FAILED only: what the host said of the rest of the chain
  /// becomes an error.
  static std::int32_t translate(std::int32_t status, keel_msg& outcome) noexcept {
    if (status == KEEL_OK || status == KEEL_FAILED) return status;
    const Message said = Message::take({nullptr, 0}, std::exchange(outcome, keel_msg{}));
    return store_error(Error::from_outcome(status, said.value()), outcome);
  }

  RecordHold hold_;
  keel_ctx ctx_;
  keel_pending pending_{0};
  keel_completion completion_{nullptr, 0};
};

}  // namespace keel::detail
