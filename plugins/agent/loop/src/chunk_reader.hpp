// SPDX-License-Identifier: MIT
#pragma once

#include <coroutine>
#include <optional>
#include <utility>

#include "failure.hpp"
#include "keel/sdk.hpp"

namespace keel::agent_loop {

/// Reads the chunks of one model call, and stops waiting for them as soon as the token is set,
/// whatever the adapter does. Going out of scope closes the stream. Kernel thread.
class ChunkReader {
 public:
  ChunkReader(const Context& context, StreamReader chunks, CancelToken token)
      : chunks_(std::move(chunks)), token_(token) {
    // Once, not per chunk.
    watch_ = must(context.on_cancel(token, [this] { interrupt(); }));
  }
  ChunkReader(const ChunkReader&) = delete;
  ChunkReader& operator=(const ChunkReader&) = delete;

  class Next;
  /// co_await: Expected<std::optional<Message>> as StreamReader::next, or the abort error.
  Next next();

 private:
  void interrupt();

  StreamReader chunks_;
  CancelToken token_;
  Registration watch_;
  Next* waiting_ = nullptr;
};

/// ChunkReader::next
class [[nodiscard]] ChunkReader::Next {
 public:
  explicit Next(ChunkReader& reader) : reader_(reader) {}
  Next(const Next&) = delete;
  Next& operator=(const Next&) = delete;
  ~Next() {
    if (reader_.waiting_ == this) reader_.waiting_ = nullptr;
  }

  bool await_ready() {
    if (reader_.token_.cancelled()) return true;
    item_.emplace(reader_.chunks_.next());
    return item_->await_ready();
  }
  void await_suspend(std::coroutine_handle<> waiter) {
    waiter_ = waiter;
    reader_.waiting_ = this;
    item_->await_suspend(waiter);
  }
  Expected<std::optional<Message>> await_resume() {
    if (reader_.waiting_ == this) reader_.waiting_ = nullptr;
    if (!item_) return tl::make_unexpected(aborted_error());
    return item_->await_resume();
  }

  /// The wait is over without an item.
  void give_up() {
    item_.reset();
    std::exchange(waiter_, nullptr).resume();
  }

 private:
  ChunkReader& reader_;
  std::optional<detail::ItemAwaiter> item_;
  std::coroutine_handle<> waiter_;
};

inline ChunkReader::Next ChunkReader::next() { return Next(*this); }

inline void ChunkReader::interrupt() {
  if (waiting_ != nullptr) std::exchange(waiting_, nullptr)->give_up();
}

}  // namespace keel::agent_loop
