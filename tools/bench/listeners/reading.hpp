// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "keel/lazy_key.hpp"
#include "keel/value.hpp"

namespace keel::bench {

inline constinit LazyKey kNumber{"number"};
inline constinit LazyKey kText{"text"};

/// What every listener of the bench does, the measured ones and the ones that are called directly.
inline std::uint64_t read_two_fields(ValueView in) {
  return static_cast<std::uint64_t>(kNumber.of(in).integer_or(0)) + kText.of(in).text().size();
}

}  // namespace keel::bench
