// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace keel::core {

/// The candidate that a misspelt `name` most likely means, or "" when none is near: at most two
/// edits away, or a third of its length. The first of several that are equally near. Any thread.
std::string_view nearest_name(std::string_view name, std::span<const std::string_view> candidates);

/// " Did you mean "x"?" or "".
std::string did_you_mean(std::string_view name, std::span<const std::string_view> candidates);

}  // namespace keel::core
