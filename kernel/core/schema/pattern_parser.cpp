// SPDX-License-Identifier: MIT
#include "core/schema/pattern_parser.hpp"

#include <algorithm>
#include <utility>

#include "core/schema/code_points.hpp"

namespace keel::core {

namespace {

constexpr char32_t kLastCodePoint = 0x10FFFF;
constexpr std::uint32_t kMaxRepeat = Pattern::kMaxInstructions;
constexpr std::string_view kSyntaxChars = "^$\\.*+?()[]{}|/-";

std::vector<Pattern::Range> opposite(std::vector<Pattern::Range> ranges) {
  std::sort(ranges.begin(), ranges.end(),
            [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<Pattern::Range> result;
  char32_t from = 0;
  for (const Pattern::Range& range : ranges) {
    if (range.first > from) result.push_back({from, range.first - 1});
    from = std::max<char32_t>(from, range.last + 1);
  }
  if (from <= kLastCodePoint) result.push_back({from, kLastCodePoint});
  return result;
}

}  // namespace

PatternParser::PatternParser(std::string_view source) : source_(source) {}

tl::expected<Pattern, std::string> PatternParser::run() {
  if (source_.size() > Pattern::kMaxSource) {
    return tl::make_unexpected("is longer than " + std::to_string(Pattern::kMaxSource) + " bytes");
  }
  Piece program = alternatives(0);
  if (!failed() && !at_end()) fail("unmatched ')'");
  append(program, single(Pattern::Op::kMatch));
  if (failed()) return tl::make_unexpected(error_);
  // Targets become absolute: `other` is relative to its own instruction until here.
  for (std::size_t i = 0; i < program.size(); ++i) {
    program[i].other = static_cast<std::uint16_t>(program[i].other + i);
  }
  pattern_.source_ = source_;
  pattern_.program_ = std::move(program);
  return std::move(pattern_);
}

PatternParser::Piece PatternParser::alternatives(int depth) {
  Piece all = sequence(depth);
  while (!failed() && accept('|')) {
    const Piece other = sequence(depth);
    // split L1, L2; L1: all; jump end; L2: other
    Piece joined = single(Pattern::Op::kSplit);
    joined[0].other = static_cast<std::uint16_t>(all.size() + 2);
    append(joined, all);
    Piece jump = single(Pattern::Op::kJump);
    jump[0].other = static_cast<std::uint16_t>(other.size() + 1);
    append(joined, jump);
    append(joined, other);
    all = std::move(joined);
  }
  return all;
}

PatternParser::Piece PatternParser::sequence(int depth) {
  Piece all;
  while (!failed() && !at_end() && source_[at_] != '|' && source_[at_] != ')') {
    const char lead = source_[at_];
    Piece piece = atom(depth);
    const std::optional<Repeat> repeat = quantifier();
    if (failed()) return {};
    if (!repeat) {
      append(all, piece);
      continue;
    }
    if (lead == '^' || lead == '$') fail("nothing to repeat");
    append(all, repeated(piece, *repeat));
  }
  return all;
}

PatternParser::Piece PatternParser::atom(int depth) {
  const char lead = source_[at_];
  switch (lead) {
    case '^':
      ++at_;
      return single(Pattern::Op::kBegin);
    case '$':
      ++at_;
      return single(Pattern::Op::kEnd);
    case '.':
      ++at_;
      return single(Pattern::Op::kAnyChar);
    case '(':
      ++at_;
      return group(depth + 1);
    case '[':
      ++at_;
      return char_class();
    case '\\':
      ++at_;
      return escape();
    case '*':
    case '+':
    case '?':
    case '{':
      fail("nothing to repeat");
      return {};
    case ']':
    case '}':
      fail(std::string("unmatched '") + lead + "'");
      return {};
    default:
      return single(Pattern::Op::kChar, next_char());
  }
}

PatternParser::Piece PatternParser::group(int depth) {
  if (depth > Pattern::kMaxGroupDepth) {
    fail("groups nest more than " + std::to_string(Pattern::kMaxGroupDepth) + " levels");
    return {};
  }
  if (accept('?') && !accept(':')) {
    fail("look-around and named groups are not supported");
    return {};
  }
  Piece inner = alternatives(depth);
  if (!failed() && !accept(')')) fail("unmatched '('");
  return inner;
}

PatternParser::Piece PatternParser::escape() {
  if (at_end()) {
    fail("ends in a backslash");
    return {};
  }
  const char c = source_[at_];
  switch (c) {
    case 'b':
      ++at_;
      return single(Pattern::Op::kBoundary);
    case 'B':
      ++at_;
      return single(Pattern::Op::kNoBoundary);
    case 'd':
    case 'D':
    case 'w':
    case 'W':
    case 's':
    case 'S':
      ++at_;
      return of_class(shorthand(c));
    default:
      return single(Pattern::Op::kChar, escaped_char());
  }
}

Pattern::CharClass PatternParser::shorthand(char c) {
  Pattern::CharClass set;
  switch (c) {
    case 'd':
    case 'D':
      set.ranges = {{'0', '9'}};
      break;
    case 'w':
    case 'W':
      set.ranges = {{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}};
      break;
    default:
      set.ranges = {{'\t', '\r'},     {' ', ' '},       {0xA0, 0xA0},     {0x1680, 0x1680},
                    {0x2000, 0x200A}, {0x2028, 0x2029}, {0x202F, 0x202F}, {0x205F, 0x205F},
                    {0x3000, 0x3000}, {0xFEFF, 0xFEFF}};
      break;
  }
  if (c >= 'A' && c <= 'Z') set.ranges = opposite(std::move(set.ranges));
  return set;
}

PatternParser::Piece PatternParser::char_class() {
  Pattern::CharClass set;
  set.negated = accept('^');
  while (!failed() && !accept(']')) {
    if (at_end()) {
      fail("unmatched '['");
      break;
    }
    bool is_set = false;
    const char32_t first = class_member(set, is_set);
    const bool is_range =
        at_ + 1 < source_.size() && source_[at_] == '-' && source_[at_ + 1] != ']';
    if (!is_range) {
      if (!is_set) set.ranges.push_back({first, first});
      continue;
    }
    ++at_;
    bool last_is_set = false;
    const char32_t last = class_member(set, last_is_set);
    if (failed()) break;
    if (is_set || last_is_set || last < first) {
      fail("range out of order in a character class");
      break;
    }
    set.ranges.push_back({first, last});
  }
  return of_class(std::move(set));
}

/// One member of a class: a character, or a shorthand, which goes into `into` and sets `is_set`.
char32_t PatternParser::class_member(Pattern::CharClass& into, bool& is_set) {
  if (at_end()) {
    fail("unmatched '['");
    return 0;
  }
  if (!accept('\\')) return next_char();
  if (at_end()) {
    fail("ends in a backslash");
    return 0;
  }
  const char c = source_[at_];
  if (std::string_view("dDwWsS").find(c) != std::string_view::npos) {
    ++at_;
    const Pattern::CharClass set = shorthand(c);
    into.ranges.insert(into.ranges.end(), set.ranges.begin(), set.ranges.end());
    is_set = true;
    return 0;
  }
  if (accept('b')) return '\b';
  return escaped_char();
}

char32_t PatternParser::escaped_char() {
  const char c = source_[at_];
  if (kSyntaxChars.find(c) != std::string_view::npos) {
    ++at_;
    return static_cast<unsigned char>(c);
  }
  ++at_;
  switch (c) {
    case 't':
      return '\t';
    case 'n':
      return '\n';
    case 'r':
      return '\r';
    case 'f':
      return '\f';
    case 'v':
      return '\v';
    case 'x':
      return hex(2);
    case 'u':
      return hex(4);
    case '0':
      if (at_end() || source_[at_] < '0' || source_[at_] > '9') return 0;
      break;
    default:
      break;
  }
  --at_;
  fail(c >= '1' && c <= '9' ? "back references are not supported"
                            : std::string("the escape '\\") + c + "' is not supported");
  return 0;
}

char32_t PatternParser::hex(int digits) {
  char32_t value = 0;
  for (int i = 0; i < digits; ++i, ++at_) {
    const char c = at_end() ? '\0' : source_[at_];
    const bool decimal = c >= '0' && c <= '9';
    const bool lower = c >= 'a' && c <= 'f';
    const bool upper = c >= 'A' && c <= 'F';
    if (!decimal && !lower && !upper) {
      fail("expected " + std::to_string(digits) + " hexadecimal digits");
      return 0;
    }
    const int digit = decimal ? c - '0' : lower ? c - 'a' + 10 : c - 'A' + 10;
    value = value * 16 + static_cast<char32_t>(digit);
  }
  if (value >= 0xD800 && value <= 0xDFFF)
    fail("\\u names half a character; write the character itself");
  return value;
}

std::optional<PatternParser::Repeat> PatternParser::quantifier() {
  std::optional<Repeat> repeat;
  if (failed()) return repeat;
  if (accept('*')) {
    repeat = Repeat{0, std::nullopt};
  } else if (accept('+')) {
    repeat = Repeat{1, std::nullopt};
  } else if (accept('?')) {
    repeat = Repeat{0, 1};
  } else if (accept('{')) {
    const std::optional<std::uint32_t> least = number();
    repeat = Repeat{least.value_or(0), least};
    if (accept(',')) repeat->most = number();
    if (!least || !accept('}')) fail("expected {n}, {n,} or {n,m}");
    if (repeat->most && *repeat->most < repeat->least)
      fail("the numbers in {n,m} are out of order");
  } else {
    return repeat;
  }
  accept(
      '?');  // A lazy quantifier finds other groups, but nothing else, and groups capture nothing.
  return repeat;
}

std::optional<std::uint32_t> PatternParser::number() {
  std::optional<std::uint32_t> value;
  while (!at_end() && source_[at_] >= '0' && source_[at_] <= '9') {
    value = std::min(value.value_or(0) * 10 + static_cast<std::uint32_t>(source_[at_] - '0'),
                     kMaxRepeat + 1);
    ++at_;
  }
  return value;
}

PatternParser::Piece PatternParser::repeated(const Piece& piece, Repeat repeat) {
  Piece all;
  // An empty piece repeats to itself; without this, {1000000} of nothing would still loop.
  if (piece.empty() || failed()) return all;
  for (std::uint32_t i = 0; i < repeat.least && !failed(); ++i) append(all, piece);
  if (!repeat.most) {
    // L0: split L1, end; L1: piece; jump L0
    Piece loop = single(Pattern::Op::kSplit);
    loop[0].other = static_cast<std::uint16_t>(piece.size() + 2);
    append(loop, piece);
    Piece back = single(Pattern::Op::kJump);
    back[0].other = static_cast<std::uint16_t>(-static_cast<int>(piece.size() + 1));
    append(loop, back);
    append(all, loop);
    return all;
  }
  for (std::uint32_t i = repeat.least; i < *repeat.most && !failed(); ++i) {
    // Each optional copy can be left for the end of its own copy: the later ones are then left too.
    Piece optional_copy = single(Pattern::Op::kSplit);
    optional_copy[0].other = static_cast<std::uint16_t>(piece.size() + 1);
    append(optional_copy, piece);
    append(all, optional_copy);
  }
  return all;
}

void PatternParser::append(Piece& to, const Piece& from) {
  if (to.size() + from.size() > Pattern::kMaxInstructions) {
    fail("is too large: it needs more than " + std::to_string(Pattern::kMaxInstructions) +
         " instructions; lower the numbers in {n,m}");
    return;
  }
  to.insert(to.end(), from.begin(), from.end());
}

PatternParser::Piece PatternParser::single(Pattern::Op op, std::uint32_t argument) {
  return {Pattern::Instruction{op, argument, 0}};
}

PatternParser::Piece PatternParser::of_class(Pattern::CharClass set) {
  pattern_.classes_.push_back(std::move(set));
  return single(Pattern::Op::kClass, static_cast<std::uint32_t>(pattern_.classes_.size() - 1));
}

bool PatternParser::accept(char c) {
  if (at_end() || source_[at_] != c) return false;
  ++at_;
  return true;
}

char32_t PatternParser::next_char() { return next_code_point(source_, at_); }

void PatternParser::fail(std::string what) {
  if (failed()) return;
  error_ = std::move(what) + ", at byte " + std::to_string(at_);
}

}  // namespace keel::core
