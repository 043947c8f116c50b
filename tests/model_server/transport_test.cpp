// How the bytes travel: splits, cuts, holds, connections, TLS.
#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl.hpp>
#include <boost/asio/write.hpp>
#include <catch2/catch.hpp>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include "model_server/model_server.hpp"
#include "model_server/temporary_certificate.hpp"
#include "raw_client.hpp"

using namespace keel::testing;
using namespace std::chrono_literals;
namespace asio = boost::asio;

namespace {

constexpr auto kChat = "/v1/chat/completions";

RawResponse ask(ModelServer& server, std::string_view prompt = "hi") {
  RawClient client(server.port());
  client.post(kChat, chat_request(prompt));
  return client.read_response();
}

}  // namespace

TEST_CASE("A recorded body is replayed byte for byte, one byte at a time") {
  const std::string body =
      "data: {\"a\":\"\xc3\xa4\xf0\x9f\x98\x80\"}\r\n\r\n: c\n\ndata: [DONE]\n\n";
  Answer answer = Answer::replay(body);
  answer.piece_bytes = 1;
  ModelServer server(Script::of({answer}));
  const RawResponse response = ask(server);
  CHECK(response.headers.at("content-type") == "text/event-stream");
  CHECK(response.body == body);
  CHECK(response.complete);
  CHECK(response.chunks.size() == body.size());
}

TEST_CASE("A body is cut where the script says") {
  Answer answer = Answer::replay("0123456789");
  answer.splits = {7, 3, 3, 0, 99};
  ModelServer server(Script::of({answer}));
  CHECK(ask(server).chunks == std::vector<std::string>{"012", "3456", "789"});
}

TEST_CASE("Events are sent one by one, or in bursts") {
  Answer single = Answer::words(10);
  Answer burst = Answer::words(10);
  burst.burst = 5;
  ModelServer server(Script::of({single, burst}));
  const RawResponse one = ask(server);
  const RawResponse five = ask(server);
  CHECK(one.chunks.size() == 13);
  CHECK(five.chunks.size() == 3);
  CHECK(streamed_text(one.body) == streamed_text(five.body));
}

TEST_CASE("Bodies may have a length or end with the connection") {
  Answer length = Answer::replay("abc");
  length.framing = Framing::kLength;
  Answer until_close = Answer::replay("def");
  until_close.framing = Framing::kUntilClose;
  ModelServer server(Script::of({length, until_close}));
  const RawResponse first = ask(server);
  CHECK(first.headers.at("content-length") == "3");
  CHECK(first.body == "abc");
  const RawResponse second = ask(server);
  CHECK(second.headers.at("connection") == "close");
  CHECK(second.body == "def");
  CHECK(second.complete);
}

TEST_CASE("An HTTP/1.0 client gets a body without chunks") {
  ModelServer server(Script::of({Answer::replay("abc")}));
  RawClient client(server.port());
  client.send("POST /v1/chat/completions HTTP/1.0\r\ncontent-length: 2\r\n\r\n{}");
  const RawResponse response = client.read_response();
  CHECK_FALSE(response.headers.contains("transfer-encoding"));
  CHECK(response.body == "abc");
}

TEST_CASE("A cut after n bytes ends the connection in the middle of the body") {
  Answer answer = Answer::replay("0123456789");
  answer.cut_after = 4;
  SECTION("closed") { answer.cut_how = CutHow::kClose; }
  SECTION("reset") { answer.cut_how = CutHow::kReset; }
  ModelServer server(Script::of({answer}));
  RawClient client(server.port());
  client.post(kChat, chat_request("hi"));
  const RawResponse response = client.read_response();
  CHECK_FALSE(response.complete);
  CHECK(response.body == "0123");
  const auto expected = answer.cut_how == CutHow::kReset
                            ? boost::system::error_code(asio::error::connection_reset)
                            : boost::system::error_code(asio::error::eof);
  CHECK(client.error() == expected);
  REQUIRE(server.wait_for_ended(1, 10s));
  CHECK(server.requests()[0].cut);
  CHECK_FALSE(server.requests()[0].client_closed);
}

