// A record shown as an object reads, prints, compares, detaches and embeds like any other.
#include "core/value/virtual_object.hpp"

#include <catch2/catch.hpp>

#include <array>
#include <atomic>
#include <string>

#include "core/value/document.hpp"
#include "core/value/key.hpp"
#include "keel/value.hpp"

using keel::Builder;
using keel::Key;
using keel::Value;
using keel::ValueView;

namespace core = keel::core::value;

namespace {

/// An envelope: a number, a text and a document, named type, seq, data.
class Envelope : public core::VirtualObject {
 public:
  static Value make(std::int64_t seq, const Value& type, const Value& data) {
    return Value::take(core::show(*new Envelope(seq, type, data)));
  }

  static inline std::atomic<int> alive{0};

 private:
  Envelope(std::int64_t seq, const Value& type, const Value& data)
      : names_{core::intern("type"), core::intern("seq"), core::intern("data")},
        members_{type, Value(seq), data} {
    static constexpr core::VirtualOps kOps{count, member, get, retain, release};
    ops = &kOps;
    depth = 1 + core::depth_of(data.raw());
    ++alive;
  }
  ~Envelope() { --alive; }

  static const Envelope& of(const core::VirtualObject* self) {
    return *static_cast<const Envelope*>(self);
  }
  static std::size_t count(const core::VirtualObject* self) { return of(self).members_.size(); }
  static keel_value member(const core::VirtualObject* self, std::size_t index, keel_str* name) {
    const std::string_view text = of(self).names_[index]->text();
    *name = {text.data(), text.size()};
    return of(self).members_[index].raw();
  }
  static keel_value get(const core::VirtualObject* self, keel_key key) {
    const Envelope& envelope = of(self);
    for (std::size_t i = 0; i < envelope.names_.size(); ++i) {
      if (envelope.names_[i] == key) return envelope.members_[i].raw();
    }
    return {KEEL_KIND_ABSENT, 0};
  }
  static void retain(const core::VirtualObject* self) {
    of(self).owners_.fetch_add(1, std::memory_order_relaxed);
  }
  static void release(const core::VirtualObject* self) {
    if (of(self).owners_.fetch_sub(1, std::memory_order_acq_rel) == 1) delete &of(self);
  }

  mutable std::atomic<std::uint32_t> owners_{1};
  std::array<const core::KeyRecord*, 3> names_;
  std::array<Value, 3> members_;
};

const std::string kText = R"({"type":"message","seq":4,"data":{"content":["a",1]}})";

Value sample() { return Envelope::make(4, "message", *keel::parse_json(R"({"content":["a",1]})")); }

}  // namespace

TEST_CASE("a record reads as an object") {
  {
    const Value envelope = sample();
    CHECK(envelope.is_object());
    CHECK(envelope.size() == 3);
    CHECK(envelope["seq"].integer() == 4);
    CHECK(envelope[Key("type")].text() == "message");
    CHECK(envelope[Key("data")][Key("content")].at(0).text() == "a");
    CHECK(envelope["missing"].is_absent());
    CHECK(envelope[Key("missing")].is_absent());
    CHECK(envelope.member(1).first == "seq");
    CHECK(envelope.member(3).second.is_absent());
    CHECK(envelope.member(3).first.empty());
    CHECK(keel::to_json(envelope) == kText);
    CHECK(core::depth_of(envelope.raw()) == 3);
    CHECK_FALSE(core::stands_alone(envelope.raw()));
  }
  CHECK(Envelope::alive == 0);
}

TEST_CASE("a record equals the object that it shows") {
  const Value envelope = sample();
  const Value object =
      *keel::parse_json(R"({"data":{"content":["a",1]},"seq":4,"type":"message"})");
  CHECK(envelope == object);
  CHECK(object == envelope);
  CHECK(envelope == sample());
  CHECK(envelope !=
        Envelope::make(5, "message",
                       envelope["data"].is_absent() ? Value() : Value::share(envelope["data"])));
  CHECK(object != *keel::parse_json(R"({"data":1,"seq":4,"type":"message"})"));
}

TEST_CASE("a record is detached into a document") {
  Value copy;
  {
    const Value envelope = sample();
    copy = envelope.detached();
  }
  CHECK(Envelope::alive == 0);
  CHECK(keel::to_json(copy) == kText);
  CHECK(core::stands_alone(copy.raw()));
  CHECK(copy[Key("seq")].integer() == 4);
}

TEST_CASE("a record is embedded in a document") {
  Value outer;
  {
    const Value envelope = sample();
    Builder builder;
    builder.begin_object().member("event", envelope).member("again", envelope).end();
    outer = builder.finish().first;
  }
  CHECK(Envelope::alive == 1);
  CHECK(outer["event"]["data"]["content"].at(1).integer() == 1);
  CHECK(keel::to_json(outer) == "{\"event\":" + kText + ",\"again\":" + kText + "}");
  const Value part = Value::share(outer["event"]);
  outer = Value();
  CHECK(Envelope::alive == 1);
  CHECK(keel::to_json(part.detached()) == kText);
}

TEST_CASE("a builder that fails gives its records back") {
  {
    Builder builder;
    builder.begin_array().put(sample()).put(ValueView());
    CHECK(builder.finish().second.has_value());
  }
  CHECK(Envelope::alive == 0);
}

TEST_CASE("a key beyond the table finds a record's member by its text") {
  // Made by hand as intern() makes it once the table is full.
  struct {
    core::KeyRecord head;
    char text[8];
  } late{{core::hash_key("seq"), 3}, "seq"};
  CHECK(ValueView(core::get(sample().raw(), &late.head)).integer() == 4);
  CHECK(Envelope::alive == 0);
}

TEST_CASE("a long chain of documents and records is released without recursion") {
  Value last = sample();
  const std::string text(100, 't');
  for (int i = 0; i < 200000; ++i) {
    Builder builder;
    builder.begin_array().put(text).put(last.is_object() ? last : Value::share(last.at(0))).end();
    const Value holder = builder.finish().first;
    last = i % 2 == 0 ? Value::share(holder) : Envelope::make(i, Value::share(holder.at(0)), {});
    if (last.is_absent()) FAIL("link " << i << " was not made");
  }
  last = Value();
  CHECK(Envelope::alive == 0);
}
