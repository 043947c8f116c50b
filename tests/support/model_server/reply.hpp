// An answer as bytes: everything is decided before the first one goes out.
#pragma once

#include <cstddef>
#include <string>
#include <variant>
#include <vector>

#include "answer.hpp"
#include "dialect.hpp"

namespace keel::testing {

// Send Reply::body up to this offset.
struct Write {
  std::size_t end = 0;
};

struct Reply {
  std::vector<Gate> before_head{};
  std::string head{};
  std::string body{};  // framed
  std::vector<std::variant<Write, Pause, Hold, Cut>> body_steps{};
  bool close = false;
  std::size_t events = 0;
  std::string source{};  // what decided: script, directives, ...
};

// `answer` gives status, headers, framing and cuts; `parts` the body.
Reply make_reply(const Answer& answer, const std::vector<WirePart>& parts,
                 const std::vector<Header>& default_headers, std::size_t burst);

}  // namespace keel::testing
