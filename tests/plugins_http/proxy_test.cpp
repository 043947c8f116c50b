// SPDX-License-Identifier: MIT
#include <catch2/catch.hpp>
#include <mutex>
#include <string>

#include "http_host.hpp"
#include "raw_server.hpp"

using namespace keel;
using namespace keel::testing;

namespace http = keel::contracts::http;

namespace {

/// "proxy by variable", "- by variable" for a direct way, "-" when nothing names a proxy.
std::string choice(HttpHost& host, const std::string& url) {
  http::HttpProxyForParams in;
  in.url = url;
  const auto answer =
      host.host().call("http/client", http::Http::kProxyFor, Message(in.to_value()));
  REQUIRE(answer);
  const http::HttpProxyForResultView found(answer->value());
  std::string text(found.proxy().value_or("-"));
  if (found.variable()) text += " by " + std::string(*found.variable());
  return text;
}

std::string choice(const HttpHost::Variables& variables, const std::string& url,
                   std::string_view config = "") {
  HttpHost host(config, variables);
  return choice(host, url);
}

}  // namespace

TEST_CASE("PRV-45 the small name of a proxy variable wins, the scheme's wins over all") {
  const std::string secure = "https://api.example.com/v1";
  const std::string open = "http://api.example.com/v1";
  CHECK(choice({}, secure) == "-");
  CHECK(choice({{"https_proxy", "http://p:1"}, {"HTTPS_PROXY", "http://p:2"}}, secure) ==
        "http://p:1 by https_proxy");
  CHECK(choice({{"HTTPS_PROXY", "http://p:2"}, {"all_proxy", "http://p:3"}}, secure) ==
        "http://p:2 by HTTPS_PROXY");
  CHECK(choice({{"all_proxy", "http://p:3"}, {"ALL_PROXY", "http://p:4"}}, secure) ==
        "http://p:3 by all_proxy");
  CHECK(choice({{"ALL_PROXY", "http://p:4"}}, open) == "http://p:4 by ALL_PROXY");
  CHECK(choice({{"http_proxy", "http://p:5"}}, secure) == "-");
  CHECK(choice({{"http_proxy", "http://p:5"}, {"HTTP_PROXY", "http://p:6"}}, open) ==
        "http://p:5 by http_proxy");
  CHECK(choice({{"HTTP_PROXY", "http://p:6"}}, open) == "http://p:6 by HTTP_PROXY");
  CHECK(choice({{"https_proxy", ""}, {"HTTPS_PROXY", "http://p:2"}}, secure) ==
        "http://p:2 by HTTPS_PROXY");
}

TEST_CASE("HTTP_PROXY is a client's header in a CGI program, and is not believed") {
  CHECK(choice({{"HTTP_PROXY", "http://p:6"}, {"REQUEST_METHOD", "GET"}}, "http://a.example/") ==
        "-");
}

TEST_CASE("the setting wins over variables, and an empty one means none") {
  const HttpHost::Variables variables{{"https_proxy", "http://p:1"}, {"no_proxy", "a.example"}};
  CHECK(choice(variables, "https://b.example/", "proxy = 'http://q:9'") ==
        "http://q:9 by setting proxy");
  CHECK(choice(variables, "https://b.example/", "proxy = ''") == "- by setting proxy");
  CHECK(choice(variables, "https://a.example/") == "- by no_proxy");
  CHECK(choice(variables, "https://a.example/", "noProxy = 'b.example'") ==
        "http://p:1 by https_proxy");
  CHECK(choice(variables, "https://b.example/", "noProxy = 'b.example'") == "- by setting noProxy");
}

TEST_CASE("loopback is never reached through a proxy") {
  const HttpHost::Variables variables{{"all_proxy", "http://p:1"}};
  HttpHost host("", variables);
  for (const char* url : {"http://localhost:1/", "http://api.localhost/", "http://127.0.0.1/",
                          "http://127.8.9.1/", "http://[::1]/"}) {
    CHECK(choice(host, url) == "-");
  }
  CHECK(choice(host, "http://128.0.0.1/") == "http://p:1 by all_proxy");
}

TEST_CASE("no_proxy lists names, addresses, ranges and ports") {
  const HttpHost::Variables variables{
      {"all_proxy", "http://p:1"},
      {"no_proxy",
       "one.example, .two.example *.three.example,10.0.0.0/8 fd00::/16,192.0.2.7, "
       "four.example:8080 [2001:db8::1]:443"}};
  HttpHost host("", variables);
  const auto direct = [&](const std::string& url) { return choice(host, url) == "- by no_proxy"; };
  CHECK(direct("https://one.example/"));
  CHECK(direct("https://ONE.example/"));
  CHECK(direct("https://a.one.example/"));
  CHECK_FALSE(direct("https://none.example/"));
  CHECK(direct("https://two.example/"));
  CHECK(direct("https://a.two.example/"));
  CHECK(direct("https://b.three.example/"));
  CHECK(direct("https://10.255.3.4/"));
  CHECK_FALSE(direct("https://11.0.0.1/"));
  CHECK(direct("https://[fd00::5]/"));
  CHECK_FALSE(direct("https://[fe80::5]/"));
  CHECK(direct("https://192.0.2.7/"));
  CHECK_FALSE(direct("https://192.0.2.8/"));
  CHECK(direct("http://four.example:8080/"));
  CHECK_FALSE(direct("http://four.example/"));
  CHECK(direct("https://[2001:db8::1]/"));
  CHECK_FALSE(direct("http://[2001:db8::1]/"));
  CHECK(choice({{"all_proxy", "http://p:1"}, {"NO_PROXY", "*"}}, "https://x.example/") ==
        "- by NO_PROXY");
}

TEST_CASE("a proxy is shown without its password") {
  CHECK(choice({{"https_proxy", "http://user:s3cret@p.example:8080/"}}, "https://x.example/") ==
        "http://p.example:8080 by https_proxy");
}

TEST_CASE("PRV-46 a request goes to its proxy, which alone resolves the name") {
  std::mutex mutex;
  std::string head;
  RawServer proxy([&](RawPeer& peer) {
    const std::string seen = peer.read_head();
    {
      const std::lock_guard lock(mutex);
      head = seen;
    }
    peer.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
  });
  HttpHost host("", {{"http_proxy", proxy.url()}});
  const Fetched answer = host.get("http://model.invalid/v1/models");
  CHECK(answer.message() == "");
  CHECK(answer.body == "ok");
  const std::lock_guard lock(mutex);
  CHECK(head.rfind("GET http://model.invalid/v1/models HTTP/1.1\r\n", 0) == 0);
}

TEST_CASE("a proxy that refuses a tunnel, or is not there, is named") {
  RawServer proxy([](RawPeer& peer) {
    peer.read_head();
    peer.send("HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n");
  });
  const std::string place = "127.0.0.1:" + std::to_string(proxy.port());
  HttpHost host("", {{"https_proxy", "http://u:s3cret@" + place}});
  const Fetched refused = host.get("https://model.invalid/");
  CHECK_FALSE(refused.code().empty());
  CHECK_THAT(refused.message(), Catch::Contains(place) && Catch::Contains("https_proxy") &&
                                    Catch::Contains("407") && !Catch::Contains("s3cret"));

  const std::uint16_t nobody = closed_port();
  HttpHost other("", {{"https_proxy", "http://127.0.0.1:" + std::to_string(nobody)}});
  const Fetched gone = other.get("https://model.invalid/");
  CHECK(gone.code() == "CONNECT");
  CHECK_THAT(gone.message(), Catch::Contains(std::to_string(nobody)));
}
