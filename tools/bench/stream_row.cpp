// SPDX-License-Identifier: MIT
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "boost_baseline.hpp"
#include "build_tree.hpp"
#include "keel_runner.hpp"
#include "rounds.hpp"
#include "rows.hpp"

namespace keel::bench {

namespace {

constexpr std::size_t kDeltas = 10'000;

/// The events of a stream that hold JSON.
std::vector<std::string> data_lines(const std::string& body) {
  constexpr std::string_view kPrefix = "data: ";
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < body.size();) {
    const std::size_t end = std::min(body.find('\n', begin), body.size());
    const std::string_view line = std::string_view(body).substr(begin, end - begin);
    if (line.substr(0, kPrefix.size()) == kPrefix && line.substr(kPrefix.size(), 1) == "{") {
      lines.emplace_back(line.substr(kPrefix.size()));
    }
    begin = end + 1;
  }
  return lines;
}

}  // namespace

/// The CPU time of a run with many deltas beside that of a run with one: what is left is theirs.
RowResult measure_stream(const Options& options) {
  RowResult result;
  result.not_built = build_tree::find_missing();
  if (!result.not_built.empty()) return result;

  KeelRunner runner;
  const std::size_t deltas = options.is_short() ? kDeltas / 10 : kDeltas;
  const std::string prompt = "plain " + std::to_string(deltas);
  const std::vector<std::string> lines = data_lines(runner.fetch(prompt));
  BoostBaseline boost;
  Meter meter;
  std::vector<double> subject;
  std::vector<double> baseline;
  std::uint64_t checksum = 0;
  runner.run(prompt);
  for (std::size_t round = 0; round < options.rounds; ++round) {
    const double one = runner.run("plain 1").cpu_ns;
    const double all = runner.run(prompt).cpu_ns;
    checksum += std::hash<std::string>()(runner.output());
    subject.push_back((all - one) * 1e-3 / static_cast<double>(deltas - 1));
    meter.start();
    for (const std::string& line : lines) checksum += boost.read(line, "created", "model");
    baseline.push_back(meter.stop().cpu_ns * 1e-3 / static_cast<double>(deltas));
  }
  Figure figure;
  figure.work = std::to_string(deltas) + " deltas, logged and printed";
  figure.unit = "us";
  figure.subject = median_interval(subject);
  figure.baseline = median_interval(baseline);
  figure.measure = "of CPU each";
  figure.measure_unit = "us";
  figure.measured = *figure.subject;
  figure.budget = 5;
  figure.checksum = checksum;
  result.figures.push_back(std::move(figure));
  return result;
}

}  // namespace keel::bench
