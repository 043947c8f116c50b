// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "meter.hpp"

namespace keel::bench {

/// Costs of one kind of work, a round each, per unit of the work.
struct Samples {
  std::vector<double> cpu_ns;
  std::vector<double> instructions;

  void add(const Cost& cost, double units) {
    cpu_ns.push_back(cost.cpu_ns / units);
    if (cost.instructions) instructions.push_back(*cost.instructions / units);
  }
};

/// The same rounds of a subject and of its baseline.
struct Paired {
  Samples subject;
  Samples baseline;
};

/// Runs both once unmeasured, then `rounds` times each in turn; who comes first alternates, so that
/// neither always finds the caches of the other. Each call does `units` units of work.
template <typename Subject, typename Baseline>
Paired interleave(std::size_t rounds, double units, Subject subject, Baseline baseline,
                  Meter::Reach reach = Meter::Reach::kThread) {
  Meter meter(reach);
  Paired result;
  const auto measure = [&](auto& work, Samples& into) {
    meter.start();
    work();
    into.add(meter.stop(), units);
  };
  subject();
  baseline();
  for (std::size_t round = 0; round < rounds; ++round) {
    if (round % 2 == 0) {
      measure(subject, result.subject);
      measure(baseline, result.baseline);
    } else {
      measure(baseline, result.baseline);
      measure(subject, result.subject);
    }
  }
  return result;
}

}  // namespace keel::bench
