// Scripts as files, and the program that serves them.
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <boost/json.hpp>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "model_server/model_server.hpp"
#include "model_server/scenario.hpp"
#include "raw_client.hpp"

using namespace keel::testing;
namespace fs = std::filesystem;
namespace json = boost::json;

namespace {

class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string pattern = (fs::temp_directory_path() / "keel-scenario-XXXXXX").string();
    REQUIRE(mkdtemp(pattern.data()) != nullptr);
    path = pattern;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    fs::remove_all(path, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  fs::path write(const std::string& name, std::string_view text) const {
    std::ofstream(path / name, std::ios::binary) << text;
    return path / name;
  }

  fs::path path;
};

// keel-model-server as a child process. Its readiness is read from its standard output.
class Program {
 public:
  explicit Program(const std::vector<std::string>& arguments) {
    int ends[2];
    REQUIRE(pipe(ends) == 0);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
    posix_spawn_file_actions_addclose(&actions, ends[0]);
    std::vector<char*> argv{const_cast<char*>(kProgram)};
    for (const std::string& one : arguments) argv.push_back(const_cast<char*>(one.c_str()));
    argv.push_back(nullptr);
    REQUIRE(posix_spawn(&child_, kProgram, &actions, nullptr, argv.data(), environ) == 0);
    posix_spawn_file_actions_destroy(&actions);
    ::close(ends[1]);
    output_ = ends[0];
  }
  ~Program() {
    if (child_ > 0) {
      kill(child_, SIGKILL);
      waitpid(child_, nullptr, 0);
    }
    ::close(output_);
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  std::string read_line() {
    std::string line;
    char c = 0;
    while (read(output_, &c, 1) == 1 && c != '\n') line += c;
    return line;
  }

  void signal(int number) { kill(child_, number); }

  int exit_status() {
    int status = 0;
    waitpid(child_, &status, 0);
    child_ = 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }

 private:
  static constexpr const char* kProgram = KEEL_BIN_DIR "/keel-model-server";
  pid_t child_ = 0;
  int output_ = -1;
};

RawResponse ask(std::uint16_t port, std::string_view prompt) {
  RawClient client(port);
  client.post("/v1/chat/completions", chat_request(prompt));
  return client.read_response();
}

std::string problem(std::string_view text) {
  const auto script = parse_scenario(text, ".");
  REQUIRE_FALSE(script);
  return script.error();
}

}  // namespace

TEST_CASE("A scenario expresses every part of an answer") {
  const TemporaryFolder folder;
  folder.write("body.sse", "data: recorded\n\n");
  const auto loaded = load_scenario(folder.write("s.json", R"({
    "burst": 3, "fallback": "repeat", "models": ["a", "b"],
    "answers": [
      {"path": "/models", "contains": "q", "status": 503, "headers": {"x-a": "1"},
       "retry_after": "9", "content_type": "text/plain", "times": 2,
       "error": {"message": "m", "type": "t", "code": "c"},
       "before": [{"pause_ms": 5}, {"hold": "h"}, {"cut": "reset"}]},
      {"words": 2, "steps": [
         {"text": "a", "reasoning": "b",
          "tools": [{"index": 1, "id": "i", "name": "n", "arguments": "{}"}]},
         {"event": {"x": 1}, "name": "e"}, {"event": "raw"}, {"comment": "ping"}, {"bytes": "b"},
         {"base64": "AP8="}, {"file": "body.sse"}, {"pause_ms": 1}, {"hold": ""}, {"cut": "close"}],
       "finish": null, "usage_at": "both", "usage": {"prompt_tokens": 3}, "finish_usage": {},
       "done": false, "reasoning_field": "reasoning", "framing": "until-close", "close": true,
       "splits": [1, 2], "piece_bytes": 4, "burst": 5, "cut_after": 6, "cut_how": "reset"},
      {"replay": "body.sse", "finish": "length"}
    ]})"));
  if (!loaded) FAIL(loaded.error());
  CHECK(loaded->burst == 3);
  CHECK(loaded->fallback == Fallback::kRepeat);
  CHECK(loaded->models == std::vector<std::string>{"a", "b"});
  REQUIRE(loaded->answers.size() == 4);

  const Answer& error = loaded->answers[1];
  CHECK(error.path == "/models");
  CHECK(error.contains == "q");
  CHECK(error.status == 503);
  CHECK(error.headers == std::vector<Header>{{"x-a", "1"}, {"retry-after", "9"}});
  CHECK(error.content_type == "text/plain");
  CHECK(error.error->code == "c");
  REQUIRE(error.before_head.size() == 3);
  CHECK(std::get<Pause>(error.before_head[0]).length == std::chrono::milliseconds(5));
  CHECK(std::get<Hold>(error.before_head[1]).name == "h");
  CHECK(std::get<Cut>(error.before_head[2]).how == CutHow::kReset);

  const Answer& full = loaded->answers[2];
  REQUIRE(full.steps.size() == 12);
  CHECK(std::get<Delta>(full.steps[1]).text == "w1 ");
  CHECK(std::get<Delta>(full.steps[2]).tools[0].id == "i");
  CHECK(std::get<Event>(full.steps[3]).data == R"({"x":1})");
  CHECK(std::get<Event>(full.steps[4]).data == "raw");
  CHECK(std::get<Comment>(full.steps[5]).text == "ping");
  CHECK(std::get<Bytes>(full.steps[7]).bytes == std::string("\0\xff", 2));
  CHECK(std::get<Bytes>(full.steps[8]).bytes == "data: recorded\n\n");
  CHECK(std::get<Cut>(full.steps[11]).how == CutHow::kClose);
  CHECK_FALSE(full.finish);
  CHECK(full.usage_at == UsageAt::kBoth);
  CHECK(full.usage->raw == R"({"prompt_tokens":3})");
  CHECK(full.finish_usage->raw == "{}");
  CHECK_FALSE(full.done);
  CHECK(full.framing == Framing::kUntilClose);
  CHECK(full.close);
  CHECK(full.splits == std::vector<std::size_t>{1, 2});
  CHECK(full.piece_bytes == 4);
  CHECK(full.burst == 5);
  CHECK(full.cut_after == 6U);
  CHECK(full.cut_how == CutHow::kReset);

  CHECK(loaded->answers[3].verbatim);
  CHECK(loaded->answers[3].finish == "length");
}

TEST_CASE("Errors in a scenario name the place and what was expected") {
  CHECK(problem("{").find("not JSON") != std::string::npos);
  CHECK(problem("[]") == "the file: expected an object, found []");
  CHECK(problem(R"({"answer":[]})") ==
        "answer: unknown key; known here: answers, burst, fallback, models");
  CHECK(problem(R"({"answers":[{},{"steps":[{"txt":"a"}]}]})")
            .starts_with("answers[1].steps[0]: expected one of text, "));
  CHECK(problem(R"({"answers":[{"steps":[{"text":"a","x":1}]}]})")
            .starts_with("answers[0].steps[0].x: unknown key"));
  CHECK(problem(R"({"answers":[{"status":99}]})") ==
        "answers[0].status: expected an HTTP status, 200 to 599, found 99");
  CHECK(problem(R"({"answers":[{"usage_at":"here"}]})").find("trailing or both, found \"here\"") !=
        std::string::npos);
  CHECK(problem(R"({"answers":[{"steps":[{"pause_ms":-1}]}]})").find("at least 0") !=
        std::string::npos);
  CHECK(problem(R"({"answers":[{"before":[{"text":"a"}]}]})").find("pause_ms, hold or cut") !=
        std::string::npos);
  CHECK(problem(R"({"answers":[{"steps":[{"base64":"?"}]}]})").find("base64 text") !=
        std::string::npos);
  CHECK(problem(R"({"answers":[{"replay":"missing.sse"}]})").find("cannot read") !=
        std::string::npos);
  const auto missing = load_scenario("/nonexistent/s.json");
  REQUIRE_FALSE(missing);
  CHECK(missing.error().find("/nonexistent/s.json") != std::string::npos);
}

TEST_CASE("The program serves a scenario, writes port and log, and stops on a signal") {
  const TemporaryFolder folder;
  const fs::path scenario = folder.write(
      "s.json", R"({"fallback":"directives","answers":[{"steps":[{"text":"a"},{"hold":"g"}]}]})");
  const fs::path port_file = folder.path / "port";
  const fs::path log = folder.path / "log.jsonl";
  const int number = GENERATE(SIGTERM, SIGINT);
  Program program({"--scenario", scenario, "--port-file", port_file, "--log", log});
  const std::string line = program.read_line();
  REQUIRE(line.starts_with("keel-model-server listens on http://127.0.0.1:"));
  unsigned port = 0;
  std::ifstream(port_file) >> port;
  REQUIRE(port > 0);

  RawClient held(static_cast<std::uint16_t>(port));
  held.post("/v1/chat/completions", chat_request("hi"));
  held.read_until("\"a\"");
  RawClient control(static_cast<std::uint16_t>(port));
  control.post("/control/release/g", "");
  CHECK(control.read_response().status == 200);
  held.read_until("[DONE]");
  CHECK(streamed_text(ask(static_cast<std::uint16_t>(port), "plain 2").body) == "w0 w1 ");

  program.signal(number);
  CHECK(program.exit_status() == 0);
  std::ifstream in(log);
  std::vector<json::value> lines;
  for (std::string one; std::getline(in, one);) lines.push_back(json::parse(one));
  REQUIRE(lines.size() == 6);
  CHECK(lines[0].at("ev") == "req");
  CHECK(lines[0].at("path") == "/v1/chat/completions");
  std::size_t ends = 0;
  for (const json::value& one : lines) {
    if (one.at("ev") != "end") continue;
    ++ends;
    CHECK(one.at("first_ns").as_int64() <= one.at("mono_ns").as_int64());
  }
  CHECK(ends == 3);
}

TEST_CASE("The program says what is wrong with its scenario") {
  const TemporaryFolder folder;
  const fs::path scenario = folder.write("s.json", R"({"fallback":"maybe"})");
  Program program({"--scenario", scenario});
  CHECK(program.read_line() == "keel-model-server: " + scenario.string() +
                                   ": fallback: expected refuse, directives or repeat, found "
                                   "\"maybe\"");
  CHECK(program.exit_status() == 1);
}

TEST_CASE("The program makes a certificate for https") {
  const TemporaryFolder folder;
  Program program({"--self-signed", folder.path.string()});
  CHECK(program.read_line().starts_with("keel-model-server listens on https://127.0.0.1:"));
  CHECK(fs::exists(folder.path / "cert.pem"));
  program.signal(SIGTERM);
  CHECK(program.exit_status() == 0);
}
