// SPDX-License-Identifier: MIT
// The log of one session in memory.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "keel/error.hpp"
#include "session/log/append_request.hpp"
#include "session/log/derive.hpp"
#include "session/log/event.hpp"
#include "session/log/event_pool.hpp"
#include "session/log/relations.hpp"
#include "session/log/row_table.hpp"
#include "session/log/session_header.hpp"
#include "session/log/surface.hpp"

namespace keel::session {

/// An append-only log of typed events, and the folds over it, each kept up to date at the cost of
/// the new events. Knows no disk, bus or plugin: the store around it publishes and persists.
/// Everything that was handed out stays as it was. Kernel thread.
class Log {
 public:
  struct Options {
    /// Outlives the log. Shared by the logs of a kernel.
    EventPool* pool = nullptr;
    /// True for log-only types whose contract says `standalone: true`. May be empty: the built-in
    /// ones only.
    std::function<bool(std::string_view type)> standalone;
    /// Checked mode: turns, steps, calls and results must fit together.
    bool checked = false;
  };

  /// Blocks appends while an event of the log is being published.
  class Publication {
   public:
    explicit Publication(Log& log) : log_(&log) { log.publishing_ = true; }
    Publication(const Publication&) = delete;
    Publication& operator=(const Publication&) = delete;
    ~Publication() { log_->publishing_ = false; }

   private:
    Log* log_;
  };

  /// An empty log. `header` is valid (find_header_fault).
  Log(SessionHeader header, Options options);
  Log(const Log&) = delete;
  Log& operator=(const Log&) = delete;

  /// Validates and commits one event and gives it back; the caller publishes it. On failure the log
  /// is unchanged. KEEL_BUSY while a publication is under way; KEEL_REFUSED with INVALID_EVENT,
  /// RETIRED_EVENT, INVALID_SURFACE, OUTSIDE_TURN, NOT_STANDALONE or, in checked mode,
  /// INVALID_ORDER.
  Expected<Event> append(const AppendRequest& request);

  const SessionHeader& header() const { return header_; }
  /// The header as a value, made once.
  const Value& header_object() const { return header_object_; }

  /// The next event's seq, that is, the length of the log.
  std::int64_t seq() const { return next_seq_; }
  /// First event that this process appended; all before it came with the seed.
  std::int64_t first_live_seq() const { return first_live_seq_; }
  /// Time of the last event, 0 for an empty log.
  std::int64_t last_time() const { return last_time_; }
  /// A turn has started and not ended.
  bool turn_open() const { return !turn_marks_.empty() && turn_marks_.back().starts; }
  /// Seq of the turn/start whose turn is open after the first `length` events; nothing between
  /// turns.
  std::optional<std::int64_t> open_turn_at(std::int64_t length) const;
  /// The agent preset in force after the first `length` events; absent when there is none.
  std::optional<std::string> agent_preset_at(std::int64_t length) const;
  /// Seq of the last turn/start, or 0.
  std::int64_t tail_start() const;

  /// The event at `seq`; empty outside the log and for what is not resident.
  Event event(std::int64_t seq) const { return rows_.find(seq, *pool_); }
  /// Up to `count` events from `from` on, as far as the log goes. NOT_RESIDENT when a part was
  /// evicted.
  Expected<std::vector<Event>> read(std::int64_t from, std::int64_t count) const;
  /// The events since the last turn/start, that event included; all when no turn was ever opened.
  std::vector<Event> tail() const;
  /// The same as an array of event objects.
  Value tail_value() const;

  const Surface& surface() const { return surface_; }
  /// {nodes, replaceGeneration}, made anew when it has changed.
  Value surface_value() const;
  /// The derived history as an array of messages.
  Value messages() const;
  /// The message that an event of this log stands for; absent when there is none or `event` is no
  /// event.
  Value event_message(ValueView event) const;
  /// The latest request header in canonical form, and the latest request context; absent when none.
  Value request_header() const;
  Value request_context() const;

  /// Storage rows of [from, end): events as objects, runs of at least three chunks packed when
  /// `packed`. NOT_RESIDENT when a part was evicted.
  Expected<std::vector<Value>> storage_rows(std::int64_t from, std::int64_t end, bool packed) const;
  /// Walks [from, end) without making records; see RowTable::walk.
  template <typename OnEvent, typename OnRun>
  void walk(std::int64_t from, std::int64_t end, OnEvent&& on_event, OnRun&& on_run) const {
    rows_.walk(from, end, std::forward<OnEvent>(on_event), std::forward<OnRun>(on_run));
  }
  bool resident(std::int64_t from, std::int64_t end) const { return rows_.covers(from, end); }

  /// Forgets what nobody reads synchronously: log-only events below `stored` and before the last
  /// turn. The caller vouches that a store holds everything below `stored`.
  void evict(std::int64_t stored);

  /// Bytes behind the log, without the data of resident events.
  std::size_t memory() const { return sizeof(*this) + rows_.memory(); }

 private:
  friend class LogSeed;

  /// A turn/start or turn/end.
  struct TurnMark {
    std::int64_t seq;
    bool starts;
  };

  Expected<EventFields> draft(const AppendRequest& request) const;
  std::optional<Error> find_place_fault(const AppendRequest& request, CoreType core) const;
  bool stands_alone(std::string_view type, CoreType core) const;
  Expected<Event> append_chunk(const AppendRequest& request, const ChunkDelta& delta);
  /// Checked mode: what does not fit the events before. Seeds are followed and never judged.
  std::optional<Error> find_order_fault(const EventFields& fields) const;
  /// Checks the surface; then commits. `delta` when the event joins a run.
  Expected<Event> commit(EventFields fields, const ChunkDelta* delta);
  /// Makes room, so that commit cannot fail half-way.
  void reserve_for(const EventFields& fields);
  void follow(const Event& event);
  Surface::Lookup lookup() const;

  SessionHeader header_;
  Value header_object_;
  EventPool* pool_;
  std::function<bool(std::string_view)> standalone_;
  RowTable rows_;
  Surface surface_;
  mutable DerivedHistory history_;
  mutable Value surface_object_;
  mutable Value canonical_header_;
  Event request_header_;
  Event request_context_;
  std::vector<TurnMark> turn_marks_;
  /// The agent-preset/selected events: a fork asks which was in force.
  std::vector<Event> presets_;
  /// Only in checked mode.
  std::unique_ptr<Relations> relations_;
  std::int64_t next_seq_ = 0;
  std::int64_t first_live_seq_ = 0;
  std::int64_t last_time_ = 0;
  bool publishing_ = false;
};

}  // namespace keel::session
