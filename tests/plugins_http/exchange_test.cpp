// SPDX-License-Identifier: MIT
#include <catch2/catch.hpp>
#include <chrono>
#include <string>

#include "http_host.hpp"
#include "model_server/model_server.hpp"
#include "raw_server.hpp"

using namespace keel;
using namespace keel::testing;
using namespace std::chrono_literals;
using contracts::http::HttpRequestParams;

namespace {

/// An answer for a path of no dialect.
Answer plain(std::string body, std::string path = "/x") {
  Answer answer = Answer::replay(std::move(body), "text/plain");
  answer.path = std::move(path);
  return answer;
}

HttpRequestParams post(std::string url, std::string body) {
  HttpRequestParams request = get_request(std::move(url));
  request.method = "POST";
  request.body = Value(body);
  return request;
}

}  // namespace

TEST_CASE("a request arrives as it was made, and its answer as it was given") {
  ModelServer server(Script::of({plain("hello").header("X-Kind", "test")}));
  HttpHost http;
  HttpRequestParams request = post(server.base_url() + "/x?a=1", "{\"k\":1}");
  request.headers.emplace();
  request.headers->emplace_back(
      std::vector<std::string>{std::string("Content-Type"), "application/json"});
  request.headers->emplace_back(std::vector<std::string>{std::string("X-Empty"), ""});
  const Fetched answer = http.fetch(request);

  CHECK(answer.message() == "");
  CHECK(answer.status == 200);
  CHECK(answer.version == "1.1");
  CHECK(answer.body == "hello");
  CHECK(answer.header("x-kind") == "test");
  CHECK(answer.header("content-type") == "text/plain");
  const RecordedRequest seen = server.requests().at(0);
  CHECK(seen.method == "POST");
  CHECK(seen.target == "/v1/x?a=1");
  CHECK(seen.body == "{\"k\":1}");
  CHECK(seen.header("content-type") == "application/json");
  CHECK(seen.header("x-empty") == "");
  CHECK_FALSE(seen.header("expect"));
  CHECK_FALSE(seen.header("authorization"));
}

TEST_CASE("a body may be bytes, any method may have one, and none is invented") {
  ModelServer server(Script::of({plain("a"), plain("b"), plain("c")}));
  HttpHost http;
  HttpRequestParams put = get_request(server.base_url() + "/x");
  put.method = "PUT";
  put.body = Value::bytes_of(std::string("\xff\x00\xfe", 3));
  CHECK(http.fetch(put).body == "a");
  HttpRequestParams empty = get_request(server.base_url() + "/x");
  empty.method = "POST";
  CHECK(http.fetch(empty).body == "b");
  CHECK(http.get(server.base_url() + "/x").body == "c");

  const auto seen = server.requests();
  REQUIRE(seen.size() == 3);
  CHECK(seen[0].method == "PUT");
  CHECK(seen[0].body == std::string("\xff\x00\xfe", 3));
  CHECK_FALSE(seen[0].header("content-type"));
  CHECK(seen[1].method == "POST");
  CHECK(seen[1].body == "");
  CHECK(seen[2].method == "GET");
}

TEST_CASE("requests to one server share a connection") {
  ModelServer server(Script::of({plain("1"), plain("2"), plain("3")}));
  HttpHost http;
  for (int i = 0; i < 3; ++i) CHECK(http.get(server.base_url() + "/x").status == 200);
  const auto seen = server.requests();
  REQUIRE(seen.size() == 3);
  CHECK(seen[0].connection == seen[1].connection);
  CHECK(seen[1].connection == seen[2].connection);
}

TEST_CASE("a kept connection that the server has closed is replaced without anybody noticing") {
  ModelServer server(Script::of({plain("1"), plain("2")}));
  std::string first;
  RawServer flighty([&](RawPeer& peer) {
    peer.read_head();
    peer.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
  });
  HttpHost http;
  CHECK(http.get(flighty.url()).body == "ok");
  CHECK(http.get(flighty.url()).body == "ok");
  CHECK(flighty.connections() == 2);
}

