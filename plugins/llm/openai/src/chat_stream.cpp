// SPDX-License-Identifier: MIT
#include "chat_stream.hpp"

#include <cstdint>
#include <optional>
#include <utility>

namespace keel::llm_openai {

namespace {

/// Of an answer that comes as one document.
constexpr std::size_t kMaxDocumentBytes = 16U << 20U;
/// What is read behind the end of an answer, so that its connection can serve the next request.
constexpr std::size_t kMaxRestBytes = 65536;
constexpr std::int64_t kMaxRestMs = 1000;

}  // namespace

ChatStream::ChatStream(Context context, CancelSource stop, std::string route,
                       ChatReader::Source source, Owner& owner)
    : context_(std::move(context)),
      stop_(std::move(stop)),
      route_(std::move(route)),
      host_(source.host),
      owner_(owner),
      answer_(std::move(source)),
      room_(context_) {}

Expected<Ref> ChatStream::start(StreamReader body) {
  Expected<Ref> reader = sink_.open(context_, {}, *this);
  if (reader) context_.spawn(run(std::move(body)));
  return reader;
}

void ChatStream::sink_closed() {
  // The body then fails as aborted, which ends the loop.
  static_cast<void>(stop_.cancel(object({{"kind", "closed"}})));
  room_.pulse();
}

void ChatStream::sink_over() {
  sink_over_ = true;
  leave_if_over();
}

void ChatStream::leave_if_over() {
  if (sink_over_ && run_over_) owner_.stream_over(*this);
}

Task<void> ChatStream::run(StreamReader body) {
  Task<void> reading = read_all(body);
  const Expected<void> read = co_await reading;
  if (!read) answer_.fail({"UNKNOWN", read.error().message});
  while (!push_chunks()) co_await room_.wait();
  if (answer_.skipped() > 0) {
    context_.warn(
        "route \"" + route_ + "\": " + std::to_string(answer_.skipped()) +
        " data lines that are no JSON were skipped, the first: " + answer_.skipped_sample());
  }
  const bool told = sink_.finish();
  if (!told) sink_over_ = true;
  Task<void> rest = rest_of_connection(body);
  static_cast<void>(co_await rest);
  body.close();
  // Posted: this frame uses the object until it has ended.
  context_.post([this] {
    run_over_ = true;
    leave_if_over();
  });
}

Task<void> ChatStream::read_all(StreamReader& body) {
  while (!answer_.finished()) {
    Expected<std::optional<Message>> item = co_await body.next();
    std::optional<Failure> broken;
    if (item && *item) {
      take_bytes((*item)->value().bytes());
    } else {
      if (!item) broken = transport_failure(item.error(), route_);
      take_end();
    }
    while (true) {
      while (!push_chunks()) co_await room_.wait();
      if (answer_.finished()) break;
      const std::optional<SseEvent> event = events_.next();
      if (!event) break;
      answer_.take(*event);
    }
    if (events_.overflowed()) {
      answer_.fail({"MALFORMED_RESPONSE", host_ + " sent an event of over " +
                                              std::to_string(SseReader::kMaxEventBytes) +
                                              " bytes"});
    } else if (broken) {
      answer_.broken(*broken);
    } else if (body_over_) {
      answer_.end_of_body();
    }
    while (!push_chunks()) co_await room_.wait();
  }
}

void ChatStream::take_bytes(std::string_view bytes) {
  answer_.add_bytes(bytes.size());
  if (kind_ == BodyKind::kUnknown) {
    const std::size_t start = bytes.find_first_not_of(" \t\r\n");
    if (start == std::string_view::npos) return;
    kind_ = bytes[start] == '{' ? BodyKind::kDocument : BodyKind::kEvents;
  }
  if (kind_ == BodyKind::kEvents) {
    events_.feed(bytes);
    return;
  }
  document_ += bytes;
  if (document_.size() <= kMaxDocumentBytes) return;
  answer_.fail({"MALFORMED_RESPONSE", host_ + " sent a JSON document of over " +
                                          std::to_string(kMaxDocumentBytes) + " bytes"});
}

void ChatStream::take_end() {
  body_over_ = true;
  if (kind_ == BodyKind::kDocument) end_document();
  events_.end();
}

/// One document: a server that does not stream, or an error under a good status. Several lines of
/// JSON are looked at one by one.
void ChatStream::end_document() {
  const auto document = parse_json(document_, ParseMode::kLenient);
  if (document) {
    answer_.take_document(*document);
  } else {
    events_.feed(document_);
  }
  document_.clear();
}

/// True when all are pushed, or nobody reads them.
bool ChatStream::push_chunks() {
  std::vector<Value>& chunks = answer_.chunks();
  while (pushed_ < chunks.size()) {
    if (sink_.full()) return false;
    Message item(std::move(chunks[pushed_++]));
    sink_.push(std::move(item));
  }
  chunks.clear();
  pushed_ = 0;
  return true;
}

Task<void> ChatStream::rest_of_connection(StreamReader& body) {
  if (body_over_) co_return;
  const Registration limit = must(context_.after(kMaxRestMs, [this] {
    static_cast<void>(stop_.cancel(object({{"kind", "closed"}})));
  }));
  std::size_t rest = 0;
  while (rest <= kMaxRestBytes) {
    const Expected<std::optional<Message>> item = co_await body.next();
    if (!item || !*item) co_return;
    rest += (*item)->value().bytes().size();
  }
}

}  // namespace keel::llm_openai
