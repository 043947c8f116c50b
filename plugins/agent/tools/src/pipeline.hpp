// SPDX-License-Identifier: MIT
#pragma once

#include "keel/contracts/tools.hpp"
#include "keel/sdk.hpp"
#include "schema_client.hpp"
#include "tool_views.hpp"

namespace keel::agent_tools {

/// What all runs share.
struct Pipeline {
  explicit Pipeline(const Context& context)
      : schemas(context),
        views(context, schemas),
        pre_execute(must(context.event(contracts::tools::events::kToolsPreExecute))),
        execute(must(context.event(contracts::tools::events::kToolsExecute))),
        post_execute(must(context.event(contracts::tools::events::kToolsPostExecute))),
        result(must(context.event(contracts::tools::events::kToolsResult))) {}

  SchemaClient schemas;
  ToolViews views;
  keel_event pre_execute;
  keel_event execute;
  keel_event post_execute;
  keel_event result;
};

}  // namespace keel::agent_tools
