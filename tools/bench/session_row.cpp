// SPDX-License-Identifier: MIT
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "allocations.hpp"
#include "bench_host.hpp"
#include "boost_baseline.hpp"
#include "keel/contracts/session.hpp"
#include "keel/lazy_key.hpp"
#include "keel/session.hpp"
#include "rounds.hpp"
#include "rows.hpp"

namespace keel::bench {

namespace {

using Service = contracts::session::Sessions;

constexpr std::size_t kChunks = 2000;
constexpr std::uint32_t kAdd = 0;
constexpr std::uint32_t kSum = 1;

inline constinit LazyKey kTurn{"turn"};
inline constinit LazyKey kStep{"step"};
inline constinit LazyKey kChunk{"chunk"};
inline constinit LazyKey kType{"type"};
inline constinit LazyKey kIndex{"index"};
inline constinit LazyKey kText{"text"};

/// What the agent loop makes of each delta of a model.
Value chunk_data(std::int64_t step, std::string_view text) {
  Builder builder;
  builder.begin_object();
  builder.member(kTurn.key(), 1);
  builder.member(kStep.key(), step);
  builder.name(kChunk.key()).begin_object();
  builder.member(kType.key(), "text-delta");
  builder.member(kIndex.key(), 0);
  builder.member(kText.key(), text);
  builder.end().end();
  return builder.finish_or_absent();
}

/// A live session with one listener of another library, and a turn that goes on and on.
class SessionSubject {
 public:
  SessionSubject() : host_("[[row]]\nid = \"one\"\nplugin = \"bench/one\"\n"), session_(create()) {
    host_.call("bench/one", kAdd, object({{"event", "session/event"}, {"kind", "session"}}));
    append("turn/start", object({{"turn", 1}}));
    append("step/start", object({{"turn", 1}, {"step", 1}}));
    for (std::size_t i = 0; i < kChunks; ++i) {
      texts_.push_back("w" + std::to_string(i) + (i % 16 == 15 ? "\n" : " "));
    }
  }

  /// The end of a step and the chunks of another one.
  void run_step() {
    append("step/end", object({{"turn", 1}, {"step", step_}}));
    append("step/start", object({{"turn", 1}, {"step", ++step_}}));
    for (const std::string& text : texts_) append("assistant/chunk", chunk_data(step_, text));
  }

  /// Allocations of each of a step's appends, with the making of what is appended.
  std::vector<double> count_allocations() {
    std::vector<double> counts;
    for (const std::string& text : texts_) {
      const std::uint64_t before = allocations();
      append("assistant/chunk", chunk_data(step_, text));
      counts.push_back(static_cast<double>(allocations() - before));
    }
    return counts;
  }

  /// The same events as text.
  std::vector<std::string> lines() {
    std::vector<std::string> result;
    std::int64_t seq = session_.next_seq();
    for (const std::string& text : texts_) {
      result.push_back(to_json(object({{"type", "assistant/chunk"},
                                       {"seq", seq++},
                                       {"time", Context::wall_ms()},
                                       {"data", chunk_data(step_, text)}})));
    }
    return result;
  }

  std::uint64_t sum() {
    return static_cast<std::uint64_t>(host_.call("bench/one", kSum)["sum"].integer_or(0));
  }

 private:
  Session create() {
    const Value meta = object({{"cwd", host_.folder().string()}});
    Message made = host_.call("kernel/sessions", Service::kCreate,
                              object({{"id", "session-bench"}, {"meta", meta}}));
    return Session(made.take_ref(0));
  }

  void append(std::string_view type, Value data) {
    SessionEvent event(type, std::move(data));
    const auto stored = session_.append(event);
    if (!stored) throw std::runtime_error(stored.error().message);
  }

  BenchHost host_;
  Session session_;
  std::int64_t step_ = 1;
  std::vector<std::string> texts_;
};

Figure append_figure(const Options& options, SessionSubject& subject) {
  const std::vector<std::string> lines = subject.lines();
  BoostBaseline baseline;
  std::uint64_t parsed = 0;
  const std::uint64_t before = subject.sum();
  const Paired paired = interleave(
      options.rounds, static_cast<double>(kChunks), [&] { subject.run_step(); },
      [&] {
        for (const std::string& line : lines) parsed += baseline.read(line, "seq", "type");
      });
  Figure figure;
  figure.work = "append of a chunk, 1 listener";
  figure.unit = "us";
  figure.subject = median_interval(scaled(paired.subject.cpu_ns, 1e-3));
  figure.baseline = median_interval(scaled(paired.baseline.cpu_ns, 1e-3));
  figure.measure = "each";
  figure.measure_unit = "us";
  figure.measured = *figure.subject;
  figure.budget = 1.5;
  if (!paired.subject.instructions.empty()) {
    figure.instructions = median_interval(paired.subject.instructions).value;
  }
  figure.checksum = subject.sum() - before + parsed;
  return figure;
}

Figure allocation_figure(SessionSubject& subject) {
  const std::vector<double> counts = subject.count_allocations();
  double total = 0;
  for (const double count : counts) total += count;
  Figure figure;
  figure.work = "the same, allocations";
  figure.measure = "each";
  figure.measured = median_interval(counts);
  figure.subject = figure.measured;
  figure.budget = 1;
  figure.checksum = static_cast<std::uint64_t>(total);
  figure.note = std::to_string(static_cast<std::uint64_t>(total)) + " in " +
                std::to_string(counts.size()) + " appends, with the making of the data";
  return figure;
}

}  // namespace

RowResult measure_session(const Options& options) {
  SessionSubject subject;
  RowResult result;
  result.figures.push_back(append_figure(options, subject));
  if (counts_allocations()) result.figures.push_back(allocation_figure(subject));
  return result;
}

}  // namespace keel::bench
