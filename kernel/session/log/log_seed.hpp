// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "keel/error.hpp"
#include "session/log/log.hpp"
#include "session/log/vocabulary.hpp"

namespace keel::session {

/// Makes the log of a session that begins with events: a stored one, a fork, an import. Events come
/// in order and are checked as an append is, except that what earlier builds wrote (old end
/// reasons, missing triggers, events between turns) stays as it is. Kernel thread.
class LogSeed {
 public:
  /// Where the events come from.
  enum class Origin {
    kText,    ///< JSON text that was parsed strictly: every value is lossless.
    kValues,  ///< Values of a caller, which may hold anything.
  };

  struct Options {
    Origin origin = Origin::kText;
    /// Refuses event types that are neither known nor ignorable. nullptr: any type.
    const Vocabulary* vocabulary = nullptr;
    /// Names the bytes in messages; may be empty.
    std::string artifact;
    /// Keep in memory only what is read synchronously: the surface and the last turn. For stored
    /// logs, whose history can be paged in.
    bool evict_history = false;
  };

  LogSeed(SessionHeader header, Log::Options log_options, Options options);

  /// The seq that the next event must have.
  std::int64_t next_seq() const { return log_->seq(); }
  const Log& log() const { return *log_; }

  /// One event, chunk, run of chunks, or storage row. An error ends the seed:
  /// SESSION_FORMAT_UNSUPPORTED for unknown types, RETIRED_EVENT, else the code of what is wrong
  /// with the event.
  std::optional<Error> add(EventFields event);
  std::optional<Error> add_chunk(const ChunkDelta& delta, std::int64_t seq, std::int64_t time);
  std::optional<Error> add_run(ChunkRun run);
  std::optional<Error> add_row(ValueView row);
  /// The first `end` events of another log, shared with it. Only at the start of a seed. `end` is
  /// at most its length. NOT_RESIDENT when a part of them was evicted.
  std::optional<Error> add_prefix(Log& source, std::int64_t end);

  /// What closes a turn that the events so far leave open; empty when none is open.
  std::vector<EventFields> closers() const;

  /// The log with session/end-seed at its end, which is added with time `now` unless it is there
  /// already.
  std::unique_ptr<Log> finish(std::int64_t now);
  /// The log as the events left it, for reading.
  std::unique_ptr<Log> finish_unmarked();

 private:
  std::optional<Error> find_fault(const EventFields& event) const;
  std::optional<Error> find_seq_fault(std::string_view type, std::int64_t seq) const;
  Error at(std::int64_t seq, Error error) const;

  void evict_now_and_then();

  std::unique_ptr<Log> log_;
  Options options_;
  std::int64_t evicted_at_ = 0;
};

}  // namespace keel::session
