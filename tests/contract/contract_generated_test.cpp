// SPDX-License-Identifier: MIT
#include <string>
#include <type_traits>
#include <unordered_map>
#include <vector>

#include <catch2/catch.hpp>

#include "contract_text.hpp"
#include "core/contract/contract_registry.hpp"
#include "keel/contracts/gift.hpp"
#include "keel/contracts/parcel.hpp"

namespace parcel = keel::contracts::parcel;
namespace gift = keel::contracts::gift;

using keel::Value;
using keel::contracts::Bytes;
using keel::contracts::ParcelId;
using keel::contracts::ParcelIdView;
using keel::contracts::TrackingId;
using keel::contracts::TrackingIdView;
using keel::test::json;

namespace {

/// The contracts of the fixtures, to judge what the generated structs make.
class Contracts {
 public:
  Contracts() {
    const std::vector<keel::core::ContractRegistry::Source> sources = {
        {json(keel::test::fixture("parcel.json")), "parcel.json"},
        {json(keel::test::fixture("gift.json")), "gift.json"}};
    auto holds = registry_.add_all(sources);
    if (!holds) FAIL(keel::core::to_text(holds.error()));
    holds_ = std::move(*holds);
  }

  std::string faults(std::string_view contract, std::string_view type,
                     keel::ValueView value) const {
    const auto& types = registry_.contract(contract)->types;
    return keel::core::to_text(types.find(type)->second.validate(value, "value"));
  }

 private:
  keel::core::ContractRegistry registry_;
  std::vector<keel::core::ContractHold> holds_;
};

parcel::Parcel example() {
  return {.id = ParcelId("p-1"),
          .to = parcel::Address{.street_name = "Lane 1", .zip = "12345"},
          .from = parcel::Address{.street_name = "Road 2", .zip = "54321", .floor = -1},
          .speed = parcel::Speed::kNextDay,
          .wrap = "blue",
          .content = {parcel::ContentLetter{.text = "hello"},
                      parcel::ContentBox{.parts = {parcel::ContentLetter{.text = "inside"}},
                                         .weight = 1.5}},
          .labels = std::vector<std::string>{"a", "b"},
          .reply_to = std::vector<ParcelId>{},
          .insured = false,
          .seal = Bytes{"\x01\x02"},
          .size = parcel::ParcelSize{.width = 3},
          .class_ = 7,
          .extra = json(R"({"any":[1]})")};
}

}  // namespace

TEST_CASE("generated: what a struct makes satisfies its contract") {
  const Contracts contracts;
  const Value value = example().to_value();
  CHECK(contracts.faults("parcel@0", "Parcel", value).empty());
  CHECK(
      keel::to_json(value) ==
      R"({"id":"p-1","to":{"streetName":"Lane 1","zip":"12345"},)"
      R"("from":{"streetName":"Road 2","zip":"54321","floor":-1},"speed":"next-day","wrap":"blue",)"
      R"("content":[{"type":"letter","text":"hello"},)"
      R"({"type":"box","parts":[{"type":"letter","text":"inside"}],"weight":1.5}],)"
      R"("labels":["a","b"],"replyTo":[],"insured":false,"seal":null,"size":{"width":3},"class":7,)"
      R"("extra":{"any":[1]}})");
}

TEST_CASE("generated: a view reads what a struct made") {
  const Value value = example().to_value();
  const parcel::ParcelView view{value};
  REQUIRE(view);
  CHECK(view.id() == ParcelIdView("p-1"));
  CHECK(view.to().street_name() == "Lane 1");
  CHECK_FALSE(view.to().floor().has_value());
  CHECK(view.from().floor() == -1);
  CHECK(view.speed() == parcel::Speed::kNextDay);
  CHECK(view.wrap() == parcel::Colour::kOther);
  CHECK(view.wrap_text() == "blue");
  REQUIRE(view.content().size() == 2);
  CHECK(view.content()[0].tag() == parcel::ContentView::Tag::kLetter);
  CHECK(view.content()[0].letter().text() == "hello");
  CHECK_FALSE(view.content()[0].box());
  const parcel::ContentBoxView box = view.content()[1].box();
  REQUIRE(box);
  CHECK(box.weight() == 1.5);
  CHECK(box.parts()[0].letter().text() == "inside");
  std::vector<std::string> labels;
  for (const std::string_view label : view.labels()) labels.emplace_back(label);
  CHECK(labels == std::vector<std::string>{"a", "b"});
  CHECK(view.reply_to());
  CHECK(view.reply_to().empty());
  CHECK_FALSE(view.value().has_value());
  CHECK(view.insured() == false);
  CHECK(view.seal() == "\x01\x02");
  CHECK(view.size().width() == 3);
  CHECK_FALSE(view.size().height().has_value());
  CHECK(view.class_() == 7);
  CHECK(view.extra()["any"].at(0).integer() == 1);
}

