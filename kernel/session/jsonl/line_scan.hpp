// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace keel::session::jsonl {

/// Steps over JSON text whose form is known in advance. Any surprise answers false, and the caller
/// turns to the general parser, which decides what the text is worth: this one is for speed only.
class LineScan {
 public:
  explicit LineScan(std::string_view text) : at_(text.data()), end_(text.data() + text.size()) {}

  bool literal(std::string_view expected) {
    if (static_cast<std::size_t>(end_ - at_) < expected.size()) return false;
    if (std::string_view(at_, expected.size()) != expected) return false;
    at_ += expected.size();
    return true;
  }
  /// A safe integer.
  bool integer(std::int64_t& number);
  /// A safe integer from 0.
  bool count(std::int64_t& number) { return integer(number) && number >= 0; }
  /// A string with its quotes. `text` is a part of the line, or of `scratch` when something was
  /// escaped.
  bool string(std::string_view& text, std::string& scratch);

  char peek() const { return at_ == end_ ? '\0' : *at_; }
  bool ended() const { return at_ == end_; }
  std::string_view rest() const { return {at_, static_cast<std::size_t>(end_ - at_)}; }

 private:
  bool escaped_string(const char* begin, std::string_view& text, std::string& scratch);
  bool escape(std::string& out);
  std::optional<std::uint32_t> four_digits();

  const char* at_;
  const char* end_;
};

}  // namespace keel::session::jsonl
