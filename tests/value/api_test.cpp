// The table "keel.value" as a plugin and the SDK see it: building, reading, comparing, detaching.
#include <catch2/catch.hpp>

#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "core/value/document.hpp"
#include "core/value/key.hpp"
#include "keel/error.hpp"
#include "keel/value.hpp"

using keel::Builder;
using keel::Key;
using keel::ParseMode;
using keel::Value;
using keel::ValueView;

namespace {

const keel_value_api& api() { return keel::detail::value_api(); }
keel_str str(std::string_view text) { return keel::detail::to_str(text); }

Value parse(std::string_view json) {
  auto parsed = keel::parse_json(json);
  if (!parsed.has_value()) FAIL(std::string(json) << ": " << parsed.error().message);
  return *parsed;
}

std::string mistake_of(Builder& builder) {
  auto [value, error] = builder.finish();
  CHECK(value.is_absent());
  return error.has_value() ? error->message : "no mistake";
}

Value long_text(std::size_t size) { return Value(std::string(size, 'x')); }

}  // namespace

TEST_CASE("the table is complete") {
  CHECK(api().size == sizeof(keel_value_api));
  const auto* words = reinterpret_cast<const std::uintptr_t*>(&api());
  for (std::size_t i = 0; i < sizeof(keel_value_api) / sizeof *words; ++i) CHECK(words[i] != 0);
}

TEST_CASE("a value built by hand reads back in order") {
  Builder builder;
  builder.begin_object();
  builder.member("a", 1).member("b", "two").member("c", 2.5).member("d", nullptr);
  builder.name("e").begin_array().put(true).put("x").end();
  builder.end();
  auto [value, error] = builder.finish();
  REQUIRE_FALSE(error.has_value());
  CHECK(keel::to_json(value) == R"({"a":1,"b":"two","c":2.5,"d":null,"e":[true,"x"]})");
  CHECK(value["b"].text() == "two");
  CHECK(value[Key("e")].at(1).text() == "x");
  CHECK(value["e"].at(2).is_absent());
  CHECK(value["nothing"].is_absent());
  CHECK(value.size() == 5);
  CHECK(value.member(2).first == "c");
  CHECK(value.member(5).second.is_absent());
}

TEST_CASE("a scalar may stand at the top") {
  for (const char* json : {"null", "true", "17", "-4", "18446744073709551615", "2.5", "\"text\""}) {
    CHECK(keel::to_json(parse(json)) == json);
  }
}

TEST_CASE("empty containers and texts need no document") {
  for (const char* json : {"\"\"", "[]", "{}"}) {
    const Value value = parse(json);
    CHECK(value.raw().body == 0);
    CHECK(value.size() == 0);
    CHECK(value.text().empty());
    CHECK(keel::to_json(value) == json);
    CHECK(value == Value::share(value));
    CHECK(value.detached() == value);
  }
  CHECK(parse("[\"\",[],{}]").at(2).is_object());
}

TEST_CASE("reading the wrong kind gives the empty answer") {
  const std::vector<Value> values = {
      Value(),       Value(nullptr),          Value(true),  Value(1),          Value(1.5),
      Value("text"), Value::bytes_of("\xFF"), parse("[1]"), parse("{\"a\":1}")};
  const Key key("a");
  for (const Value& value : values) {
    const keel_value raw = value.raw();
    if (!value.is_string() && !value.is_bytes()) CHECK(api().text(raw).size == 0);
    if (!value.is_array() && !value.is_object()) CHECK(api().count(raw) == 0);
    if (!value.is_array()) CHECK(api().item(raw, 0).head == KEEL_KIND_ABSENT);
    if (value.is_object()) continue;
    keel_str name{"unset", 5};
    CHECK(api().member(raw, 0, &name).head == KEEL_KIND_ABSENT);
    CHECK(name.size == 0);
    CHECK(api().get(raw, key.raw()).head == KEEL_KIND_ABSENT);
    CHECK(api().find(raw, str("a")).head == KEEL_KIND_ABSENT);
  }
}

