// What a client sent to the model server, and how its answer ended.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace keel::testing {

struct RecordedRequest {
  using Clock = std::chrono::steady_clock;

  std::uint64_t id = 0;          // 1, 2, ... in order of arrival
  std::uint64_t connection = 0;  // equal for requests that shared a connection
  std::string method;
  std::string target;
  std::vector<std::pair<std::string, std::string>> headers;  // names as sent
  std::string body;
  bool keep_alive = true;
  unsigned http_version = 11;  // 10 or 11
  Clock::time_point head_at{};

  // The answer. Zero time points: not reached.
  Clock::time_point first_byte_at{};
  Clock::time_point ended_at{};
  std::uint64_t bytes_out = 0;  // of the body, framing included
  bool ended = false;           // wholly sent, cut by the script, or given up
  bool cut = false;             // the script cut the connection
  bool client_closed = false;   // the client closed (or half-closed) before the answer ended

  // Target without the query.
  std::string_view path() const;
  // The first header of that name, case ignored.
  std::optional<std::string> header(std::string_view name) const;
};

}  // namespace keel::testing
