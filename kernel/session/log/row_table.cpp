// SPDX-License-Identifier: MIT
#include "session/log/row_table.hpp"

#include <utility>

namespace keel::session {

void RowTable::reserve_one() {
  constexpr std::size_t kFirstRows = 16;
  if (rows_.size() == rows_.capacity()) rows_.reserve(std::max(kFirstRows, 2 * rows_.size()));
}

void RowTable::push(Event event) {
  reserve_one();
  seal();
  const std::int64_t seq = event.seq();
  rows_.push_back({seq, std::move(event), nullptr});
}

ChunkRun* RowTable::open_run() { return open_ ? rows_.back().run.get() : nullptr; }

void RowTable::push_chunk(const ChunkDelta& delta, std::int64_t seq, std::int64_t time) {
  ChunkRun* run = open_run();
  if (run != nullptr && !run->full() && run->fits(delta, seq, time)) {
    run->push(time, delta.text);
    return;
  }
  reserve_one();
  auto fresh = std::make_shared<ChunkRun>(delta, seq);
  fresh->push(time, delta.text);
  seal();
  rows_.push_back({seq, Event(), std::move(fresh)});
  open_ = true;
}

void RowTable::push_run(ChunkRun run) {
  reserve_one();
  seal();
  const std::int64_t first = run.first_seq();
  rows_.push_back({first, Event(), std::make_shared<ChunkRun>(std::move(run))});
}

void RowTable::seal() {
  if (ChunkRun* run = open_run()) run->shrink();
  open_ = false;
}

std::size_t RowTable::first_row(std::int64_t seq) const {
  const auto after = std::upper_bound(rows_.begin(), rows_.end(), seq,
                                      [](std::int64_t s, const Row& row) { return s < row.first; });
  if (after == rows_.begin()) return 0;
  const auto before = after - 1;
  const auto found = seq < before->end() ? before : after;
  return static_cast<std::size_t>(found - rows_.begin());
}

Event RowTable::find(std::int64_t seq, EventPool& pool) const {
  const std::size_t at = first_row(seq);
  if (at == rows_.size() || seq < rows_[at].first) return {};
  const Row& row = rows_[at];
  if (row.event) return row.event;
  return make_chunk_event(pool, *row.run, row.run->at(static_cast<std::size_t>(seq - row.first)));
}

bool RowTable::has(std::int64_t seq) const {
  const std::size_t at = first_row(seq);
  return at < rows_.size() && seq >= rows_[at].first;
}

bool RowTable::covers(std::int64_t from, std::int64_t end) const {
  std::int64_t next = from;
  for (std::size_t i = first_row(from); next < end; ++i) {
    if (i == rows_.size() || rows_[i].first > next) return false;
    next = rows_[i].end();
  }
  return true;
}

void RowTable::evict(std::int64_t limit, const std::function<bool(std::int64_t seq)>& keep) {
  seal();
  const auto last = rows_.begin() + static_cast<std::ptrdiff_t>(first_row(limit));
  const auto kept = std::remove_if(rows_.begin(), last,
                                   [&keep](const Row& row) { return row.run || !keep(row.first); });
  rows_.erase(kept, last);
  rows_.shrink_to_fit();
}

RowTable RowTable::prefix(std::int64_t end) const {
  RowTable result;
  for (const Row& row : rows_) {
    if (row.first >= end) break;
    if (row.end() <= end) {
      result.rows_.push_back(row);
      continue;
    }
    result.push_run(row.run->slice(0, static_cast<std::size_t>(end - row.first)));
  }
  return result;
}

std::size_t RowTable::memory() const {
  std::size_t bytes = rows_.capacity() * sizeof(Row);
  for (const Row& row : rows_) {
    if (row.run) bytes += row.run->memory();
  }
  return bytes;
}

Event make_chunk_event(EventPool& pool, const ChunkRun& run, const ChunkRun::Member& member) {
  EventFields fields;
  fields.type = "assistant/chunk";
  fields.core = CoreType::kAssistantChunk;
  fields.seq = member.seq;
  fields.time = member.time;
  fields.data = delta_data(run.delta(member));
  return pool.make(std::move(fields));
}

}  // namespace keel::session
