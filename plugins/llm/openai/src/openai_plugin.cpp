// SPDX-License-Identifier: MIT
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "keel/contracts/http.hpp"
#include "keel/contracts/kernel.hpp"
#include "keel/publish_set.hpp"
#include "keel/sdk.hpp"
#include "route_service.hpp"
#include "route_settings.hpp"

namespace keel::llm_openai {

namespace {

Task<bool> is_set(Context context, std::string name) {
  if (name.empty()) co_return false;
  const Ref host = must(context.resolve("kernel/host"));
  Message in(object({{"name", name}}));
  Message answer =
      co_await must(context.invoke(host, contracts::kernel::Host::kEnvironment, std::move(in)));
  co_return !answer["value"].text().empty();
}

/// Whether requests of the route are likely.
Task<bool> is_configured(Context context, std::shared_ptr<const RouteSettings> route) {
  if (!route->key_required && !route->base_url.empty()) co_return true;
  Task<bool> asking =
      is_set(context, route->key_required ? route->api_key_env : route->base_url_env);
  const bool configured = co_await must(std::move(asking));
  co_return configured;
}

/// Has the HTTP client load its library while the rest of the host starts: the first request finds
/// it there, and a run without any request never pays for it.
Task<void> warm_up(Context context, RouteList routes) {
  for (const auto& route : routes) {
    Task<bool> asking = is_configured(context, route);
    const bool configured = co_await must(std::move(asking));
    if (!configured) continue;
    const Ref http = must(context.resolve("http/client"));
    // A failure is told by the first request.
    static_cast<void>(co_await context.invoke(http, contracts::http::Http::kInfo));
    co_return;
  }
}

}  // namespace

/// Publishes one llm.adapter service per route.
class OpenAiPlugin : public Plugin {
 public:
  explicit OpenAiPlugin(const Setup& setup)
      : Plugin(setup), streams_(context()), settings_(must(read_routes(config()))) {}

  void start() {
    publish(settings_);
    context().spawn(warm_up(context(), settings_));
  }

  void configure(Call, ValueView in) { publish(must(read_routes(in))); }

 private:
  struct Route {
    std::unique_ptr<RouteService> service;
    Registration publication;
  };

  /// Brings the published routes in line with the settings, in one step. A failure changes nothing.
  void publish(const RouteList& wanted) {
    PublishSet changes(context());
    std::vector<Route> next;
    for (const auto& settings : wanted) {
      Route route;
      if (Route* known = find(settings->id)) {
        changes.update(known->publication, settings->metadata());
      } else {
        route.service = std::make_unique<RouteService>(context(), streams_, settings);
        changes.add("llm.adapter/" + settings->id, settings->metadata(), RouteService::kMethods,
                    route.service.get());
      }
      next.push_back(std::move(route));
    }
    for (Route& route : routes_) {
      if (!is_wanted(route, wanted)) changes.remove(route.publication);
    }
    std::vector<Registration> added = must(changes.commit());
    take_over(wanted, std::move(next), std::move(added));
    settings_ = wanted;
  }

  void take_over(const RouteList& wanted, std::vector<Route> next,
                 std::vector<Registration> added) {
    std::size_t taken = 0;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      if (next[i].service != nullptr) {
        next[i].publication = std::move(added[taken++]);
        continue;
      }
      next[i] = std::move(*find(wanted[i]->id));
      next[i].service->set_settings(wanted[i]);
    }
    // Calls of a route that is gone may still run; they know its service.
    for (Route& route : routes_) {
      if (route.service != nullptr) retired_.push_back(std::move(route.service));
    }
    routes_ = std::move(next);
  }

  Route* find(std::string_view id) {
    for (Route& route : routes_) {
      if (route.service != nullptr && route.service->settings().id == id) return &route;
    }
    return nullptr;
  }

  static bool is_wanted(const Route& route, const RouteList& wanted) {
    for (const auto& settings : wanted) {
      if (settings->id == route.service->settings().id) return true;
    }
    return false;
  }

  OpenStreams streams_;
  RouteList settings_;
  std::vector<Route> routes_;
  std::vector<std::unique_ptr<RouteService>> retired_;
};

}  // namespace keel::llm_openai

KEEL_PLUGIN(keel::llm_openai::OpenAiPlugin, KEEL_PLUGIN_ID, KEEL_PLUGIN_VERSION)
