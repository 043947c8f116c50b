// SPDX-License-Identifier: MIT
#include "chunk_pump.hpp"

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include "keel/lazy_key.hpp"
#include "llm_failure.hpp"

namespace keel::llm_runtime {

namespace {

/// How soon a reader that has gone is noticed while the adapter is silent.
constexpr std::int64_t kLookMs = 250;

constinit LazyKey kType{"type"};
constinit LazyKey kReason{"reason"};
constinit LazyKey kKind{"kind"};
constinit LazyKey kFailure{"failure"};

}  // namespace

Task<void> ChunkPump::run(StreamReader chunks, StreamWriter out) {
  // A writer learns that its reader has gone only when it writes, and an adapter may be silent for
  // minutes.
  Registration look = must(context_.every(kLookMs, [this, &out] {
    if (out.closed()) stop();
  }));
  const Expected<bool> finished = co_await carry(chunks, out);
  look.undo();
  if (finished && *finished) {
    out.finish();
  } else {
    stop();
  }
  if (!ended_) co_await must(drain(chunks));
}

void ChunkPump::stop() {
  if (std::exchange(stopped_, true)) return;
  // Refused when the caller has set it before.
  static_cast<void>(token_.cancel(object({{"kind", "closed"}})));
}

/// True when the reader got its finish chunk, false when it has gone before.
Task<bool> ChunkPump::carry(StreamReader& chunks, StreamWriter& out) {
  while (true) {
    Expected<std::optional<Message>> item = co_await chunks.next();
    Value chunk;
    bool is_last = true;
    ended_ = !item || !*item;
    if (!item) {
      chunk = finish_of(item.error());
    } else if (!*item) {
      Error ended = Error::failed("STREAM_CLOSED", "the adapter of route \"" + adapter_->route() +
                                                       "\" ended its stream without a finish");
      chunk = finish_of(ended);
    } else {
      chunk = (*item)->take_value();
      const ChunkKind kind = kind_of(chunk);
      is_last = kind != ChunkKind::kContent;
      if (kind == ChunkKind::kUnknown) {
        chunk = finish_of(
            malformed("sent a chunk of type \"" + std::string(kType.of(chunk).text()) + "\""));
      } else if (kind == ChunkKind::kFinish) {
        chunk = checked_finish(std::move(chunk));
      }
    }
    const Expected<void> room = co_await out.room();
    if (!room || out.push(Message(std::move(chunk))) == Push::kClosed) co_return false;
    if (is_last) co_return true;
  }
}

/// Nothing may come behind a finish; what does is counted, not passed on.
Task<void> ChunkPump::drain(StreamReader& chunks) {
  std::size_t stray = 0;
  while (true) {
    const Expected<std::optional<Message>> item = co_await chunks.next();
    if (!item && !stopped_ && item.error().status == KEEL_FAILED) {
      context_.debug("route \"" + adapter_->route() +
                     "\": the adapter failed behind its finish: " + item.error().message);
    }
    if (!item || !*item) break;
    ++stray;
  }
  if (stray > 0 && !stopped_) {
    context_.warn("route \"" + adapter_->route() + "\": the adapter sent " + std::to_string(stray) +
                  " chunks behind its finish; they were dropped");
  }
}

ChunkPump::ChunkKind ChunkPump::kind_of(ValueView chunk) {
  const std::string_view type = kType.of(chunk).text();
  if (type == "text-delta" || type == "reasoning-delta" || type == "tool-call-delta" ||
      type == "block-start" || type == "block-end" || type == "usage") {
    return ChunkKind::kContent;
  }
  return type == "finish" ? ChunkKind::kFinish : ChunkKind::kUnknown;
}

Value ChunkPump::finish_of(const Error& error) const {
  return failed_finish(error, token_.cancelled() && !stopped_);
}

Value ChunkPump::checked_finish(Value chunk) const {
  const ValueView reason = kReason.of(chunk);
  const std::string_view kind = kKind.of(reason).text();
  if (kind.empty()) return finish_of(malformed("sent a finish without a reason"));
  const bool needs_failure = kind == "error" || kind == "aborted";
  if (needs_failure && !is_failure(kFailure.of(reason))) {
    return finish_of(
        malformed("sent a finish of kind " + std::string(kind) + " without a sound failure"));
  }
  return chunk;
}

Error ChunkPump::malformed(const std::string& what) const {
  return Error::failed("MALFORMED_RESPONSE",
                       "the adapter of route \"" + adapter_->route() + "\" " + what);
}

}  // namespace keel::llm_runtime
