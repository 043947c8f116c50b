// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>

#include "core/value/virtual_object.hpp"
#include "keel/value.hpp"
#include "session/log/core_type.hpp"
#include "session/log/key_order.hpp"
#include "session/log/source_list.hpp"
#include "session/log/surface_op.hpp"

namespace keel::session {

class EventStorage;

/// What few events have: sources, or a replace.
struct EventExtra {
  SurfaceOp surface;
  Value surface_value;
  bool has_sources = false;
  SourceList sources;
  /// The sources as an array, made by the first reader who asks: an assistant message cites each
  /// chunk of its stream, and most are never asked. Holds one count; head 0 while not made.
  mutable std::atomic<const Value*> sources_value{nullptr};

  EventExtra() = default;
  EventExtra(const EventExtra&) = delete;
  EventExtra& operator=(const EventExtra&) = delete;
  ~EventExtra() { delete sources_value.load(std::memory_order_acquire); }
};

struct EventRecord : core::value::VirtualObject {
  mutable std::atomic<std::uint32_t> count;
  KeyOrder order;
  std::int64_t seq;
  std::int64_t time;
  Value data;
  /// A string.
  Value type;
  EventExtra* extra;
  EventStorage* storage;
  /// While the record is free.
  EventRecord* next_free;
  CoreType core;
  SurfaceOp::Kind surface;
  bool ignorable;
};

}  // namespace keel::session
