// SPDX-License-Identifier: MIT
#include <catch2/catch.hpp>
#include <string>

#include "text/line_endings.hpp"
#include "text/text_kind.hpp"
#include "text/utf8.hpp"

using namespace keel::text;

TEST_CASE("UTF-8 is told from what only looks like it") {
  CHECK(is_utf8(""));
  CHECK(is_utf8("plain ASCII that is longer than one word"));
  CHECK(is_utf8("na\xC3\xAFve \xE2\x82\xAC \xF0\x9F\x98\x80"));
  CHECK_FALSE(is_utf8("\xC0\x80"));          // overlong
  CHECK_FALSE(is_utf8("\xED\xA0\x80"));      // surrogate
  CHECK_FALSE(is_utf8("\xF4\x90\x80\x80"));  // above U+10FFFF
  CHECK_FALSE(is_utf8("abc\x80"));
  CHECK(valid_prefix("abc\xE2\x82") == 3);
}

TEST_CASE("Each maximal invalid part becomes one replacement character") {
  CHECK(replace_invalid("a\xFF"
                        "b") ==
        "a\xEF\xBF\xBD"
        "b");
  CHECK(replace_invalid("\xE2\x82") == "\xEF\xBF\xBD");
  CHECK(replace_invalid("\xE2\x82"
                        "x") ==
        "\xEF\xBF\xBD"
        "x");
  CHECK(replace_invalid("\xF0\x9F\x98\x80") == "\xF0\x9F\x98\x80");
}

TEST_CASE("A character that is cut at the end of a piece is seen") {
  CHECK(unfinished_tail("abc") == 0);
  CHECK(unfinished_tail("abc\xC3") == 1);
  CHECK(unfinished_tail("abc\xE2\x82") == 2);
  CHECK(unfinished_tail("abc\xF0\x9F\x98") == 3);
  CHECK(unfinished_tail("\xF0\x9F\x98\x80") == 0);
  CHECK(unfinished_tail("abc\x80") == 0);  // never valid, whatever comes
  CHECK(unfinished_tail("") == 0);
}

TEST_CASE("Cuts split no character") {
  const std::string text =
      "a\xE2\x82\xAC"
      "b";
  CHECK(cut_bytes(text, 3) == "a");
  CHECK(cut_bytes(text, 4) == "a\xE2\x82\xAC");
  CHECK(cut_bytes(text, 10) == text);
  CHECK(last_bytes(text, 3) == "b");
  CHECK(last_bytes(text, 4) ==
        "\xE2\x82\xAC"
        "b");
  CHECK(cut_characters(text, 2) == "a\xE2\x82\xAC");
  CHECK(count_characters(text) == 3);
}

TEST_CASE("Line ends are counted and changed without touching a lone CR") {
  CHECK(to_lf("a\r\nb\rc\n") == "a\nb\rc\n");
  CHECK(to_crlf("a\nb\r\nc") == "a\r\nb\r\nc");
  CHECK(count_line_endings("a\r\nb\r\nc\n").majority() == LineEnding::kCrlf);
  CHECK(count_line_endings("a\r\nb\n").majority() == LineEnding::kLf);
  CHECK(count_line_endings("nothing").majority() == LineEnding::kLf);
}

TEST_CASE("Text is UTF-8 without NUL, and the reason says what else it is") {
  CHECK(kind_of("text \xC3\xA4") == TextKind::kUtf8);
  CHECK(kind_of(std::string("a\0b", 3)) == TextKind::kBinary);
  CHECK(kind_of("caf\xE9") == TextKind::kOtherEncoding);
  CHECK(why_not_text("fine").empty());
  CHECK(why_not_text(std::string("\xFF\xFE"
                                 "a\0",
                                 4))
            .find("UTF-16") != std::string::npos);
  CHECK(why_not_text("caf\xE9!").find("offset 3") != std::string::npos);
}
