// SPDX-License-Identifier: MIT
#include "interval.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>

namespace keel::bench {

namespace {

constexpr double kTail = 0.025;

/// Chance of each number of samples below the quantile: binomial.
std::vector<double> binomial(std::size_t trials, double chance) {
  std::vector<double> result(trials + 1);
  const auto n = static_cast<double>(trials);
  for (std::size_t i = 0; i <= trials; ++i) {
    const auto k = static_cast<double>(i);
    const double ways = std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1);
    result[i] = std::exp(ways + k * std::log(chance) + (n - k) * std::log1p(-chance));
  }
  return result;
}

/// Between the two middle ones where the place falls between.
double at_quantile(const std::vector<double>& sorted, double quantile) {
  const double place = quantile * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  const double part = place - static_cast<double>(below);
  return sorted[below] + (sorted[above] - sorted[below]) * part;
}

}  // namespace

Interval quantile_interval(std::vector<double> samples, double quantile) {
  assert(!samples.empty() && "a quantile of nothing");
  std::sort(samples.begin(), samples.end());
  const std::vector<double> chances = binomial(samples.size(), quantile);
  const std::size_t last = samples.size() - 1;

  std::size_t low = 0;
  for (double below = chances[0]; low < last && below + chances[low + 1] <= kTail;) {
    below += chances[++low];
  }
  std::size_t high = last;
  for (double above = chances[samples.size()]; high > 0 && above + chances[high] <= kTail;) {
    above += chances[high--];
  }
  return {at_quantile(samples, quantile), samples[low], samples[std::max(high, low)]};
}

Interval median_interval(std::vector<double> samples) {
  return quantile_interval(std::move(samples), 0.5);
}

std::vector<double> differences(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> result;
  for (std::size_t i = 0; i < a.size(); ++i) result.push_back(a[i] - b[i]);
  return result;
}

std::vector<double> ratios(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> result;
  for (std::size_t i = 0; i < a.size(); ++i) result.push_back(a[i] / b[i]);
  return result;
}

std::vector<double> scaled(std::vector<double> samples, double factor) {
  for (double& sample : samples) sample *= factor;
  return samples;
}

}  // namespace keel::bench
