// SPDX-License-Identifier: MIT
#include "core/deploy/nearest_name.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

#include "core/deploy/deploy_error.hpp"

namespace keel::core {

namespace {

/// Names come from files: longer ones than this are not misspellings of anything.
constexpr std::size_t kLongestName = 100;

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row[b.size()];
}

}  // namespace

std::string_view nearest_name(std::string_view name, std::span<const std::string_view> candidates) {
  if (name.size() > kLongestName) return {};
  std::string_view best;
  // A name of three letters is two edits away from almost everything.
  std::size_t best_distance =
      std::min(name.size() / 2, std::max<std::size_t>(2, name.size() / 3)) + 1;
  for (const std::string_view candidate : candidates) {
    if (candidate.size() > kLongestName) continue;
    const std::size_t distance = edit_distance(name, candidate);
    if (distance >= best_distance) continue;
    best = candidate;
    best_distance = distance;
  }
  return best;
}

std::string did_you_mean(std::string_view name, std::span<const std::string_view> candidates) {
  const std::string_view nearest = nearest_name(name, candidates);
  if (nearest.empty()) return {};
  return "Did you mean " + in_quotes(nearest) + "?";
}

}  // namespace keel::core
