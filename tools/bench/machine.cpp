// SPDX-License-Identifier: MIT
#include "machine.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <string_view>
#include <thread>

#include "meter.hpp"

namespace keel::bench {

namespace {

/// The slowest core and the busiest machine on which the budgets still mean something.
constexpr unsigned kCpus = 2;
constexpr double kGigahertz = 2.0;
constexpr double kShare = 0.9;

std::string cpu_model() {
  std::ifstream file("/proc/cpuinfo");
  constexpr std::string_view kName = "model name";
  for (std::string line; std::getline(file, line);) {
    if (line.compare(0, kName.size(), kName) != 0) continue;
    const std::size_t colon = line.find(": ");
    if (colon != std::string::npos) return line.substr(colon + 2);
  }
  return "unknown processor";
}

/// Each multiplication waits for the one before.
std::uint64_t multiply_chain(std::uint64_t value, std::uint64_t count) {
  for (std::uint64_t i = 0; i < count; ++i) {
    value *= 0x9e3779b97f4a7c15U;
    asm volatile("" : "+r"(value));
  }
  return value;
}

std::string text_of(double number) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2f", number);
  return text;
}

std::string find_difference(const Machine& machine) {
#if !defined(NDEBUG)
  return "this is no Release build";
#elif defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  return "this build is instrumented";
#else
  if (machine.cpus < kCpus) return "the machine has one core, the budgets are for two";
  if (machine.gigahertz < kGigahertz) {
    return "a core runs at " + text_of(machine.gigahertz) + " GHz, the budgets are for " +
           text_of(kGigahertz) + " and more";
  }
  if (machine.share < kShare) {
    return "other work takes the cores: this thread got " + text_of(machine.share) + " of its time";
  }
  return {};
#endif
}

}  // namespace

Machine look_at_machine() {
  Machine machine;
  machine.cpus = std::thread::hardware_concurrency();
  machine.model = cpu_model();
  constexpr std::uint64_t kSteps = 5'000'000;
  constexpr double kCycles = 3.0 * kSteps;
  std::uint64_t value = 1;
  double cpu = 0;
  double wall = 0;
  for (int i = 0; i < 16; ++i) {
    const std::int64_t cpu_start = thread_cpu_ns();
    const std::int64_t wall_start = monotonic_ns();
    value = multiply_chain(value, kSteps);
    const auto took = static_cast<double>(thread_cpu_ns() - cpu_start);
    cpu += took;
    wall += static_cast<double>(monotonic_ns() - wall_start);
    machine.gigahertz = std::max(machine.gigahertz, kCycles / took);
  }
  machine.share = cpu / wall;
  machine.unlike = find_difference(machine);
  return machine;
}

}  // namespace keel::bench