TEST_CASE("A cut may stand between events or before the head") {
  Answer middle = Answer{}.text("one").cut().text("two");
  Answer first;
  first.before_head.emplace_back(Cut{CutHow::kReset});
  ModelServer server(Script::of({middle, first}));
  const RawResponse response = ask(server);
  CHECK_FALSE(response.complete);
  CHECK(streamed_text(response.body) == "one");
  RawClient client(server.port());
  client.post(kChat, chat_request("hi"));
  CHECK(client.read_end());
  CHECK(client.error() == asio::error::connection_reset);
}

TEST_CASE("A held answer goes on when it is released") {
  ModelServer server(Script::of({Answer{}.text("before").hold("gate").text("after")}));
  RawClient client(server.port());
  client.post(kChat, chat_request("hi"));
  REQUIRE(server.wait_for_held("gate", 10s));
  CHECK(client.read_until("before").find("after") == std::string::npos);
  server.release("other");
  CHECK(server.wait_for_held("gate", 0ms));
  CHECK_FALSE(server.requests()[0].ended);
  server.release("gate");
  CHECK(client.read_until("[DONE]").find("after") != std::string::npos);
  REQUIRE(server.wait_for_ended(1, 10s));
}

TEST_CASE("A release before the hold is kept, and all holds can be opened") {
  Answer held = Answer{}.hold().text("x");
  Answer head_held = Answer::say("y");
  head_held.before_head.emplace_back(Hold{"head"});
  ModelServer server(Script::of({held, head_held, held}));
  server.release();
  CHECK(streamed_text(ask(server).body) == "x");
  RawClient client(server.port());
  client.post(kChat, chat_request("hi"));
  REQUIRE(server.wait_for_held("head", 10s));
  server.release_all();
  CHECK(streamed_text(client.read_response().body) == "y");
  CHECK(streamed_text(ask(server).body) == "x");
}

TEST_CASE("A pause delays what follows it") {
  Answer answer = Answer{}.pause(30ms).text("x");
  answer.before_head.emplace_back(Pause{30ms});
  ModelServer server(Script::of({answer}));
  const auto begin = std::chrono::steady_clock::now();
  CHECK(streamed_text(ask(server).body) == "x");
  CHECK(std::chrono::steady_clock::now() - begin >= 60ms);
}

TEST_CASE("One connection serves several requests") {
  ModelServer server(Script::of(
      {Answer::say("a"), Answer::failure(500, {"b", "", ""}), Answer::say("c"), Answer::say("d")}));
  RawClient client(server.port());
  client.post(kChat, chat_request("1"));
  CHECK(streamed_text(client.read_response().body) == "a");
  client.post(kChat, chat_request("2"));
  CHECK(client.read_response().status == 500);
  client.post(kChat, chat_request("3"), "connection: close\r\n");
  CHECK(streamed_text(client.read_response().body) == "c");
  CHECK(client.read_end());
  CHECK(streamed_text(ask(server).body) == "d");
  const auto requests = server.requests();
  REQUIRE(requests.size() == 4);
  CHECK(requests[0].connection == requests[1].connection);
  CHECK(requests[0].connection == requests[2].connection);
  CHECK(requests[0].connection != requests[3].connection);
}

TEST_CASE("Pipelined requests are answered in order") {
  ModelServer server(Script::of({Answer::say("a"), Answer::say("b")}));
  RawClient client(server.port());
  client.post(kChat, chat_request("1"));
  client.post(kChat, chat_request("2"));
  CHECK(streamed_text(client.read_response().body) == "a");
  CHECK(streamed_text(client.read_response().body) == "b");
}

