// SPDX-License-Identifier: MIT
#include "session/log/json_text.hpp"

#include <array>
#include <charconv>

namespace keel::session {

namespace {

/// Bytes that JSON.stringify does not print as they are.
constexpr bool needs_escape(unsigned char c) { return c < 0x20 || c == '"' || c == '\\'; }

void append_escape(std::string& out, unsigned char c) {
  constexpr std::string_view kHex = "0123456789abcdef";
  switch (c) {
    case '"':
      out += "\\\"";
      return;
    case '\\':
      out += "\\\\";
      return;
    case '\b':
      out += "\\b";
      return;
    case '\f':
      out += "\\f";
      return;
    case '\n':
      out += "\\n";
      return;
    case '\r':
      out += "\\r";
      return;
    case '\t':
      out += "\\t";
      return;
    default:
      out += "\\u00";
      out += kHex[c >> 4U];
      out += kHex[c & 0xFU];
  }
}

}  // namespace

void append_json_string(std::string& out, std::string_view text) {
  out += '"';
  std::size_t plain = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    if (!needs_escape(c)) continue;
    out.append(text, plain, i - plain);
    append_escape(out, c);
    plain = i + 1;
  }
  out.append(text, plain);
  out += '"';
}

void append_json_integer(std::string& out, std::int64_t number) {
  std::array<char, 24> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number);
  out.append(digits.data(), end.ptr);
}

void append_json(std::string& out, ValueView value) {
  const Value shared = Value::share(value);
  keel_value text{0, 0};
  detail::value_api().print(shared.raw(), 0, &text);
  out += Value::take(text).text();
}

}  // namespace keel::session