TEST_CASE("null arguments are answered, not followed") {
  const Value object = parse("{\"a\":1}");
  CHECK(api().key({nullptr, 4}) == nullptr);
  CHECK(api().key_text(nullptr).size == 0);
  CHECK(api().get(object.raw(), nullptr).head == KEEL_KIND_ABSENT);
  CHECK(api().find(object.raw(), {nullptr, 3}).head == KEEL_KIND_ABSENT);
  CHECK(api().member(object.raw(), 0, nullptr).body == 1);
  CHECK(api().make_string(str("dropped"), nullptr) == KEEL_OK);
  CHECK(api().make_bytes(str("dropped"), nullptr) == KEEL_OK);
  CHECK(api().make_string({nullptr, 3}, nullptr) == KEEL_REFUSED);
  CHECK(api().parse(str("[1]"), KEEL_PARSE_STRICT, nullptr, nullptr) == KEEL_OK);
  CHECK(api().parse(str("["), KEEL_PARSE_STRICT, nullptr, nullptr) == KEEL_REFUSED);
  CHECK(api().parse(str("[]"), 77, nullptr, nullptr) == KEEL_REFUSED);
  CHECK(api().print(object.raw(), 0, nullptr) == KEEL_OK);
  api().begin_object(nullptr);
  api().begin_array(nullptr);
  api().end(nullptr);
  api().name_key(nullptr, nullptr);
  api().name(nullptr, str("a"));
  api().put(nullptr, object.raw());
  api().put_string(nullptr, str("a"));
  api().put_bytes(nullptr, str("a"));
  keel_value why{0, 0};
  CHECK(api().finish(nullptr, nullptr, &why) == KEEL_REFUSED);
  CHECK(Value::take(why)["code"].text() == "VALUE");
  api().discard(nullptr);
  const keel_builder refused = api().builder();
  CHECK(api().finish(refused, nullptr, nullptr) == KEEL_REFUSED);
  const keel_builder accepted = api().builder();
  api().put(accepted, object.raw());
  CHECK(api().finish(accepted, nullptr, nullptr) == KEEL_OK);
}

