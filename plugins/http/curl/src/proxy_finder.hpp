// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "keel/sdk.hpp"
#include "target_url.hpp"

namespace keel::http_curl {

/// How one request gets out.
struct ProxyChoice {
  /// Empty: directly.
  std::string url;
  /// The setting or variable that decided; empty when nothing names a proxy.
  std::string source;

  /// The proxy without the user part of its URL, for people.
  std::string shown() const;
};

/// Chooses the proxy of a request. First found wins:
///   1. loopback targets go directly
///   2. setting `proxy` (an empty one: directly)
///   3. https: https_proxy, HTTPS_PROXY; http: http_proxy, HTTP_PROXY (the latter not in a CGI
///      program, where it is the client's header)
///   4. all_proxy, ALL_PROXY
/// An empty variable counts as unset. Targets listed in setting `noProxy`, else no_proxy, else
/// NO_PROXY go directly. Kernel thread.
class ProxyFinder {
 public:
  explicit ProxyFinder(ValueView config);

  Task<ProxyChoice> find(Call call, TargetUrl target) const;

 private:
  std::optional<std::string> proxy_;
  std::optional<std::string> no_proxy_;
};

/// A variable as the host's environment gives it; empty when unset. Uses kernel/host.
Task<std::string> read_variable(Call call, std::string name);

}  // namespace keel::http_curl
