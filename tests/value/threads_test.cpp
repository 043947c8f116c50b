// Values and keys are shared by all kernels of a process: counting, reading and interning at once.
#include <catch2/catch.hpp>

#include <atomic>
#include <barrier>
#include <string>
#include <thread>
#include <vector>

#include "core/value/document.hpp"
#include "core/value/key.hpp"
#include "keel/value.hpp"

using keel::Builder;
using keel::Key;
using keel::Value;

namespace {

constexpr std::size_t kThreads = 4;

template <typename Work>
void run_together(const Work& work) {
  std::barrier start(static_cast<std::ptrdiff_t>(kThreads));
  std::vector<std::thread> threads;
  for (std::size_t id = 0; id < kThreads; ++id) {
    threads.emplace_back([&, id] {
      start.arrive_and_wait();
      work(id);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace

TEST_CASE("four threads count and read one document") {
  const Value shared = *keel::parse_json(R"({"a":["some text that is long enough",{"b":2}]})");
  std::atomic<std::size_t> wrong{0};
  run_together([&](std::size_t) {
    const Key key("a");
    for (int i = 0; i < 20000; ++i) {
      const Value mine(shared);
      const Value part = Value::share(mine[key].at(1));
      if (part["b"].integer() != 2) ++wrong;
    }
  });
  CHECK(wrong == 0);
  CHECK(keel::core::value::document_of(shared.raw())->count.load() == 1);
}

TEST_CASE("the last of four owners frees a document, whichever it is") {
  for (int round = 0; round < 500; ++round) {
    Builder builder;
    builder.begin_array().put(std::string(200, 'x')).end();
    const Value inner = builder.finish().first;
    std::vector<Value> owners(kThreads);
    for (Value& owner : owners) {
      Builder outer;
      outer.begin_array().put(inner).put(round).end();
      owner = outer.finish().first;
    }
    std::vector<Value> shared(kThreads, owners[0]);
    owners.resize(1);
    owners.clear();
    run_together([&](std::size_t id) { shared[id] = Value(); });
    CHECK(keel::core::value::document_of(inner.raw())->count.load() == 1);
  }
}

TEST_CASE("four threads intern the same names and get the same keys") {
  constexpr std::size_t kNames = 3000;
  std::vector<std::vector<keel_key>> keys(kThreads, std::vector<keel_key>(kNames));
  run_together([&](std::size_t id) {
    for (std::size_t i = 0; i < kNames; ++i) {
      const std::size_t at = id % 2 == 0 ? i : kNames - 1 - i;
      keys[id][at] = Key("shared name " + std::to_string(at)).raw();
    }
  });
  for (std::size_t id = 1; id < kThreads; ++id) CHECK(keys[id] == keys[0]);
  CHECK(keys[0][42]->text() == "shared name 42");
}

TEST_CASE("documents are built while their names are interned") {
  std::atomic<std::size_t> wrong{0};
  run_together([&](std::size_t id) {
    for (int i = 0; i < 2000; ++i) {
      const std::string name = "contended " + std::to_string(i);
      if (id % 2 == 0) {
        if (Key(name).text() != name) ++wrong;
        continue;
      }
      const auto value = keel::parse_json("{\"" + name + "\":1,\"other\":2}");
      if (!value || (*value)[Key(name)].integer() != 1) ++wrong;
    }
  });
  CHECK(wrong == 0);
}

TEST_CASE("a builder may move to another thread between calls") {
  Builder builder;
  builder.begin_array().put(1);
  Value made;
  std::thread([&] { made = builder.put("two").end().finish().first; }).join();
  CHECK(keel::to_json(made) == "[1,\"two\"]");
}

// Last in this file: it fills the table for the rest of the process.
TEST_CASE("keys beyond the bound of the table are compared by text") {
  const keel_value_api& api = keel::detail::value_api();
  const Value before = *keel::parse_json(R"({"late name":7,"other":8})");
  std::string name;
  for (std::size_t i = 0; i <= keel::core::value::kMaxInternedKeys; ++i) {
    name = "filler " + std::to_string(i);
    if (Key(name).raw() == nullptr) FAIL("key " << i);
  }
  const Key late("late name");
  REQUIRE(late.raw() != nullptr);
  CHECK_FALSE(late.raw()->interned());
  CHECK(late.text() == "late name");
  CHECK(Key("late name").raw() == late.raw());
  CHECK(before[late].integer() == 7);
  CHECK((*keel::parse_json(R"({"late name":9})"))[late].integer() == 9);

  Builder builder;
  builder.begin_object().member(late, 1).member("x", 2).end();
  const Value object = builder.finish().first;
  CHECK(object[late].integer() == 1);
  CHECK(object["late name"].integer() == 1);

  Builder twice;
  twice.begin_object().member(late, 1).member("late name", 2).end();
  CHECK(twice.finish().second.has_value());

  std::string large = "{";
  for (int i = 0; i < 40; ++i)
    large += "\"late " + std::to_string(i) + "\":" + std::to_string(i) + ",";
  large.back() = '}';
  const Value many = *keel::parse_json(large);
  CHECK(many[Key("late 17")].integer() == 17);
  CHECK(api.key_text(Key("late 17").raw()).size == 7);
}
