// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "keel/contracts/http.hpp"
#include "plugin_host/plugin_host.hpp"

namespace keel::testing {

/// What came of one request. `error` holds the failure of the request, or of its body.
struct Fetched {
  std::int64_t status = 0;
  std::string version;
  std::vector<std::pair<std::string, std::string>> headers;
  std::string body;
  std::optional<Error> error;

  std::string header(std::string_view name) const;
  std::string code() const { return error ? error->code : std::string(); }
  std::string message() const { return error ? error->message : std::string(); }
};

/// A host with http/curl and nothing else.
class HttpHost {
 public:
  using Variables = std::map<std::string, std::string>;

  explicit HttpHost(std::string_view config = "", Variables environment = {});

  PluginHost& host() { return host_; }
  const Context& ctx() { return host_.ctx(); }

  /// Sends the request and reads its body to the end.
  Fetched fetch(contracts::http::HttpRequestParams request);
  Fetched get(std::string url);
  /// Settles with the head; the body is in refs[0].
  Expected<Message> request(contracts::http::HttpRequestParams request,
                            const CallOptions& options = {});
  /// Reads a body to its end.
  Fetched read(StreamReader body);

 private:
  PluginHost host_;
};

contracts::http::HttpRequestParams get_request(std::string url);

}  // namespace keel::testing
