// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "keel/error.hpp"
#include "keel/value.hpp"

namespace keel::llm_runtime {

/// The LlmFailure of an error: facts for the log and for those who decide on a retry. What an
/// adapter carries in the error's data (status, providerRetryAfterMs, requestId) is kept when all
/// of it is sound and its code, if any, is the error's. Errors that no adapter foresaw get the code
/// UNKNOWN, those of an adapter that went away TRANSPORT.
Value failure_of(const Error& error);

/// Whether a value is a sound LlmFailure.
bool is_failure(ValueView value);

/// A finish chunk: aborted when the caller gave up or the failure says so, an error otherwise.
Value failed_finish(const Error& error, bool caller_gave_up);

}  // namespace keel::llm_runtime
