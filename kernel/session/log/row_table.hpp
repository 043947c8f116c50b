// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "session/log/chunk_run.hpp"
#include "session/log/event.hpp"
#include "session/log/event_pool.hpp"

namespace keel::session {

/// The events of a log in memory: records, and packed runs of chunks whose records are made when
/// somebody asks. Seqs grow from row to row; parts may have been evicted. Kernel thread.
class RowTable {
 public:
  /// Part of a run: `count` members from `first` on.
  struct RunPart {
    const ChunkRun* run;
    std::size_t first;
    std::size_t count;
  };

  /// Makes room for one more row, so that the next push of an event cannot fail.
  void reserve_one();
  void push(Event event);
  /// Adds a chunk to the last run, or starts a run with it. All or nothing.
  void push_chunk(const ChunkDelta& delta, std::int64_t seq, std::int64_t time);
  void push_run(ChunkRun run);
  /// Adds nothing more to the last run: it may be shared from now on.
  void seal();

  /// The event at `seq`; made from its run if need be. Empty when it is not here.
  Event find(std::int64_t seq, EventPool& pool) const;
  bool has(std::int64_t seq) const;
  /// True when every seq of [from, end) is here.
  bool covers(std::int64_t from, std::int64_t end) const;

  /// Walks [from, end) in order: on_event(const Event&) for records, on_run(const RunPart&) for
  /// runs. Seqs that are not here are passed over.
  template <typename OnEvent, typename OnRun>
  void walk(std::int64_t from, std::int64_t end, OnEvent&& on_event, OnRun&& on_run) const {
    for (std::size_t i = first_row(from); i < rows_.size() && rows_[i].first < end; ++i) {
      const Row& row = rows_[i];
      if (row.event) {
        on_event(row.event);
        continue;
      }
      const std::int64_t begin = std::max(from, row.first);
      const std::int64_t stop = std::min(end, row.run->end_seq());
      on_run(RunPart{row.run.get(), static_cast<std::size_t>(begin - row.first),
                     static_cast<std::size_t>(stop - begin)});
    }
  }

  /// Forgets whole rows that end at or before `limit`, save the events that `keep` names.
  void evict(std::int64_t limit, const std::function<bool(std::int64_t seq)>& keep);
  /// The rows of [0, end), sharing what is not cut. seal() first.
  RowTable prefix(std::int64_t end) const;

  /// Bytes of memory behind rows and runs; the data of events is not counted.
  std::size_t memory() const;

 private:
  struct Row {
    std::int64_t first;
    Event event;
    /// Shared between a log and its forks.
    std::shared_ptr<ChunkRun> run;

    std::int64_t end() const { return run ? run->end_seq() : first + 1; }
  };

  /// The row that holds `seq`, or the first one after it.
  std::size_t first_row(std::int64_t seq) const;
  ChunkRun* open_run();

  std::vector<Row> rows_;
  bool open_ = false;
};

/// The record of one chunk of a run.
Event make_chunk_event(EventPool& pool, const ChunkRun& run, const ChunkRun::Member& member);

}  // namespace keel::session
