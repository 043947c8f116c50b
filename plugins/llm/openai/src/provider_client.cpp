// SPDX-License-Identifier: MIT
#include "provider_client.hpp"

#include <optional>
#include <utility>

#include "keel/contracts/http.hpp"

namespace keel::llm_openai {

namespace {

using contracts::http::HttpRequestResultView;
using contracts::llm::GenerateOptionsPurpose;
using contracts::llm::GenerateOptionsView;
using HttpService = contracts::http::Http;

/// Of an error document; more than any of them has.
constexpr std::size_t kMaxErrorBytes = 65536;

std::string header_of(HttpRequestResultView response, std::string_view name) {
  for (const auto header : response.headers()) {
    if (header[0] == name) return std::string(header[1]);
  }
  return {};
}

Value request_value(const RouteSettings& route, const Endpoint& endpoint,
                    const ProviderRequest& request) {
  Builder out;
  out.begin_object().member("method", request.method);
  out.member("url", endpoint.base_url + std::string(request.path));
  out.name("headers").begin_array();
  const auto put_header = [&](std::string_view name, std::string_view value) {
    out.begin_array().put(name).put(value).end();
  };
  if (!endpoint.key.empty()) put_header("authorization", "Bearer " + endpoint.key);
  if (!request.body.empty()) put_header("content-type", "application/json");
  put_header("accept", request.accept);
  for (const auto& [name, value] : request.headers) put_header(name, value);
  put_header("user-agent", endpoint.user_agent);
  out.end();
  if (!request.body.empty()) out.name("body").put_bytes(request.body);
  out.member("connect_timeout_ms", route.connect_timeout_ms);
  out.member("idle_timeout_ms", route.idle_timeout_ms);
  out.end();
  return out.finish_or_absent();
}

/// The text of an error response that is no JSON: markup says nothing to anybody.
std::string plain_text(std::string_view body, std::string_view content_type) {
  if (content_type.find("html") != std::string_view::npos || body.substr(0, 1) == "<") return {};
  return shortened(body, 300);
}

Failure status_failure(HttpRequestResultView response, const std::string& body,
                       const std::string& host) {
  const auto document = parse_json(body, ParseMode::kLenient);
  ProviderError error;
  if (document) error = ProviderError::read(*document);
  if (error.text().empty() && !document) {
    error.message = plain_text(body, header_of(response, "content-type"));
  }
  Failure failure;
  const auto status = static_cast<int>(response.status());
  failure.code = code_of(status, error);
  if (status >= 100 && status <= 599) failure.status = status;
  failure.message = host + " answered with status " + std::to_string(status);
  if (!error.text().empty()) failure.message += ": " + error.text();
  if (status >= 300 && status < 400) {
    failure.message += "; it points elsewhere, and requests are not redirected: check the base URL";
  }
  failure.retry_after_ms =
      parse_retry_after(header_of(response, "retry-after"), Context::wall_ms());
  failure.request_id = header_of(response, "x-request-id");
  if (failure.request_id.empty()) failure.request_id = header_of(response, "x-deepseek-request-id");
  return failure;
}

}  // namespace

Task<ProviderResponse> send(Call call, std::shared_ptr<const RouteSettings> route,
                            Endpoint endpoint, ProviderRequest request, keel_token token) {
  const std::string host = endpoint.host();
  Expected<Ref> http = call.resolve("http/client");
  if (!http) co_return transport_failure(http.error(), route->id).to_error();
  Message in(request_value(*route, endpoint, request));
  CallOptions options;
  options.cancel = token;
  Expected<Message> answer =
      co_await call.invoke(*http, HttpService::kRequest, std::move(in), options);
  if (!answer) co_return transport_failure(answer.error(), route->id).to_error();

  const HttpRequestResultView response(answer->value());
  StreamReader body(answer->take_ref(0));
  if (response.status() >= 200 && response.status() < 300) {
    ProviderResponse good{header_of(response, "content-type"), std::move(body)};
    co_return good;
  }
  Task<std::string> reading = read_body(std::move(body), kMaxErrorBytes, host);
  Expected<std::string> text = co_await std::move(reading);
  // A status without its document is still an answer.
  const Failure failure = status_failure(response, text.value_or(""), host);
  co_return failure.to_error();
}

Task<std::string> read_body(StreamReader body, std::size_t limit, std::string host) {
  std::string text;
  while (true) {
    std::optional<Message> item = co_await must(body.next());
    if (!item) co_return text;
    text += item->value().bytes();
    if (text.size() > limit) {
      co_return fail("MALFORMED_RESPONSE",
                     host + " sent over " + std::to_string(limit) + " bytes where less is due");
    }
  }
}

Failure transport_failure(const Error& error, const std::string& route) {
  Failure failure;
  if (error.status == KEEL_CANCELLED || error.code == "ABORTED" || error.code == "cancelled") {
    failure.code = "ABORTED";
  } else if (error.code == "TIMEOUT") {
    failure.code = "TIMEOUT";
  } else if (error.code == "INVALID_URL" || error.code == "INVALID_REQUEST") {
    failure.code = "INVALID_REQUEST";
  } else if (error.code == "TOO_LARGE") {
    failure.code = "MALFORMED_RESPONSE";
  } else {
    failure.code = "TRANSPORT";
  }
  failure.message = "route \"" + route + "\": " + error.message;
  return failure;
}

std::vector<std::pair<std::string, std::string>> vendor_headers(const RouteSettings& route,
                                                                GenerateOptionsView options) {
  std::vector<std::pair<std::string, std::string>> headers;
  if (route.dialect != Dialect::kDeepSeek) return headers;
  if (!route.user_id.empty()) headers.emplace_back("x-deepseek-harness-user-id", route.user_id);
  if (const auto session = options.session_id(); session && !session->empty()) {
    headers.emplace_back("x-deepseek-harness-session-id", *session);
  }
  if (options.purpose() == GenerateOptionsPurpose::kCompaction) {
    headers.emplace_back("x-deepseek-harness-compact", "1");
  }
  return headers;
}

}  // namespace keel::llm_openai
