// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <coroutine>
#include <cstdint>
#include <utility>

#include "keel/abi.h"
#include "keel/context.hpp"
#include "keel/detail/outcome.hpp"
#include "keel/detail/owned.hpp"
#include "keel/error.hpp"
#include "keel/message.hpp"
#include "keel/tables.hpp"

namespace keel {

/// How much a stream holds before its writer has to wait. 0: the host's choice (64 items, 1 MiB).
struct StreamOptions {
  std::uint32_t window_items = 0;
  std::uint64_t window_bytes = 0;
};

/// What became of a pushed item.
enum class Push : std::uint8_t {
  kOk,       ///< taken
  kFull,     ///< taken; push no more until room()
  kClosed,   ///< the reader is gone; dropped
  kRefused,  ///< pushed after kFull without room(), or after the end; dropped and counted as a
             ///< mistake
};

namespace detail {

/// What the host's callbacks of one stream need: they may come after the writer has gone, until its
/// context has ended.
class WriterState final : public Owned {
 public:
  /// The writer lets go of it.
  void leave() {
    writer_gone = true;
    if (end_taken || !listed()) delete this;
  }

  bool room() const {
    return closed.load(std::memory_order_acquire) ||
           times_full.load(std::memory_order_acquire) <=
               times_ready.load(std::memory_order_acquire);
  }

  /// A keel_run: there is room again.
  static void on_ready(void* user) {
    auto* self = static_cast<WriterState*>(user);
    self->times_ready.fetch_add(1, std::memory_order_acq_rel);
    self->wake();
  }
  /// A keel_run: the reader is gone.
  static void on_closed(void* user) {
    auto* self = static_cast<WriterState*>(user);
    self->closed.store(true, std::memory_order_release);
    self->wake();
  }
  /// A keel_done: the reader has taken the end, or is gone. The host calls nothing of the stream
  /// after it.
  static void on_end(void* user, std::int32_t, keel_msg* outcome) {
    auto* self = static_cast<WriterState*>(user);
    release(outcome->value);
    self->end_taken = true;
    if (self->writer_gone) {
      delete self;
      return;
    }
    self->wake();
  }

  void wake() {
    if (waiter) std::exchange(waiter, nullptr).resume();
  }

  keel_stream stream{nullptr, 0};
  // Counted instead of a flag: a push on another thread may learn of FULL after the ready callback
  // has run.
  std::atomic<std::uint64_t> times_full{0};
  std::atomic<std::uint64_t> times_ready{0};
  std::atomic<bool> closed{false};
  std::atomic<bool> ended{false};
  std::atomic<bool> end_taken{false};
  bool writer_gone = false;
  std::coroutine_handle<> waiter;

 private:
  /// The context has ended: no callback comes any more.
  void dispose() override {
    if (writer_gone) delete this;
  }
};

/// Waits for a change of a WriterState that `Done` recognises.
template <typename Done>
class [[nodiscard]] WriterAwaiter {
 public:
  WriterAwaiter(WriterState* state, Done done) : state_(state), done_(done) {}
  WriterAwaiter(WriterAwaiter&& other) noexcept
      : state_(other.state_), done_(other.done_), waits_(std::exchange(other.waits_, false)) {}
  WriterAwaiter(const WriterAwaiter&) = delete;
  WriterAwaiter& operator=(const WriterAwaiter&) = delete;
  WriterAwaiter& operator=(WriterAwaiter&&) = delete;
  ~WriterAwaiter() {
    if (waits_) state_->waiter = nullptr;
  }

  bool await_ready() const { return done_(*state_); }
  void await_suspend(std::coroutine_handle<> waiter) {
    state_->waiter = waiter;
    waits_ = true;
  }
  Expected<void> await_resume() {
    waits_ = false;
    if (!state_->closed.load(std::memory_order_acquire)) return {};
    Error error;
    error.status = KEEL_CLOSED;
    error.code = "closed";
    error.message = "the reader of the stream is gone";
    return tl::make_unexpected(std::move(error));
  }

