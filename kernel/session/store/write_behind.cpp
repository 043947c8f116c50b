// SPDX-License-Identifier: MIT
#include "session/store/write_behind.hpp"

#include <algorithm>
#include <utility>

#include "keel/contracts/session.hpp"

namespace keel::session {

using Backend = contracts::session::SessionBackend;

WriteBehind::WriteBehind(Context context, Log& log, Ref backend, Ref lease, std::int64_t stored,
                         std::int64_t max_delay_ms)
    : context_(context),
      log_(log),
      backend_(std::move(backend)),
      lease_(std::move(lease)),
      stored_(stored),
      max_delay_ms_(max_delay_ms),
      batch_done_(context) {}

void WriteBehind::note_event() {
  if (window_open_) return;
  window_open_ = true;
  deadline_ms_ = Context::now_ms() + max_delay_ms_;
  // While a write runs its end looks at the deadline.
  if (!writing_) open_window();
}

void WriteBehind::open_window() {
  const std::int64_t left = std::max<std::int64_t>(deadline_ms_ - Context::now_ms(), 0);
  auto timer = context_.after(left, [this] {
    window_open_ = false;
    context_.spawn(write_in_background());
  });
  if (timer) window_ = std::move(*timer);
}

Task<void> WriteBehind::write_in_background() {
  if (writing_ || stored_ == log_.seq()) co_return;
  Task<void> batch = write_batch();
  static_cast<void>(co_await batch);
}

/// Writes what is waiting now, as one batch.
Task<void> WriteBehind::write_batch() {
  writing_ = true;
  const std::int64_t from = stored_;
  const std::int64_t end = log_.seq();
  Expected<std::vector<Value>> rows = log_.storage_rows(from, end, true);
  Expected<void> written;
  if (!rows) {
    written = tl::make_unexpected(rows.error());
  } else {
    Builder builder;
    builder.begin_object().member("first_seq", from).name("rows").begin_array();
    for (const Value& row : *rows) builder.put(static_cast<const ValueView&>(row));
    builder.end().end();
    Expected<Ref> lease = context_.keep_ref(lease_);
    if (!lease) {
      written = tl::make_unexpected(lease.error());
    } else {
      Message request = Message(builder.finish_or_absent()).with(std::move(*lease));
      Expected<Message> answer =
          co_await context_.invoke(backend_, Backend::kAppend, std::move(request));
      if (!answer) written = tl::make_unexpected(answer.error());
    }
  }
  writing_ = false;
  if (written) {
    stored_ = end;
    failing_ = false;
  } else if (!std::exchange(failing_, true)) {
    context_.error("session " + log_.header().id + " could not be stored from event " +
                   std::to_string(from) +
                   " on; the events are kept and tried again: " + written.error().message);
  }
  // Events that came meanwhile have a window of their own, which may be over.
  if (window_open_) open_window();
  batch_done_.pulse();
  if (!written) {
    Error error = written.error();
    co_await fail(std::move(error.code), std::move(error.message));
  }
}

Task<void> WriteBehind::flush() {
  while (stored_ < log_.seq() || writing_) {
    if (writing_) {
      co_await batch_done_.wait();
      continue;
    }
    window_.undo();
    window_open_ = false;
    Task<void> batch = write_batch();
    co_await must(std::move(batch));
  }
}

Task<void> WriteBehind::close() {
  Task<void> barrier = flush();
  Expected<void> flushed = co_await barrier;
  window_.undo();
  Expected<Ref> lease = context_.keep_ref(lease_);
  if (lease) {
    Message request = Message(Value()).with(std::move(*lease));
    static_cast<void>(co_await context_.invoke(backend_, Backend::kClose, std::move(request)));
  }
  lease_.reset();
  if (!flushed) {
    Error error = flushed.error();
    co_await fail(std::move(error.code), std::move(error.message));
  }
}

}  // namespace keel::session
