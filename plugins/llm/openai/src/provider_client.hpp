// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "endpoint.hpp"
#include "failure.hpp"
#include "keel/contracts/llm.hpp"
#include "keel/sdk.hpp"
#include "route_settings.hpp"

namespace keel::llm_openai {

/// A response whose status is 2xx.
struct ProviderResponse {
  std::string content_type;
  StreamReader body;
};

/// The request that asks for one answer: everything but its address.
struct ProviderRequest {
  std::string_view method;
  /// Behind the base URL.
  std::string_view path;
  /// Empty: none.
  std::string body;
  std::string_view accept;
  /// Of the vendor's own: name and value.
  std::vector<std::pair<std::string, std::string>> headers;
};

/// Sends a request through http/client. `token` ends the exchange, also while the body streams.
/// Every failure is one of the provider codes with its facts as data: of the transport, or of a
/// response that is not 2xx.
Task<ProviderResponse> send(Call call, std::shared_ptr<const RouteSettings> route,
                            Endpoint endpoint, ProviderRequest request, keel_token token);

/// Reads a body to its end. Error MALFORMED_RESPONSE beyond `limit` bytes.
Task<std::string> read_body(StreamReader body, std::size_t limit, std::string host);

/// A failure of the HTTP client, or of its stream, as a provider code.
Failure transport_failure(const Error& error, const std::string& route);

/// Headers of the vendor's own route for one answer.
std::vector<std::pair<std::string, std::string>> vendor_headers(
    const RouteSettings& route, contracts::llm::GenerateOptionsView options);

}  // namespace keel::llm_openai
