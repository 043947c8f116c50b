// JSON text in and out: strict and lenient reading, printing as ECMAScript does.
#include <catch2/catch.hpp>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <string>

#include "core/value/number_text.hpp"
#include "core/value/utf8.hpp"
#include "keel/value.hpp"

using keel::Builder;
using keel::ParseMode;
using keel::Value;
using keel::ValueView;

namespace {

const std::string kReplacement(keel::core::utf8::kReplacement);

std::string strict(std::string_view json) {
  const auto parsed = keel::parse_json(json, ParseMode::kStrict);
  return parsed.has_value() ? keel::to_json(*parsed) : "refused: " + parsed.error().message;
}

std::string lenient(std::string_view json) {
  const auto parsed = keel::parse_json(json, ParseMode::kLenient);
  return parsed.has_value() ? keel::to_json(*parsed) : "refused: " + parsed.error().message;
}

bool refused(std::string_view json) { return !keel::parse_json(json).has_value(); }

std::string text_of(double number) {
  char out[keel::core::value::kMaxNumberText];
  return std::string(out, keel::core::value::write_double(out, number));
}

}  // namespace

TEST_CASE("JSON is parsed and printed") {
  const std::string text = R"({"a":[1,2.5,-3,"q\"\n",{"z":{}}],"b":[],"c":null,"d":true})";
  CHECK(strict(text) == text);
  CHECK(lenient(text) == text);
  CHECK(strict(" \t\r\n[ 1 , 2 , { \"a\" : [ ] } ] \n") == "[1,2,{\"a\":[]}]");
}

TEST_CASE("what is not JSON is refused in both modes") {
  for (const char* json : {"",
                           " ",
                           "{",
                           "}",
                           "[",
                           "]",
                           "[1",
                           "[1,",
                           "[1,]",
                           "[,1]",
                           "{\"a\"}",
                           "{\"a\":}",
                           "{\"a\":1,}",
                           "{a:1}",
                           "{\"a\":1",
                           "{\"a\" 1}",
                           "{1:1}",
                           "nul",
                           "nulll",
                           "True",
                           "'a'",
                           "\"",
                           "\"\\",
                           "\"\\x\"",
                           "\"\\u12\"",
                           "\"\\u12G4\"",
                           "\"\\uD83D\\u12\"",
                           "01",
                           "-",
                           "+1",
                           "1.",
                           ".5",
                           "1e",
                           "1e+",
                           "1.e1",
                           "0x10",
                           "NaN",
                           "Infinity",
                           "-Infinity",
                           "--1",
                           "1 2",
                           "[1] x",
                           "// comment\n1",
                           "[1 2]",
                           "{\"a\":1 \"b\":2}",
                           "\xC3\xA9",
                           "[1]]",
                           "-a",
                           "[-]",
                           "00",
                           "1e5.5",
                           "\"a\" \"b\""}) {
    INFO(json);
    CHECK(refused(json));
    CHECK_FALSE(keel::parse_json(json, ParseMode::kLenient).has_value());
  }
}

TEST_CASE("every prefix of a text is refused and every cut is safe") {
  const std::string text =
      "{\"k\\u00e9y\":[1.5e-3,true,\"\\uD83D\\uDE00 \xE2\x82\xAC\",{\"b\":[null,-12]}]}";
  REQUIRE_FALSE(refused(text));
  for (std::size_t size = 0; size < text.size(); ++size) {
    // A block of exactly that size, so that the address sanitizer sees a read beyond it.
    const std::vector<char> cut(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(size));
    CHECK(refused({cut.data(), cut.size()}));
    CHECK_FALSE(keel::parse_json({cut.data(), cut.size()}, ParseMode::kLenient).has_value());
  }
}

