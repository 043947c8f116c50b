// Memory runs out at the n-th request, for all n: nothing crashes, nothing leaks, the answer is a
// refusal or the right value. And how many requests the usual work makes.
#include <catch2/catch.hpp>

#include <atomic>
#include <cstdlib>
#include <string>
#include <thread>

#include "core/value/key.hpp"
#include "keel/value.hpp"

// The linker sends every request of this binary's own code here (--wrap); the value code asks
// malloc, calloc and realloc only.
extern "C" {
void* __real_malloc(std::size_t size);
void* __real_calloc(std::size_t count, std::size_t size);
void* __real_realloc(void* block, std::size_t size);
void __real_free(void* block);
}

namespace {

/// Requests that may still succeed; negative: no limit.
std::atomic<long> requests_left{-1};
std::atomic<long> requests_made{0};
std::atomic<long> blocks_alive{0};

bool refuse_request() {
  ++requests_made;
  if (requests_left < 0) return false;
  if (requests_left == 0) return true;
  --requests_left;
  return false;
}

}  // namespace

extern "C" {
void* __wrap_malloc(std::size_t size) {
  if (refuse_request()) return nullptr;
  ++blocks_alive;
  return __real_malloc(size);
}
void* __wrap_calloc(std::size_t count, std::size_t size) {
  if (refuse_request()) return nullptr;
  ++blocks_alive;
  return __real_calloc(count, size);
}
void* __wrap_realloc(void* block, std::size_t size) {
  if (refuse_request()) return nullptr;
  if (block == nullptr) ++blocks_alive;
  return __real_realloc(block, size);
}
void __wrap_free(void* block) {
  if (block != nullptr) --blocks_alive;
  __real_free(block);
}
}

namespace {

const keel_value_api& api() { return keel::detail::value_api(); }
keel_str str(std::string_view text) { return {text.data(), text.size()}; }

/// Runs `work` with 0, 1, 2... requests granted until it gets through, each time on a fresh thread:
/// nothing is cached at its start, and all caches are gone at its end.
template <typename Work>
long fail_each_request(const Work& work) {
  for (long granted = 0; granted < 10000; ++granted) {
    const long before = blocks_alive;
    bool through = false;
    std::thread([&] {
      requests_left = granted;
      through = work();
      requests_left = -1;
    }).join();
    if (blocks_alive != before) FAIL("leak with " << granted << " requests granted");
    if (through) return granted;
  }
  FAIL("never got through");
  return -1;
}

template <typename Work>
long requests_of(const Work& work) {
  const long before = requests_made;
  work();
  return requests_made - before;
}

/// An object of 30 members with every kind, an embedded document and nesting.
keel_builder build_sample(keel_value embedded) {
  const keel_builder builder = api().builder();
  api().begin_object(builder);
  for (int i = 0; i < 30; ++i) {
    const std::string name = "member " + std::to_string(i);
    api().name(builder, str(name));
    switch (i % 5) {
      case 0:
        api().put_string(builder, str(name));
        break;
      case 1:
        api().put(builder, {KEEL_KIND_INT, 7});
        break;
      case 2:
        api().put(builder, embedded);
        break;
      case 3:
        api().put_bytes(builder, str("\xFF"));
        break;
      default:
        api().begin_array(builder);
        api().put(builder, {KEEL_KIND_NULL, 0});
        api().end(builder);
    }
  }
  api().end(builder);
  return builder;
}

std::string long_json() {
  std::string json = "[";
  for (int i = 0; i < 3000; ++i) json += "{\"a\\n" + std::to_string(i) + "\":\"text\\t\"},";
  json.back() = ']';
  return json;
}

}  // namespace

TEST_CASE("building with the n-th request refused") {
  const keel::Value embedded = *keel::parse_json(R"({"inner":["x"]})");
  const long granted = fail_each_request([&] {
    keel_value out{0, 0};
    keel_value why{0, 0};
    const bool done = api().finish(build_sample(embedded.raw()), &out, &why) == KEEL_OK;
    CHECK(done == (out.head != KEEL_KIND_ABSENT));
    if (done) CHECK(api().count(out) == 30);
    api().release(out);
    api().release(why);
    return done;
  });
  CHECK(granted > 5);
}

