// SPDX-License-Identifier: MIT
#include <algorithm>
#include <stdexcept>
#include <vector>

#include "build_tree.hpp"
#include "keel_runner.hpp"
#include "rows.hpp"

namespace keel::bench {

namespace {

/// What the budget speaks of.
constexpr std::size_t kStarts = 20;
constexpr double kQuantile = 0.9;

/// From before the program is started to the first byte that the server reads of it.
template <typename Start>
double measure_start_ms(KeelRunner& runner, Start start) {
  runner.server().forget_requests();
  const ProgramEnd end = start();
  const auto request = runner.server().first_request_ns();
  if (!request) throw std::runtime_error("the server has seen no request");
  return static_cast<double>(*request - end.started_ns) * 1e-6;
}

Figure measure_starts(const Options& options, bool tls, double budget) {
  KeelRunner runner(tls);
  const auto start_keel = [&] { return runner.run("plain 1"); };
  const auto start_curl = [&] { return runner.run_curl(); };
  std::vector<double> keel;
  std::vector<double> curl;
  measure_start_ms(runner, start_keel);  // warms the caches
  const std::size_t starts = std::min(options.rounds, kStarts);
  for (std::size_t i = 0; i < starts; ++i) {
    keel.push_back(measure_start_ms(runner, start_keel));
    curl.push_back(measure_start_ms(runner, start_curl));
  }
  Figure figure;
  figure.work = tls ? "keel run to request, https" : "keel run to request, http";
  figure.unit = "ms";
  figure.subject = quantile_interval(keel, kQuantile);
  figure.baseline = quantile_interval(curl, kQuantile);
  figure.measure = "p90 of " + std::to_string(starts);
  figure.measure_unit = "ms";
  figure.measured = *figure.subject;
  figure.budget = budget;
  figure.checksum = starts;
  figure.note = "checksum: starts";
  return figure;
}

}  // namespace

RowResult measure_start(const Options& options) {
  RowResult result;
  result.not_built = build_tree::find_missing();
  if (!result.not_built.empty()) return result;
  result.figures.push_back(measure_starts(options, false, 40));
  result.figures.push_back(measure_starts(options, true, 60));
  return result;
}

}  // namespace keel::bench
