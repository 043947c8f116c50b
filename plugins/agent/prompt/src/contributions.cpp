// SPDX-License-Identifier: MIT
#include "contributions.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "prompt_template.hpp"

namespace keel::agent_prompt {

namespace {

/// The entries of a family on the chain of `scope`, nearer ones in the place of farther ones.
std::vector<Contribution> merged(const Context& context, std::string_view family,
                                 keel_scope scope) {
  std::vector<Contribution> found;
  std::unordered_map<std::string, std::size_t> places;
  std::vector<ServiceEntry> entries = must(context.layers(family, scope));
  for (ServiceEntry& entry : entries) {
    Contribution contribution;
    contribution.name = entry.name.substr(family.size() + 1);
    contribution.order = entry.metadata["order"].number().value_or(0);
    contribution.metadata = std::move(entry.metadata);
    contribution.ref = std::move(entry.ref);
    const auto [place, is_new] = places.try_emplace(contribution.name, found.size());
    if (is_new) {
      found.push_back(std::move(contribution));
    } else {
      found[place->second] = std::move(contribution);
    }
  }
  return found;
}

void sort_by_order(std::vector<Contribution>& contributions) {
  std::sort(contributions.begin(), contributions.end(),
            [](const Contribution& a, const Contribution& b) {
              return a.order != b.order ? a.order < b.order : a.name < b.name;
            });
}

}  // namespace

Contributions Contributions::read(const Context& context, keel_scope scope) {
  Contributions all;
  for (const Contribution& wish : merged(context, "prompt.suppress", scope)) {
    const ValueView names = wish.metadata["contexts"];
    all.suppresses_all = all.suppresses_all || names.is_absent();
    for (const ValueView name : names.items()) all.suppressed.emplace(name.text());
  }
  all.sections = merged(context, "prompt.section", scope);
  all.contexts = merged(context, "prompt.context", scope);
  all.variables = merged(context, "prompt.variable", scope);
  all.tool_sources = merged(context, "prompt.tools", scope);
  sort_by_order(all.sections);
  sort_by_order(all.contexts);
  std::erase_if(all.contexts, [&](const Contribution& one) { return all.is_suppressed(one.name); });
  // Registered before the plugin could refuse it: no text can name it.
  std::erase_if(all.variables,
                [](const Contribution& variable) { return !is_variable_name(variable.name); });
  return all;
}

}  // namespace keel::agent_prompt
