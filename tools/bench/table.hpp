// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "figure.hpp"
#include "machine.hpp"
#include "options.hpp"

namespace keel::bench {

/// Prints rows as they come, for people or as JSON lines, on stdout.
class Table {
 public:
  Table(const Options& options, const Machine& machine) : options_(options), machine_(machine) {}

  void begin() const;
  void row(std::string_view name, const RowResult& result) const;

  /// Whether budgets decide over the exit status.
  bool gates() const { return options_.gate && !options_.is_short() && machine_.unlike.empty(); }

 private:
  void line(std::string_view row, const Figure& figure) const;
  void json(std::string_view row, const Figure& figure) const;
  std::string_view verdict(const Figure& figure) const;

  const Options& options_;
  const Machine& machine_;
};

}  // namespace keel::bench