TEST_CASE("generated: what is missing or of another kind reads as empty") {
  const parcel::ParcelView nothing;
  CHECK_FALSE(nothing);
  CHECK(nothing.id().empty());
  CHECK_FALSE(nothing.to());
  CHECK(nothing.to().street_name().empty());
  CHECK_FALSE(nothing.speed().has_value());
  CHECK(nothing.content().empty());
  CHECK_FALSE(nothing.labels());
  const Value wrong =
      json(R"({"id":1,"to":[],"speed":"never","content":{"type":"x"},"insured":"yes",
      "wrap":3,"class":1.5})");
  const parcel::ParcelView view{wrong};
  CHECK(view.id().empty());
  CHECK_FALSE(view.to());
  CHECK_FALSE(view.speed().has_value());
  CHECK(view.content().empty());
  CHECK_FALSE(view.insured().has_value());
  CHECK_FALSE(view.wrap().has_value());
  CHECK_FALSE(view.class_().has_value());
}

TEST_CASE("generated: parts that exist already are shared, not made again") {
  const Value address = json(R"({"streetName":"Lane 9","zip":"00000","added":"later"})");
  parcel::Parcel made = example();
  made.to = parcel::AddressView(address);
  const Value value = made.to_value();
  CHECK(value["to"]["added"].text() == "later");
}

TEST_CASE("generated: unions are told apart by tag, unknown ones pass through") {
  const parcel::Outcome outcome = parcel::OutcomeRefused{.reason = "no"};
  const Value value = outcome.to_value();
  const parcel::OutcomeView view{value};
  switch (view.tag()) {
    case parcel::OutcomeView::Tag::kRefused:
      CHECK(view.refused().reason() == "no");
      break;
    case parcel::OutcomeView::Tag::kSent:
    case parcel::OutcomeView::Tag::kOther:
      FAIL("expected refused");
  }
  const Value toy = json(R"({"type":"toy","minAge":3})");
  const parcel::ContentView other{toy};
  CHECK(other.tag() == parcel::ContentView::Tag::kOther);
  CHECK(other.tag_text() == "toy");
  CHECK(gift::ContentToyView(other.raw()).min_age() == 3);
  const parcel::Content passed{toy};
  CHECK(passed.to_value() == toy);
}

TEST_CASE("generated: a contract uses the types of another one") {
  const Contracts contracts;
  const gift::Gift made{.parcel = example(), .card = "for you", .occasion = "birthday"};
  const Value value = made.to_value();
  CHECK(contracts.faults("gift@0", "Gift", value).empty());
  const gift::GiftGivenEventView view{value};
  CHECK(view.parcel().to().zip() == "12345");
  CHECK(view.occasion() == gift::GiftOccasion::kBirthday);
  CHECK(std::is_same_v<gift::GiftGivenEvent, gift::Gift>);
}

TEST_CASE("generated: enums have a text each, both ways") {
  CHECK(parcel::to_text(parcel::Speed::kNextDay) == "next-day");
  CHECK(parcel::speed_from_text("slow") == parcel::Speed::kSlow);
  CHECK_FALSE(parcel::speed_from_text("fast").has_value());
  CHECK(parcel::colour_from_text("green") == parcel::Colour::kGreen);
  CHECK(parcel::colour_from_text("mauve") == parcel::Colour::kOther);
}

TEST_CASE("generated: ids are distinct types") {
  CHECK_FALSE(std::is_convertible_v<ParcelId, TrackingId>);
  CHECK_FALSE(std::is_convertible_v<ParcelIdView, TrackingIdView>);
  CHECK_FALSE(std::is_constructible_v<TrackingIdView, ParcelIdView>);
  CHECK_FALSE(std::is_convertible_v<std::string_view, ParcelIdView>);
  std::unordered_map<ParcelId, int> table;
  table[ParcelId("a")] = 1;
  CHECK(table.at(ParcelIdView("a")) == 1);
  CHECK(ParcelId("a") < ParcelId("b"));
}

TEST_CASE("generated: ordinals, names, bands and codes are constants") {
  static_assert(parcel::ParcelService::kSend == 0);
  static_assert(parcel::ParcelService::kTrack == 1);
  static_assert(parcel::ParcelService::kMethodCount == 3);
  static_assert(parcel::ParcelService::kInterface == "parcel-service@0");
  static_assert(parcel::events::kParcelSentAdmit == "parcel/sent/admit");
  static_assert(parcel::bands::parcel_pack::kAudit == -2000);
  static_assert(parcel::durable::kParcelLost == "parcel/lost");
  static_assert(parcel::families::kCarrier == "carrier");
  static_assert(parcel::errors::kNoSuchStreet == "NO_SUCH_STREET");
  static_assert(parcel::kContract == "parcel@0");
  static_assert(parcel::ContentLetterView::kType == "letter");
  CHECK(parcel::keys::kStreetName.name() == "streetName");
  CHECK(parcel::keys::kStreetName.key().raw() == keel::Key("streetName").raw());
}
