// SPDX-License-Identifier: MIT
#include "proxy_finder.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "keel/contracts/kernel.hpp"
#include "no_proxy.hpp"

namespace keel::http_curl {

namespace {

constexpr std::array<const char*, 4> kForHttps{"https_proxy", "HTTPS_PROXY", "all_proxy",
                                               "ALL_PROXY"};
constexpr std::array<const char*, 4> kForHttp{"http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"};

std::optional<std::string> text_setting(ValueView config, const char* name) {
  const ValueView value = config[name];
  return value.is_string() ? std::optional<std::string>(value.text()) : std::nullopt;
}

/// The first of the variables that is set.
Task<ProxyChoice> first_set(Call call, bool tls) {
  ProxyChoice choice;
  for (const char* name : tls ? kForHttps : kForHttp) {
    Task<std::string> reading = read_variable(call, name);
    choice.url = co_await must(std::move(reading));
    if (choice.url.empty()) continue;
    choice.source = name;
    if (choice.source == "HTTP_PROXY") {
      Task<std::string> asking = read_variable(call, "REQUEST_METHOD");
      const std::string cgi = co_await must(std::move(asking));
      if (!cgi.empty()) continue;
    }
    co_return choice;
  }
  co_return ProxyChoice();
}

}  // namespace

std::string ProxyChoice::shown() const {
  const std::size_t scheme = url.find("://");
  const std::size_t start = scheme == std::string::npos ? 0 : scheme + 3;
  const std::size_t end = std::min(url.find_first_of("/?#", start), url.size());
  const std::string_view authority = std::string_view(url).substr(start, end - start);
  const std::size_t at = authority.rfind('@');
  const std::string_view place =
      at == std::string_view::npos ? authority : authority.substr(at + 1);
  return url.substr(0, start) + std::string(place);
}

ProxyFinder::ProxyFinder(ValueView config)
    : proxy_(text_setting(config, "proxy")), no_proxy_(text_setting(config, "noProxy")) {}

Task<ProxyChoice> ProxyFinder::find(Call call, TargetUrl target) const {
  ProxyChoice choice;
  if (is_loopback(target.host)) co_return choice;
  if (proxy_) {
    choice.url = *proxy_;
    choice.source = "setting proxy";
  } else {
    Task<ProxyChoice> asking = first_set(call, target.tls);
    choice = co_await must(std::move(asking));
  }
  if (choice.url.empty()) co_return choice;

  std::string source = "setting noProxy";
  std::string list = no_proxy_.value_or("");
  for (const char* name : {"no_proxy", "NO_PROXY"}) {
    if (no_proxy_ || !list.empty()) break;
    Task<std::string> reading = read_variable(call, name);
    list = co_await must(std::move(reading));
    source = name;
  }
  if (is_listed(target.host, target.port, list)) {
    choice.url.clear();
    choice.source = source;
  }
  co_return choice;
}

Task<std::string> read_variable(Call call, std::string name) {
  const Ref host = must(call.resolve("kernel/host"));
  Message in(object({{"name", name}}));
  Message answer =
      co_await must(call.invoke(host, contracts::kernel::Host::kEnvironment, std::move(in)));
  co_return std::string(answer["value"].text());
}

}  // namespace keel::http_curl
