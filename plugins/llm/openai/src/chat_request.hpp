// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "keel/contracts/llm.hpp"
#include "keel/error.hpp"
#include "route_settings.hpp"

namespace keel::llm_openai {

/// The body of one request, and what was found on the way.
struct ChatRequest {
  std::string body;
  /// Replay states that were not used, one sentence each.
  std::vector<std::string> notes;
};

/// Writes GenerateOptions as a chat completions request. Errors: UNSUPPORTED_CONTENT for an image,
/// UNSUPPORTED_REASONING_EFFORT for an effort that the model does not take.
Expected<ChatRequest> write_chat_request(contracts::llm::GenerateOptionsView options,
                                         const RouteSettings& route);

}  // namespace keel::llm_openai
