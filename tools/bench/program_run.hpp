// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace keel::bench {

/// A program to run: found along PATH unless its name has a slash. stdin is empty.
struct ProgramCall {
  std::vector<std::string> arguments;
  /// "NAME=value", all of it.
  std::vector<std::string> environment;
  std::filesystem::path folder;
  /// Files for what it writes.
  std::filesystem::path output;
  std::filesystem::path errors;
};

/// What became of it.
struct ProgramEnd {
  /// Of the system; 0 is success.
  int status = 0;
  /// CLOCK_MONOTONIC, right before it was started.
  std::int64_t started_ns = 0;
  double wall_ns = 0;
  /// User and system, with that of the children it has waited for.
  double cpu_ns = 0;
  double peak_resident_kib = 0;
};

/// Runs it to its end. Throws std::runtime_error when it cannot be started.
ProgramEnd run_program(const ProgramCall& call);

/// The same, and throws when it does not succeed, with what it wrote to `errors`.
ProgramEnd run_or_throw(const ProgramCall& call);

/// Starts it with `output` as its standard output, a descriptor of the caller. Its process id.
int start_program(const ProgramCall& call, int output);

}  // namespace keel::bench
