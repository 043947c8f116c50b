#include "sse.hpp"

namespace keel::testing {

std::string sse_event(std::string_view data, std::string_view name) {
  std::string event;
  event.reserve(data.size() + name.size() + 24);
  if (!name.empty()) event.append("event: ").append(name).append("\n");
  while (true) {
    const std::size_t end = data.find('\n');
    event.append("data: ").append(data.substr(0, end)).append("\n");
    if (end == std::string_view::npos) break;
    data.remove_prefix(end + 1);
  }
  event += '\n';
  return event;
}

std::string sse_comment(std::string_view text) {
  std::string comment = ": ";
  comment.append(text).append("\n\n");
  return comment;
}

}  // namespace keel::testing
