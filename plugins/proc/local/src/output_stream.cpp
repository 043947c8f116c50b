// SPDX-License-Identifier: MIT
#include "output_stream.hpp"

#include <utility>

#include "text/utf8.hpp"

namespace keel::proc_local {

namespace {

constexpr std::size_t kMaxQueuedBytes = 1024 * 1024;

}  // namespace

OutputStream::OutputStream(Context context, std::unique_ptr<ChildRun> child, StreamWriter writer)
    : context_(context), child_(std::move(child)), writer_(std::move(writer)), idle_(context) {
  child_->set_listener([this](bool is_stderr, std::string_view bytes) { take(is_stderr, bytes); });
}

void OutputStream::take(bool is_stderr, std::string_view bytes) {
  std::string& carried = carried_[is_stderr ? 1 : 0];
  std::string text = std::exchange(carried, {}).append(bytes);
  const std::size_t unfinished = text::unfinished_tail(text);
  carried = text.substr(text.size() - unfinished);
  text.resize(text.size() - unfinished);
  if (!text.empty()) queue(is_stderr, text::replace_invalid(text));
}

void OutputStream::queue(bool is_stderr, std::string text) {
  if (writer_.closed()) {
    child_->stop();
    return;
  }
  queued_bytes_ += text.size();
  queued_.push_back(object({{"stream", is_stderr ? "stderr" : "stdout"}, {"text", text}}));
  if (queued_bytes_ > kMaxQueuedBytes) child_->pause_output();
  if (pushing_) return;
  pushing_ = true;
  idle_.reset();
  context_.spawn(push_queued());
}

Task<void> OutputStream::push_queued() {
  const std::weak_ptr<bool> alive = alive_;
  while (!queued_.empty()) {
    const Expected<void> room = co_await writer_.room();
    if (alive.expired()) co_return;
    if (!room) {
      // Nobody reads: the command goes on for nobody.
      queued_.clear();
      child_->stop();
      break;
    }
    Value item = std::move(queued_.front());
    queued_.pop_front();
    queued_bytes_ -= item["text"].text().size();
    writer_.push(Message(std::move(item)));
    if (queued_bytes_ <= kMaxQueuedBytes / 2) child_->resume_output();
  }
  queued_bytes_ = 0;
  pushing_ = false;
  idle_.set();
}

void OutputStream::flush_carried() {
  for (const bool is_stderr : {false, true}) {
    std::string& carried = carried_[is_stderr ? 1 : 0];
    if (!carried.empty()) queue(is_stderr, text::replace_invalid(std::exchange(carried, {})));
  }
}

Task<ChildEnd> OutputStream::finish() {
  ChildEnd end = co_await must(child_->finish(CancelToken()));
  flush_carried();
  while (pushing_) co_await idle_.wait();
  co_return end;
}

}  // namespace keel::proc_local
