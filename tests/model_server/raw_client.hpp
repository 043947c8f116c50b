// A client that shows what is on the wire: no retries, no pooling, blocking with a deadline.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace keel::testing {

struct RawResponse {
  unsigned status = 0;
  std::map<std::string, std::string> headers;  // lower case names
  std::string body;
  std::vector<std::string> chunks;  // as the server cut them
  bool complete = false;            // false: the connection ended first
};

class RawClient {
 public:
  explicit RawClient(std::uint16_t port);

  void send(std::string_view bytes);
  void post(std::string_view target, std::string_view body, std::string_view more_headers = {});
  void get(std::string_view target);

  RawResponse read_response();
  // Reads until `text` has arrived; returns all that was read since the last call. Throws when the
  // connection ends first.
  std::string read_until(std::string_view text);
  // True when the server has closed; throws when bytes come instead.
  bool read_end();
  void close();
  // What ended the last read.
  const boost::system::error_code& error() const { return error_; }

 private:
  bool fill();
  std::string take_line();

  boost::asio::io_context io_;
  boost::asio::ip::tcp::socket socket_;
  std::string input_;
  boost::system::error_code error_;
};

// A chat completions request.
std::string chat_request(std::string_view prompt, std::string_view more_members = {});

// The `data` of the events in a body.
std::vector<std::string> event_data(std::string_view body);

// The content deltas of a chat completions body, joined.
std::string streamed_text(std::string_view body);

}  // namespace keel::testing
