// SPDX-License-Identifier: MIT
#include "core/deploy/dotenv.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/value/utf8.hpp"

namespace keel::core {

namespace {

bool is_blank(char c) { return c == ' ' || c == '\t'; }

/// Wider than what a shell takes, so that a forbidden name is reported as that and not as a
/// misspelling (exported bash functions have '%' in theirs).
bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '.' || c == '-' || c == '%' || c == '(' || c == ')';
}

class DotenvReader {
 public:
  explicit DotenvReader(std::string_view text) : text_(text) {}

  tl::expected<std::vector<DotenvEntry>, DotenvFault> run() {
    if (!check_bytes()) return tl::make_unexpected(std::move(*fault_));
    while (at_ < text_.size() && read_line()) {
    }
    if (fault_) return tl::make_unexpected(std::move(*fault_));
    return std::move(entries_);
  }

 private:
  bool fail(std::size_t line, std::string cause) {
    fault_ = DotenvFault{line, std::move(cause)};
    return false;
  }

  bool check_bytes() {
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
    const std::size_t bad = std::min(utf8::valid_prefix(text_), text_.find('\0'));
    if (bad < text_.size()) {
      const auto line =
          std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(bad), '\n');
      return fail(static_cast<std::size_t>(line) + 1, "a byte that is not text in UTF-8");
    }
    if (text_.starts_with(kByteOrderMark)) at_ = kByteOrderMark.size();
    return true;
  }

  char peek() const { return at_ < text_.size() ? text_[at_] : '\n'; }
  bool at_line_end() const { return peek() == '\n' || text_.substr(at_).starts_with("\r\n"); }
  void skip_blanks() {
    while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
  }
  void end_line() {
    at_ = std::min(text_.find('\n', at_), text_.size());
    if (at_ < text_.size()) ++at_;
    ++line_;
  }

  bool read_line() {
    skip_blanks();
    if (at_line_end() || peek() == '#') {
      end_line();
      return true;
    }
    const std::size_t line = line_;
    std::string_view name = read_name();
    if (name == "export" && is_blank(peek())) {
      skip_blanks();
      name = read_name();
    }
    skip_blanks();
    if (name.empty()) return fail(line, "no name in front of the value");
    if (peek() != '=' || at_ >= text_.size()) return fail(line, "no '=' behind the name");
    ++at_;
    skip_blanks();
    std::optional<std::string> value = read_value();
    if (!value) return false;
    entries_.push_back({std::string(name), std::move(*value), line});
    end_line();
    return true;
  }

  std::string_view read_name() {
    const std::size_t start = at_;
    while (at_ < text_.size() && is_name_character(text_[at_])) ++at_;
    return text_.substr(start, at_ - start);
  }

  std::optional<std::string> read_value() {
    const char first = peek();
    if (first != '"' && first != '\'') return read_plain();
    std::optional<std::string> value = read_quoted(first);
    if (!value) return std::nullopt;
    skip_blanks();
    if (at_line_end() || peek() == '#') return value;
    fail(line_, "text behind the closing quote");
    return std::nullopt;
  }

  std::string read_plain() {
    const std::size_t start = at_;
    const std::size_t end = std::min(text_.find('\n', at_), text_.size());
    std::string_view value = text_.substr(start, end - start);
    for (std::size_t i = 0; i < value.size(); ++i) {
      // Only behind a blank: a password may well begin with '#'.
      if (value[i] == '#' && is_blank(text_[start + i - 1])) value = value.substr(0, i);
    }
    while (!value.empty() && (is_blank(value.back()) || value.back() == '\r'))
      value.remove_suffix(1);
    at_ = end;
    return std::string(value);
  }

  std::optional<std::string> read_quoted(char quote) {
    const std::size_t opened = line_;
    std::string value;
    ++at_;
    while (at_ < text_.size() && text_[at_] != quote) {
      if (text_[at_] == '\n') ++line_;
      if (text_[at_] != '\\' || at_ + 1 >= text_.size()) {
        value += text_[at_++];
        continue;
      }
      if (!read_escape(quote, value)) return std::nullopt;
    }
    if (at_ < text_.size()) {
      ++at_;
      return value;
    }
    fail(opened, "a quote that is never closed");
    return std::nullopt;
  }

  /// At a backslash with a character behind it.
  bool read_escape(char quote, std::string& value) {
    const char next = text_[at_ + 1];
    if (quote == '\'') {
      if (next == '\'' || next == '\\') {
        value += next;
        at_ += 2;
      } else {
        value += text_[at_++];
      }
      return true;
    }
    switch (next) {
      case 'n':
        value += '\n';
        break;
      case 'r':
        value += '\r';
        break;
      case 't':
        value += '\t';
        break;
      case '"':
      case '\'':
      case '\\':
      case '$':
        value += next;
        break;
      default:
        return fail(line_, "an unknown escape in double quotes; single quotes take text as it is");
    }
    at_ += 2;
    return true;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
  std::vector<DotenvEntry> entries_;
  std::optional<DotenvFault> fault_;
};

}  // namespace

tl::expected<std::vector<DotenvEntry>, DotenvFault> parse_dotenv(std::string_view text) {
  return DotenvReader(text).run();
}

}  // namespace keel::core
