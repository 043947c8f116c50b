// SPDX-License-Identifier: MIT
#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bench_host.hpp"
#include "boost_baseline.hpp"
#include "keel/contracts/session.hpp"
#include "rounds.hpp"
#include "rows.hpp"
#include "sample_log.hpp"
#include "session/jsonl/row_text.hpp"
#include "session/jsonl/seed_sink.hpp"
#include "session/jsonl/session_file.hpp"
#include "session/log/vocabulary.hpp"

namespace keel::bench {

namespace {

namespace jsonl = session::jsonl;
using Service = contracts::session::Sessions;

constexpr std::int64_t kEvents = 100'000;
constexpr std::int64_t kReadEach = 1000;
/// Events in one write, as the store batches them: a frame each.
constexpr std::int64_t kBatch = 256;

constexpr std::string_view kDeployment = R"(
[[row]]
id = "store"
plugin = "session/jsonl"
config = { root = { "$home" = "sessions" } }
)";

/// One way in which the session lies on the disk.
struct Stored {
  const char* id;
  const char* work;
  jsonl::Encoding encoding;
  bool packed;
  double budget;
};

constexpr std::array<Stored, 2> kStored = {
    {{"session-packed", "packed, zstd", jsonl::Encoding::kZstd, true, 0.4},
     {"session-plain", "unpacked, plain", jsonl::Encoding::kPlain, false, 1.2}}};

template <typename T>
T or_throw(Expected<T> expected) {
  if (!expected) throw std::runtime_error(expected.error().message);
  return std::move(*expected);
}

/// What is read of each thousandth event.
std::uint64_t read_event(const session::Event& event) {
  return static_cast<std::uint64_t>(event.seq()) + event.type().size();
}

class LoadRow {
 public:
  explicit LoadRow(const Options& options)
      : options_(options),
        host_(kDeployment),
        root_(host_.folder() / "home/sessions"),
        cwd_((host_.folder() / "work").string()),
        events_(options.is_short() ? kEvents / 100 : kEvents) {}

  RowResult measure() {
    for (const Stored& stored : kStored) write(stored);
    RowResult result;
    for (const Stored& stored : kStored) {
      result.figures.push_back(measure_service(stored));
      result.figures.push_back(measure_reader(stored));
    }
    return result;
  }

 private:
  void write(const Stored& stored) {
    const SampleLog sample(stored.id, cwd_, events_);
    const session::Log& log = sample.log();
    const std::filesystem::path folder = or_throw(jsonl::session_folder(root_, log.header()));
    jsonl::SessionFile file =
        or_throw(jsonl::SessionFile::create(folder, stored.encoding, log.header(), {}));
    for (std::int64_t from = 0; from < log.seq(); from += kBatch) {
      std::string text;
      const std::int64_t end = std::min(from + kBatch, log.seq());
      jsonl::append_log_text(text, log, from, end, stored.packed);
      if (auto fault = file.append(text)) throw std::runtime_error(fault->message);
    }
    if (!lines_.empty()) return;
    std::string text;
    jsonl::append_log_text(text, log, 0, log.seq(), false);
    for (std::size_t begin = 0; begin < text.size();) {
      const std::size_t end = text.find('\n', begin);
      lines_.push_back(text.substr(begin, end - begin));
      begin = end + 1;
    }
  }

  void parse_lines() {
    for (const std::string& line : lines_) checksum_ += baseline_.read(line, "seq", "type");
  }

  /// From the file to a session that somebody can append to, through the service.
  Figure measure_service(const Stored& stored) {
    const auto load = [&] {
      Message loaded =
          host_.call("kernel/sessions", Service::kLoad, object({{"session_id", stored.id}}));
      const Ref session = loaded.take_ref(0);
      core::Kernel* kernel = nullptr;
      const session::LiveSession* live =
          session::Sessions::find(host_.context().raw(), session.raw(), &kernel, nullptr);
      read_log(*live->log);
    };
    return figure(std::string(stored.work) + ", kernel/sessions", load, stored.budget);
  }

  /// The reader of session/jsonl alone, into a log.
  Figure measure_reader(const Stored& stored) {
    const SampleLog empty(stored.id, cwd_, 0);
    const auto at = or_throw(jsonl::session_folder(root_, empty.log().header()));
    const session::Vocabulary known([](std::string_view) { return false; });
    const auto load = [&, at] {
      session::EventPool pool;
      session::Log::Options log_options;
      log_options.pool = &pool;
      session::LogSeed::Options seed_options;
      seed_options.vocabulary = &known;
      jsonl::SeedSink sink(std::move(log_options), seed_options);
      jsonl::SessionFile file = or_throw(jsonl::SessionFile::open(at, stored.encoding));
      or_throw(file.read(sink));
      read_log(*sink.seed().finish(1'800'000'000'000));
    };
    return figure(std::string(stored.work) + ", file to log", load, std::nullopt);
  }

  void read_log(const session::Log& log) {
    for (std::int64_t seq = 0; seq < events_; seq += kReadEach) {
      checksum_ += read_event(log.event(seq));
    }
    if (log.seq() < events_) throw std::runtime_error("events are missing from the loaded session");
  }

  template <typename Load>
  Figure figure(std::string work, Load load, std::optional<double> budget) {
    checksum_ = 0;
    const Paired paired = interleave(
        options_.rounds, 1e6, load, [this] { parse_lines(); }, Meter::Reach::kProcess);
    Figure figure;
    figure.work = std::move(work);
    figure.unit = "ms";
    figure.subject = median_interval(paired.subject.cpu_ns);
    figure.baseline = median_interval(paired.baseline.cpu_ns);
    figure.measure = "of parsing";
    figure.measure_unit = "x";
    figure.measured = median_interval(ratios(paired.subject.cpu_ns, paired.baseline.cpu_ns));
    figure.budget = budget;
    figure.checksum = checksum_;
    return figure;
  }

  const Options& options_;
  BenchHost host_;
  std::filesystem::path root_;
  std::string cwd_;
  std::int64_t events_;
  std::vector<std::string> lines_;
  BoostBaseline baseline_;
  std::uint64_t checksum_ = 0;
};

}  // namespace

RowResult measure_load(const Options& options) { return LoadRow(options).measure(); }

}  // namespace keel::bench
