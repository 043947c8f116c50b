// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "keel/sdk.hpp"
#include "route_settings.hpp"

namespace keel::llm_openai {

/// The ids that a route advertises: those of its settings, else what GET {base}/models says; the
/// model that a variable names comes first. When the service cannot be asked, a named model is the
/// list; without one that is the error.
Task<std::vector<std::string>> list_model_ids(Call call,
                                              std::shared_ptr<const RouteSettings> route);

}  // namespace keel::llm_openai
