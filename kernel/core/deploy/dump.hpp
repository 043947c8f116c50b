// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "core/deploy/compose.hpp"

namespace keel::core {

/// The composition as a deployment file that composes to the same rows, with a comment behind each
/// value that says which layer set it and which layers changed it. Nothing is resolved: computed
/// values stand as they are written, secret ones as "<secret from env NAME>". Any thread.
std::string dump_composition(const Composition& composition);

}  // namespace keel::core
