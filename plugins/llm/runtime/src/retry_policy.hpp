// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "keel/value.hpp"

namespace keel::llm_runtime {

/// What is wrong with the retryPolicy of a route; empty when it may be used. Absent is fine.
std::string retry_policy_fault(ValueView policy);

/// The policy in full: what a route's metadata says, or the one for routes that say nothing. A
/// policy with a fault counts as nothing.
Value complete_retry_policy(ValueView policy);

}  // namespace keel::llm_runtime