TEST_CASE("strict parsing refuses what would not survive") {
  CHECK_THAT(strict(R"({"a":1,"b":2,"a":3})"), Catch::Contains("duplicate name"));
  CHECK_THAT(strict("18446744073709551616"), Catch::Contains("out of range"));
  CHECK_THAT(strict("-9223372036854775809"), Catch::Contains("out of range"));
  CHECK_THAT(strict("1e309"), Catch::Contains("out of range"));
  CHECK_THAT(strict("-1e400"), Catch::Contains("out of range"));
  CHECK_THAT(strict("-0"), Catch::Contains("negative zero"));
  CHECK_THAT(strict("-0.0"), Catch::Contains("negative zero"));
  CHECK_THAT(strict("-0e7"), Catch::Contains("negative zero"));
  CHECK_THAT(strict(R"("\uD800")"), Catch::Contains("lone surrogate"));
  CHECK_THAT(strict(R"("\uDC00")"), Catch::Contains("lone surrogate"));
  CHECK_THAT(strict(R"("\uD800\uD800")"), Catch::Contains("lone surrogate"));
  CHECK_THAT(strict(R"("\uD800x")"), Catch::Contains("lone surrogate"));
  CHECK_THAT(strict("\"\xFF\""), Catch::Contains("not UTF-8"));
  CHECK_THAT(strict("\"\xED\xA0\x80\""), Catch::Contains("not UTF-8"));
  CHECK_THAT(strict("\"a\nb\""), Catch::Contains("control character"));
  CHECK_THAT(strict("\"0123456789\tb\""), Catch::Contains("control character"));
  CHECK_THAT(strict("{\"a\x01\":1}"), Catch::Contains("control character"));
  CHECK_THAT(strict("\xEF\xBB\xBF[]"), Catch::StartsWith("refused"));
  CHECK_THAT(strict("{\"\xFF\":1}"), Catch::Contains("not UTF-8"));
}

TEST_CASE("lenient parsing makes the best of it") {
  CHECK(lenient(R"({"a":1,"b":2,"a":3})") == R"({"a":3,"b":2})");
  CHECK(lenient(R"({"a":1,"a":2,"a":[3]})") == R"({"a":[3]})");
  CHECK(lenient("18446744073709551616") == "18446744073709552000");
  CHECK(lenient("-9223372036854775809") == "-9223372036854776000");
  CHECK(lenient("[1e309,-1e400]") == "[null,null]");
  CHECK(lenient("[" + std::string(400, '9') + "]") == "[null]");
  CHECK(lenient("[-0,-0.0]") == "[0,0]");
  CHECK(lenient(R"("\uD800")") == "\"" + kReplacement + "\"");
  CHECK(lenient(R"("a\uDC00\uD800\uD83D\uDE00z")") ==
        "\"a" + kReplacement + kReplacement + "\xF0\x9F\x98\x80z\"");
  CHECK(lenient("\"a\xFFz\"") == "\"a" + kReplacement + "z\"");
  CHECK(lenient("\"\xE2\x82\"") == "\"" + kReplacement + "\"");
  CHECK(lenient("{\"\xFF\":\"\xC3\"}") == "{\"" + kReplacement + "\":\"" + kReplacement + "\"}");
  CHECK(lenient("\"a\nb\x01\"") == "\"a\\nb\\u0001\"");
  CHECK(lenient("\xEF\xBB\xBF[]") == "[]");
}

TEST_CASE("lenient parsing of many duplicates keeps first places and last values") {
  std::string json = "{";
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < 40; ++i) {
      json += "\"k" + std::to_string(i) + "\":" + std::to_string(round * 100 + i) + ",";
    }
  }
  json.back() = '}';
  const auto parsed = keel::parse_json(json, ParseMode::kLenient);
  REQUIRE(parsed.has_value());
  REQUIRE(parsed->size() == 40);
  for (std::size_t i = 0; i < 40; ++i) {
    CHECK(parsed->member(i).first == "k" + std::to_string(i));
    CHECK((*parsed)["k" + std::to_string(i)].integer() == 200 + static_cast<int>(i));
  }
}

TEST_CASE("an error says where") {
  const auto parsed = keel::parse_json("{\n  \"\xC3\xA9\": tru\n}");
  REQUIRE_FALSE(parsed.has_value());
  CHECK(parsed.error().offset == 10);
  CHECK(parsed.error().line == 2);
  CHECK(parsed.error().column == 8);
  CHECK(parsed.error().message == "JSON line 2, column 8: expected a value, found 't'");

  const auto duplicate = keel::parse_json("{\"a\":1,\n \"b\":{\"x\":1,\"x\":2}}");
  REQUIRE_FALSE(duplicate.has_value());
  CHECK(duplicate.error().line == 2);
  CHECK(duplicate.error().column == 13);
  CHECK_THAT(duplicate.error().message, Catch::Contains("$.b.x"));

  keel_value why{0, 0};
  const auto& api = keel::detail::value_api();
  CHECK(api.parse({"[1 2]", 5}, KEEL_PARSE_STRICT, nullptr, &why) == KEEL_REFUSED);
  const Value reason = Value::take(why);
  CHECK(reason["code"].text() == "JSON");
  CHECK(reason["data"]["offset"].integer() == 3);
  CHECK(reason["message"].text() ==
        "JSON line 1, column 4: expected ',' or ']' after the item, found '2'");
}

