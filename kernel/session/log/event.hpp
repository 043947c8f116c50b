// SPDX-License-Identifier: MIT
// One event of a log: a compact record that reads as a JSON object.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "keel/value.hpp"
#include "session/log/core_type.hpp"
#include "session/log/key_order.hpp"
#include "session/log/source_list.hpp"
#include "session/log/surface_op.hpp"

namespace keel::session {

struct EventRecord;

/// An owner of one immutable event. One pointer; copying counts. Views that it returns live as long
/// as any owner of the event. Any thread. A default-made one is empty and only `operator bool` may
/// be asked.
class Event {
 public:
  Event() = default;
  Event(const Event& other);
  Event(Event&& other) noexcept : record_(std::exchange(other.record_, nullptr)) {}
  Event& operator=(const Event& other);
  Event& operator=(Event&& other) noexcept {
    std::swap(record_, other.record_);
    return *this;
  }
  ~Event();

  explicit operator bool() const { return record_ != nullptr; }

  std::string_view type() const;
  CoreType core() const;
  std::int64_t seq() const;
  /// Milliseconds since 1970; may go backwards from one event to the next.
  std::int64_t time() const;
  ValueView data() const;
  bool ignorable() const;
  SurfaceOp surface() const;
  /// nullptr when the event has no sourceEventSeqs.
  const SourceList* sources() const;
  KeyOrder order() const;

  /// The event as the object {type, seq, time, data, ignorable?, sourceEventSeqs?, surfaceOp?}, in
  /// the key order it was stored with. Copies nothing.
  Value value() const;
  /// Appends the event as one line of compact JSON, without the line feed.
  void print(std::string& out) const;

  /// The event behind a value that value() made; empty for every other value.
  static Event from_value(ValueView value);

  friend bool operator==(const Event& a, const Event& b) { return a.record_ == b.record_; }

 private:
  friend class EventPool;
  explicit Event(EventRecord* adopted) : record_(adopted) {}

  EventRecord* record_ = nullptr;
};

}  // namespace keel::session
