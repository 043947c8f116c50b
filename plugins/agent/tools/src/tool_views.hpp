// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "keel/sdk.hpp"
#include "schema_client.hpp"
#include "tool_view.hpp"

namespace keel::agent_tools {

/// The views of all scopes, each built when it is asked for and kept until the registry changes or
/// the scope ends or moves. Kernel thread.
class ToolViews {
 public:
  ToolViews(Context context, const SchemaClient& schemas)
      : context_(context), schemas_(schemas), scopes_(std::move(context)) {}

  /// The view of a live scope, {0}: of no scope. Error KEEL_INACTIVE for a scope that has ended:
  /// without its restrictions the global tools would be open to it.
  Task<std::shared_ptr<const ToolView>> of(Call call, keel_scope scope);

  /// A registration of one of the families that views are made of has changed.
  void invalidate() { ++registry_version_; }

 private:
  struct Kept {
    std::shared_ptr<const ToolView> view;
    std::uint64_t registry_version = 0;
    /// The scopes above.
    std::vector<std::uint64_t> chain;
  };

  std::vector<std::uint64_t> chain_of(keel_scope scope) const;
  /// Something that views are made of is registered in a scope of the chain.
  bool has_scoped_entries(keel_scope scope) const;
  void report(const ToolView& view);

  Context context_;
  const SchemaClient& schemas_;
  std::uint64_t registry_version_ = 1;
  Kept global_;
  PerScope<Kept> scopes_;
  std::unordered_set<std::string> reported_;
};

}  // namespace keel::agent_tools