TEST_CASE("each mistake is remembered with its path") {
  Builder b;
  SECTION("a value without a name") {
    b.begin_object().name("a").begin_object().put(1);
    CHECK_THAT(mistake_of(b), Catch::StartsWith("$.a: value without a name"));
  }
  SECTION("a name outside an object") {
    b.begin_array().put(1).name("x");
    CHECK(mistake_of(b) == "$[1]: name outside an object");
  }
  SECTION("a name at the top") {
    b.name("x");
    CHECK(mistake_of(b) == "$: name outside an object");
  }
  SECTION("two names") {
    b.begin_object().name("x").name("y");
    CHECK_THAT(mistake_of(b), Catch::StartsWith("$.x: name without a value"));
  }
  SECTION("a name at the end") {
    b.begin_object().name("x").end();
    CHECK_THAT(mistake_of(b), Catch::StartsWith("$.x: name without a value"));
  }
  SECTION("an end too many") {
    b.begin_array().end().end();
    CHECK_THAT(mistake_of(b), Catch::StartsWith("$: end() without an open"));
  }
  SECTION("an end too few") {
    b.begin_object().name("x").begin_array();
    CHECK_THAT(mistake_of(b), Catch::StartsWith("$.x[0]: array or object left open"));
  }
  SECTION("nothing put") { CHECK(mistake_of(b) == "$: nothing was put; expected one value"); }
  SECTION("a second value") {
    b.put(1).put(2);
    CHECK_THAT(mistake_of(b), Catch::StartsWith("$: second value at the top"));
  }
  SECTION("a second container") {
    b.put(1).begin_array().end();
    CHECK_THAT(mistake_of(b), Catch::StartsWith("$: second value at the top"));
  }
  SECTION("text that is not UTF-8") {
    b.begin_object().name("a").begin_array().put(1).put(2).put(3);
    b.begin_object().name("b").put("\xC3");
    CHECK_THAT(mistake_of(b), Catch::StartsWith("$.a[3].b: text is not UTF-8"));
  }
  SECTION("a name that is not UTF-8") {
    b.begin_object().name("\xC3");
    CHECK_THAT(mistake_of(b), Catch::StartsWith("$: text is not UTF-8"));
  }
  SECTION("a double that is not finite") {
    b.begin_array().put(ValueView({KEEL_KIND_DOUBLE, std::bit_cast<std::uint64_t>(std::nan(""))}));
    CHECK_THAT(mistake_of(b), Catch::StartsWith("$[0]: number is not finite"));
  }
  SECTION("an absent value in an array") {
    b.begin_array().put(ValueView());
    CHECK_THAT(mistake_of(b), Catch::StartsWith("$[0]: absent value put"));
  }
  SECTION("an absent value in an object") {
    b.begin_object().name("two words").put(ValueView());
    CHECK_THAT(mistake_of(b), Catch::StartsWith("$[\"two words\"]: absent value put"));
  }
  SECTION("a kind that does not exist") {
    b.put(ValueView({77, 0}));
    CHECK_THAT(mistake_of(b), Catch::StartsWith("$: value of an unknown kind"));
  }
  SECTION("no key") {
    keel_value why{0, 0};
    const keel_builder raw = api().builder();
    api().begin_object(raw);
    api().name_key(raw, nullptr);
    CHECK(api().finish(raw, nullptr, &why) == KEEL_REFUSED);
    CHECK_THAT(std::string(Value::take(why)["message"].text()), Catch::StartsWith("$: no key"));
  }
  SECTION("a duplicate name") {
    b.begin_object().name("a").begin_object().member("x", 1).member("y", 2).member("x", 3).end();
    b.end();
    CHECK(mistake_of(b) == "$.a.x: duplicate name in one object");
  }
  SECTION("a size without data") {
    for (int which = 0; which < 3; ++which) {
      const keel_builder raw = api().builder();
      api().begin_object(raw);
      if (which == 0) api().name(raw, {nullptr, 3});
      api().name(raw, str("a"));
      if (which == 1) api().put_string(raw, {nullptr, 3});
      if (which == 2) api().put_bytes(raw, {nullptr, 3});
      keel_value why{0, 0};
      CHECK(api().finish(raw, nullptr, &why) == KEEL_REFUSED);
      CHECK_THAT(std::string(Value::take(why)["message"].text()),
                 Catch::Contains(": text of a size but without data"));
    }
  }
  SECTION("the first mistake stays") {
    b.begin_array().put(ValueView()).put("\xC3").end().end().end();
    CHECK_THAT(mistake_of(b), Catch::StartsWith("$[0]: absent value put"));
  }
  SECTION("a mistake in a very long place") {
    for (int i = 0; i < 400; ++i) b.begin_object().name("some long name\xC3\xA9");
    b.put(ValueView());
    const std::string message = mistake_of(b);
    CHECK(message.size() < 700);
    CHECK_THAT(message, Catch::Contains("...: absent value put"));
  }
}

TEST_CASE("an error value names code, message and path") {
  const keel_builder builder = api().builder();
  api().begin_object(builder);
  api().name(builder, str("a"));
  api().put(builder, keel_value{0, 0});
  keel_value out{1, 1};
  keel_value why{0, 0};
  CHECK(api().finish(builder, &out, &why) == KEEL_REFUSED);
  CHECK(out.head == KEEL_KIND_ABSENT);
  const Value reason = Value::take(why);
  CHECK(reason["code"].text() == "VALUE");
  CHECK(reason["data"]["path"].text() == "$.a");
}

