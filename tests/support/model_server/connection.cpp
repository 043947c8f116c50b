#include "connection.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/field.hpp>
#include <exception>
#include <iostream>
#include <string_view>
#include <utility>

namespace keel::testing {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using boost::system::error_code;
using Clock = RecordedRequest::Clock;

namespace {

constexpr std::uint32_t kHeadLimit = 1U << 20;
constexpr std::uint64_t kBodyLimit = 1ULL << 30;
constexpr std::size_t kReadSize = 64U << 10;
// Writes in a row before other connections (and this one's reader) get their turn.
constexpr int kWritesPerTurn = 32;

constexpr auto kResult = asio::as_tuple(asio::use_awaitable);

void copy_head(const http::request<http::string_body>& message, RecordedRequest& request) {
  request.method = std::string(message.method_string());
  request.target = std::string(message.target());
  request.keep_alive = message.keep_alive();
  request.http_version = message.version();
  for (const auto& field : message) {
    request.headers.emplace_back(std::string(field.name_string()), std::string(field.value()));
  }
}

}  // namespace

Connection::Connection(ConnectionParts parts, std::unique_ptr<ByteStream> stream, std::uint64_t id)
    : parts_(parts), stream_(std::move(stream)), id_(id), wake_(parts.io) {}

asio::awaitable<void> Connection::run() {
  const bool open = co_await stream_->open();
  if (!open) co_return;
  reading_ = true;
  asio::co_spawn(parts_.io, read_requests(), [this](std::exception_ptr failure) {
    if (failure) peer_closed_ = true;
    reading_ = false;
    wake();
  });
  std::exception_ptr failure;
  try {
    co_await answer_requests();
  } catch (...) {
    failure = std::current_exception();
  }
  // The reader refers to this object: wait for it, whatever happened.
  stream_->close();
  while (reading_) co_await wait_until(Clock::time_point::max());
  if (failure) std::rethrow_exception(failure);
}

void Connection::wake() { wake_.cancel(); }

void Connection::close() {
  closing_ = true;
  stream_->close();
  wake();
}

asio::awaitable<void> Connection::read_requests() {
  while (true) {
    Parser parser;
    parser.header_limit(kHeadLimit);
    parser.body_limit(kBodyLimit);
    parser.eager(true);
    RecordedRequest request;
    request.connection = id_;
    const bool whole = co_await read_one(parser, request);
    if (!whole) break;
    request.body = std::move(parser.get().body());
    waiting_.push_back(std::move(request));
    wake();
  }
  // Also ends a write that waits for a peer that reads no more.
  peer_closed_ = true;
  stream_->close();
  wake();
}

asio::awaitable<bool> Connection::read_one(Parser& parser, RecordedRequest& request) {
  while (!parser.is_done()) {
    const bool head_known = parser.is_header_done();
    error_code error;
    input_.consume(parser.put(input_.data(), error));
    if (error && error != http::error::need_more) {
      std::cerr << "model server: a client sent what is not HTTP/1.1: " << error.message() << '\n';
      co_return false;
    }
    if (!head_known && parser.is_header_done()) {
      request.head_at = Clock::now();
      copy_head(parser.get(), request);
      const bool asks = parser.get()[http::field::expect] == "100-continue";
      // During an answer the line would end up inside it; the client sends the body anyway.
      if (asks && !parser.is_done() && !answering_) {
        const bool told = co_await stream_->write("HTTP/1.1 100 Continue\r\n\r\n");
        if (!told) co_return false;
      }
    }
    if (parser.is_done()) break;
    const bool more = co_await fill();
    if (!more) co_return false;
  }
  co_return true;
}

asio::awaitable<bool> Connection::fill() {
  const asio::mutable_buffer space = input_.prepare(kReadSize);
  const std::size_t size = co_await stream_->read_some(space);
  input_.commit(size);
  co_return size > 0;
}

asio::awaitable<void> Connection::answer_requests() {
  while (true) {
    while (waiting_.empty() && !gone()) co_await wait_until(Clock::time_point::max());
    if (waiting_.empty()) co_return;
    RecordedRequest request = std::move(waiting_.front());
    waiting_.pop_front();
    answering_ = true;
    const bool stays = co_await answer(std::move(request));
    answering_ = false;
    if (!stays) co_return;
  }
}

// False when the connection ends with this answer.
asio::awaitable<bool> Connection::answer(RecordedRequest request) {
  parts_.recorder.add(request);
  const Reply reply = parts_.responder.respond(request);
  parts_.log.request(request, reply);
  const Outcome outcome = co_await send(reply, request);
  request.ended = true;
  request.ended_at = Clock::now();
  request.cut = outcome == Outcome::kCut;
  request.client_closed = outcome == Outcome::kGone && !closing_;
  parts_.log.end(request, reply);
  parts_.recorder.end(request);
  if (outcome != Outcome::kSent) co_return false;
  if (!reply.close) co_return true;
  co_await stream_->finish();
  co_return false;
}

asio::awaitable<Connection::Outcome> Connection::send(const Reply& reply,
                                                      RecordedRequest& request) {
  for (const Gate& gate : reply.before_head) {
    Outcome outcome = Outcome::kSent;
    if (const auto* pause = std::get_if<Pause>(&gate)) outcome = co_await perform(*pause);
    if (const auto* hold = std::get_if<Hold>(&gate)) outcome = co_await perform(*hold);
    if (const auto* cut = std::get_if<Cut>(&gate)) outcome = co_await perform(*cut);
    if (outcome != Outcome::kSent) co_return outcome;
  }
  if (gone()) co_return Outcome::kGone;
  request.first_byte_at = Clock::now();
  const bool sent = co_await stream_->write(reply.head);
  if (!sent) co_return Outcome::kGone;
  co_return co_await send_body(reply, request);
}

asio::awaitable<Connection::Outcome> Connection::send_body(const Reply& reply,
                                                           RecordedRequest& request) {
  const std::string_view body = reply.body;
  std::size_t at = 0;
  int writes = 0;
  for (const auto& step : reply.body_steps) {
    Outcome outcome = Outcome::kSent;
    if (const auto* write = std::get_if<Write>(&step)) {
      if (++writes % kWritesPerTurn == 0) co_await asio::post(parts_.io, kResult);
      if (gone()) co_return Outcome::kGone;
      const std::string_view piece = body.substr(at, write->end - at);
      const bool sent = co_await stream_->write(piece);
      if (!sent) co_return Outcome::kGone;
      at = write->end;
      request.bytes_out = at;
    } else if (const auto* pause = std::get_if<Pause>(&step)) {
      outcome = co_await perform(*pause);
    } else if (const auto* hold = std::get_if<Hold>(&step)) {
      outcome = co_await perform(*hold);
    } else {
      outcome = co_await perform(std::get<Cut>(step));
    }
    if (outcome != Outcome::kSent) co_return outcome;
  }
  co_return Outcome::kSent;
}

asio::awaitable<Connection::Outcome> Connection::perform(const Pause& pause) {
  const Clock::time_point end = Clock::now() + pause.length;
  while (!gone() && Clock::now() < end) co_await wait_until(end);
  co_return gone() ? Outcome::kGone : Outcome::kSent;
}

asio::awaitable<Connection::Outcome> Connection::perform(const Hold& hold) {
  parts_.holds.arrive(hold.name);
  bool passed = false;
  while (!gone()) {
    passed = parts_.holds.try_pass(hold.name);
    if (passed) break;
    co_await wait_until(Clock::time_point::max());
  }
  parts_.holds.leave(hold.name);
  co_return passed ? Outcome::kSent : Outcome::kGone;
}

asio::awaitable<Connection::Outcome> Connection::perform(const Cut& cut) {
  stream_->cut(cut.how);
  co_return Outcome::kCut;
}

asio::awaitable<void> Connection::wait_until(Clock::time_point time) {
  wake_.expires_at(time);
  co_await wake_.async_wait(kResult);
}

}  // namespace keel::testing
