#include <catch2/catch.hpp>

#include <string>

#include "core/value/utf8.hpp"

namespace utf8 = keel::core::utf8;

namespace {

std::string encode(std::uint32_t point) {
  std::string out;
  if (point < 0x80) {
    out += static_cast<char>(point);
  } else if (point < 0x800) {
    out += static_cast<char>(0xC0 | point >> 6);
  } else if (point < 0x10000) {
    out += static_cast<char>(0xE0 | point >> 12);
    out += static_cast<char>(0x80 | (point >> 6 & 0x3F));
  } else {
    out += static_cast<char>(0xF0 | point >> 18);
    out += static_cast<char>(0x80 | (point >> 12 & 0x3F));
    out += static_cast<char>(0x80 | (point >> 6 & 0x3F));
  }
  if (point >= 0x80) out += static_cast<char>(0x80 | (point & 0x3F));
  return out;
}

}  // namespace

TEST_CASE("every code point is valid, except surrogates") {
  std::size_t wrong = 0;
  for (std::uint32_t point = 0; point < 0x110000; ++point) {
    const bool surrogate = point >= 0xD800 && point < 0xE000;
    if (utf8::validate(encode(point)) == surrogate) ++wrong;
  }
  CHECK(wrong == 0);
  CHECK_FALSE(utf8::validate(encode(0x110000)));
}

TEST_CASE("every two and three bytes are judged as a decoder would") {
  // A sequence is valid exactly when re-encoding the code point that its bits give is the same
  // text.
  std::size_t wrong = 0;
  for (unsigned a = 0x80; a < 0x100; ++a) {
    for (unsigned b = 0; b < 0x100; ++b) {
      const std::string two{static_cast<char>(a), static_cast<char>(b)};
      const bool good = a >= 0xC0 && a < 0xE0 && encode((a & 0x1F) << 6 | (b & 0x3F)) == two;
      if (utf8::validate(two) != good) ++wrong;
      for (unsigned c = 0x70; c < 0xD0; ++c) {
        const std::string three = two + static_cast<char>(c);
        const std::uint32_t point = (a & 0x0F) << 12 | (b & 0x3F) << 6 | (c & 0x3F);
        const bool whole =
            a >= 0xE0 && a < 0xF0 && encode(point) == three && !(point >= 0xD800 && point < 0xE000);
        if (utf8::validate(three) != (whole || (good && c < 0x80))) ++wrong;
      }
    }
  }
  CHECK(wrong == 0);
}

TEST_CASE("a fault is found at every distance from the start") {
  for (std::size_t at = 0; at < 40; ++at) {
    std::string text(40, 'a');
    text[at] = '\x80';
    CHECK(utf8::valid_prefix(text) == at);
    text.insert(0, "\xE2\x82\xAC");
    CHECK(utf8::valid_prefix(text) == at + 3);
  }
  CHECK(utf8::validate(""));
}

TEST_CASE("each maximal invalid part becomes one replacement character") {
  const std::string r(utf8::kReplacement);
  CHECK(utf8::replace_invalid("plain") == "plain");
  CHECK(utf8::replace_invalid("a\xFFz") == "a" + r + "z");
  CHECK(utf8::replace_invalid("\xE2\x82") == r);
  CHECK(utf8::replace_invalid("\xE2\x82x") == r + "x");
  CHECK(utf8::replace_invalid("\xF0\x9F\x98z\xF0\x9F\x98\x80") == r + "z\xF0\x9F\x98\x80");
  CHECK(utf8::replace_invalid("\xED\xA0\x80") == r + r + r);
  CHECK(utf8::replace_invalid("\xC0\xAF") == r + r);
  CHECK(utf8::replace_invalid("\x80\x80") == r + r);
  CHECK(utf8::replace_invalid("\xF4\x90\x80\x80") == r + r + r + r);
}

TEST_CASE("a cut never splits a character") {
  const std::string text = "a\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80z";
  const std::size_t expected[] = {0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10, 11, 11};
  for (std::size_t max = 0; max < 13; ++max) {
    CHECK(utf8::cut_at_boundary(text, max).size() == expected[max]);
  }
  CHECK(utf8::cut_at_boundary("", 0).empty());
  // Bytes that are no UTF-8 do not make it give up more than a character.
  CHECK(utf8::cut_at_boundary("\x80\x80\x80\x80\x80\x80", 5).size() == 5);
  CHECK(utf8::cut_at_boundary("abc\xFF\xFF\xFF", 4).size() == 4);
}
