// A value as JSON text.
#pragma once

#include <cstdint>

#include "core/value/pod_vector.hpp"
#include "keel/abi.h"

namespace keel::core::value {

/// Appends what JSON.stringify(v, null, indent) gives: compact for 0, otherwise `indent` spaces per
/// level. Bytes, and an absent value at the top, print as null. False: out of memory.
[[nodiscard]] bool print_json(keel_value v, std::uint32_t indent, PodVector<char>& out) noexcept;

/// The text as an owned string value; absent when memory is out.
keel_value print_json(keel_value v, std::uint32_t indent) noexcept;

}  // namespace keel::core::value
