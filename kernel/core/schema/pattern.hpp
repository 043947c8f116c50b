// SPDX-License-Identifier: MIT
// The `pattern` constraint: regular expressions whose cost is bounded.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

namespace keel::core {

/// A compiled regular expression over Unicode code points, searched for anywhere in the text as
/// JSON Schema has it.
///
/// The dialect is ECMAScript's without what needs backtracking: literals, `.`, classes, \d \w \s \b
/// and their opposites,
/// `^` `$`, groups (all non-capturing), `|`, `* + ? {n,m}` with or without a lazy `?`. Back
/// references, look-around and \p are refused. A search takes at most (instructions x code points)
/// steps and allocates nothing: neither the pattern nor the text, both from outside, can make it
/// explode, which a backtracking engine (std::regex, Boost.Regex) allows.
class Pattern {
 public:
  static constexpr std::size_t kMaxSource = 1024;
  static constexpr std::size_t kMaxInstructions = 1000;
  static constexpr int kMaxGroupDepth = 32;

  /// The error says what is wrong and at which byte.
  static tl::expected<Pattern, std::string> compile(std::string_view source);

  /// `text` must be UTF-8.
  bool found_in(std::string_view text) const;

  const std::string& source() const { return source_; }

  enum class Op : std::uint8_t {
    kChar,     ///< argument: the code point
    kAnyChar,  ///< everything but line terminators
    kClass,    ///< argument: index into the classes
    kSplit,    ///< go on at both next and other
    kJump,     ///< go on at other
    kBegin,
    kEnd,
    kBoundary,
    kNoBoundary,
    kMatch,
  };
  struct Instruction {
    Op op = Op::kMatch;
    std::uint32_t argument = 0;
    std::uint16_t other = 0;
  };
  struct Range {
    char32_t first = 0;
    char32_t last = 0;
  };
  struct CharClass {
    std::vector<Range> ranges;
    bool negated = false;

    bool holds(char32_t c) const;
  };

 private:
  friend class PatternParser;

  bool takes(const Instruction& instruction, char32_t c) const;

  std::string source_;
  std::vector<Instruction> program_;
  std::vector<CharClass> classes_;
};

}  // namespace keel::core
