// SPDX-License-Identifier: MIT
#include "routes.hpp"

#include <unordered_map>
#include <utility>

namespace keel::llm_runtime {

namespace {

constexpr std::string_view kFamily = "llm.adapter";

std::string service_of(std::string_view route) {
  return std::string(kFamily) + "/" + std::string(route);
}

}  // namespace

Expected<Route> Routes::find(std::string_view id, keel_scope scope) const {
  Expected<Ref> found = context_.resolve(service_of(id), scope);
  Expected<Value> metadata = found ? context_.metadata(*found) : Expected<Value>(Value());
  if (found && metadata) return Route{std::string(id), std::move(*metadata), std::move(*found)};
  std::string known;
  for (const Route& route : list(scope)) known += (known.empty() ? "" : ", ") + route.id;
  return fail("NO_ADAPTER", "no adapter serves the route \"" + std::string(id) + "\"; there " +
                                (known.empty() ? "are no routes" : "are " + known));
}

std::vector<Route> Routes::list(keel_scope scope) const {
  std::vector<Route> routes;
  std::unordered_map<std::string, std::size_t> places;
  std::vector<ServiceEntry> entries = must(context_.layers(kFamily, scope));
  for (ServiceEntry& entry : entries) {
    Route route{entry.name.substr(kFamily.size() + 1), std::move(entry.metadata),
                std::move(entry.ref)};
    const auto [place, is_new] = places.try_emplace(route.id, routes.size());
    if (is_new) {
      routes.push_back(std::move(route));
    } else {
      routes[place->second] = std::move(route);
    }
  }
  return routes;
}

bool Routes::share_adapter(std::string_view a, std::string_view b, keel_scope scope) const {
  if (a == b) return true;
  const std::string adapter = adapter_of(a, scope);
  return !adapter.empty() && adapter == adapter_of(b, scope);
}

/// What the adapter calls itself; empty when it does not say, or there is none.
std::string Routes::adapter_of(std::string_view id, keel_scope scope) const {
  const Expected<Ref> found = context_.resolve(service_of(id), scope);
  if (!found) return {};
  const Expected<Value> metadata = context_.metadata(*found);
  return metadata ? std::string((*metadata)["adapter"].text()) : std::string();
}

}  // namespace keel::llm_runtime
