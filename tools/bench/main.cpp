// SPDX-License-Identifier: MIT
//
// keel-bench: what the product costs, beside code that it does not contain. docs/bench.md says how
// to read it.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <exception>
#include <vector>

#include "keel/error.hpp"
#include "machine.hpp"
#include "options.hpp"
#include "rows.hpp"
#include "table.hpp"

namespace {

enum ExitCode { kWithinBudget = 0, kOverBudget = 1, kNotMeasured = 2 };

bool is_wanted(const keel::bench::Options& options, const keel::bench::Row& row) {
  return options.rows.empty() ||
         std::find(options.rows.begin(), options.rows.end(), row.name) != options.rows.end();
}

keel::bench::RowResult measure(const keel::bench::Row& row, const keel::bench::Options& options) {
  try {
    return row.measure(options);
  } catch (const std::exception& exception) {
    return {.failure = exception.what()};
  } catch (const keel::Failure& failure) {
    return {.failure = failure.error().message};
  }
}

int run(const keel::bench::Options& options) {
  const keel::bench::Machine machine = keel::bench::look_at_machine();
  const keel::bench::Table table(options, machine);
  table.begin();
  int code = kWithinBudget;
  for (const keel::bench::Row& row : keel::bench::kRows) {
    if (!is_wanted(options, row)) continue;
    const keel::bench::RowResult result = measure(row, options);
    table.row(row.name, result);
    const bool over =
        std::any_of(result.figures.begin(), result.figures.end(),
                    [](const keel::bench::Figure& figure) { return figure.is_over(); });
    if (!result.failure.empty() || !result.not_built.empty()) code = kNotMeasured;
    if (over && table.gates() && code == kWithinBudget) code = kOverBudget;
  }
  return code;
}

}  // namespace

int main(int argc, char** argv) {
  keel::bench::Options options;
  bool no_gate = false;
  std::vector<std::string> names;
  for (const keel::bench::Row& row : keel::bench::kRows) names.emplace_back(row.name);

  CLI::App app(
      "Measures what Keel costs.\n"
      "Exit status: 0 within the budgets, 1 over one, 2 when a row could not be measured.");
  app.add_option("--rounds", options.rounds, "Times that each work is measured; 30 and more gate")
      ->check(CLI::Range(std::size_t{1}, std::size_t{10000}))
      ->capture_default_str();
  app.add_flag("--json", options.json, "One JSON object a line");
  app.add_flag("--no-gate", no_gate, "Exit with 0 also when a budget is exceeded");
  app.add_option("row", options.rows, "What to measure; all by default")
      ->check(CLI::IsMember(names));
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? kWithinBudget : kNotMeasured;
  }
  options.gate = !no_gate;
  return run(options);
}
