// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace keel::text {

enum class LineEnding : std::uint8_t { kLf, kCrlf };

/// How often each ending occurs. A lone CR is neither.
struct LineEndings {
  std::size_t lf = 0;
  std::size_t crlf = 0;

  /// Ties, and text without any line end, are LF.
  LineEnding majority() const { return crlf > lf ? LineEnding::kCrlf : LineEnding::kLf; }
};

LineEndings count_line_endings(std::string_view text) noexcept;

/// Each CRLF becomes LF; a lone CR stays.
std::string to_lf(std::string_view text);
/// Each LF without a CR before it becomes CRLF.
std::string to_crlf(std::string_view text);

}  // namespace keel::text
