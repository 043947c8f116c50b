// A model request without its wire format.
#pragma once

#include <boost/json/object.hpp>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace keel::testing {

struct Turn {
  enum class Kind { kUser, kToolResult };
  Kind kind = Kind::kUser;
  std::string text{};
};

struct DeclaredTool {
  std::string name{};
  boost::json::object parameters{};  // JSON Schema
};

struct Conversation {
  std::uint64_t request_id = 0;
  std::size_t request_bytes = 0;
  std::string model{};
  bool stream = false;
  bool usage_asked = false;      // a trailing usage event was asked for
  bool usage_on_finish = false;  // the service that is asked puts usage on the finish event
  bool reasoning = false;        // the model was told to think
  std::string system{};
  std::vector<Turn> turns{};
  std::vector<DeclaredTool> tools{};
};

}  // namespace keel::testing
