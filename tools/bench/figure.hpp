// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "interval.hpp"

namespace keel::bench {

/// One line of the table: what was measured, beside what, and what it may be.
struct Figure {
  std::string work;
  /// Of subject and baseline.
  std::string unit;
  std::optional<Interval> subject;
  std::optional<Interval> baseline;
  /// What the budget bounds: "per listener", "ratio", ... and its unit.
  std::string measure;
  std::string measure_unit;
  Interval measured;
  std::optional<double> budget;
  /// User instructions of the subject beside the baseline's, per unit of the measure, where the
  /// machine counts them.
  std::optional<double> instructions;
  /// What the work came to; equal work gives equal sums.
  std::uint64_t checksum = 0;
  std::string note;

  /// Even the most favourable value is over.
  bool is_over() const { return budget && measured.low > *budget; }
};

/// What a row found.
struct RowResult {
  std::vector<Figure> figures{};
  /// What is missing, when the row could not be measured.
  std::string not_built{};
  /// What went wrong, when it should have been possible.
  std::string failure{};
};

}  // namespace keel::bench
