// SPDX-License-Identifier: MIT
#include "session/log/log_seed.hpp"

#include <utility>
#include <vector>

#include "session/log/data_fault.hpp"
#include "session/log/envelope.hpp"
#include "session/log/fault.hpp"
#include "session/log/packed_rows.hpp"
#include "session/log/repair.hpp"
#include "session/log/safe_integer.hpp"
#include "session/log/shape.hpp"

namespace keel::session {

LogSeed::LogSeed(SessionHeader header, Log::Options log_options, Options options)
    : log_(std::make_unique<Log>(std::move(header), std::move(log_options))),
      options_(std::move(options)) {}

Error LogSeed::at(std::int64_t seq, Error error) const {
  std::string place = "seq " + std::to_string(seq);
  if (!options_.artifact.empty()) place = options_.artifact + ", " + place;
  error.message = place + ": " + error.message;
  return error;
}

std::optional<Error> LogSeed::find_seq_fault(std::string_view type, std::int64_t seq) const {
  if (seq == log_->next_seq_) return std::nullopt;
  return at(log_->next_seq_,
            refused_shape(type, "seq", std::to_string(log_->next_seq_), std::to_string(seq)));
}

std::optional<Error> LogSeed::find_fault(const EventFields& event) const {
  if (auto fault = find_envelope_fault(event)) return fault;
  if (options_.vocabulary != nullptr) {
    if (auto fault = options_.vocabulary->find_fault(event.type, event.ignorable, event.seq,
                                                     options_.artifact)) {
      return fault;
    }
  }
  if (auto fault = find_depth_fault(event.type, event.data)) return fault;
  if (options_.origin == Origin::kValues) {
    if (auto fault = find_lossy_fault(event.type, event.data)) return fault;
  }
  return find_load_fault(event.core, event.type, event.data);
}

std::optional<Error> LogSeed::add(EventFields event) {
  if (auto fault = find_seq_fault(event.type, event.seq)) return fault;
  if (auto fault = find_fault(event)) return at(event.seq, std::move(*fault));
  const std::int64_t seq = event.seq;
  const bool plain =
      event.core == CoreType::kAssistantChunk && !event.ignorable &&
      (event.order == KeyOrder() || event.order == KeyOrder::standard(false, false, false));
  if (plain) {
    if (const auto delta = read_delta(event.data)) return add_chunk(*delta, seq, event.time);
  }
  // An event must not keep a whole batch or line alive.
  event.data = event.data.detached();
  auto committed = log_->commit(std::move(event), nullptr);
  if (!committed) return at(seq, std::move(committed.error()));
  if (options_.evict_history && committed->core() == CoreType::kTurnStart) evict_now_and_then();
  return std::nullopt;
}

/// Each eviction looks at the whole surface, so they must not come with each turn.
void LogSeed::evict_now_and_then() {
  constexpr std::int64_t kInterval = 4096;
  const auto nodes = static_cast<std::int64_t>(log_->surface_.nodes().size());
  if (log_->next_seq_ - evicted_at_ < kInterval + nodes) return;
  log_->evict(log_->next_seq_);
  evicted_at_ = log_->next_seq_;
}

std::optional<Error> LogSeed::add_chunk(const ChunkDelta& delta, std::int64_t seq,
                                        std::int64_t time) {
  if (auto fault = find_seq_fault("assistant/chunk", seq)) return fault;
  log_->rows_.push_chunk(delta, seq, time);
  log_->last_time_ = time;
  ++log_->next_seq_;
  return std::nullopt;
}

std::optional<Error> LogSeed::add_run(ChunkRun run) {
  if (auto fault = find_seq_fault("assistant/chunk", run.first_seq())) return fault;
  log_->last_time_ = run.last_time();
  log_->next_seq_ = run.end_seq();
  log_->rows_.push_run(std::move(run));
  return std::nullopt;
}

std::optional<Error> LogSeed::add_row(ValueView row) {
  auto run = unpack_row(row);
  if (!run) return at(next_seq(), std::move(run.error()));
  if (*run) return add_run(std::move(**run));
  auto event = parse_event(row);
  if (!event) return at(next_seq(), std::move(event.error()));
  return add(std::move(*event));
}

std::optional<Error> LogSeed::add_prefix(Log& source, std::int64_t end) {
  if (!source.resident(0, end)) {
    return refused(fault::kNotResident, "the history of session " + in_quotes(source.header().id) +
                                            " is not in memory up to seq " +
                                            std::to_string(end - 1));
  }
  source.rows_.seal();
  log_->rows_ = source.rows_.prefix(end);
  log_->next_seq_ = end;
  // The folds are made from the shared rows; nothing of them needs checking again.
  log_->rows_.walk(
      0, end,
      [this](const Event& event) {
        EventFields node;
        node.core = event.core();
        node.seq = event.seq();
        node.surface = event.surface();
        if (event.sources() != nullptr) node.sources = *event.sources();
        node.data = Value::share(event.data());
        const auto change = log_->surface_.check(node, log_->lookup());
        if (change) log_->surface_.commit(*change);
        if (log_->relations_) log_->relations_->follow(node);
        log_->follow(event);
        log_->last_time_ = event.time();
      },
      [this](const RowTable::RunPart& part) { log_->last_time_ = part.run->last_time(); });
  return std::nullopt;
}

std::vector<EventFields> LogSeed::closers() const {
  std::vector<Event> records;
  log_->walk(
      log_->tail_start(), log_->seq(), [&records](const Event& event) { records.push_back(event); },
      [](const RowTable::RunPart&) {});
  return interrupted_turn_closers(records, log_->seq(), log_->last_time());
}

std::unique_ptr<Log> LogSeed::finish_unmarked() {
  if (options_.evict_history) log_->evict(log_->next_seq_);
  log_->rows_.seal();
  log_->first_live_seq_ = log_->next_seq_;
  return std::move(log_);
}

std::unique_ptr<Log> LogSeed::finish(std::int64_t now) {
  const Event last = log_->next_seq_ > 0 ? log_->event(log_->next_seq_ - 1) : Event();
  if (!last || last.core() != CoreType::kEndSeed) {
    EventFields marker;
    marker.type = "session/end-seed";
    marker.core = CoreType::kEndSeed;
    marker.seq = log_->next_seq_;
    marker.time = now;
    marker.data = object({});
    // A marker joins no surface and is bound by no relation: committing it cannot be refused.
    static_cast<void>(log_->commit(std::move(marker), nullptr));
  }
  return finish_unmarked();
}

}  // namespace keel::session
