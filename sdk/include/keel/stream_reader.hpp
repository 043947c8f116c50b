// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include "keel/abi.h"
#include "keel/detail/outcome_awaiter.hpp"
#include "keel/error.hpp"
#include "keel/message.hpp"
#include "keel/ref.hpp"
#include "keel/tables.hpp"

namespace keel {

namespace detail {

class StreamNextBegin {
 public:
  explicit StreamNextBegin(const Ref& reader) : ctx_(reader.ctx()), reader_(reader.raw()) {}

  std::int32_t operator()(keel_msg* out, keel_done done, void* user, keel_pending* pending) const {
    return stream_api().next(ctx_, reader_, out, done, user, pending);
  }

 private:
  keel_ctx ctx_;
  keel_ref reader_;
};

/// StreamReader::next
class [[nodiscard]] ItemAwaiter : public OutcomeAwaiter<StreamNextBegin> {
 public:
  ItemAwaiter(const Ref& reader, Message& end)
      : OutcomeAwaiter(reader.ctx(), StreamNextBegin(reader)), end_(&end) {}

  Expected<std::optional<Message>> await_resume() {
    if (status() == KEEL_OK) return std::optional<Message>(std::move(outcome()));
    if (status() == KEEL_ENDED) {
      *end_ = std::move(outcome());
      return std::optional<Message>();
    }
    return tl::make_unexpected(Error::from_outcome(status(), outcome().value()));
  }

 private:
  Message* end_;
};

}  // namespace detail

/// The reading end of a stream: made from a reference of an outcome. Going out of scope closes the
/// stream: its writer is told. Move only, not while a next() waits. Kernel thread.
///
///   keel::StreamReader chunks(reply.take_ref(0));
///   while (true) {
///     std::optional<keel::Message> chunk = co_await keel::must(chunks.next());
///     if (!chunk) break;                       // ended well; chunks.end() is the end's message
///     ...
///   }
class StreamReader {
 public:
  StreamReader() = default;
  explicit StreamReader(Ref reader) : reader_(std::move(reader)) {}

  explicit operator bool() const { return static_cast<bool>(reader_); }

  /// co_await: Expected<std::optional<Message>>: an item, or nullopt at the end, or the error that
  /// ended the stream (also KEEL_UNAVAILABLE when the writer's owner is gone). One coroutine at a
  /// time.
  detail::ItemAwaiter next() { return {reader_, end_}; }
  /// What the writer gave to finish(); absent before the end.
  Message& end() { return end_; }

  /// Closes the stream before its end.
  void close() { reader_.reset(); }
  /// The reference, to hand the stream on unread.
  Ref release() { return std::move(reader_); }

 private:
  Ref reader_;
  Message end_;
};

}  // namespace keel
