// SPDX-License-Identifier: MIT
#pragma once

#include "keel/value.hpp"

namespace keel::llm_openai {

/// A usage object of the wire as TokenUsage: the buckets are disjoint and their sum is the
/// provider's total. Absent when it counts nothing that can be read: then the usage is unknown,
/// which is not zero.
Value token_usage(ValueView wire);

}  // namespace keel::llm_openai
