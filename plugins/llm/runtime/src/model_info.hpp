// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "keel/error.hpp"
#include "keel/value.hpp"

namespace keel::llm_runtime {

/// Checks what an adapter says of a model (ResolvedModelInfo). Error INVALID_MODEL_INFO,
/// INVALID_MODEL_CONTEXT, INVALID_MODEL_MAX_TOKENS or INVALID_MODEL_REASONING.
Expected<void> check_model(ValueView info, std::string_view route, std::string_view model);

/// What is known of a model whose adapter says nothing.
Value unknown_model(std::string_view route, std::string_view model);

/// Checks the models that a route advertises. Error INVALID_CATALOG.
Expected<void> check_catalog(ValueView models, std::string_view route);

/// The model is known to read text only.
bool is_text_only(ValueView info);

}  // namespace keel::llm_runtime
