// The server's log: one JSON line per request and one per ended answer. Server thread only.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>

#include "recorded_request.hpp"
#include "reply.hpp"

namespace keel::testing {

class RequestLog {
 public:
  RequestLog() = default;  // writes nothing
  // Throws std::runtime_error when the file cannot be appended to.
  explicit RequestLog(const std::filesystem::path& file);

  void request(const RecordedRequest& request, const Reply& reply);
  void end(const RecordedRequest& request, const Reply& reply);

 private:
  void line(const std::string& text);

  std::ofstream out_;
};

}  // namespace keel::testing
