// SPDX-License-Identifier: MIT
#include <catch2/catch.hpp>
#include <cstdint>
#include <string>

#include "text/line_diff.hpp"

using keel::text::diff_lines;
using keel::text::Hunk;

namespace {

std::string numbered(int from, int to) {
  std::string text;
  for (int i = from; i <= to; ++i) text += "line " + std::to_string(i) + "\n";
  return text;
}

std::string replaced(std::string text, const std::string& what, const std::string& with) {
  const std::size_t at = text.find(what);
  REQUIRE(at != std::string::npos);
  return text.replace(at, what.size(), with);
}

/// Puts the hunks into the old text; they name their old lines, which are unique in these tests.
std::string applied(std::string text, const std::vector<Hunk>& hunks) {
  for (const Hunk& hunk : hunks) {
    if (hunk.old_text.empty()) {
      text = hunk.new_text + text;
    } else {
      text = replaced(std::move(text), hunk.old_text, hunk.new_text);
    }
  }
  return text;
}

}  // namespace

TEST_CASE("Equal texts have no hunks") { CHECK(diff_lines("a\nb\n", "a\nb\n", 3).empty()); }

TEST_CASE("One changed line has three lines around it") {
  const std::string before = numbered(1, 20);
  const std::string after = replaced(before, "line 10\n", "line ten\n");
  const std::vector<Hunk> hunks = diff_lines(before, after, 3);
  REQUIRE(hunks.size() == 1);
  CHECK(hunks[0].old_text == numbered(7, 13));
  CHECK(hunks[0].new_text == replaced(numbered(7, 13), "line 10\n", "line ten\n"));
  CHECK(hunks[0].new_line == 7);
}

TEST_CASE("Changes far apart are hunks of their own, near ones share one") {
  const std::string before = numbered(1, 40);
  const std::string far = replaced(replaced(before, "line 5\n", "five\n"), "line 30\n", "thirty\n");
  CHECK(diff_lines(before, far, 3).size() == 2);
  CHECK(applied(before, diff_lines(before, far, 3)) == far);
  const std::string near = replaced(replaced(before, "line 5\n", "five\n"), "line 9\n", "nine\n");
  CHECK(diff_lines(before, near, 3).size() == 1);
}

TEST_CASE("Text that is put into nothing has no old text") {
  const std::vector<Hunk> hunks = diff_lines("", "a\nb\n", 3);
  REQUIRE(hunks.size() == 1);
  CHECK(hunks[0].old_text.empty());
  CHECK(hunks[0].new_text == "a\nb\n");
}

TEST_CASE("A missing line end at the end is a difference") {
  const std::vector<Hunk> hunks = diff_lines("a\nb\n", "a\nb", 3);
  REQUIRE(hunks.size() == 1);
  CHECK(hunks[0].old_text == "a\nb\n");
  CHECK(hunks[0].new_text == "a\nb");
}

TEST_CASE("Hunks applied to the old text give the new one, for many random edits") {
  std::uint32_t state = 12345;
  const auto random = [&state](std::uint32_t below) {
    state = state * 1664525U + 1013904223U;
    return (state >> 8U) % below;
  };
  for (int round = 0; round < 200; ++round) {
    const std::string before = numbered(1, 60);
    std::string after;
    for (int i = 1; i <= 60; ++i) {
      const std::uint32_t choice = random(12);
      if (choice == 0) continue;
      if (choice == 1) after += "inserted " + std::to_string(round * 100 + i) + "\n";
      after += (choice == 2 ? "changed " : "line ") + std::to_string(i) + "\n";
    }
    INFO("round " << round);
    CHECK(applied(before, diff_lines(before, after, 3)) == after);
  }
}

TEST_CASE("Texts that have nothing in common take bounded time") {
  std::string before;
  std::string after;
  for (int i = 0; i < 50000; ++i) {
    before += "old " + std::to_string(i) + "\n";
    after += "new " + std::to_string(i) + "\n";
  }
  const std::vector<Hunk> hunks = diff_lines(before, after, 3);
  REQUIRE(hunks.size() == 1);
  CHECK(hunks[0].new_text == after);
}
