// SPDX-License-Identifier: MIT
//
// The one way from a call of the host into C++ code of the plugin, and back. Nothing thrown gets
// past it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "keel/abi.h"
#include "keel/call.hpp"
#include "keel/detail/call_state.hpp"
#include "keel/detail/forwarded_call.hpp"
#include "keel/detail/handler.hpp"
#include "keel/detail/outcome.hpp"
#include "keel/detail/record.hpp"
#include "keel/frame_pool.hpp"
#include "keel/instance.hpp"
#include "keel/message_view.hpp"
#include "keel/tables.hpp"
#include "keel/task.hpp"

namespace keel::detail {

/// A call that a coroutine serves: what the coroutine refers to, at a place that stays. Owned by
/// the instance's list of tasks, until the coroutine has ended.
template <typename T>
class ServedTask final : public Owned, private TaskSink {
 public:
  ServedTask(Record& record, const keel_call* call, std::uint32_t ordinal, const keel_msg& in)
      : hold_(record),
        state_{{call, &record, &ServedTask::defer, ordinal}, this},
        call_(state_),
        view_(in_) {
    // Copying what is there is cheaper than the whole record with its eight references.
    in_.value = in.value;
    in_.ref_count = in.ref_count;
    for (std::uint32_t i = 0; i < in.ref_count; ++i) in_.refs[i] = in.refs[i];
  }
  ~ServedTask() override {
    task_.reset();
    if (keeps_arguments_) release_arguments();
    if (completion_.id != 0) call_api().drop(completion_);
  }

  static void* operator new(std::size_t size, Record& record) {
    return FramePool::allocate(&record.instance()->frames(), size);
  }
  static void operator delete(void* memory, Record&) noexcept {
    FramePool::free(memory, sizeof(ServedTask));
  }
  static void operator delete(void* memory, std::size_t size) noexcept {
    FramePool::free(memory, size);
  }

  const Call& call() const { return call_; }
  const MessageView& view() const { return view_; }

  /// Runs `task` until its first wait. Any status but KEEL_PENDING: over, destroy this.
  std::int32_t run(Task<T> task, keel_msg& out) {
    task_ = std::move(task);
    if (task_.start(*this)) {
      // Answered in place: a completion that was taken meanwhile is void.
      completion_ = {nullptr, 0};
      return store(out);
    }
    state_.lasting();
    if (completion_.id == 0) {
      return store_error(Error::failed("DEFER", "the host does not let this call wait"), out);
    }
    keep_arguments();
    state_.record->instance()->tasks().add(this);
    return KEEL_PENDING;
  }

 private:
  void finished() noexcept override {
    keel_msg out{};
    const std::int32_t status = store(out);
    call_api().settle(std::exchange(completion_, keel_completion{nullptr, 0}), status, &out);
    delete this;
  }

  std::int32_t store(keel_msg& out) noexcept {
    try {
      return store_result(task_.take(), out);
    } catch (...) {
      return store_caught(out);
    }
  }

  struct State : CallState {
    ServedTask* self;
  };

  static void defer(CallState& state) {
    ServedTask& self = *static_cast<State&>(state).self;
    state.defer = nullptr;
    const keel_call* kept = call_api().defer(state.call, &self.completion_);
    if (kept != nullptr) state.call = kept;
  }

  void keep_arguments() {
    keeps_arguments_ = true;
    retain(in_.value);
    for (std::uint32_t i = 0; i < in_.ref_count; ++i) {
      keel_ref kept{0};
      if (in_.refs[i].id != 0) call_api().ref_dup(state_.record->ctx(), in_.refs[i], &kept);
      in_.refs[i] = kept;
    }
  }
  void release_arguments() {
    release(in_.value);
    for (std::uint32_t i = 0; i < in_.ref_count; ++i) {
      if (in_.refs[i].id != 0) call_api().ref_drop(state_.record->ctx(), in_.refs[i]);
    }
  }

  RecordHold hold_;
  State state_;
  Call call_;
  MessageView view_;
  keel_msg in_;
  Task<T> task_{nullptr};
  keel_completion completion_{nullptr, 0};
  bool keeps_arguments_ = false;
};

template <typename F>
std::int32_t serve_task(Record& record, F&& function, const keel_call* call, std::uint32_t ordinal,
                        const keel_msg& in, keel_msg& out) {
  using Result = typename std::remove_cvref_t<HandlerResult<F>>::value_type;
  auto* served = new (record) ServedTask<Result>(record, call, ordinal, in);
  std::int32_t status = KEEL_PENDING;
  try {
    status = served->run(call_handler(function, served->call(), served->view()), out);
  } catch (...) {
    status = store_caught(out);
  }
  if (status != KEEL_PENDING) delete served;
  return status;
}

/// Runs handler `function` for one call. Never throws.
template <typename F>
std::int32_t serve(Record& record, F&& function, const keel_call* call, std::uint32_t ordinal,
                   const keel_msg* in, keel_msg* out) noexcept {
  using Result = std::remove_cvref_t<HandlerResult<F>>;
  const RecordHold hold(record);
  try {
    if constexpr (is_task<Result>) {
      return serve_task(record, function, call, ordinal, *in, *out);
    } else {
      CallState state{call, &record, nullptr, ordinal};
      const Call facade(state);
      const MessageView view(*in);
      if constexpr (std::is_void_v<Result>) {
        call_handler(function, facade, view);
        return KEEL_OK;
      } else if constexpr (std::is_same_v<Result, Forward>) {
        const Forward forward = call_handler(function, facade, view);
        return ForwardedCall::run(record, call, forward.in(), *out);
      } else {
        return store_result(call_handler(function, facade, view), *out);
      }
    }
  } catch (...) {
    return store_caught(*out);
  }
}

/// The record of a handler with one function.
template <typename F>
class HandlerRecord final : public Record {
 public:
  HandlerRecord(ContextCore& core, F function) : Record(core), function_(std::move(function)) {}

  /// A keel_method.
  static std::int32_t method(void* self, const keel_call* call, std::uint32_t ordinal,
                             const keel_msg* in, keel_msg* out) {
    auto* record = static_cast<HandlerRecord*>(static_cast<Record*>(self));
    return serve(*record, record->function_, call, ordinal, in, out);
  }

 private:
  F function_;
};

}  // namespace keel::detail
