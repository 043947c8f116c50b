#include "core/plugin_image/fault_text.hpp"

#include <charconv>
#include <system_error>

namespace keel::core {
namespace {

constexpr std::string_view kDigits = "0123456789abcdef";

}  // namespace

std::string hex_digits(std::span<const std::byte> bytes) {
  std::string text;
  text.reserve(bytes.size() * 2);
  for (const std::byte byte : bytes) {
    text += kDigits[std::to_integer<unsigned>(byte) >> 4];
    text += kDigits[std::to_integer<unsigned>(byte) & 0xf];
  }
  return text;
}

std::string hex_text(std::uint64_t number) {
  char digits[16];
  const auto end = std::to_chars(digits, digits + sizeof digits, number, 16).ptr;
  return "0x" + std::string(digits, end);
}

std::string quoted_text(std::string_view bytes) {
  constexpr std::size_t kShown = 64;
  std::string text = "'";
  for (const char byte : bytes.substr(0, kShown)) {
    const auto code = static_cast<unsigned char>(byte);
    if (code >= 0x20 && code < 0x7f && byte != '\\' && byte != '\'') {
      text += byte;
      continue;
    }
    text += "\\x";
    text += kDigits[code >> 4];
    text += kDigits[code & 0xf];
  }
  text += bytes.size() > kShown ? "...'" : "'";
  return text;
}

std::string errno_text(int error_number) {
  return std::generic_category().message(error_number) + " (errno " + std::to_string(error_number) +
         ")";
}

}  // namespace keel::core