TEST_CASE("integers keep every digit") {
  for (const char* number :
       {"0", "1", "-1", "9223372036854775807", "-9223372036854775808", "9223372036854775808",
        "18446744073709551615", "9007199254740993", "-9007199254740993", "10000000000000000000"}) {
    CHECK(strict(number) == number);
  }
  CHECK(keel::parse_json("9223372036854775807")->raw().head == KEEL_KIND_INT);
  CHECK(keel::parse_json("9223372036854775808")->raw().head == KEEL_KIND_UINT);
  CHECK(keel::parse_json("1.0")->raw().head == KEEL_KIND_DOUBLE);
  CHECK(keel::parse_json("1e3")->raw().head == KEEL_KIND_DOUBLE);
  CHECK(strict("1e3") == "1000");
}

TEST_CASE("a large whole double reads back as what it was printed from") {
  CHECK(strict("1e20") == "100000000000000000000");
  CHECK(strict("100000000000000000000") == "100000000000000000000");
  CHECK(strict("-18446744073709552000") == "-18446744073709552000");
  CHECK(keel::parse_json("100000000000000000000")->raw().head == KEEL_KIND_DOUBLE);
  CHECK(refused("100000000000000000001"));
  CHECK(refused("1000000000000000000000"));
}

TEST_CASE("doubles are read to the nearest") {
  const auto read = [](const std::string& text) {
    const auto parsed = keel::parse_json(text);
    REQUIRE(parsed.has_value());
    return *parsed->number();
  };
  for (const char* text : {"0.1", "3.14159", "123456789.125", "1e22", "1e23", "9007199254740993.0",
                           "1.5e300", "2.2250738585072011e-308", "4.9406564584124654e-324",
                           "1.7976931348623157e308", "0.000000000000000000000000000000000000000001",
                           "8.5e-5", "123456789012345678901234567890.0", "1e-5",
                           "7.2057594037927933e16", "100000000000000016777215.0", "6.8e-310",
                           "0.30000000000000004", "179769313486231580793e288"}) {
    INFO(text);
    CHECK(read(text) == std::strtod(text, nullptr));
    CHECK(read("-" + std::string(text)) == -std::strtod(text, nullptr));
  }
  CHECK(read("1e-400") == 0);
  CHECK(read("0.0000000001e-400") == 0);
  CHECK(read("0e99999999999999999999") == 0);
  CHECK(read("1e-99999999999999999999") == 0);
  CHECK(read(std::string(400, '1') + "e-399") ==
        std::strtod((std::string(400, '1') + "e-399").c_str(), nullptr));
  CHECK(read("0." + std::string(350, '0') + "1e351") == 1.0);
}

TEST_CASE("doubles print as ECMAScript prints them") {
  const std::pair<double, const char*> table[] = {
      {0.0, "0"},
      {-0.0, "0"},
      {1.0, "1"},
      {-1.0, "-1"},
      {1.5, "1.5"},
      {-1.5, "-1.5"},
      {0.1, "0.1"},
      {0.1 + 0.2, "0.30000000000000004"},
      {100.0, "100"},
      {123456789.0, "123456789"},
      {1e15, "1000000000000000"},
      {9007199254740991.0, "9007199254740991"},
      {9007199254740992.0, "9007199254740992"},
      {9007199254740994.0, "9007199254740994"},
      {9223372036854775808.0, "9223372036854776000"},
      {18446744073709551616.0, "18446744073709552000"},
      {1e20, "100000000000000000000"},
      {123456789012345680000.0, "123456789012345680000"},
      {999999999999999900000.0, "999999999999999900000"},
      {1e21, "1e+21"},
      {-1e21, "-1e+21"},
      {1.1e21, "1.1e+21"},
      {1e23, "1e+23"},
      {1.7976931348623157e308, "1.7976931348623157e+308"},
      {0.5, "0.5"},
      {0.00001, "0.00001"},
      {0.000001, "0.000001"},
      {0.000001234, "0.000001234"},
      {1e-7, "1e-7"},
      {1.5e-7, "1.5e-7"},
      {-1.5e-7, "-1.5e-7"},
      {1.23e-18, "1.23e-18"},
      {5e-324, "5e-324"},
      {2.2250738585072014e-308, "2.2250738585072014e-308"},
      {4.35, "4.35"},
      {1.0000000000000002, "1.0000000000000002"},
      {123.456, "123.456"},
      {1234567890123456.7, "1234567890123456.8"},
      {1e100, "1e+100"},
      {1e-100, "1e-100"},
      {std::numeric_limits<double>::infinity(), "null"},
      {std::nan(""), "null"},
  };
  for (const auto& [number, text] : table) CHECK(text_of(number) == text);
}

