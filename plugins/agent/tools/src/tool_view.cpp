// SPDX-License-Identifier: MIT
#include "tool_view.hpp"

#include <unordered_set>
#include <utility>

#include "tool_check.hpp"
#include "tool_filter.hpp"

namespace keel::agent_tools {

Task<std::shared_ptr<const ToolView>> ToolView::build(Call call, Context context, keel_scope scope,
                                                      const SchemaClient& schemas) {
  auto view = std::make_shared<ToolView>();
  std::vector<ServiceEntry> entries = must(context.layers("tool", scope));
  std::vector<ServiceEntry> restrictions = must(context.layers("tool.restriction", scope));
  std::vector<ServiceEntry> guards = must(context.layers("tool.guard", scope));

  ToolFilter filter;
  for (ServiceEntry& entry : restrictions) filter.add(std::move(entry.metadata));
  for (ServiceEntry& entry : guards) {
    view->guards_.push_back({std::move(entry.name), std::move(entry.ref)});
  }

  std::vector<std::string> known_names;
  std::unordered_set<std::string> known;
  // Farthest layer first: a nearer tool takes the place of a farther one of its name, and the own
  // layer comes last.
  for (ServiceEntry& entry : entries) {
    std::string name(short_name(entry.name));
    const ToolFault fault = co_await must(check_tool(call, schemas, name, entry.metadata));
    if (fault) {
      view->faults_.push_back(fault.message);
      continue;
    }
    if (known.insert(name).second) known_names.push_back(name);
    const bool own = scope.id != 0 && entry.layer.id == scope.id;
    if (!own && !filter.admits(name)) continue;
    view->add({std::move(name), std::move(entry.metadata), std::move(entry.ref)});
  }
  view->make_schemas(known_names);
  co_return std::shared_ptr<const ToolView>(std::move(view));
}

const ToolDefinition* ToolView::find(std::string_view name) const {
  const auto place = places_.find(std::string(name));
  return place == places_.end() ? nullptr : &tools_[place->second];
}

void ToolView::add(ToolDefinition tool) {
  const auto [place, is_new] = places_.try_emplace(tool.name, tools_.size());
  if (is_new) {
    tools_.push_back(std::move(tool));
  } else {
    tools_[place->second] = std::move(tool);
  }
}

void ToolView::make_schemas(const std::vector<std::string>& known_names) {
  Builder builder;
  builder.begin_object().name("schemas").begin_array();
  for (const ToolDefinition& tool : tools_) {
    builder.begin_object();
    builder.member("name", tool.name);
    builder.member("description", tool.metadata["description"].text());
    builder.member("parameters", tool.metadata["parameters"]);
    builder.end();
  }
  builder.end().name("known_names").begin_array();
  for (const std::string& name : known_names) builder.put(name);
  builder.end().end();
  schemas_ = builder.finish_or_absent();
}

}  // namespace keel::agent_tools