TEST_CASE("parsing with the n-th request refused") {
  for (const std::string& json :
       {std::string(R"({"a":[1,"b\n",{"c":null}]})"), std::string("\"text\""), long_json()}) {
    for (const std::uint32_t mode : {KEEL_PARSE_STRICT, KEEL_PARSE_LENIENT}) {
      fail_each_request([&] {
        keel_value out{0, 0};
        keel_value why{0, 0};
        const bool done = api().parse(str(json), mode, &out, &why) == KEEL_OK;
        CHECK(done == (out.head != KEEL_KIND_ABSENT));
        api().release(out);
        api().release(why);
        return done;
      });
    }
  }
}

TEST_CASE("printing with the n-th request refused") {
  const std::string json = long_json();
  const keel::Value value = *keel::parse_json(json);
  const keel::Value small = *keel::parse_json("[[[1]]]");
  for (const keel::Value* printed : {&value, &small}) {
    fail_each_request([&] {
      keel_value out{0, 0};
      const bool done = api().print(printed->raw(), 2, &out) == KEEL_OK;
      CHECK(done == keel::ValueView(out).is_string());
      api().release(out);
      return done;
    });
  }
}

TEST_CASE("detaching with the n-th request refused") {
  const keel::Value value = *keel::parse_json(R"([{"a":["b",{"c":[1,2]}]},"other"])");
  const long granted = fail_each_request([&] {
    const keel::Value copy = keel::Value::take(api().detach(value.at(0).raw()));
    if (!copy.is_absent()) CHECK(copy == value.at(0));
    return !copy.is_absent();
  });
  CHECK(granted > 2);
}

TEST_CASE("texts with the n-th request refused") {
  CHECK(fail_each_request([&] {
          keel_value out{0, 0};
          const bool done = api().make_string(str("some text"), &out) == KEEL_OK;
          CHECK(done == keel::ValueView(out).is_string());
          api().release(out);
          return done;
        }) == 1);
}

TEST_CASE("comparing deep values with the n-th request refused") {
  const std::string json = std::string(300, '[') + std::string(300, ']');
  const keel::Value a = *keel::parse_json(json);
  const keel::Value b = *keel::parse_json(json);
  CHECK(fail_each_request([&] { return api().equal(a.raw(), b.raw()) == 1; }) > 0);
}

TEST_CASE("keys with the n-th request refused") {
  // What keys take is kept for ever, so only the answer counts here.
  const std::string large(5000, 'k');
  for (long granted = 0;; ++granted) {
    requests_left = granted;
    const keel_key key = api().key(str(large));
    requests_left = -1;
    if (key != nullptr) {
      CHECK(key->text() == large);
      CHECK(granted > 0);
      break;
    }
    REQUIRE(granted < 10);
  }
}

TEST_CASE("a small document takes one request, and reading it none") {
  const std::string json = R"({"type":"chunk","seq":12,"data":{"text":"hello","n":[1,2,3]}})";
  keel_value value{0, 0};
  const auto parse = [&] { REQUIRE(api().parse(str(json), 0, &value, nullptr) == KEEL_OK); };
  parse();
  api().release(value);
  CHECK(requests_of(parse) == 1);
  const keel::Value owner = keel::Value::take(value);
  const keel::Key key("data");
  CHECK(requests_of([&] {
          CHECK(owner["type"].text() == "chunk");
          CHECK(owner[key]["n"].at(2).integer() == 3);
          CHECK(owner.member(1).first == "seq");
          CHECK(owner == owner);
        }) == 0);
  const auto build = [&] {
    keel::Builder builder;
    builder.begin_object().member("a", 1).member("data", owner["data"]).end();
    CHECK(builder.finish().first.size() == 2);
  };
  build();
  CHECK(requests_of(build) == 1);
  CHECK(requests_of([&] { CHECK(keel::to_json(owner) == json); }) <= 2);
}
