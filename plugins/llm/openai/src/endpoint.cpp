// SPDX-License-Identifier: MIT
#include "endpoint.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "keel/contracts/kernel.hpp"

namespace keel::llm_openai {

namespace {

using HostService = contracts::kernel::Host;

constexpr std::string_view kBlank = " \t\r\n\v\f";

Task<std::string> read_user_agent(Call call) {
  const Ref host = must(call.resolve("kernel/host"));
  Message answer = co_await must(call.invoke(host, HostService::kInfo));
  co_return std::string(answer["user_agent"].text());
}

std::string trimmed(std::string_view text) {
  const std::size_t start = text.find_first_not_of(kBlank);
  if (start == std::string_view::npos) return {};
  return std::string(text.substr(start, text.find_last_not_of(kBlank) - start + 1));
}

std::string missing_key(const RouteSettings& route) {
  return "route \"" + route.id + "\" has no API key: set " + route.api_key_env +
         " in the environment or in .env";
}

std::string missing_url(const RouteSettings& route) {
  return "route \"" + route.id + "\" has no base URL: set " +
         (route.base_url_env.empty() ? std::string("baseURL") : route.base_url_env) +
         ", for example to http://localhost:11434/v1";
}

}  // namespace

std::string Endpoint::host() const {
  const std::size_t scheme = base_url.find("://");
  const std::size_t start = scheme == std::string::npos ? 0 : scheme + 3;
  std::string_view authority = std::string_view(base_url).substr(start);
  authority = authority.substr(0, authority.find_first_of("/?#"));
  const std::size_t at = authority.rfind('@');
  return std::string(at == std::string_view::npos ? authority : authority.substr(at + 1));
}

Task<std::string> read_variable(Call call, std::string name) {
  if (name.empty()) co_return std::string();
  const Ref host = must(call.resolve("kernel/host"));
  Message in(object({{"name", name}}));
  Message answer = co_await must(call.invoke(host, HostService::kEnvironment, std::move(in)));
  co_return std::string(answer["value"].text());
}

Task<Endpoint> Endpoint::read(Call call, std::shared_ptr<const RouteSettings> route) {
  Endpoint endpoint;
  endpoint.base_url = route->base_url;
  if (endpoint.base_url.empty()) {
    Task<std::string> reading = read_variable(call, route->base_url_env);
    endpoint.base_url = trimmed(co_await must(std::move(reading)));
  }
  if (endpoint.base_url.empty()) endpoint.base_url = route->default_base_url;
  while (!endpoint.base_url.empty() && endpoint.base_url.back() == '/')
    endpoint.base_url.pop_back();
  if (endpoint.base_url.empty()) co_return fail("INVALID_REQUEST", missing_url(*route));

  Task<std::string> reading = read_variable(call, route->api_key_env);
  const std::string key = co_await must(std::move(reading));
  if (!key.empty()) {
    endpoint.key = must(checked_key(key, route->api_key_env));
  } else if (route->key_required) {
    co_return fail("MISSING_CREDENTIAL", missing_key(*route));
  }
  Task<std::string> asking = read_user_agent(call);
  endpoint.user_agent = co_await must(std::move(asking));
  co_return endpoint;
}

Expected<std::string> checked_key(std::string_view text, std::string_view reference) {
  std::string key = trimmed(text);
  const bool sound = !key.empty() && std::all_of(key.begin(), key.end(),
                                                 [](char c) { return c >= 0x21 && c <= 0x7e; });
  if (sound) return key;
  return fail("INVALID_CREDENTIAL",
              "the API key in " + std::string(reference) +
                  (key.empty() ? " is blank"
                               : " holds a character that is not printable ASCII; it was "
                                 "probably copied with something around it"));
}

}  // namespace keel::llm_openai
