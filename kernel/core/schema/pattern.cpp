// SPDX-License-Identifier: MIT
#include "core/schema/pattern.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "core/schema/code_points.hpp"
#include "core/schema/pattern_parser.hpp"

namespace keel::core {

namespace {

using Char = std::optional<char32_t>;

bool is_word(Char c) {
  return c && ((*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || (*c >= '0' && *c <= '9') ||
               *c == '_');
}

bool is_line_end(char32_t c) { return c == '\n' || c == '\r' || c == 0x2028 || c == 0x2029; }

/// A set of instructions, in order of insertion, that empties in constant time.
class ThreadSet {
 public:
  void clear() { size_ = 0; }
  bool insert(std::uint16_t instruction) {
    const std::uint16_t place = places_[instruction];
    if (place < size_ && order_[place] == instruction) return false;
    places_[instruction] = size_;
    order_[size_++] = instruction;
    return true;
  }
  const std::uint16_t* begin() const { return order_.data(); }
  const std::uint16_t* end() const { return order_.data() + size_; }

 private:
  std::array<std::uint16_t, Pattern::kMaxInstructions> order_{};
  std::array<std::uint16_t, Pattern::kMaxInstructions> places_{};
  std::uint16_t size_ = 0;
};

/// The characters around a position.
struct Place {
  Char before;
  Char after;

  bool is_boundary() const { return is_word(before) != is_word(after); }
};

/// One search: the instructions that are alive, and the scratch space to find those behind them.
class Search {
 public:
  explicit Search(const std::vector<Pattern::Instruction>& program) : program_(program) {}

  /// Adds `start` and everything reached from it without reading a character. True when that is a
  /// match.
  bool add(ThreadSet& threads, std::uint16_t start, const Place& place);

 private:
  const std::vector<Pattern::Instruction>& program_;
  // Each instruction enters a set once and pushes at most one more than it pops.
  std::array<std::uint16_t, Pattern::kMaxInstructions + 1> open_;
};

bool Search::add(ThreadSet& threads, std::uint16_t start, const Place& place) {
  std::size_t count = 0;
  open_[count++] = start;
  while (count > 0) {
    const std::uint16_t at = open_[--count];
    if (!threads.insert(at)) continue;
    const auto next = static_cast<std::uint16_t>(at + 1);
    switch (program_[at].op) {
      case Pattern::Op::kMatch:
        return true;
      case Pattern::Op::kJump:
        open_[count++] = program_[at].other;
        break;
      case Pattern::Op::kSplit:
        open_[count++] = program_[at].other;
        open_[count++] = next;
        break;
      case Pattern::Op::kBegin:
        if (!place.before) open_[count++] = next;
        break;
      case Pattern::Op::kEnd:
        if (!place.after) open_[count++] = next;
        break;
      case Pattern::Op::kBoundary:
        if (place.is_boundary()) open_[count++] = next;
        break;
      case Pattern::Op::kNoBoundary:
        if (!place.is_boundary()) open_[count++] = next;
        break;
      case Pattern::Op::kChar:
      case Pattern::Op::kAnyChar:
      case Pattern::Op::kClass:
        break;
    }
  }
  return false;
}

}  // namespace

bool Pattern::CharClass::holds(char32_t c) const {
  const bool inside = std::any_of(ranges.begin(), ranges.end(), [c](const Range& range) {
    return c >= range.first && c <= range.last;
  });
  return inside != negated;
}

tl::expected<Pattern, std::string> Pattern::compile(std::string_view source) {
  return PatternParser(source).run();
}

bool Pattern::takes(const Instruction& instruction, char32_t c) const {
  switch (instruction.op) {
    case Op::kChar:
      return instruction.argument == c;
    case Op::kAnyChar:
      return !is_line_end(c);
    case Op::kClass:
      return classes_[instruction.argument].holds(c);
    default:
      return false;
  }
}

bool Pattern::found_in(std::string_view text) const {
  ThreadSet sets[2];
  ThreadSet* now = &sets[0];
  ThreadSet* later = &sets[1];
  Search search(program_);
  std::size_t at = 0;
  Place place;
  if (!text.empty()) place.after = next_code_point(text, at);
  if (search.add(*now, 0, place)) return true;
  while (place.after) {
    const char32_t c = *place.after;
    place.before = c;
    place.after = at < text.size() ? Char(next_code_point(text, at)) : Char();
    later->clear();
    for (const std::uint16_t thread : *now) {
      if (!takes(program_[thread], c)) continue;
      if (search.add(*later, static_cast<std::uint16_t>(thread + 1), place)) return true;
    }
    if (search.add(*later, 0, place)) return true;
    std::swap(now, later);
  }
  return false;
}

}  // namespace keel::core
