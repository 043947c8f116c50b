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
  std::shared_ptr<const ToolView> view =
      co_await must(ToolView::build(call, context_, scope, schemas_));
  report(*view);
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

void ToolViews::report(const ToolView& view) {
  for (const std::string& fault : view.faults()) {
    if (reported_.insert(fault).second) context_.error("left out: " + fault);
  }
}

}  // namespace keel::agent_tools
