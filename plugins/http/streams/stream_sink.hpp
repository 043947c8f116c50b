// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <utility>

#include "keel/abi.h"
#include "keel/sdk.hpp"

namespace keel::streams {

/// The writing end of a stream for code that is driven by callbacks. keel::StreamWriter tells a
/// coroutine that waits for room that the reader has gone; this one says so at once, also to code
/// that waits for something else, such as the next byte of a silent peer. Kernel thread.
class StreamSink {
 public:
  class Listener {
   public:
    /// There is room again after a push that gave kFull.
    virtual void sink_has_room() = 0;
    /// The reader has gone before the end. The stream must still be ended.
    virtual void sink_closed() = 0;
    /// The end was taken, or nobody will take it: the listener may go.
    virtual void sink_over() = 0;

   protected:
    ~Listener() = default;
  };

  StreamSink() = default;
  StreamSink(const StreamSink&) = delete;
  StreamSink& operator=(const StreamSink&) = delete;

  /// Opens a stream owned by `context` and gives its reader. The sink and the listener must stay
  /// where they are until sink_over() or until the instance is destroyed.
  Expected<Ref> open(const Context& context, const StreamOptions& options, Listener& listener) {
    keel_stream_options raw{};
    raw.size = sizeof raw;
    raw.window_items = options.window_items;
    raw.window_bytes = options.window_bytes;
    raw.ready = &StreamSink::on_ready;
    raw.closed = &StreamSink::on_closed;
    raw.user = this;
    listener_ = &listener;
    keel_ref reader{0};
    const std::int32_t status = detail::stream_api().open(context.raw(), &raw, &stream_, &reader);
    if (status != KEEL_OK) return tl::make_unexpected(Error::from_outcome(status, {}));
    return Ref::take(context.raw(), reader);
  }

  /// Queues one item. After kFull push nothing until sink_has_room().
  Push push(Message item) {
    keel_msg owned = item.release();
    switch (detail::stream_api().push(stream_, &owned)) {
      case KEEL_OK:
        return Push::kOk;
      case KEEL_FULL:
        full_ = true;
        return Push::kFull;
      case KEEL_CLOSED:
        return Push::kClosed;
      default:
        return Push::kRefused;
    }
  }
  bool full() const { return full_; }
  /// The reader has gone.
  bool closed() const { return closed_; }
  /// finish() or fail() was called.
  bool ended() const { return ended_; }

  /// Queues the end. False when no sink_over() will follow: it was ended before, or the stream is
  /// gone with its context.
  bool finish() { return end(KEEL_OK, {}); }
  bool fail(const Error& error) { return end(KEEL_FAILED, Message(error.to_value())); }

 private:
  bool end(std::int32_t status, Message outcome) {
    if (std::exchange(ended_, true)) return false;
    keel_msg owned = outcome.release();
    return detail::stream_api().end(stream_, status, &owned, &StreamSink::on_end, this) == KEEL_OK;
  }

  static void on_ready(void* user) {
    auto* self = static_cast<StreamSink*>(user);
    self->full_ = false;
    self->listener_->sink_has_room();
  }
  static void on_closed(void* user) {
    auto* self = static_cast<StreamSink*>(user);
    self->closed_ = true;
    self->full_ = false;
    self->listener_->sink_closed();
  }
  static void on_end(void* user, std::int32_t, keel_msg* outcome) {
    auto* self = static_cast<StreamSink*>(user);
    Value::take(outcome->value);
    self->listener_->sink_over();
  }

  keel_stream stream_{nullptr, 0};
  Listener* listener_ = nullptr;
  bool full_ = false;
  bool closed_ = false;
  bool ended_ = false;
};

}  // namespace keel::streams
