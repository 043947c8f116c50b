// SPDX-License-Identifier: MIT
// What must not compile with generated headers. Read by expect_compile_errors.py; gcc and clang
// word errors differently.

// A misspelt field, when reading and when making.
// MISUSE 1: strret_name
// MISUSE 2: strret_name

// An id of one type where another is expected.
// MISUSE 3: could not convert.*IdTag|no matching function.*track
// MISUSE 4: could not convert.*IdTag|no viable conversion.*IdTag
// MISUSE 5: no match for .operator==|invalid operands

// Plain text where an id is expected.
// MISUSE 6: could not convert.*TrackingIdView|no matching function.*track

// A choice that the closed enum does not have.
// MISUSE 7: kExpress

// A required id that is left out.
// MISUSE 8: could not convert.*ParcelId|no matching constructor.*ParcelId

// A method and an event that do not exist.
// MISUSE 9: kSendAll
// MISUSE 10: kParcelGone

// A variant of another union.
// MISUSE 11: (conversion|convert).*OutcomeSent.*Content

// A closed union takes no variant of one's own.
// MISUSE 12: no matching (function|constructor).*Outcome

#include "keel/contracts/parcel.hpp"

namespace parcel = keel::contracts::parcel;
using keel::contracts::ParcelId;
using keel::contracts::ParcelIdView;
using keel::contracts::TrackingId;
using keel::contracts::TrackingIdView;

[[maybe_unused]] static void track(TrackingIdView) {}

void use(const parcel::ParcelView& view) {
  const parcel::Address address{.street_name = "Lane 1", .zip = "12345"};
  const parcel::Parcel made{
      .id = ParcelId("p"), .to = address, .speed = parcel::Speed::kSlow, .content = {}};
  const parcel::OutcomeSent sent{.tracking_id = TrackingId("t")};
  const parcel::Outcome outcome = sent;
  track(sent.tracking_id);

#if MISUSE == 1
  (void)view.to().strret_name();
#elif MISUSE == 2
  const parcel::Address other{.strret_name = "Lane 1", .zip = "12345"};
#elif MISUSE == 3
  track(view.id());
#elif MISUSE == 4
  const parcel::OutcomeSent other{.tracking_id = ParcelId("p")};
#elif MISUSE == 5
  (void)(view.id() == TrackingIdView("t"));
#elif MISUSE == 6
  track(std::string_view("t"));
#elif MISUSE == 7
  (void)parcel::Speed::kExpress;
#elif MISUSE == 8
  const parcel::Parcel other{.to = address};
#elif MISUSE == 9
  (void)parcel::ParcelService::kSendAll;
#elif MISUSE == 10
  (void)parcel::events::kParcelGone;
#elif MISUSE == 11
  const parcel::Content content = sent;
#elif MISUSE == 12
  const parcel::Outcome other{keel::Value("x")};
#endif

  (void)view;
  (void)made;
  (void)outcome;
}
