#include "raw_client.hpp"

#include <sys/socket.h>
#include <sys/time.h>

#include <algorithm>
#include <boost/asio/buffer.hpp>
#include <boost/asio/write.hpp>
#include <boost/json.hpp>
#include <cctype>
#include <charconv>
#include <stdexcept>
#include <utility>

namespace keel::testing {

namespace asio = boost::asio;
namespace json = boost::json;
using asio::ip::tcp;

namespace {

constexpr timeval kDeadline{20, 0};

std::string lower(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

}  // namespace

RawClient::RawClient(std::uint16_t port) : socket_(io_) {
  socket_.connect(tcp::endpoint(asio::ip::address_v4::loopback(), port));
  // A server that hangs fails the test instead of stopping it.
  setsockopt(socket_.native_handle(), SOL_SOCKET, SO_RCVTIMEO, &kDeadline, sizeof kDeadline);
}

void RawClient::send(std::string_view bytes) {
  asio::write(socket_, asio::buffer(bytes.data(), bytes.size()));
}

void RawClient::post(std::string_view target, std::string_view body,
                     std::string_view more_headers) {
  std::string request = "POST " + std::string(target) + " HTTP/1.1\r\nhost: 127.0.0.1\r\n";
  request.append(more_headers);
  request += "content-length: " + std::to_string(body.size()) + "\r\n\r\n";
  request.append(body);
  send(request);
}

void RawClient::get(std::string_view target) {
  send("GET " + std::string(target) + " HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n");
}

bool RawClient::fill() {
  char space[16384];
  // The bare call: Asio would wait on, past the deadline.
  const ssize_t size = ::recv(socket_.native_handle(), space, sizeof space, 0);
  if (size > 0) {
    input_.append(space, static_cast<std::size_t>(size));
    return true;
  }
  if (size == 0) {
    error_ = asio::error::eof;
    return false;
  }
  error_ = boost::system::error_code(errno, boost::system::system_category());
  if (errno == EAGAIN) throw std::runtime_error("the server sent nothing for 20 s");
  return false;
}

std::string RawClient::take_line() {
  std::size_t end = 0;
  while ((end = input_.find("\r\n")) == std::string::npos) {
    if (!fill()) throw std::runtime_error("the connection ended within a line: " + input_);
  }
  std::string line = input_.substr(0, end);
  input_.erase(0, end + 2);
  return line;
}

RawResponse RawClient::read_response() {
  RawResponse response;
  const std::string status = take_line();
  response.status = static_cast<unsigned>(std::stoi(status.substr(status.find(' ') + 1)));
  for (std::string line = take_line(); !line.empty(); line = take_line()) {
    const std::size_t colon = line.find(": ");
    response.headers[lower(line.substr(0, colon))] = line.substr(colon + 2);
  }
  const auto need = [this](std::size_t size) {
    while (input_.size() < size) {
      if (!fill()) return false;
    }
    return true;
  };
  const auto take = [&](std::size_t size) {
    response.body += input_.substr(0, size);
    input_.erase(0, size);
  };
  if (response.headers.contains("content-length")) {
    const std::size_t size = std::stoul(response.headers["content-length"]);
    response.complete = need(size);
    take(std::min(size, input_.size()));
    return response;
  }
  if (!response.headers.contains("transfer-encoding")) {
    while (fill()) continue;
    take(input_.size());
    response.complete = error_ == asio::error::eof;
    return response;
  }
  while (true) {
    while (input_.find("\r\n") == std::string::npos) {
      if (!fill()) return response;
    }
    const std::string line = take_line();
    std::size_t size = 0;
    std::from_chars(line.data(), line.data() + line.size(), size, 16);
    if (!need(size + 2)) {
      take(std::min(size, input_.size()));
      return response;
    }
    if (size > 0) response.chunks.push_back(input_.substr(0, size));
    take(size);
    if (input_.substr(0, 2) != "\r\n") throw std::runtime_error("a chunk has a wrong size");
    input_.erase(0, 2);
    if (size > 0) continue;
    response.complete = true;
    return response;
  }
}

std::string RawClient::read_until(std::string_view text) {
  std::size_t searched = 0;
  while (input_.find(text, searched) == std::string::npos) {
    searched = input_.size() - std::min(input_.size(), text.size());
    if (!fill()) throw std::runtime_error("the connection ended before: " + std::string(text));
  }
  return std::exchange(input_, {});
}

bool RawClient::read_end() {
  if (!input_.empty() || fill()) throw std::runtime_error("expected the end, got: " + input_);
  return true;
}

void RawClient::close() {
  boost::system::error_code ignored;
  socket_.close(ignored);
}

std::string chat_request(std::string_view prompt, std::string_view more_members) {
  json::object message{{"role", "user"}, {"content", prompt}};
  json::object body{{"model", "m"}, {"stream", true}, {"messages", json::array{message}}};
  std::string text = json::serialize(body);
  if (more_members.empty()) return text;
  text.back() = ',';
  return text + std::string(more_members) + "}";
}

std::vector<std::string> event_data(std::string_view body) {
  std::vector<std::string> data;
  std::size_t at = 0;
  while ((at = body.find("data: ", at)) != std::string_view::npos) {
    const std::size_t end = body.find("\n\n", at);
    data.emplace_back(body.substr(at + 6, end - at - 6));
    at = end == std::string_view::npos ? body.size() : end;
  }
  return data;
}

std::string streamed_text(std::string_view body) {
  std::string text;
  for (const std::string& data : event_data(body)) {
    if (data == "[DONE]") break;
    const json::value event = json::parse(data);
    const json::array& choices = event.at("choices").as_array();
    if (choices.empty()) continue;
    const json::object& delta = choices[0].at("delta").as_object();
    const json::value* content = delta.if_contains("content");
    if (content && content->is_string()) text += std::string(content->get_string());
  }
  return text;
}

}  // namespace keel::testing
