// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "certificates.hpp"
#include "keel/contracts/http.hpp"
#include "keel/error.hpp"
#include "keel/value.hpp"
#include "proxy_finder.hpp"
#include "target_url.hpp"

namespace keel::http_curl {

/// Bounds of an exchange that its request does not set.
struct ExchangeLimits {
  std::int64_t connect_timeout_ms = 30000;
  std::int64_t idle_timeout_ms = 300000;
};

/// One request, checked: nothing in it can end a header line or name another protocol.
struct HttpRequest {
  std::string method;
  std::string url;
  TargetUrl target;
  /// In libcurl's form: "name: value", or "name;" for an empty value.
  std::vector<std::string> header_lines;
  /// A string or bytes; absent for none.
  Value body;
  std::int64_t connect_timeout_ms = 0;
  std::int64_t idle_timeout_ms = 0;
  /// 0: no bound.
  std::int64_t max_body_bytes = 0;
  ProxyChoice proxy;
  Certificates certificates;

  std::string_view body_bytes() const { return body.is_bytes() ? body.bytes() : body.text(); }

  /// "POST to api.example.com:443", with the proxy if there is one.
  std::string describe() const;

  /// Error INVALID_REQUEST names the header or member, never its value.
  static Expected<HttpRequest> read(contracts::http::HttpRequestParamsView in,
                                    const ExchangeLimits& limits);
};

}  // namespace keel::http_curl
