// SPDX-License-Identifier: MIT
#include "model_list.hpp"

#include <unordered_set>
#include <utility>

#include "endpoint.hpp"
#include "provider_client.hpp"

namespace keel::llm_openai {

namespace {

constexpr std::size_t kMaxListBytes = 4U << 20U;

Task<std::vector<std::string>> ask_service(Call call, std::shared_ptr<const RouteSettings> route) {
  Task<Endpoint> finding = Endpoint::read(call, route);
  Endpoint endpoint = co_await must(std::move(finding));
  const std::string host = endpoint.host();
  ProviderRequest request;
  request.method = "GET";
  request.path = "/models";
  request.accept = "application/json";
  Task<ProviderResponse> sending =
      send(call, route, std::move(endpoint), std::move(request), keel_token{0});
  ProviderResponse response = co_await must(std::move(sending));
  Task<std::string> reading = read_body(std::move(response.body), kMaxListBytes, host);
  const std::string text = co_await must(std::move(reading));

  const auto document = parse_json(text, ParseMode::kLenient);
  const ValueView list = document ? (*document)["data"] : ValueView();
  if (!list.is_array()) {
    co_return fail("MALFORMED_RESPONSE",
                   host + " answered GET /models with something else than a list of models");
  }
  std::vector<std::string> ids;
  for (const ValueView model : list.items()) ids.emplace_back(model["id"].text());
  co_return ids;
}

/// Each id once, in order; entries without one are dropped.
std::vector<std::string> distinct(std::vector<std::string> ids) {
  std::vector<std::string> kept;
  std::unordered_set<std::string> seen;
  for (std::string& id : ids) {
    if (!id.empty() && seen.insert(id).second) kept.push_back(std::move(id));
  }
  return kept;
}

}  // namespace

Task<std::vector<std::string>> list_model_ids(Call call,
                                              std::shared_ptr<const RouteSettings> route) {
  std::vector<std::string> ids;
  Task<std::string> naming = read_variable(call, route->model_env);
  ids.push_back(co_await must(std::move(naming)));
  if (route->models) {
    for (const ModelSettings& model : *route->models) ids.push_back(model.id);
    co_return distinct(std::move(ids));
  }
  Task<std::vector<std::string>> asking = ask_service(call, route);
  Expected<std::vector<std::string>> listed = co_await asking;
  if (listed) {
    ids.insert(ids.end(), listed->begin(), listed->end());
  } else if (ids.front().empty()) {
    co_return listed.error();
  } else {
    call.context().info("route \"" + route->id +
                        "\" does not list its models: " + listed.error().message);
  }
  co_return distinct(std::move(ids));
}

}  // namespace keel::llm_openai
