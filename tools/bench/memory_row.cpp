// SPDX-License-Identifier: MIT
#include <malloc.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "bench_host.hpp"
#include "build_tree.hpp"
#include "keel/contracts/agent.hpp"
#include "keel_runner.hpp"
#include "rows.hpp"

namespace keel::bench {

namespace {

namespace agent = contracts::agent;

constexpr std::size_t kSessions = 10'000;
constexpr std::int64_t kTurnEvents = 20;

std::string read_file(const std::filesystem::path& path) {
  std::ifstream file(path);
  return std::string((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
}

/// Pages of this process that nobody shares and that differ from what is on the disk.
double private_dirty_kib() {
  std::ifstream file("/proc/self/smaps_rollup");
  constexpr std::string_view kName = "Private_Dirty:";
  for (std::string line; std::getline(file, line);) {
    if (line.compare(0, kName.size(), kName) == 0) return std::stod(line.substr(kName.size()));
  }
  throw std::runtime_error("/proc/self/smaps_rollup does not tell Private_Dirty");
}

Figure measure_resident(const Options& options) {
  KeelRunner runner;
  std::vector<double> peaks;
  for (std::size_t round = 0; round < options.rounds; ++round) {
    peaks.push_back(runner.run("plain 20").peak_resident_kib / 1024);
  }
  Figure figure;
  figure.work = "keel run, one request";
  figure.unit = "MiB";
  figure.subject = median_interval(peaks);
  figure.measure = "resident at most";
  figure.measure_unit = "MiB";
  figure.measured = *figure.subject;
  figure.budget = 32;
  figure.checksum = options.rounds;
  figure.note = "checksum: runs";
  return figure;
}

/// Agents of the default deployment in this process, each with a session that has run one turn.
class IdleSessions {
 public:
  explicit IdleSessions(const std::string& base_url)
      : host_(read_file(build_tree::default_deployment()), {{"KEEL_BASE_URL", base_url},
                                                            {"KEEL_API_KEY", "bench"},
                                                            {"KEEL_MODEL", "scripted-model"}}) {}

  void add() {
    const Value meta = object({{"cwd", (host_.folder() / "work").string()}});
    const Value options = object({});
    Message made = host_.call("agent/registry", agent::Agents::kCreate,
                              object({{"meta", meta}, {"options", options}}));
    Ref running = made.take_ref(0);
    handles_.push_back(made.take_ref(1));
    session_id_ = made["session_id"].text();
    const Value block = object({{"type", "text"}, {"text", "plain 8"}});
    const Value content = array({block});
    const Value source = object({{"kind", "user"}});
    const Value prompt = object({{"id", "message-" + std::to_string(agents_.size())},
                                 {"role", "user"},
                                 {"content", content},
                                 {"source", source}});
    host_.call(running, agent::Agent::kFollowup, object({{"message", prompt}}));
    host_.call(running, agent::Agent::kWhenIdle);
    agents_.push_back(std::move(running));
  }

  /// Of the session that was added last.
  std::int64_t events() {
    const session::LiveSession* live = host_.sessions().live(session_id_);
    return live == nullptr ? 0 : live->log->seq();
  }

 private:
  BenchHost host_;
  std::vector<Ref> agents_;
  std::vector<Ref> handles_;
  std::string session_id_;
};

Figure measure_idle(const Options& options) {
  TemporaryFolder folder;
  ScriptedServer server(folder.path() / "server", false);
  IdleSessions sessions(server.base_url());
  // The first few bring what all share: libraries, pools, the schemas of the tools.
  constexpr std::size_t kFirst = 16;
  for (std::size_t i = 0; i < kFirst; ++i) sessions.add();
  const std::size_t count = options.is_short() ? kSessions / 100 : kSessions;
  constexpr std::size_t kParts = 10;
  std::vector<double> each;
  std::int64_t events = 0;
  for (std::size_t part = 0; part < kParts; ++part) {
    malloc_trim(0);
    const double before = private_dirty_kib();
    for (std::size_t i = 0; i < count / kParts; ++i) {
      sessions.add();
      events += sessions.events();
    }
    malloc_trim(0);
    each.push_back((private_dirty_kib() - before) / static_cast<double>(count / kParts));
  }
  Figure figure;
  figure.work = "idle session of " + std::to_string(count);
  figure.unit = "KiB";
  figure.subject = median_interval(each);
  figure.measure = "private dirty";
  figure.measure_unit = "KiB";
  figure.measured = *figure.subject;
  figure.budget = 16;
  figure.checksum = static_cast<std::uint64_t>(events);
  const double mean = static_cast<double>(events) / static_cast<double>(count);
  figure.note = "checksum: events; " + std::to_string(static_cast<std::int64_t>(mean)) +
                " a session, the budget is for " + std::to_string(kTurnEvents);
  return figure;
}

}  // namespace

RowResult measure_memory(const Options& options) {
  RowResult result;
  result.not_built = build_tree::find_missing();
  if (!result.not_built.empty()) return result;
  result.figures.push_back(measure_resident(options));
  result.figures.push_back(measure_idle(options));
  return result;
}

}  // namespace keel::bench