TEST_CASE("duplicate names are found in objects of every size") {
  for (int members : {2, 3, 15, 16, 17, 18, 100, 1000}) {
    for (int twin : {0, (members - 1) / 2, members - 2}) {
      Builder builder;
      builder.begin_object();
      for (int i = 0; i + 1 < members; ++i) builder.member("name " + std::to_string(i), i);
      builder.member("name " + std::to_string(twin), -1);
      builder.end();
      CHECK_THAT(mistake_of(builder), Catch::Contains("name " + std::to_string(twin)));
    }
  }
}

TEST_CASE("a discarded builder gives back what it embedded") {
  const Value kept = long_text(500);
  const auto count = [&] { return keel::core::value::document_of(kept.raw())->count.load(); };
  REQUIRE(count() == 1);
  const keel_builder builder = api().builder();
  api().begin_array(builder);
  api().put(builder, kept.raw());
  CHECK(count() == 2);
  api().discard(builder);
  CHECK(count() == 1);
}

TEST_CASE("objects of every size are read by key, by text and by index") {
  for (int members : {1, 2, 8, 15, 16, 17, 31, 33, 500}) {
    Builder builder;
    builder.begin_object();
    for (int i = 0; i < members; ++i) {
      const std::string name = "m" + std::to_string(i);
      if (i % 2 == 0) {
        builder.name(Key(name));
      } else {
        builder.name("local " + name);
      }
      builder.put(i);
    }
    builder.end();
    const Value object = builder.finish().first;
    REQUIRE(object.size() == static_cast<std::size_t>(members));
    for (int i = 0; i < members; ++i) {
      const std::string name = (i % 2 == 0 ? "m" : "local m") + std::to_string(i);
      CHECK(object[name].integer() == i);
      CHECK(object[Key(name)].integer() == i);
      CHECK(object.member(static_cast<std::size_t>(i)).first == name);
    }
    CHECK(object["missing"].is_absent());
    CHECK(object[Key("missing too")].is_absent());
  }
}

TEST_CASE("a key interned after the document was built still matches") {
  const Value object = parse(R"({"never interned before 1":1,"never interned before 2":2})");
  CHECK(object[Key("never interned before 2")].integer() == 2);
  const Value again = parse(R"({"never interned before 2":3})");
  CHECK(again[Key("never interned before 2")].integer() == 3);
}

TEST_CASE("keys") {
  const Key a("some name");
  CHECK(a.text() == "some name");
  CHECK(Key("some name").raw() == a.raw());
  CHECK(Key("").text().empty());
  CHECK(Key("").raw() != nullptr);
  CHECK(Key("\xFF").raw() == nullptr);
  CHECK(api().get(parse("{\"\":4}").raw(), Key("").raw()).body == 4);
  const std::string large(100000, 'k');
  CHECK(Key(large).text() == large);
  const std::string with_nul("a\0b", 3);
  CHECK(Key(with_nul).text() == with_nul);
}

TEST_CASE("a value embedded in a document keeps its own alive") {
  Value outer;
  {
    const Value inner = parse(R"({"deep":[1,2,{"text":"still here"}]})");
    Builder builder;
    builder.begin_object();
    builder.member("whole", inner);
    builder.member("part", inner["deep"]);
    builder.member("long", long_text(1000));
    builder.end();
    outer = builder.finish().first;
  }
  CHECK(outer["whole"]["deep"].at(2)["text"].text() == "still here");
  CHECK(outer["part"].at(2)["text"].text() == "still here");
  CHECK(outer["long"].text().size() == 1000);
  CHECK(keel::to_json(outer["part"]) == R"([1,2,{"text":"still here"}])");
}

TEST_CASE("what is read from an embedded document is owned on its own") {
  Value part;
  {
    Builder builder;
    const Value inner = parse(R"([["kept"],7])");
    builder.begin_array().put(inner).end();
    const Value outer = builder.finish().first;
    part = Value::share(outer.at(0).at(0));
  }
  CHECK(keel::to_json(part) == R"(["kept"])");
}

TEST_CASE("a document that is one embedded value is that value") {
  const Value inner = parse("[1,2]");
  Builder builder;
  builder.put(inner);
  const Value outer = builder.finish().first;
  CHECK(outer.raw().body == inner.raw().body);
}

