// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace keel::text {

/// What the content of a file is, by one rule for every reader and writer: text is UTF-8 without
/// NUL bytes.
enum class TextKind : std::uint8_t { kUtf8, kBinary, kOtherEncoding };

TextKind kind_of(std::string_view content) noexcept;

/// For a message: "holds NUL bytes, so it is binary", "is UTF-16 ...". Empty for text.
std::string why_not_text(std::string_view content);

}  // namespace keel::text
