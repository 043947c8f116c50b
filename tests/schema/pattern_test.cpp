// SPDX-License-Identifier: MIT
#include <string>

#include <catch2/catch.hpp>

#include "core/schema/pattern.hpp"

using keel::core::Pattern;

namespace {

bool found(std::string_view pattern, std::string_view text) {
  const auto compiled = Pattern::compile(pattern);
  INFO(pattern);
  if (!compiled) FAIL(compiled.error());
  return compiled->found_in(text);
}

std::string error_of(std::string_view pattern) {
  const auto compiled = Pattern::compile(pattern);
  return compiled ? "compiles" : compiled.error();
}

std::string many(std::string_view text, std::size_t times) {
  std::string all;
  for (std::size_t i = 0; i < times; ++i) all += text;
  return all;
}

}  // namespace

TEST_CASE("pattern: literals are searched anywhere, anchors bind them") {
  CHECK(found("bc", "abcd"));
  CHECK_FALSE(found("bc", "acbd"));
  CHECK(found("^bc", "bcd"));
  CHECK_FALSE(found("^bc", "abc"));
  CHECK(found("bc$", "abc"));
  CHECK_FALSE(found("bc$", "bcd"));
  CHECK(found("^$", ""));
  CHECK_FALSE(found("^$", "a"));
  CHECK(found("", "anything"));
}

TEST_CASE("pattern: quantifiers") {
  CHECK(found("^ab*c$", "ac"));
  CHECK(found("^ab*c$", "abbbc"));
  CHECK_FALSE(found("^ab+c$", "ac"));
  CHECK(found("^ab+?c$", "abc"));
  CHECK(found("^ab?c$", "ac"));
  CHECK_FALSE(found("^ab?c$", "abbc"));
  CHECK(found("^a{3}$", "aaa"));
  CHECK_FALSE(found("^a{3}$", "aaaa"));
  CHECK(found("^a{2,}$", "aaaaa"));
  CHECK_FALSE(found("^a{2,}$", "a"));
  CHECK(found("^a{1,3}$", "aa"));
  CHECK_FALSE(found("^a{1,3}$", "aaaa"));
  CHECK_FALSE(found("^a{0}$", "a"));
  CHECK(found("^(ab|cd){2}$", "abcd"));
  CHECK(found("^(a*)*$", "aaaa"));
  CHECK(found("^(a?){3}b$", "ab"));
}

TEST_CASE("pattern: alternatives and groups") {
  CHECK(found("^(?:cat|dog|)s$", "dogs"));
  CHECK(found("^(?:cat|dog|)s$", "s"));
  CHECK_FALSE(found("^(?:cat|dog)s$", "cows"));
  CHECK(found("a|b|c", "xxc"));
  CHECK(found("^(a(b(c|d)|e))$", "abd"));
}

TEST_CASE("pattern: classes and escapes") {
  CHECK(found("^[a-c_]+$", "ab_c"));
  CHECK_FALSE(found("^[^a-c]+$", "xb"));
  CHECK(found("^[\\d-]+$", "12-3"));
  CHECK(found("^[\\]\\\\]+$", "]\\"));
  CHECK(found("^\\w+\\s\\S\\D$", "ab1 xy"));
  CHECK(found("^[\\W]$", "-"));
  CHECK(found("\\bcat\\b", "a cat."));
  CHECK_FALSE(found("\\bcat\\b", "concat"));
  CHECK(found("\\Bcat", "concat"));
  CHECK(found("^\\x41\\u0042\\t\\.\\/$", "AB\t./"));
  CHECK_FALSE(found("^[]$", "a"));
  CHECK(found("^[^]$", "a"));
  CHECK_FALSE(found("^.$", "\n"));
}

TEST_CASE("pattern: a character is a code point") {
  CHECK(found("^.$", "\xC3\xA9"));
  CHECK(found("^.{2}$", "\xF0\x9F\x98\x80\xE2\x82\xAC"));
  CHECK(found("^[\xC3\xA0-\xC3\xBF]$", "\xC3\xA9"));
  CHECK_FALSE(found("^[a-z]$", "\xC3\xA9"));
}

TEST_CASE("pattern: what needs backtracking or is malformed is refused with its place") {
  CHECK(error_of("(a)\\1") == "back references are not supported, at byte 4");
  CHECK(error_of("(?=a)") == "look-around and named groups are not supported, at byte 2");
  CHECK(error_of("\\p{L}") == "the escape '\\p' is not supported, at byte 1");
  CHECK(error_of("(a") == "unmatched '(', at byte 2");
  CHECK(error_of("a)") == "unmatched ')', at byte 1");
  CHECK(error_of("[a") == "unmatched '[', at byte 2");
  CHECK(error_of("*a") == "nothing to repeat, at byte 0");
  CHECK(error_of("a**") == "nothing to repeat, at byte 2");
  CHECK(error_of("^*").find("nothing to repeat") == 0);
  CHECK(error_of("[b-a]").find("range out of order") == 0);
  CHECK(error_of("a{2,1}").find("out of order") != std::string::npos);
  CHECK(error_of("a{x}").find("expected {n}") == 0);
  CHECK(error_of("a\\") == "ends in a backslash, at byte 2");
  CHECK(error_of("\\xG1").find("hexadecimal") != std::string::npos);
  CHECK(error_of("\\uD83D").find("half a character") != std::string::npos);
}

TEST_CASE("pattern: size is bounded however it is written") {
  CHECK(error_of("a{2000}").find("is too large") == 0);
  CHECK(error_of("((a{30}){30}){30}").find("is too large") == 0);
  CHECK(error_of("(){1000000000}") == "compiles");
  CHECK(error_of(many("a", 1025)).find("is longer than 1024 bytes") == 0);
  CHECK(error_of(many("(", 40) + many(")", 40)).find("groups nest more than") == 0);
}

TEST_CASE("pattern: text that explodes a backtracking engine takes linear time") {
  const std::string text = many("a", 100'000) + "!";
  CHECK_FALSE(found("^(a+)+$", text));
  CHECK_FALSE(found("^(a|a)*$", text));
  CHECK_FALSE(found("^(a?){200}a{200}$", text));
}
