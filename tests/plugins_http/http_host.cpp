// SPDX-License-Identifier: MIT
#include "http_host.hpp"

#include <catch2/catch.hpp>

namespace keel::testing {

namespace http = contracts::http;

namespace {

std::string deployment(std::string_view config) {
  return "[[row]]\nid = \"http\"\nplugin = \"http/curl\"\nconfig = { " + std::string(config) +
         " }\n";
}

PluginHost::Options options_with(HttpHost::Variables environment) {
  PluginHost::Options options;
  options.environment = std::move(environment);
  return options;
}

Task<Fetched> read_all(StreamReader body) {
  Fetched fetched;
  while (true) {
    Expected<std::optional<Message>> item = co_await body.next();
    if (!item) {
      fetched.error = item.error();
      co_return fetched;
    }
    if (!*item) co_return fetched;
    fetched.body += (*item)->value().bytes();
  }
}

}  // namespace

std::string Fetched::header(std::string_view name) const {
  for (const auto& [key, value] : headers) {
    if (key == name) return value;
  }
  return {};
}

HttpHost::HttpHost(std::string_view config, Variables environment)
    : host_(deployment(config), options_with(std::move(environment))) {
  REQUIRE(host_.boot_error() == "");
}

Expected<Message> HttpHost::request(http::HttpRequestParams request, const CallOptions& options) {
  return host_.call("http/client", http::Http::kRequest, Message(request.to_value()), options);
}

Fetched HttpHost::read(StreamReader body) {
  Expected<Fetched> fetched = host_.await(read_all(std::move(body)));
  REQUIRE(fetched);
  return std::move(*fetched);
}

Fetched HttpHost::fetch(http::HttpRequestParams wanted) {
  Expected<Message> answer = request(std::move(wanted));
  Fetched fetched;
  if (!answer) {
    fetched.error = answer.error();
    return fetched;
  }
  const http::HttpRequestResultView head(answer->value());
  fetched = read(StreamReader(answer->take_ref(0)));
  fetched.status = head.status();
  fetched.version = head.version();
  for (const auto header : head.headers()) fetched.headers.emplace_back(header[0], header[1]);
  return fetched;
}

Fetched HttpHost::get(std::string url) { return fetch(get_request(std::move(url))); }

http::HttpRequestParams get_request(std::string url) {
  http::HttpRequestParams request;
  request.method = "GET";
  request.url = std::move(url);
  return request;
}

}  // namespace keel::testing
