// SPDX-License-Identifier: MIT
#include "table.hpp"

#include <cmath>
#include <cstdio>
#include <string>

#include "keel/value.hpp"

namespace keel::bench {

namespace {

/// Three digits that count.
std::string number(double value) {
  const double size = std::fabs(value);
  char text[48];
  std::snprintf(text, sizeof text, "%.*f", size >= 100 ? 0 : size >= 10 ? 1 : 2, value);
  return text;
}

std::string with_unit(const std::optional<Interval>& interval, std::string_view unit) {
  if (!interval) return "-";
  return number(interval->value) + (unit.empty() ? "" : " ") + std::string(unit);
}

Value interval_value(const Interval& interval) {
  return object({{"value", interval.value}, {"low", interval.low}, {"high", interval.high}});
}

void print_json(const Value& value) { std::printf("%s\n", to_json(value).c_str()); }

}  // namespace

void Table::begin() const {
  std::string gating = "budgets gate";
  if (!machine_.unlike.empty()) {
    gating = "budgets do not gate: " + machine_.unlike;
  } else if (!options_.gate) {
    gating = "budgets do not gate: --no-gate";
  } else if (options_.is_short()) {
    gating = "budgets do not gate: fewer than " + std::to_string(kFullRounds) + " rounds";
  }
  if (options_.json) {
    print_json(object({{"machine", machine_.model},
                       {"cpus", machine_.cpus},
                       {"gigahertz", machine_.gigahertz},
                       {"share", machine_.share},
                       {"rounds", options_.rounds},
                       {"gates", gates()},
                       {"gating", gating}}));
    return;
  }
  std::printf("%u x %s, %.2f GHz, %.0f %% ours; %zu rounds; %s\n\n", machine_.cpus,
              machine_.model.c_str(), machine_.gigahertz, machine_.share * 100, options_.rounds,
              gating.c_str());
  std::printf("%-8s %-38s %12s %12s   %-44s %10s\n", "row", "work", "subject", "baseline",
              "measured [95 %]", "budget");
}

void Table::row(std::string_view name, const RowResult& result) const {
  const std::string problem = !result.failure.empty()    ? "failed: " + result.failure
                              : result.not_built.empty() ? ""
                                                         : "not built: " + result.not_built;
  for (const Figure& figure : result.figures) {
    options_.json ? json(name, figure) : line(name, figure);
  }
  if (!problem.empty() && options_.json) print_json(object({{"row", name}, {"problem", problem}}));
  if (!problem.empty() && !options_.json) {
    std::printf("%-8.*s %s\n", static_cast<int>(name.size()), name.data(), problem.c_str());
  }
  std::fflush(stdout);
}

std::string_view Table::verdict(const Figure& figure) const {
  if (!figure.budget) return "";
  if (figure.is_over()) return gates() ? "OVER" : "over, not gated";
  return figure.measured.value <= *figure.budget ? "met" : "not told apart";
}

void Table::line(std::string_view row, const Figure& figure) const {
  const std::string unit = figure.measure_unit.empty() ? "" : " " + figure.measure_unit;
  std::string measured = number(figure.measured.value) + unit + " " + figure.measure + " [" +
                         number(figure.measured.low) + ", " + number(figure.measured.high) + "]";
  if (figure.instructions) measured += ", " + number(*figure.instructions) + " instructions";
  const std::string budget = figure.budget ? number(*figure.budget) + unit : std::string("-");
  std::printf("%-8.*s %-38s %12s %12s   %-44s %10s  %s\n", static_cast<int>(row.size()), row.data(),
              figure.work.c_str(), with_unit(figure.subject, figure.unit).c_str(),
              with_unit(figure.baseline, figure.unit).c_str(), measured.c_str(), budget.c_str(),
              std::string(verdict(figure)).c_str());
  std::printf("%-8s %-38s checksum %016llx%s%s\n", "", "",
              static_cast<unsigned long long>(figure.checksum), figure.note.empty() ? "" : "; ",
              figure.note.c_str());
}

void Table::json(std::string_view row, const Figure& figure) const {
  const Value subject = figure.subject ? interval_value(*figure.subject) : Value();
  const Value baseline = figure.baseline ? interval_value(*figure.baseline) : Value();
  const Value budget = figure.budget ? Value(*figure.budget) : Value();
  const Value instructions = figure.instructions ? Value(*figure.instructions) : Value();
  const Value note = figure.note.empty() ? Value() : Value(figure.note);
  print_json(object({{"row", row},
                     {"work", figure.work},
                     {"unit", figure.unit},
                     {"subject", subject},
                     {"baseline", baseline},
                     {"measure", figure.measure},
                     {"measure_unit", figure.measure_unit},
                     {"measured", interval_value(figure.measured)},
                     {"budget", budget},
                     {"verdict", verdict(figure)},
                     {"instructions", instructions},
                     {"checksum", figure.checksum},
                     {"note", note}}));
}

}  // namespace keel::bench
