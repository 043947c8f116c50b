// SPDX-License-Identifier: MIT
#include "text/text_kind.hpp"

#include "text/utf8.hpp"

namespace keel::text {

TextKind kind_of(std::string_view content) noexcept {
  if (content.find('\0') != std::string_view::npos) return TextKind::kBinary;
  return is_utf8(content) ? TextKind::kUtf8 : TextKind::kOtherEncoding;
}

std::string why_not_text(std::string_view content) {
  const TextKind kind = kind_of(content);
  if (kind == TextKind::kUtf8) return {};
  if (content.starts_with("\xFF\xFE") || content.starts_with("\xFE\xFF")) {
    return "is UTF-16 by its byte order mark; only UTF-8 is read and edited";
  }
  if (kind == TextKind::kBinary) return "holds NUL bytes, so it is binary";
  return "is not UTF-8: the first byte that is not is at offset " +
         std::to_string(valid_prefix(content));
}

}  // namespace keel::text
