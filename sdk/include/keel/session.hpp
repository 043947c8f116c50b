// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "keel/abi.h"
#include "keel/call.hpp"
#include "keel/context.hpp"
#include "keel/detail/outcome_awaiter.hpp"
#include "keel/error.hpp"
#include "keel/ref.hpp"
#include "keel/tables.hpp"
#include "keel/value.hpp"

namespace keel {

/// One event to append to a session.
///
///   keel::SessionEvent event("tool/result", data);
///   event.append_to_surface().sources({call_seq});
///   keel::Value stored = keel::must(session.append(event));
class SessionEvent {
 public:
  SessionEvent(std::string_view type, Value data) : data_(std::move(data)) {
    raw_.size = sizeof raw_;
    raw_.type = detail::to_str(type);
    raw_.data = data_.raw();
  }
  SessionEvent(const SessionEvent&) = delete;
  SessionEvent& operator=(const SessionEvent&) = delete;

  /// A reader that does not know the type may skip it.
  SessionEvent& ignorable() { return flag(KEEL_APPEND_IGNORABLE); }
  /// Between turns; the type's contract says `standalone`.
  SessionEvent& out_of_band() { return flag(KEEL_APPEND_OUT_OF_BAND); }
  /// Inside a publication of the same session: queue it right behind. append() then gives an absent
  /// value.
  SessionEvent& later() { return flag(KEEL_APPEND_LATER); }

  /// Joins the surface at its end. Otherwise the event is in the log only.
  SessionEvent& append_to_surface() {
    raw_.surface = KEEL_SURFACE_APPEND;
    return *this;
  }
  /// Replaces the surface nodes `start` to `end`, both inclusive.
  SessionEvent& replace_surface(std::int64_t start, std::int64_t end) {
    raw_.surface = KEEL_SURFACE_REPLACE;
    raw_.surface_start = start;
    raw_.surface_end = end;
    return *this;
  }
  /// sourceEventSeqs; an empty list is recorded too.
  SessionEvent& sources(std::vector<std::int64_t> seqs) {
    sources_ = std::move(seqs);
    raw_.has_sources = 1;
    raw_.sources = sources_.data();
    raw_.source_count = sources_.size();
    return *this;
  }
  /// The maintenance lease for a replace between turns.
  SessionEvent& authority(RefView lease) {
    raw_.authority = lease.raw();
    return *this;
  }

  const keel_append& raw() const { return raw_; }

 private:
  SessionEvent& flag(std::uint32_t flag) {
    raw_.flags |= flag;
    return *this;
  }

  Value data_;
  std::vector<std::int64_t> sources_;
  keel_append raw_{};
};

namespace detail {

class SessionReadBegin {
 public:
  SessionReadBegin(keel_ctx ctx, const keel_call* parent, keel_ref session, std::int64_t from,
                   std::int64_t count)
      : ctx_(ctx), parent_(parent), session_(session), from_(from), count_(count) {}

  std::int32_t operator()(keel_msg* out, keel_done done, void* user, keel_pending* pending) const {
    return session_api().read(ctx_, parent_, session_, from_, count_, out, done, user, pending);
  }

 private:
  keel_ctx ctx_;
  const keel_call* parent_;
  keel_ref session_;
  std::int64_t from_;
  std::int64_t count_;
};

}  // namespace detail

/// A live session: its log and what is derived from it. Creating, loading and forking are methods
/// of the service kernel/sessions. Move only. Kernel thread.
class Session {
 public:
  /// The live session of that id. Error KEEL_UNAVAILABLE when there is none.
  static Expected<Session> find(const Context& context, std::string_view id) {
    keel_ref found{0};
    const std::int32_t status =
        detail::session_api().find(context.raw(), detail::to_str(id), &found);
    if (status == KEEL_OK) return Session(Ref::take(context.raw(), found));
    return tl::make_unexpected(Error::from_outcome(status, {}));
  }
  /// From a reference that an outcome carried.
  explicit Session(Ref session) : ref_(std::move(session)) {}

  /// Validates, commits, publishes; gives the stored event. Error KEEL_BUSY inside a publication of
  /// the same session (use later()); KEEL_REFUSED with a code of the session contract otherwise.
  /// Never waits for a disk.
  Expected<Value> append(const SessionEvent& event) {
    keel_value stored{0, 0};
    keel_value why{0, 0};
    const std::int32_t status =
        detail::session_api().append(ref_.ctx(), ref_.raw(), &event.raw(), &stored, &why);
    const Value result = Value::take(stored);
    Expected<void> checked = detail::checked(status, why);
    if (!checked) return tl::make_unexpected(std::move(checked.error()));
    return result;
  }

  /// Number of the next event; -1 when the session is gone.
  std::int64_t next_seq() const { return detail::session_api().seq(ref_.ctx(), ref_.raw()); }

  /// Snapshots. header: SessionHeader. tail: the events since the last turn/start. surface: {nodes,
  /// replaceGeneration}. messages: the derived history. request_header, request_context: the
  /// latest, or absent.
  Expected<Value> header() const { return read_value(detail::session_api().header); }
  Expected<Value> tail() const { return read_value(detail::session_api().tail); }
  Expected<Value> surface() const { return read_value(detail::session_api().surface); }
  Expected<Value> messages() const { return read_value(detail::session_api().messages); }
  Expected<Value> request_header() const {
    return read_value(detail::session_api().request_header);
  }
  Expected<Value> request_context() const {
    return read_value(detail::session_api().request_context);
  }
  /// The message that one event projects to; absent when it projects to none.
  Expected<Value> event_message(ValueView event) const {
    keel_value out{0, 0};
    const std::int32_t status =
        detail::session_api().event_message(ref_.ctx(), ref_.raw(), event.raw(), &out);
    if (status == KEEL_OK) return Value::take(out);
    return tl::make_unexpected(Error::from_outcome(status, {}));
  }

  /// co_await: Expected<Message> whose value is an array of `count` events from `from` on; pages
  /// from the store. Await it at once.
  auto read(std::int64_t from, std::int64_t count) const {
    return detail::OutcomeAwaiter(
        ref_.ctx(), detail::SessionReadBegin(ref_.ctx(), nullptr, ref_.raw(), from, count));
  }
  auto read(const Call& call, std::int64_t from, std::int64_t count) const {
    return detail::OutcomeAwaiter(
        ref_.ctx(), detail::SessionReadBegin(ref_.ctx(), call.raw(), ref_.raw(), from, count));
  }

  const Ref& ref() const { return ref_; }

 private:
  using Read = std::int32_t (*)(keel_ctx, keel_ref, keel_value*);

  Expected<Value> read_value(Read function) const {
    keel_value out{0, 0};
    const std::int32_t status = function(ref_.ctx(), ref_.raw(), &out);
    if (status == KEEL_OK) return Value::take(out);
    return tl::make_unexpected(Error::from_outcome(status, {}));
  }

  Ref ref_;
};

}  // namespace keel
