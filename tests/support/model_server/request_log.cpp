#include "request_log.hpp"

#include <boost/json.hpp>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <stdexcept>

namespace keel::testing {
namespace {

namespace json = boost::json;

// steady_clock is CLOCK_MONOTONIC here: other processes of the machine can compare.
std::int64_t nanoseconds(RecordedRequest::Clock::time_point time) {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(time.time_since_epoch()).count();
}

std::int64_t unix_milliseconds() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
}

}  // namespace

RequestLog::RequestLog(const std::filesystem::path& file) : out_(file, std::ios::app) {
  if (!out_) {
    throw std::runtime_error("model server: cannot append to the log " + file.string() + ": " +
                             std::strerror(errno));
  }
}

void RequestLog::request(const RecordedRequest& request, const Reply& reply) {
  if (!out_.is_open()) return;
  json::object entry;
  entry["ev"] = "req";
  entry["id"] = request.id;
  entry["t"] = unix_milliseconds();
  entry["mono_ns"] = nanoseconds(request.head_at);
  entry["connection"] = request.connection;
  entry["method"] = request.method;
  entry["path"] = request.path();
  entry["bytes_in"] = request.body.size();
  entry["answer"] = reply.source;
  line(json::serialize(entry));
}

void RequestLog::end(const RecordedRequest& request, const Reply& reply) {
  if (!out_.is_open()) return;
  json::object entry;
  entry["ev"] = "end";
  entry["id"] = request.id;
  entry["path"] = request.path();
  entry["first_ns"] = nanoseconds(request.first_byte_at);
  entry["mono_ns"] = nanoseconds(request.ended_at);
  entry["bytes_out"] = request.bytes_out;
  entry["events"] = reply.events;
  entry["cut"] = request.cut;
  entry["client_closed"] = request.client_closed;
  line(json::serialize(entry));
}

void RequestLog::line(const std::string& text) { out_ << text << '\n' << std::flush; }

}  // namespace keel::testing
