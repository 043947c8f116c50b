// One client connection: reads requests, answers them one after the other. Reading goes on during
// an answer, so that a client that leaves is noticed at once. Server thread only.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>

#include "byte_stream.hpp"
#include "holds.hpp"
#include "recorded_request.hpp"
#include "reply.hpp"
#include "request_log.hpp"
#include "request_recorder.hpp"
#include "responder.hpp"

namespace keel::testing {

// What the connections of a server share.
struct ConnectionParts {
  boost::asio::io_context& io;
  Responder& responder;
  RequestRecorder& recorder;
  RequestLog& log;
  Holds& holds;
};

class Connection {
 public:
  Connection(ConnectionParts parts, std::unique_ptr<ByteStream> stream, std::uint64_t id);
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  // Ends when the connection has ended; nothing refers to the object afterwards.
  boost::asio::awaitable<void> run();

  // A hold may have opened.
  void wake();
  // The server stops.
  void close();

 private:
  using Parser = boost::beast::http::request_parser<boost::beast::http::string_body>;
  enum class Outcome { kSent, kCut, kGone };

  boost::asio::awaitable<void> read_requests();
  boost::asio::awaitable<bool> read_one(Parser& parser, RecordedRequest& request);
  boost::asio::awaitable<bool> fill();
  boost::asio::awaitable<void> answer_requests();
  boost::asio::awaitable<bool> answer(RecordedRequest request);
  boost::asio::awaitable<Outcome> send(const Reply& reply, RecordedRequest& request);
  boost::asio::awaitable<Outcome> send_body(const Reply& reply, RecordedRequest& request);
  boost::asio::awaitable<Outcome> perform(const Pause& pause);
  boost::asio::awaitable<Outcome> perform(const Hold& hold);
  boost::asio::awaitable<Outcome> perform(const Cut& cut);
  // Sleeps until then or until woken.
  boost::asio::awaitable<void> wait_until(RecordedRequest::Clock::time_point time);
  bool gone() const { return peer_closed_ || closing_; }

  ConnectionParts parts_;
  std::unique_ptr<ByteStream> stream_;
  std::uint64_t id_;
  boost::asio::steady_timer wake_;
  boost::beast::flat_buffer input_;
  std::deque<RecordedRequest> waiting_;
  bool answering_ = false;
  bool reading_ = false;
  bool peer_closed_ = false;
  bool closing_ = false;
};

}  // namespace keel::testing