TEST_CASE("strings print with the escapes that JSON needs and no others") {
  std::string all;
  for (int c = 0; c < 0x80; ++c) all += static_cast<char>(c);
  all += "\xC3\xA9\xE2\x80\xA8\xF0\x9F\x98\x80";
  std::string expected = "\"";
  for (const char c : all) {
    const auto byte = static_cast<unsigned char>(c);
    switch (c) {
      case '"':
        expected += "\\\"";
        break;
      case '\\':
        expected += "\\\\";
        break;
      case '\b':
        expected += "\\b";
        break;
      case '\f':
        expected += "\\f";
        break;
      case '\n':
        expected += "\\n";
        break;
      case '\r':
        expected += "\\r";
        break;
      case '\t':
        expected += "\\t";
        break;
      default:
        if (byte < 0x20) {
          char escape[8];
          std::snprintf(escape, sizeof escape, "\\u%04x", byte);
          expected += escape;
        } else {
          expected += c;
        }
    }
  }
  expected += "\"";
  CHECK(keel::to_json(Value(all)) == expected);
  CHECK(keel::parse_json(expected)->text() == all);
  // One character at a time takes the way of short strings.
  for (int c = 0; c < 0x80; ++c) {
    const std::string one(1, static_cast<char>(c));
    const std::string printed = keel::to_json(Value(one));
    CHECK(expected.find(printed.substr(1, printed.size() - 2)) != std::string::npos);
    CHECK(keel::parse_json(printed)->text() == one);
  }
}

TEST_CASE("escapes are read wherever they stand") {
  CHECK(keel::parse_json(R"("\"\\\/\b\f\n\r\t\u0041\u00e9\u20AC\uD83D\uDE00")")->text() ==
        "\"\\/\b\f\n\r\tA\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80");
  CHECK(keel::parse_json(R"("\u0000")")->text() == std::string_view("\0", 1));
  for (std::size_t lead = 0; lead < 20; ++lead) {
    const std::string pad(lead, 'p');
    CHECK(keel::parse_json("\"" + pad + "\\n" + pad + "\\u00e9" + pad + "\"")->text() ==
          pad + "\n" + pad + "\xC3\xA9" + pad);
    CHECK(keel::parse_json("{\"" + pad + "\\n\":1}")->member(0).first == pad + "\n");
  }
}

TEST_CASE("printing indents as JSON.stringify does") {
  const auto value = keel::parse_json(R"({"a":[1,{"b":[]}],"c":{}})");
  CHECK(keel::to_json(*value, 2) ==
        "{\n  \"a\": [\n    1,\n    {\n      \"b\": []\n    }\n  ],\n  \"c\": {}\n}");
  CHECK(keel::to_json(Value(), 0) == "null");
  CHECK(keel::to_json(Value(), 4) == "null");
}

TEST_CASE("bytes print as null") {
  Builder builder;
  builder.begin_array().put_bytes("\xFF").put(1).end();
  CHECK(keel::to_json(builder.finish().first) == "[null,1]");
}

TEST_CASE("a name is a name, whatever it says") {
  CHECK(strict(R"({"__proto__":1,"":2,"constructor":3})") ==
        R"({"__proto__":1,"":2,"constructor":3})");
}

namespace {

/// Random values, all kinds, awkward numbers and texts.
class RandomValues {
 public:
  explicit RandomValues(std::uint32_t seed) : random_(seed) {}

  Value make() {
    Builder builder;
    put(builder, 0);
    auto [value, error] = builder.finish();
    if (error.has_value()) FAIL(error->message);
    return value;
  }

 private:
  std::uint32_t below(std::uint32_t limit) { return random_() % limit; }

  void put(Builder& builder, int depth) {
    switch (below(depth > 5 ? 7 : 11)) {
      case 0:
        builder.put(nullptr);
        return;
      case 1:
        builder.put(below(2) == 0);
        return;
      case 2:
        builder.put(static_cast<std::int64_t>(bits()));
        return;
      case 3:
        builder.put(bits());
        return;
      case 4:
        builder.put(number());
        return;
      case 5:
        builder.put(text());
        return;
      case 6:
        builder.put(static_cast<int>(below(100)));
        return;
      case 7:
      case 8:
        put_array(builder, depth);
        return;
      case 9:
        put_object(builder, depth);
        return;
      default:
        builder.put(RandomValues(random_()).make());
        return;
    }
  }

