// SPDX-License-Identifier: MIT
#include "core/deploy/deploy_error.hpp"

#include <cstddef>

#include "core/value/utf8.hpp"

namespace keel::core {

namespace {

void append_escaped(std::string& out, unsigned char byte) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  out += "\\x";
  out += kDigits[byte >> 4U];
  out += kDigits[byte & 0xfU];
}

}  // namespace

std::string printable(std::string_view text, std::size_t limit) {
  std::string out;
  std::size_t at = 0;
  while (at < text.size()) {
    if (out.size() >= limit) return out + "...";
    const auto byte = static_cast<unsigned char>(text[at]);
    const std::size_t length = utf8::sequence_length(text.substr(at));
    if (length == 0 || byte < 0x20U || byte == 0x7fU) {
      append_escaped(out, byte);
      ++at;
      continue;
    }
    out += text.substr(at, length);
    at += length;
  }
  return out;
}

std::string in_quotes(std::string_view text, std::size_t limit) {
  return "\"" + printable(text, limit) + "\"";
}

Error deploy_error(std::string_view code, std::string_view place, std::string_view cause,
                   std::string_view remedy) {
  constexpr std::size_t kMessageLimit = 4000;
  std::string message(place);
  if (!message.empty()) message += ": ";
  message += cause;
  if (!remedy.empty()) {
    message += ". ";
    message += remedy;
  }
  return Error::failed(std::string(code), printable(message, kMessageLimit));
}

}  // namespace keel::core
