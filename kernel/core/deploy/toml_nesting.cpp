// SPDX-License-Identifier: MIT
#include "core/deploy/toml_nesting.hpp"

#include <algorithm>
#include <vector>

namespace keel::core {

namespace {

/// Walks over the parts of a TOML text that matter to nesting; strings and comments are skipped.
class NestingScan {
 public:
  NestingScan(std::string_view text, std::size_t limit) : text_(text), limit_(limit) {}

  std::optional<std::size_t> run() {
    while (at_ < text_.size()) {
      if (!step()) return at_;
    }
    return std::nullopt;
  }

 private:
  /// False when the depth is above the limit at the current character.
  bool step() {
    const char c = text_[at_];
    switch (c) {
      case '#':
        skip_to_line_end();
        return true;
      case '"':
      case '\'':
        skip_string(c);
        return true;
      case '[':
      case '{':
        // The key in front belongs to what the bracket opens.
        outer_dots_.push_back(dots_);
        depth_ += dots_ + 1;
        dots_ = 0;
        break;
      case ']':
      case '}':
        close();
        break;
      case '.':
        ++dots_;
        break;
      case ',':
      case '\n':
        dots_ = 0;
        break;
      default:
        break;
    }
    if (depth_ + dots_ > limit_) return false;
    ++at_;
    return true;
  }

  void close() {
    if (outer_dots_.empty()) return;
    dots_ = outer_dots_.back();
    depth_ -= dots_ + 1;
    outer_dots_.pop_back();
  }

  void skip_to_line_end() { at_ = std::min(text_.find('\n', at_), text_.size()); }

  void skip_string(char quote) {
    const std::string_view rest = text_.substr(at_);
    if (rest.size() >= 3 && rest[1] == quote && rest[2] == quote) {
      skip_long_string(quote);
      return;
    }
    ++at_;
    while (at_ < text_.size() && text_[at_] != quote && text_[at_] != '\n') {
      at_ += quote == '"' && text_[at_] == '\\' ? 2 : 1;
    }
    at_ = std::min(at_ + 1, text_.size());
  }

  void skip_long_string(char quote) {
    std::size_t quotes = 0;
    at_ += 3;
    while (at_ < text_.size() && quotes < 3) {
      quotes = text_[at_] == quote ? quotes + 1 : 0;
      at_ += quote == '"' && text_[at_] == '\\' ? 2 : 1;
    }
    // Two more quotes right behind are the end of the text itself.
    for (int extra = 0; extra < 2 && at_ < text_.size() && text_[at_] == quote; ++extra) ++at_;
    at_ = std::min(at_, text_.size());
  }

  std::string_view text_;
  std::size_t limit_;
  std::size_t at_ = 0;
  std::size_t depth_ = 0;  ///< Open brackets and the dots in front of them.
  std::size_t dots_ = 0;   ///< Dots of the key or number that is being read.
  std::vector<std::size_t> outer_dots_;
};

}  // namespace

std::optional<std::size_t> find_deep_nesting(std::string_view text, std::size_t limit) {
  return NestingScan(text, limit).run();
}

}  // namespace keel::core
