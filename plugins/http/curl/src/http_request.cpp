// SPDX-License-Identifier: MIT
#include "http_request.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace keel::http_curl {

namespace {

constexpr std::size_t kMaxHeaders = 200;
constexpr std::size_t kMaxHeaderBytes = 65536;

/// A token of RFC 9110.
bool is_token(std::string_view text) {
  constexpr std::string_view kOther = "!#$%&'*+-.^_`|~";
  return !text.empty() && std::all_of(text.begin(), text.end(), [&](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           kOther.find(c) != std::string_view::npos;
  });
}

bool is_field_value(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte == '\t' || (byte >= 0x20 && byte != 0x7f);
  });
}

bool same_name(std::string_view a, std::string_view lower_case) {
  return std::equal(a.begin(), a.end(), lower_case.begin(), lower_case.end(), [](char x, char y) {
    return (x >= 'A' && x <= 'Z' ? static_cast<char>(x + 32) : x) == y;
  });
}

/// The client frames messages itself.
bool is_framing(std::string_view name) {
  constexpr std::array<std::string_view, 5> kFraming{"content-length", "transfer-encoding",
                                                     "connection", "expect", "upgrade"};
  return std::any_of(kFraming.begin(), kFraming.end(),
                     [&](std::string_view framing) { return same_name(name, framing); });
}

/// Why a header cannot be sent; empty when it can.
std::string header_fault(std::string_view name, std::string_view value) {
  if (!is_token(name)) return "is no header name";
  if (is_framing(name)) return "is set by the client itself";
  if (!is_field_value(value)) return "has a value with control characters";
  if (name.size() + value.size() > kMaxHeaderBytes) return "is longer than 65536 bytes";
  return {};
}

Expected<std::vector<std::string>> read_headers(contracts::http::HttpRequestParamsView in) {
  std::vector<std::string> lines;
  bool has_content_type = false;
  if (in.headers().size() > kMaxHeaders) {
    return fail("INVALID_REQUEST", "the request has " + std::to_string(in.headers().size()) +
                                       " headers; at most 200 are allowed");
  }
  for (const auto header : in.headers()) {
    const std::string name(header[0]);
    const std::string_view value = header[1];
    const std::string fault =
        header.size() == 2 ? header_fault(name, value) : "is not a pair of name and value";
    if (!fault.empty()) {
      return fail("INVALID_REQUEST", "header " + std::to_string(lines.size()) +
                                         (is_token(name) ? " (" + name + ") " : " ") + fault);
    }
    has_content_type = has_content_type || same_name(name, "content-type");
    lines.push_back(value.empty() ? name + ";" : name + ": " + std::string(value));
  }
  // libcurl would call every body a form, and wait for leave to send a large one.
  if (!has_content_type) lines.emplace_back("content-type:");
  lines.emplace_back("expect:");
  return lines;
}

}  // namespace

std::string HttpRequest::describe() const {
  std::string text = method + " to " + target.authority();
  if (!proxy.url.empty()) text += " through proxy " + proxy.shown() + " (" + proxy.source + ")";
  return text;
}

Expected<HttpRequest> HttpRequest::read(contracts::http::HttpRequestParamsView in,
                                        const ExchangeLimits& limits) {
  HttpRequest request;
  request.method = in.method();
  if (!is_token(request.method) || request.method == "CONNECT") {
    return fail("INVALID_REQUEST", "the method is no HTTP method that a client may send");
  }
  request.url = in.url();
  Expected<std::vector<std::string>> lines = read_headers(in);
  if (!lines) return tl::make_unexpected(std::move(lines.error()));
  request.header_lines = std::move(*lines);
  const ValueView body = in.body();
  if (!body.is_absent() && !body.is_string() && !body.is_bytes()) {
    return fail("INVALID_REQUEST", "the body is of kind " + std::string(kind_name(body.kind())) +
                                       "; expected string or bytes");
  }
  if (request.method == "HEAD" && !body.is_absent()) {
    return fail("INVALID_REQUEST", "a HEAD request has no body");
  }
  request.body = Value::share(body);
  request.connect_timeout_ms = in.connect_timeout_ms().value_or(limits.connect_timeout_ms);
  request.idle_timeout_ms = in.idle_timeout_ms().value_or(limits.idle_timeout_ms);
  request.max_body_bytes = in.max_body_bytes().value_or(0);
  return request;
}

}  // namespace keel::http_curl
