// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace keel::llm_openai {

/// Whether a provider's words say that a request does not fit the context window. Case is ignored,
/// words may be joined by anything that is no letter or digit. Bounded work for any text.
bool tells_context_overflow(std::string_view text);

/// Whether they say that a quota, a balance or a credit is used up.
bool tells_quota(std::string_view text);

}  // namespace keel::llm_openai