TEST_CASE("put takes scalars made by hand and mends their form") {
  const keel_builder builder = api().builder();
  api().begin_array(builder);
  api().put(builder, {KEEL_KIND_BOOL, 200});
  api().put(builder, {KEEL_KIND_UINT, 5});
  api().put(builder, {KEEL_KIND_NULL, 99});
  api().put(builder, {KEEL_KIND_STRING, 0});
  api().put(builder, {KEEL_KIND_OBJECT, 0});
  api().end(builder);
  keel_value out{0, 0};
  REQUIRE(api().finish(builder, &out, nullptr) == KEEL_OK);
  const Value value = Value::take(out);
  CHECK(keel::to_json(value) == R"([true,5,null,"",{}])");
  CHECK(value.at(0).raw().body == 1);
  CHECK(value.at(1).raw().head == KEEL_KIND_INT);
}

TEST_CASE("detach leaves the large document behind") {
  namespace core = keel::core::value;
  const Value large = parse("{\"small\":[\"a\",{\"b\":2.5}],\"large\":\"" + std::string(9000, 'x') +
                            "\",\"text\":\"" + std::string(100, 'y') + "\"}");
  SECTION("a part is copied") {
    const Value part = Value::share(large["small"]).detached();
    CHECK(part == large["small"]);
    CHECK(core::document_bytes(part.raw()) < 300);
    CHECK(core::stands_alone(part.raw()));
  }
  SECTION("a text is copied") {
    const Value part = Value::share(large["text"]).detached();
    CHECK(part == large["text"]);
    CHECK(core::document_bytes(part.raw()) < 200);
  }
  SECTION("a whole document is shared") { CHECK(large.detached().raw().body == large.raw().body); }
  SECTION("a document of whole documents is shared") {
    Builder builder;
    builder.begin_array().put(large).put(large).end();
    const Value outer = builder.finish().first;
    CHECK(outer.detached().raw().body == outer.raw().body);
  }
  SECTION("a document that embeds a part is copied") {
    Builder builder;
    builder.begin_array().put(large["small"]).end();
    const Value outer = builder.finish().first;
    const Value alone = outer.detached();
    CHECK(alone.raw().body != outer.raw().body);
    CHECK(alone == outer);
    CHECK(core::stands_alone(alone.raw()));
    CHECK_FALSE(core::stands_alone(outer.raw()));
  }
  SECTION("a scalar is itself") {
    CHECK(Value::take(api().detach({KEEL_KIND_INT, 3})).integer() == 3);
    CHECK(Value::take(api().detach({0, 0})).is_absent());
  }
}

TEST_CASE("equal compares numbers by value") {
  const auto of_int = [](std::int64_t n) {
    return keel_value{KEEL_KIND_INT, static_cast<std::uint64_t>(n)};
  };
  const auto of_double = [](double n) {
    return keel_value{KEEL_KIND_DOUBLE, std::bit_cast<std::uint64_t>(n)};
  };
  const auto of_uint = [](std::uint64_t n) { return keel_value{KEEL_KIND_UINT, n}; };
  const auto same = [](keel_value a, keel_value b) {
    CHECK(api().equal(a, b) == api().equal(b, a));
    return api().equal(a, b) == 1;
  };
  CHECK(same(of_int(1), of_double(1.0)));
  CHECK_FALSE(same(of_int(1), of_double(1.5)));
  CHECK(same(of_double(0.0), of_double(-0.0)));
  CHECK(same(of_int(0), of_double(-0.0)));
  CHECK(same(of_int(9007199254740993), of_int(9007199254740993)));
  CHECK_FALSE(same(of_int(9007199254740993), of_double(9007199254740992.0)));
  CHECK_FALSE(same(of_int(INT64_MAX), of_double(9223372036854775808.0)));
  CHECK(same(of_int(INT64_MIN), of_double(-9223372036854775808.0)));
  CHECK(same(of_uint(9223372036854775808U), of_double(9223372036854775808.0)));
  CHECK_FALSE(same(of_uint(UINT64_MAX), of_double(18446744073709551616.0)));
  CHECK_FALSE(same(of_uint(UINT64_MAX), of_int(-1)));
  CHECK(same(of_uint(7), of_int(7)));
  CHECK(same(of_uint(7), of_double(7)));
  CHECK_FALSE(same(of_double(1e300), of_int(INT64_MAX)));
  CHECK_FALSE(same(of_double(-1), of_uint(UINT64_MAX)));
  CHECK_FALSE(same(of_int(1), {KEEL_KIND_BOOL, 1}));
}

