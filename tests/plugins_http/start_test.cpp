// SPDX-License-Identifier: MIT
//
// A process of its own: it looks at what is mapped before anything was used.
#include <catch2/catch.hpp>
#include <fstream>
#include <iterator>
#include <string>

#include "http_host.hpp"
#include "model_server/model_server.hpp"

using namespace keel;
using namespace keel::testing;

namespace {

bool is_mapped(const std::string& name) {
  std::ifstream maps("/proc/self/maps");
  const std::string text{std::istreambuf_iterator<char>(maps), {}};
  return text.find(name) != std::string::npos;
}

}  // namespace

TEST_CASE("nothing is loaded before it is needed, and the plugin is unmapped afterwards") {
  Answer answer = Answer::replay("ok", "text/plain");
  answer.path = "/x";
  ModelServer server(Script::of({answer}));
  {
    HttpHost http;
    CHECK_FALSE(is_mapped("libcurl"));
    CHECK(http.get(server.base_url() + "/x").body == "ok");
    CHECK(is_mapped("libcurl"));
    http.host().shutdown();
  }
  CHECK_FALSE(is_mapped("http.curl"));
}

TEST_CASE("info names the library and the certificates") {
  HttpHost http;
  const auto answer = http.host().call("http/client", contracts::http::Http::kInfo);
  REQUIRE(answer);
  const contracts::http::HttpInfoResultView info(answer->value());
  CHECK_THAT(std::string(info.library()), Catch::Contains("libcurl/"));
  CHECK_FALSE(info.certificates().empty());
}
