// SPDX-License-Identifier: MIT
// What ends a turn early, and how the log and agent/error tell of it.
#pragma once

#include "keel/sdk.hpp"

namespace keel::agent_loop {

/// The turn's token is set: the work stops where it is.
Error aborted_error();

/// The model could not be asked, or answered with a failure: an LlmFailure.
Error model_error(ValueView failure);
/// A failure of llm/runtime on the way to the model, with the code that it gave.
Error model_error(const Error& error);

/// LlmFailure {message, code}: of a model error its own, of everything else the text with the code
/// UNKNOWN. Never without a text.
Value failure_of(const Error& error);

}  // namespace keel::agent_loop
