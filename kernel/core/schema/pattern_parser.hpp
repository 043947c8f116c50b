// SPDX-License-Identifier: MIT
// From the text of a pattern to its instructions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "core/schema/pattern.hpp"

namespace keel::core {

/// Recursive descent, one frame per group; groups nest at most Pattern::kMaxGroupDepth levels.
/// A piece of program uses targets relative to its own start, so it can be copied for `{n,m}`.
class PatternParser {
 public:
  explicit PatternParser(std::string_view source);

  tl::expected<Pattern, std::string> run();

 private:
  using Piece = std::vector<Pattern::Instruction>;
  struct Repeat {
    std::uint32_t least = 0;
    std::optional<std::uint32_t> most;
  };

  Piece alternatives(int depth);
  Piece sequence(int depth);
  Piece atom(int depth);
  Piece group(int depth);
  Piece escape();
  Piece char_class();
  Pattern::CharClass shorthand(char c);
  char32_t class_member(Pattern::CharClass& into, bool& is_set);
  char32_t escaped_char();
  char32_t hex(int digits);

  std::optional<Repeat> quantifier();
  std::optional<std::uint32_t> number();
  Piece repeated(const Piece& piece, Repeat repeat);

  void append(Piece& to, const Piece& from);
  static Piece single(Pattern::Op op, std::uint32_t argument = 0);
  Piece of_class(Pattern::CharClass set);

  bool at_end() const { return at_ >= source_.size(); }
  bool accept(char c);
  char32_t next_char();
  void fail(std::string what);
  bool failed() const { return !error_.empty(); }

  std::string_view source_;
  std::size_t at_ = 0;
  std::string error_;
  Pattern pattern_;
};

}  // namespace keel::core
