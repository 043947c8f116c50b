// SPDX-License-Identifier: MIT
#include "text/line_endings.hpp"

namespace keel::text {

LineEndings count_line_endings(std::string_view text) noexcept {
  LineEndings found;
  for (std::size_t at = text.find('\n'); at != std::string_view::npos;
       at = text.find('\n', at + 1)) {
    const bool crlf = at > 0 && text[at - 1] == '\r';
    ++(crlf ? found.crlf : found.lf);
  }
  return found;
}

std::string to_lf(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  std::size_t from = 0;
  for (std::size_t at = text.find("\r\n"); at != std::string_view::npos;
       at = text.find("\r\n", from)) {
    result.append(text.substr(from, at - from));
    from = at + 1;
  }
  result.append(text.substr(from));
  return result;
}

std::string to_crlf(std::string_view text) {
  std::string result;
  result.reserve(text.size() + text.size() / 16);
  char before = '\0';
  for (const char c : text) {
    if (c == '\n' && before != '\r') result.push_back('\r');
    result.push_back(c);
    before = c;
  }
  return result;
}

}  // namespace keel::text
