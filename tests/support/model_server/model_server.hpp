// A scripted model service on loopback: speaks the wire formats of model providers over HTTP/1.1,
// with or without TLS, and answers what a Script says. The stand-in for the model in tests and
// benches.
//
//   ModelServer server{Script::of({Answer::say("hello")})};
//   ... point an adapter at server.base_url() ...
//   REQUIRE(server.wait_for_requests(1, 5s));
//   CHECK(server.requests()[0].header("authorization") == "Bearer k");
//
// The server owns one thread. All members may be called from any thread, except that stop() and the
// destructor have one caller. Constructors throw std::runtime_error when the port or the
// certificate cannot be used.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "answer.hpp"
#include "recorded_request.hpp"
#include "script.hpp"

namespace keel::testing {

struct TlsFiles {
  std::filesystem::path certificate;  // PEM, chain allowed
  std::filesystem::path key;          // PEM, not encrypted
};

struct ServerOptions {
  std::uint16_t port = 0;  // 0 picks a free one
  std::optional<TlsFiles> tls{};
  std::optional<std::filesystem::path> log{};  // JSON lines are appended
};

class ModelServer {
 public:
  explicit ModelServer(Script script, ServerOptions options = {});
  ~ModelServer();
  ModelServer(const ModelServer&) = delete;
  ModelServer& operator=(const ModelServer&) = delete;

  std::uint16_t port() const;
  // Without a slash at the end, e.g. `http://127.0.0.1:4711/v1`.
  std::string base_url() const;

  // Appends an answer to the script.
  void add(Answer answer);
  // Answers of the script that no request has taken yet.
  std::size_t answers_left() const;

  // Every request so far, in order of arrival.
  std::vector<RecordedRequest> requests() const;
  // True when at least `count` requests have arrived whole; false when `timeout` passed first.
  bool wait_for_requests(std::size_t count, std::chrono::milliseconds timeout) const;
  // The same for requests whose answer has ended in whatever way.
  bool wait_for_ended(std::size_t count, std::chrono::milliseconds timeout) const;

  // Lets `count` answers pass the hold of that name, those that come to it later included.
  void release(std::string_view name = {}, std::size_t count = 1);
  // Opens every hold for good.
  void release_all();
  // True when an answer stands at the hold.
  bool wait_for_held(std::string_view name, std::chrono::milliseconds timeout) const;

  // Closes every connection and joins the thread. The recorded requests stay. May be called twice.
  void stop();

 private:
  class Service;
  std::unique_ptr<Service> service_;
};

}  // namespace keel::testing