TEST_CASE("setting the token while the body streams closes the socket") {
  ModelServer server(Script::of({plain("").text("a").hold("gate")}));
  HttpHost http;
  CancelSource stop = must(http.ctx().token());
  CallOptions options;
  options.cancel = stop.raw();
  Expected<Message> answer = http.request(get_request(server.base_url() + "/x"), options);
  REQUIRE(answer);
  REQUIRE(server.wait_for_held("gate", 10s));

  REQUIRE(stop.cancel(Value("enough")));
  const Fetched rest = http.read(StreamReader(answer->take_ref(0)));
  CHECK(rest.code() == "ABORTED");
  REQUIRE(server.wait_for_ended(1, 10s));
  CHECK(server.requests()[0].client_closed);
}

TEST_CASE("cancelling before the head closes the socket") {
  Answer silent = plain("late");
  silent.before_head.emplace_back(Hold{"gate"});
  ModelServer server(Script::of({silent}));
  HttpHost http;
  CancelSource stop = must(http.ctx().token());
  CallOptions options;
  options.cancel = stop.raw();
  http.ctx().spawn([](Context ctx, ModelServer* held, CancelSource* source) -> Task<void> {
    auto waiting = ctx.pool([held] { return held->wait_for_held("gate", 10s); });
    static_cast<void>(co_await std::move(waiting));
    static_cast<void>(source->cancel(Value("enough")));
  }(http.ctx(), &server, &stop));
  const Expected<Message> answer = http.request(get_request(server.base_url() + "/x"), options);
  REQUIRE_FALSE(answer);
  CHECK(answer.error().code == "ABORTED");
  REQUIRE(server.wait_for_ended(1, 10s));
  CHECK(server.requests()[0].client_closed);
}

TEST_CASE("a reader that goes while the server is silent closes the socket") {
  ModelServer server(Script::of({plain("").text("a").hold("gate")}));
  HttpHost http;
  Expected<Message> answer = http.request(get_request(server.base_url() + "/x"));
  REQUIRE(answer);
  REQUIRE(server.wait_for_held("gate", 10s));
  answer->take_ref(0).reset();
  http.host().drain();
  REQUIRE(server.wait_for_ended(1, 10s));
  CHECK(server.requests()[0].client_closed);
}

TEST_CASE("a body waits for its reader in bounded memory, and the idle timer with it") {
  constexpr std::size_t kTotal = 64U << 20U;
  std::atomic<std::size_t> sent{0};
  std::atomic<bool> blocked{false};
  std::string content(kTotal, '\0');
  for (std::size_t i = 0; i < kTotal; ++i) content[i] = static_cast<char>('a' + i % 23);
  RawServer server([&](RawPeer& peer) {
    peer.read_head();
    peer.send("HTTP/1.1 200 OK\r\nContent-Length: " + std::to_string(kTotal) + "\r\n\r\n");
    peer.send_counted(content, sent, blocked, 600);
  });
  HttpHost http;
  HttpRequestParams request = get_request(server.url());
  request.idle_timeout_ms = 200;
  Expected<Message> answer = http.request(request);
  REQUIRE(answer);
  // Nobody reads: the server is held back, for three times the idle timeout.
  const auto tick = must(http.ctx().every(20, [] {}));
  http.host().run_until([&] { return blocked.load(); });
  CHECK(sent < 16U << 20U);

  const Fetched rest = http.read(StreamReader(answer->take_ref(0)));
  CHECK(rest.message() == "");
  CHECK(rest.body.size() == kTotal);
  CHECK((rest.body == content));
}

TEST_CASE("silence ends in TIMEOUT and closes the socket") {
  ModelServer server(Script::of({plain("").text("a").hold("gate")}));
  HttpHost http;
  HttpRequestParams request = get_request(server.base_url() + "/x");
  request.idle_timeout_ms = 100;
  const Fetched answer = http.fetch(request);
  CHECK(answer.status == 200);
  CHECK(answer.code() == "TIMEOUT");
  CHECK_THAT(answer.message(), Catch::Contains("127.0.0.1:" + std::to_string(server.port())) &&
                                   Catch::Contains("100 ms"));
  REQUIRE(server.wait_for_ended(1, 10s));
  CHECK(server.requests()[0].client_closed);
}

