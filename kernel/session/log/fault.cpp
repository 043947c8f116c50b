// SPDX-License-Identifier: MIT
#include "session/log/fault.hpp"

#include <utility>

namespace keel::session {

Error refused(std::string_view code, std::string message, Value data) {
  return Error{KEEL_REFUSED, std::string(code), std::move(message), std::move(data)};
}

Error refused_shape(std::string_view type, const std::string& path, std::string_view expected,
                    std::string_view found) {
  std::string message = "event " + in_quotes(type) + ": " + path + ": expected ";
  message += expected;
  message += ", found ";
  message += found;
  return refused(
      fault::kInvalidEvent, std::move(message),
      object({{"type", type}, {"path", path}, {"expected", expected}, {"found", found}}));
}

std::string describe(ValueView value) {
  switch (value.kind()) {
    case Kind::kAbsent:
      return "nothing";
    case Kind::kString:
      return value.text().empty() ? "an empty string" : "the string " + in_quotes(value.text());
    case Kind::kBool:
    case Kind::kInt:
    case Kind::kUint:
    case Kind::kDouble:
      return to_json(value);
    case Kind::kArray:
      return "an array of " + std::to_string(value.size());
    default:
      return std::string(kind_name(value.kind()));
  }
}

std::string in_quotes(std::string_view text) {
  constexpr std::size_t kLimit = 60;
  std::size_t size = text.size();
  if (size > kLimit) {
    size = kLimit;
    while (size > 0 && (static_cast<unsigned char>(text[size]) & 0xC0U) == 0x80U) --size;
  }
  std::string result = "\"";
  for (const char c : text.substr(0, size)) {
    // Names from a file may hold anything: a message stays one line of printable text.
    result += static_cast<unsigned char>(c) < 0x20U || c == 0x7f ? '?' : c;
  }
  if (size < text.size()) result += "...";
  return result + "\"";
}

}  // namespace keel::session
