// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "keel/sdk.hpp"
#include "schema_client.hpp"

namespace keel::agent_tools {

/// One tool as a scope sees it.
struct ToolDefinition {
  /// Without the family: "read".
  std::string name;
  /// ToolMetadata of the contract.
  Value metadata;
  /// Follows swaps of its provider.
  Ref ref;

  bool says(std::string_view flag) const { return metadata[flag].is_true(); }
};

/// One guard as a scope sees it.
struct GuardEntry {
  /// "tool.guard/x"
  std::string service;
  Ref ref;
};

/// What one scope sees: its tools and its guards. Immutable once built. Kernel thread.
///
/// A scope inherits the global tools and those of the layers above it, the nearest of a name, as
/// far as the restrictions of every layer of its chain let them through. Its own tools come on top,
/// whatever the restrictions say.
class ToolView {
 public:
  /// Reads the registry as `scope` sees it.
  static Task<std::shared_ptr<const ToolView>> build(Call call, Context context, keel_scope scope,
                                                     const SchemaClient& schemas);

  /// Null when the tool is not there, or hidden: nobody can tell which.
  const ToolDefinition* find(std::string_view name) const;
  /// Global ones first, then those of the chain from its far end.
  const std::vector<GuardEntry>& guards() const { return guards_; }
  /// The answer of tools.schemas: {schemas: [{name, description, parameters}], known_names}, in the
  /// order of registration. known_names has hidden tools too.
  const Value& schemas() const { return schemas_; }
  /// Why tools were left out that were registered before this plugin could refuse them.
  const std::vector<std::string>& faults() const { return faults_; }

 private:
  void add(ToolDefinition tool);
  void make_schemas(const std::vector<std::string>& known_names);

  std::vector<ToolDefinition> tools_;
  std::unordered_map<std::string, std::size_t> places_;
  std::vector<GuardEntry> guards_;
  std::vector<std::string> faults_;
  Value schemas_;
};

}  // namespace keel::agent_tools