TEST_CASE("silence before the head counts as well") {
  Answer silent = plain("late");
  silent.before_head.emplace_back(Hold{"gate"});
  ModelServer server(Script::of({silent}));
  HttpHost http("idleTimeoutMs = 100");
  const Fetched answer = http.get(server.base_url() + "/x");
  CHECK(answer.code() == "TIMEOUT");
  REQUIRE(server.wait_for_ended(1, 10s));
  CHECK(server.requests()[0].client_closed);
}

TEST_CASE("any byte starts the idle time anew, and there is no bound for a whole exchange") {
  Answer slow = plain("");
  for (int i = 0; i < 12; ++i) slow.comment("ping").pause(100ms);
  ModelServer server(Script::of({slow.bytes("end")}));
  HttpHost http;
  HttpRequestParams request = get_request(server.base_url() + "/x");
  request.idle_timeout_ms = 600;
  const Fetched answer = http.fetch(request);
  CHECK(answer.message() == "");
  CHECK_THAT(answer.body, Catch::EndsWith("end"));
}

TEST_CASE("redirects are given to the caller") {
  Answer moved = plain("");
  moved.status = 307;
  moved.header("location", "http://127.0.0.1:1/elsewhere");
  ModelServer server(Script::of({moved, moved}));
  HttpHost http;
  const Fetched answer = http.fetch(post(server.base_url() + "/x", "secret"));
  CHECK(answer.status == 307);
  CHECK(answer.header("location") == "http://127.0.0.1:1/elsewhere");
  CHECK(http.get(server.base_url() + "/x").status == 307);
}

TEST_CASE("heads and bodies have bounds") {
  RawServer server([](RawPeer& peer) {
    peer.read_head();
    peer.send("HTTP/1.1 200 OK\r\n");
    const std::string line = "X-Fill: " + std::string(8000, 'f') + "\r\n";
    for (int i = 0; i < 64; ++i) {
      if (!peer.send(line)) return;
    }
    peer.send("\r\n");
  });
  HttpHost http;
  const Fetched head = http.get(server.url());
  CHECK(head.code() == "TOO_LARGE");

  ModelServer model(Script::of({plain(std::string(5000, 'b'))}));
  HttpRequestParams request = get_request(model.base_url() + "/x");
  request.max_body_bytes = 4999;
  const Fetched body = http.fetch(request);
  CHECK(body.status == 200);
  CHECK(body.code() == "TOO_LARGE");
  CHECK_THAT(body.message(), Catch::Contains("4999"));
}

TEST_CASE("interim heads and trailers are not mistaken for the answer's head") {
  RawServer server([](RawPeer& peer) {
    peer.read_head();
    peer.send(
        "HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n"
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nX-A: caf\xe9\r\n\r\n"
        "2\r\nok\r\n0\r\nX-Trailer: 1\r\n\r\n");
  });
  HttpHost http;
  const Fetched answer = http.get(server.url());
  CHECK(answer.message() == "");
  CHECK(answer.status == 200);
  CHECK(answer.body == "ok");
  CHECK(answer.header("link") == "");
  CHECK(answer.header("x-trailer") == "");
  CHECK(answer.header("x-a") == "caf\u00e9");
}

TEST_CASE("a stopped client ends what is under way") {
  ModelServer server(Script::of({plain("").text("a").hold("gate")}));
  HttpHost http;
  Expected<Message> answer = http.request(get_request(server.base_url() + "/x"));
  REQUIRE(answer);
  REQUIRE(server.wait_for_held("gate", 10s));
  answer = Message();
  http.host().shutdown();
  REQUIRE(server.wait_for_ended(1, 10s));
  CHECK(server.requests()[0].client_closed);
}
