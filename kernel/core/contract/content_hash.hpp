// SPDX-License-Identifier: MIT
// What makes two contract files the same.
#pragma once

#include <string>

#include "keel/value.hpp"

namespace keel::core {

/// SHA-256 over the compact JSON of `document`, in hexadecimal: white space does not count, the
/// order of members does.
std::string content_hash(ValueView document);

}  // namespace keel::core
