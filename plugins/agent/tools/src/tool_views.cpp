// SPDX-License-Identifier: MIT
#include "tool_views.hpp"

#include <utility>

namespace keel::agent_tools {

Task<std::shared_ptr<const ToolView>> ToolViews::of(Call call, keel_scope scope) {
  if (scope.id != 0) must(scopes_.get(scope));
  const auto kept = [this, scope] { return scope.id == 0 ? &global_ : scopes_.find(scope); };
  std::vector<std::uint64_t> chain = chain_of(scope);
  const Kept* known = kept();
  if (known->view != nullptr && known->registry_version == registry_version_ &&
      known->chain == chain) {
    co_return known->view;
  }

  const std::uint64_t version = registry_version_;
  std::shared_ptr<const ToolView> view;
  if (scope.id != 0 && !has_scoped_entries(scope)) {
    // Most agents have nothing of their own: they share one view.
    view = co_await must(of(call, {0}));
  } else {
    view = co_await must(ToolView::build(call, context_, scope, schemas_));
    report(*view);
  }
  // The scope may have ended meanwhile.
  if (Kept* place = kept()) *place = Kept{view, version, std::move(chain)};
  co_return view;
}

std::vector<std::uint64_t> ToolViews::chain_of(keel_scope scope) const {
  std::vector<std::uint64_t> chain;
  while (scope.id != 0) {
    scope = detail::call_api().scope_parent(context_.raw(), scope);
    if (scope.id != 0) chain.push_back(scope.id);
  }
  return chain;
}

bool ToolViews::has_scoped_entries(keel_scope scope) const {
  for (const std::string_view family : {"tool", "tool.restriction", "tool.guard"}) {
    const std::vector<ServiceEntry> entries = must(context_.layers(family, scope));
    // The farthest layer comes first, the global one.
    if (!entries.empty() && entries.back().layer.id != 0) return true;
  }
  return false;
}

void ToolViews::report(const ToolView& view) {
  for (const std::string& fault : view.faults()) {
    if (reported_.insert(fault).second) context_.error("left out: " + fault);
  }
}

}  // namespace keel::agent_tools
