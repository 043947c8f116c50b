// SPDX-License-Identifier: MIT
#include <string>
#include <vector>

#include "build_tree.hpp"
#include "keel_runner.hpp"
#include "rows.hpp"

namespace keel::bench {

namespace {

constexpr std::size_t kSteps = 20;

/// The time of a run with many steps beside that of one without: what is left is theirs.
Figure measure_steps(const Options& options, KeelRunner& runner, const std::string& permission,
                     double budget) {
  const std::vector<std::string> run_options = {"--permission", permission};
  const std::string prompt = "tools " + std::to_string(kSteps);
  std::vector<double> steps;
  std::vector<double> bash;
  runner.run(prompt, run_options);
  for (std::size_t round = 0; round < options.rounds; ++round) {
    const double none = runner.run("plain 3", run_options).wall_ns;
    const double all = runner.run(prompt, run_options).wall_ns;
    steps.push_back((all - none) * 1e-6 / static_cast<double>(kSteps));
    bash.push_back(runner.run_program({"bash", "-c", "true"}).wall_ns * 1e-6);
  }
  Figure figure;
  figure.work = std::to_string(kSteps) + " steps of bash, " +
                (permission == "full" ? "unconfined" : "confined");
  figure.unit = "ms";
  figure.subject = median_interval(steps);
  figure.baseline = median_interval(bash);
  figure.measure = "each step";
  figure.measure_unit = "ms";
  figure.measured = *figure.subject;
  figure.budget = budget;
  figure.checksum = options.rounds * kSteps;
  figure.note = "checksum: steps";
  return figure;
}

}  // namespace

RowResult measure_tools(const Options& options) {
  RowResult result;
  result.not_built = build_tree::find_missing();
  if (!result.not_built.empty()) return result;
  KeelRunner runner;
  result.figures.push_back(measure_steps(options, runner, "full", 6));
  result.figures.push_back(measure_steps(options, runner, "workspace-write", 12));
  return result;
}

}  // namespace keel::bench
