// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

namespace keel::bench {

/// A quantile of a sample and where that of all such runs lies with 95 % confidence.
struct Interval {
  double value = 0;
  double low = 0;
  double high = 0;
};

/// The `quantile` (0 to 1) of `samples`, which are not empty. The bounds are order statistics, so
/// nothing is assumed of the distribution; small samples give the whole range.
Interval quantile_interval(std::vector<double> samples, double quantile);

/// The median.
Interval median_interval(std::vector<double> samples);

/// Item by item; both are of one length.
std::vector<double> differences(const std::vector<double>& a, const std::vector<double>& b);
std::vector<double> ratios(const std::vector<double>& a, const std::vector<double>& b);
std::vector<double> scaled(std::vector<double> samples, double factor);

}  // namespace keel::bench
