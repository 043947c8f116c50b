// SPDX-License-Identifier: MIT
#include <catch2/catch.hpp>
#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "http_host.hpp"
#include "model_server/model_server.hpp"
#include "model_server/temporary_certificate.hpp"
#include "raw_server.hpp"

using namespace keel;
using namespace keel::testing;
using namespace std::chrono_literals;
using contracts::http::HttpRequestParams;

namespace {

std::string place_of(std::uint16_t port) { return "127.0.0.1:" + std::to_string(port); }

using Headers = std::vector<std::vector<std::string>>;

Headers one_header(std::string name, std::string value) {
  return Headers(1, std::vector<std::string>({std::move(name), std::move(value)}));
}

Answer plain(std::string body) {
  Answer answer = Answer::replay(std::move(body), "text/plain");
  answer.path = "/x";
  return answer;
}

}  // namespace

TEST_CASE("a refused connection is CONNECT and names host and cause") {
  HttpHost http;
  const std::uint16_t port = closed_port();
  const Fetched answer = http.get("http://" + place_of(port) + "/");
  CHECK(answer.code() == "CONNECT");
  CHECK_THAT(answer.message(),
             Catch::Contains(place_of(port)) && Catch::Contains("Connection refused"));
}

TEST_CASE("a name that is not resolved is RESOLVE") {
  HttpHost http;
  const Fetched answer = http.get("http://nothing.invalid/");
  CHECK(answer.code() == "RESOLVE");
  CHECK_THAT(answer.message(), Catch::Contains("nothing.invalid"));
}

TEST_CASE("a connection that is reset before an answer is TRANSPORT") {
  RawServer server([](RawPeer& peer) {
    peer.read_head();
    peer.reset();
  });
  HttpHost http;
  const Fetched answer = http.get(server.url());
  CHECK(answer.code() == "TRANSPORT");
  CHECK_THAT(answer.message(),
             Catch::Contains(place_of(server.port())) && Catch::Contains("before an answer came"));
}

TEST_CASE("a connection that is closed before an answer is TRANSPORT") {
  RawServer server([](RawPeer& peer) { peer.read_head(); });
  HttpHost http;
  const Fetched answer = http.get(server.url());
  CHECK(answer.code() == "TRANSPORT");
  CHECK_THAT(answer.message(), Catch::Contains("closed before an answer came"));
}

TEST_CASE("a body that is cut is TRANSPORT, behind what came") {
  const auto how = GENERATE(CutHow::kClose, CutHow::kReset);
  ModelServer server(Script::of({plain("").bytes("half").hold("gate").cut(how)}));
  HttpHost http;
  Expected<Message> answer = http.request(get_request(server.base_url() + "/x"));
  REQUIRE(answer);
  REQUIRE(server.wait_for_held("gate", 10s));
  server.release("gate");
  const Fetched rest = http.read(StreamReader(answer->take_ref(0)));
  CHECK(rest.code() == "TRANSPORT");
  CHECK_THAT(rest.message(), Catch::Contains("in the middle of the body"));
}

TEST_CASE("something that is no HTTP is TRANSPORT") {
  RawServer server([](RawPeer& peer) {
    peer.read_head();
    peer.send("220 mail.example.com ESMTP\r\n");
  });
  HttpHost http;
  CHECK(http.get(server.url()).code() == "TRANSPORT");
}

TEST_CASE("URLs that are none, or of another protocol, are INVALID_URL") {
  HttpHost http;
  const auto* url = GENERATE("example.com/x", "ftp://127.0.0.1/x", "file:///etc/passwd", "http://",
                             "http://a b/", "http://127.0.0.1:99999/");
  CAPTURE(url);
  CHECK(http.get(url).code() == "INVALID_URL");
}

TEST_CASE("a request that could smuggle another is INVALID_REQUEST") {
  HttpHost http;
  HttpRequestParams request = get_request("http://127.0.0.1:1/");
  SECTION("method") { request.method = "GET / HTTP/1.1\r\nX: y"; }
  SECTION("line feed in a value") { request.headers = one_header("x-a", "1\r\nx-b: 2"); }
  SECTION("name") { request.headers = one_header("x a", "1"); }
  SECTION("framing") { request.headers = one_header("Transfer-Encoding", "chunked"); }
  SECTION("no pair") { request.headers = Headers(1, std::vector<std::string>(1, "x-a")); }
  SECTION("body of another kind") { request.body = object({{"a", 1}}); }
  SECTION("HEAD with a body") {
    request.method = "HEAD";
    request.body = Value("x");
  }
  CHECK(http.fetch(request).code() == "INVALID_REQUEST");
}

TEST_CASE("no message shows a key") {
  HttpHost http;
  HttpRequestParams request =
      get_request("http://u:s3cret@" + place_of(closed_port()) + "/s3cret?key=s3cret");
  request.headers = one_header("x-s", "s3cret\n");
  CHECK_THAT(http.fetch(request).message(), !Catch::Contains("s3cret"));
  request.headers = one_header("authorization", "Bearer s3cret");
  const Fetched refused = http.fetch(request);
  CHECK(refused.code() == "CONNECT");
  CHECK_THAT(refused.message(), !Catch::Contains("s3cret"));
  CHECK_THAT(http.host().log_text(), !Catch::Contains("s3cret"));
}

TEST_CASE(
    "a certificate that nobody vouches for is TLS, and is taken when its authority is given") {
  const TemporaryCertificate certificate;
  ServerOptions options;
  options.tls = certificate.files();
  ModelServer server(Script::of({plain("ok"), plain("ok"), plain("ok")}), options);
  const std::string url = server.base_url() + "/x";
  REQUIRE(url.rfind("https://", 0) == 0);
  const std::string file = certificate.files().certificate.string();

  SECTION("unknown") {
    HttpHost http;
    const Fetched answer = http.get(url);
    CHECK(answer.code() == "TLS");
    CHECK_THAT(answer.message(), Catch::Contains(place_of(server.port())) &&
                                     Catch::Contains("certificate") && Catch::Contains("caFile"));
  }
  SECTION("by setting") {
    HttpHost http("caFile = '" + file + "'");
    const Fetched answer = http.get(url);
    CHECK(answer.message() == "");
    CHECK(answer.body == "ok");
  }
  SECTION("by variable") {
    HttpHost http("", {{"SSL_CERT_FILE", file}});
    CHECK(http.get(url).body == "ok");
  }
  SECTION("for another name") {
    HttpHost http("caFile = '" + file + "'");
    // The certificate is for 127.0.0.1 and localhost.
    const std::string other = "https://127.0.0.2:" + std::to_string(server.port()) + "/x";
    const std::string code = http.get(other).code();
    CHECK((code == "TLS" || code == "CONNECT"));
  }
  SECTION("a file that is not there") {
    HttpHost http("caFile = '/no/such/file.pem'");
    const Fetched answer = http.get(url);
    CHECK(answer.code() == "TLS");
    CHECK_THAT(answer.message(), Catch::Contains("/no/such/file.pem"));
  }
}

TEST_CASE("plain HTTP where TLS is expected is TLS") {
  ModelServer server(Script::of({plain("ok")}));
  HttpHost http;
  CHECK(http.get("https://" + place_of(server.port()) + "/x").code() == "TLS");
}