  void put_array(Builder& builder, int depth) {
    builder.begin_array();
    for (std::uint32_t i = below(6); i > 0; --i) put(builder, depth + 1);
    builder.end();
  }

  void put_object(Builder& builder, int depth) {
    builder.begin_object();
    const std::uint32_t members = below(8) == 0 ? 25 : below(6);
    for (std::uint32_t i = 0; i < members; ++i) {
      builder.name(text() + std::to_string(i));
      put(builder, depth + 1);
    }
    builder.end();
  }

  std::uint64_t bits() {
    const std::uint64_t word = std::uint64_t{random_()} << 32 | random_();
    return word >> below(64);
  }

  double number() {
    while (true) {
      const auto candidate = std::bit_cast<double>(std::uint64_t{random_()} << 32 | random_());
      // Whole doubles above 2^53 have a test of their own.
      if (std::isfinite(candidate) && (std::abs(candidate) < 1e15 || std::abs(candidate) > 1e21)) {
        return below(2) == 0 ? candidate : static_cast<double>(below(100000)) / 1000.0 + 0.001;
      }
    }
  }

  std::string text() {
    static const char* const kPieces[] = {"a",
                                          "key",
                                          "\"",
                                          "\\",
                                          "\n",
                                          "\x01",
                                          "\x1f",
                                          "\x7f",
                                          "\xC3\xA9",
                                          "\xE2\x82\xAC",
                                          " ",
                                          "/",
                                          "b",
                                          "longer piece of text",
                                          "\xF0\x9F\x98\x80"};
    std::string out;
    for (std::uint32_t i = below(8); i > 0; --i) out += kPieces[below(15)];
    return out;
  }

  std::mt19937 random_;
};

}  // namespace

TEST_CASE("what is printed reads back equal") {
  for (std::uint32_t seed = 1; seed <= 3000; ++seed) {
    const Value value = RandomValues(seed).make();
    const std::string printed = keel::to_json(value, seed % 3);
    const auto parsed = keel::parse_json(printed);
    if (!parsed.has_value()) FAIL("seed " << seed << ": " << parsed.error().message);
    if (*parsed != value) FAIL("seed " << seed << ": " << printed);
    if (keel::to_json(*parsed, seed % 3) != printed) FAIL("seed " << seed << ": " << printed);
    if (value.detached() != value) FAIL("seed " << seed << ": " << printed);
  }
}

TEST_CASE("every double survives the trip") {
  std::mt19937_64 random(7);
  std::size_t lost = 0;
  for (int i = 0; i < 200000; ++i) {
    // Every exponent, and more than its share of those around whole numbers.
    const double any = std::bit_cast<double>(random() >> (i % 3));
    const double number = i % 4 == 0 ? std::ldexp(1.0 + 1e-3 * (i % 997), i % 90) : any;
    if (!std::isfinite(number)) continue;
    const std::string text = text_of(number);
    const auto read = keel::core::value::read_number(text);
    const auto same = ValueView(read.value).number();
    // Whole doubles up to 1e21 have no point and read as integers, which stand for the same double.
    if (read.size != text.size() || same != number) ++lost;
  }
  CHECK(lost == 0);
}

TEST_CASE("damaged text is refused or read, and never harms") {
  const std::string text =
      R"({"a":[1,-2.5e3,"\u00e9\n",true,false,null],"b":{"c":"text of some length","d":[[],{}]}})";
  std::mt19937 random(11);
  std::size_t accepted = 0;
  for (int i = 0; i < 20000; ++i) {
    std::string damaged = text;
    for (std::uint32_t n = random() % 3 + 1; n > 0; --n) {
      damaged[random() % damaged.size()] = static_cast<char>(random());
    }
    const auto as_strict = keel::parse_json(damaged);
    const auto as_lenient = keel::parse_json(damaged, ParseMode::kLenient);
    if (as_strict.has_value()) {
      // Whatever strict mode takes, lenient mode takes alike.
      if (!as_lenient.has_value() || *as_strict != *as_lenient) FAIL(damaged);
      ++accepted;
    }
    if (as_lenient.has_value() && refused(keel::to_json(*as_lenient))) FAIL(damaged);
  }
  CHECK(accepted > 0);
}