 private:
  WriterState* state_;
  Done done_;
  bool waits_ = false;
};

}  // namespace detail

/// The writing end of a stream. Going out of scope without finish() or fail() ends the stream with
/// the error ABANDONED. Move only. push(), finish() and fail() from any thread, one at a time;
/// everything else on the kernel thread.
///
///   keel::NewStream stream = keel::must(keel::StreamWriter::open(call.context()));
///   context().spawn(pump(std::move(stream.writer)));      // a coroutine that pushes and finishes
///   return keel::Message(keel::Value()).with(std::move(stream.reader));
///
/// and in pump:
///
///   while (...) {
///     if (!co_await writer.room()) co_return;             // the reader is gone
///     writer.push(std::move(item));
///   }
///   writer.finish();
class StreamWriter {
 public:
  StreamWriter() = default;
  /// Opens a stream owned by `context`; the reader goes into an outcome.
  static Expected<struct NewStream> open(const Context& context, const StreamOptions& options = {});

  StreamWriter(StreamWriter&& other) noexcept : state_(std::exchange(other.state_, nullptr)) {}
  StreamWriter& operator=(StreamWriter&& other) noexcept {
    std::swap(state_, other.state_);
    return *this;
  }
  StreamWriter(const StreamWriter&) = delete;
  StreamWriter& operator=(const StreamWriter&) = delete;
  ~StreamWriter() {
    if (state_ == nullptr) return;
    fail(Error::failed("ABANDONED", "the writer gave the stream up before its end"));
    state_->leave();
  }

  /// Queues one item.
  Push push(Message item) {
    keel_msg owned = item.release();
    switch (detail::stream_api().push(state_->stream, &owned)) {
      case KEEL_OK:
        return Push::kOk;
      case KEEL_FULL:
        state_->times_full.fetch_add(1, std::memory_order_acq_rel);
        return Push::kFull;
      case KEEL_CLOSED:
        return Push::kClosed;
      default:
        return Push::kRefused;
    }
  }
  /// co_await before a push: Expected<void>, at once when there is room; error KEEL_CLOSED when the
  /// reader is gone. One coroutine at a time.
  auto room() {
    return detail::WriterAwaiter(state_,
                                 [](const detail::WriterState& state) { return state.room(); });
  }
  bool closed() const { return state_->closed.load(std::memory_order_acquire); }

  /// Queues the end behind the items. False when it was ended before.
  bool finish(Message outcome = {}) { return end(KEEL_OK, std::move(outcome)); }
  bool fail(const Error& error) { return end(KEEL_FAILED, Message(error.to_value())); }
  /// co_await after finish() or fail(): until the reader has taken the end or is gone (error
  /// KEEL_CLOSED).
  auto end_taken() {
    return detail::WriterAwaiter(
        state_, [](const detail::WriterState& state) { return state.end_taken.load(); });
  }

 private:
  bool end(std::int32_t status, Message outcome) {
    if (state_->ended.exchange(true)) return false;
    keel_msg owned = outcome.release();
    const bool taken = detail::stream_api().end(state_->stream, status, &owned,
                                                &detail::WriterState::on_end, state_) == KEEL_OK;
    // The stream is gone, and no callback comes.
    if (!taken) state_->end_taken = true;
    return taken;
  }

  detail::WriterState* state_ = nullptr;
};

/// Both ends of a stream that was just opened.
struct NewStream {
  StreamWriter writer;
  Ref reader;
};

inline Expected<NewStream> StreamWriter::open(const Context& context,
                                              const StreamOptions& options) {
  auto* state = new detail::WriterState;
  keel_stream_options raw{};
  raw.size = sizeof raw;
  raw.window_items = options.window_items;
  raw.window_bytes = options.window_bytes;
  raw.ready = &detail::WriterState::on_ready;
  raw.closed = &detail::WriterState::on_closed;
  raw.user = state;
  keel_ref reader{0};
  const std::int32_t status =
      detail::stream_api().open(context.raw(), &raw, &state->stream, &reader);
  if (status != KEEL_OK) {
    delete state;
    return tl::make_unexpected(Error::from_outcome(status, {}));
  }
  context.core().detached.add(state);
  NewStream stream;
  stream.writer.state_ = state;
  stream.reader = Ref::take(context.raw(), reader);
  return stream;
}

}  // namespace keel