TEST_CASE("equal compares structure") {
  const auto same = [](std::string_view a, std::string_view b) { return parse(a) == parse(b); };
  CHECK(same(R"({"a":1,"b":[2,3]})", R"({"b":[2,3],"a":1.0})"));
  CHECK_FALSE(same(R"({"a":1,"b":2})", R"({"a":1,"c":2})"));
  CHECK_FALSE(same(R"({"a":1})", R"({"a":1,"b":2})"));
  CHECK_FALSE(same("[1,2]", "[2,1]"));
  CHECK_FALSE(same("[1,2]", "[1,2,3]"));
  CHECK_FALSE(same("[]", "{}"));
  CHECK_FALSE(same("null", "false"));
  CHECK_FALSE(same(R"("a")", R"("b")"));
  CHECK(same(R"([{"x":[{"y":"z"}]}])", R"([{"x":[{"y":"z"}]}])"));
  CHECK_FALSE(same(R"([{"x":[{"y":"z"}]}])", R"([{"x":[{"y":"Z"}]}])"));
  CHECK(Value("text") != Value::bytes_of("text"));
  CHECK(Value::bytes_of("\xFF\0x") == Value::bytes_of("\xFF\0x"));
  CHECK(Value() == Value());
  CHECK(Value() != Value(nullptr));
}

TEST_CASE("equal finds members of large objects in any order") {
  Builder forth;
  Builder back;
  forth.begin_object();
  back.begin_object();
  for (int i = 0; i < 300; ++i) {
    forth.member("k" + std::to_string(i), i);
    back.member("k" + std::to_string(299 - i), 299 - i);
  }
  forth.end();
  back.end();
  CHECK(forth.finish().first == back.finish().first);
}

TEST_CASE("strings must be UTF-8, bytes need not") {
  keel_value out{0, 0};
  CHECK(api().make_string(str("\xC3\x28"), &out) == KEEL_REFUSED);
  CHECK(out.head == KEEL_KIND_ABSENT);
  REQUIRE(api().make_bytes(str("\xC3\x28"), &out) == KEEL_OK);
  const Value bytes = Value::take(out);
  CHECK(bytes.bytes() == "\xC3\x28");
  CHECK(keel::to_json(bytes) == "null");
}

TEST_CASE("many builders at once do not disturb each other") {
  std::vector<Builder> builders(20);
  for (std::size_t i = 0; i < builders.size(); ++i) builders[i].begin_array().put(i);
  for (std::size_t i = 0; i < builders.size(); ++i) {
    builders[i].put(std::to_string(i)).end();
    CHECK(keel::to_json(builders[i].finish().first) ==
          "[" + std::to_string(i) + ",\"" + std::to_string(i) + "\"]");
  }
}

TEST_CASE("a document larger than the scratch memory is handed over whole") {
  Builder builder;
  builder.begin_array();
  for (int i = 0; i < 20000; ++i) builder.put("item number " + std::to_string(i));
  builder.end();
  const Value value = builder.finish().first;
  REQUIRE(value.size() == 20000);
  CHECK(value.at(0).text() == "item number 0");
  CHECK(value.at(19999).text() == "item number 19999");
  // The next build starts from clean scratch memory.
  CHECK(keel::to_json(parse("[1,{\"a\":[]}]")) == "[1,{\"a\":[]}]");
}