TEST_CASE("A client that asks before it sends a large body is told to go on") {
  ModelServer server(Script::of({Answer::say("a")}));
  RawClient client(server.port());
  const std::string body = chat_request(std::string(2'000'000, 'x'));
  client.send("POST /v1/chat/completions HTTP/1.1\r\nexpect: 100-continue\r\ncontent-length: " +
              std::to_string(body.size()) + "\r\n\r\n");
  CHECK(client.read_until("\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n");
  client.send(body);
  CHECK(streamed_text(client.read_response().body) == "a");
  CHECK(server.requests()[0].body.size() == body.size());
}

TEST_CASE("Two requests are answered at the same time") {
  Answer held = Answer{}.text("held ").hold().text("end");
  held.contains = "slow";
  ModelServer server(Script::of({held, Answer::say("quick")}));
  RawClient slow(server.port());
  slow.post(kChat, chat_request("slow"));
  REQUIRE(server.wait_for_held("", 10s));
  CHECK(streamed_text(ask(server, "other").body) == "quick");
  server.release();
  CHECK(streamed_text(slow.read_response().body) == "held end");
}

TEST_CASE("A client that leaves is recorded") {
  SECTION("while the answer is held") {
    ModelServer server(Script::of({Answer{}.text("x").hold().text("y")}));
    RawClient client(server.port());
    client.post(kChat, chat_request("hi"));
    REQUIRE(server.wait_for_held("", 10s));
    client.close();
    REQUIRE(server.wait_for_ended(1, 10s));
    CHECK(server.requests()[0].client_closed);
    CHECK_FALSE(server.wait_for_held("", 0ms));
  }
  SECTION("while the answer is paused for a long time") {
    ModelServer server(Script::of({Answer{}.text("x").pause(24h).text("y")}));
    RawClient client(server.port());
    client.post(kChat, chat_request("hi"));
    client.read_until("x");
    client.close();
    REQUIRE(server.wait_for_ended(1, 10s));
    CHECK(server.requests()[0].client_closed);
  }
  SECTION("while the server waits for it to read") {
    ModelServer server(Script::of({Answer::replay(std::string(64 << 20, 'x'))}));
    RawClient client(server.port());
    client.post(kChat, chat_request("hi"));
    client.read_until("xxxx");
    client.close();
    REQUIRE(server.wait_for_ended(1, 10s));
    CHECK(server.requests()[0].client_closed);
  }
}

TEST_CASE("A slow reader gets the whole body") {
  // More than the socket buffers of both sides hold: the server has to wait for the reader.
  const std::string body(64 << 20, 'x');
  ModelServer server(Script::of({Answer::replay(body)}));
  RawClient client(server.port());
  client.post(kChat, chat_request("hi"));
  CHECK(client.read_until("xxxx").size() < body.size());
  CHECK_FALSE(server.requests()[0].ended);
  REQUIRE(server.wait_for_requests(1, 10s));
  std::size_t rest = 0;
  while (rest < body.size() / 2) rest += client.read_until("x").size();
  client.read_until("\r\n0\r\n\r\n");
  REQUIRE(server.wait_for_ended(1, 10s));
  CHECK_FALSE(server.requests()[0].client_closed);
  CHECK(server.requests()[0].bytes_out > body.size());
}

TEST_CASE("What is not HTTP ends the connection") {
  ModelServer server(Script{});
  RawClient client(server.port());
  client.send("\x16\x03\x01 nonsense\r\n\r\n");
  CHECK(client.read_end());
  CHECK(server.requests().empty());
}

TEST_CASE("Stop ends open connections and keeps the records") {
  ModelServer server(Script::of({Answer{}.text("x").hold()}));
  RawClient busy(server.port());
  RawClient idle(server.port());
  busy.post(kChat, chat_request("hi"));
  REQUIRE(server.wait_for_held("", 10s));
  server.stop();
  server.stop();
  CHECK_FALSE(busy.read_response().complete);
  CHECK(idle.read_end());
  REQUIRE(server.requests().size() == 1);
  CHECK(server.requests()[0].ended);
  CHECK_FALSE(server.requests()[0].client_closed);
  server.release();
}

TEST_CASE("A port in use is refused by name") {
  ModelServer server(Script{});
  ServerOptions options;
  options.port = server.port();
  CHECK_THROWS_WITH(ModelServer(Script{}, options),
                    Catch::Contains("cannot listen on 127.0.0.1:" + std::to_string(server.port())));
}

TEST_CASE("Many connections stream at once") {
  constexpr int kClients = 50;
  Script script = Script::directives();
  script.burst = 4;
  ModelServer server(script);
  std::vector<std::unique_ptr<RawClient>> clients;
  for (int n = 0; n < kClients; ++n) {
    clients.push_back(std::make_unique<RawClient>(server.port()));
    clients.back()->post(kChat, chat_request("plain " + std::to_string(100 + n)));
  }
  for (int n = 0; n < kClients; ++n) {
    const RawResponse response = clients[static_cast<std::size_t>(n)]->read_response();
    CHECK(event_data(response.body).size() == static_cast<std::size_t>(100 + n + 3));
  }
}

namespace {

class TlsClient {
 public:
  TlsClient(const ModelServer& server, const TlsFiles& files)
      : context_(asio::ssl::context::tls_client), stream_(io_, context_) {
    context_.load_verify_file(files.certificate.string());
    stream_.set_verify_mode(asio::ssl::verify_peer);
    stream_.set_verify_callback(asio::ssl::host_name_verification("127.0.0.1"));
    stream_.next_layer().connect(
        asio::ip::tcp::endpoint(asio::ip::address_v4::loopback(), server.port()));
    stream_.handshake(asio::ssl::stream_base::client);
  }

  void post(std::string_view body, std::string_view headers) {
    const std::string request = "POST /v1/chat/completions HTTP/1.1\r\n" + std::string(headers) +
                                "content-length: " + std::to_string(body.size()) + "\r\n\r\n" +
                                std::string(body);
    asio::write(stream_, asio::buffer(request));
  }

  std::string read_all(boost::system::error_code& error) {
    std::string text;
    char space[4096];
    while (true) {
      const std::size_t size = stream_.read_some(asio::buffer(space), error);
      text.append(space, size);
      if (error) return text;
    }
  }

  std::string read_until(std::string_view wanted) {
    std::string text;
    char space[4096];
    while (text.find(wanted) == std::string::npos) {
      text.append(space, stream_.read_some(asio::buffer(space)));
    }
    return text;
  }

  void drop() { stream_.next_layer().close(); }

 private:
  asio::io_context io_;
  asio::ssl::context context_;
  asio::ssl::stream<asio::ip::tcp::socket> stream_;
};

}  // namespace

TEST_CASE("The server speaks TLS with a certificate that its file verifies") {
  const TemporaryCertificate certificate;
  ServerOptions options;
  options.tls = certificate.files();
  Answer cut = Answer::say("cut");
  cut.cut_after = 300;
  ModelServer server(
      Script::of({Answer::say("hello"), Answer::say("again"), cut, Answer{}.text("x").hold()}),
      options);
  CHECK(server.base_url().starts_with("https://127.0.0.1:"));
  boost::system::error_code error;

  TlsClient client(server, certificate.files());
  client.post(chat_request("hi"), "");
  CHECK(client.read_until("[DONE]").find("hello") != std::string::npos);
  client.post(chat_request("hi"), "connection: close\r\n");
  CHECK(client.read_all(error).find("again") != std::string::npos);
  CHECK(error == asio::error::eof);

  TlsClient truncated(server, certificate.files());
  truncated.post(chat_request("hi"), "");
  truncated.read_all(error);
  CHECK(error == asio::ssl::error::stream_truncated);

  TlsClient leaving(server, certificate.files());
  leaving.post(chat_request("hi"), "");
  REQUIRE(server.wait_for_held("", 10s));
  leaving.drop();
  REQUIRE(server.wait_for_ended(4, 10s));
  CHECK(server.requests()[3].client_closed);
  CHECK(server.requests()[0].connection == server.requests()[1].connection);
}

TEST_CASE("Bad certificate files are refused by name") {
  ServerOptions options;
  options.tls = TlsFiles{"/nonexistent/cert.pem", "/nonexistent/key.pem"};
  CHECK_THROWS_WITH(ModelServer(Script{}, options), Catch::Contains("/nonexistent/cert.pem"));
}

TEST_CASE("A temporary certificate goes with its object") {
  std::filesystem::path file;
  {
    const TemporaryCertificate certificate;
    file = certificate.files().certificate;
    CHECK(std::filesystem::exists(file));
    CHECK((std::filesystem::status(certificate.files().key).permissions() &
           std::filesystem::perms::others_all) == std::filesystem::perms::none);
  }
  CHECK_FALSE(std::filesystem::exists(file.parent_path()));
}
