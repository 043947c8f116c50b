// SPDX-License-Identifier: MIT
//
// The keel command with the default deployment: every capability from its library, real files and
// processes, and for a model the scripted one or a scripted server.
#include <catch2/catch.hpp>

#include <csignal>
#include <fstream>
#include <sstream>

#include <boost/json.hpp>

#include "command.hpp"
#include "model_server/model_server.hpp"

using namespace keel::testing;

namespace {

void fill_workspace(const KeelCommand& keel) {
  std::ofstream(keel.work() / "README.md") << "# Small\n\nA small thing, built with make.\n";
  std::ofstream(keel.work() / "Makefile") << "all:\n\ttrue\n";
}

std::vector<boost::json::value> lines_of(const std::string& text) {
  std::vector<boost::json::value> lines;
  std::istringstream stream(text);
  std::string line;
  while (std::getline(stream, line)) lines.push_back(boost::json::parse(line));
  return lines;
}

std::string first_session(KeelCommand& keel) {
  const CommandResult listed = keel.run({"sessions", "list", "--json"});
  const auto sessions = boost::json::parse(listed.out).as_array();
  return std::string(sessions.at(0).at("header").at("id").as_string());
}

std::string type_of(const boost::json::value& event) {
  const auto* type = event.as_object().if_contains("type");
  return type == nullptr ? "" : std::string(type->as_string());
}

}  // namespace

TEST_CASE("with no model configured the scripted one plays a turn with real tool calls", "[host]") {
  KeelCommand keel;
  fill_workspace(keel);
  const CommandResult run = keel.run({"run", "What is in this repository and how is it built?"});
  INFO(run.out << "\n--- stderr\n" << run.err);
  CHECK(run.status == 0);
  CHECK(run.out.find("A small thing, built with make.") != std::string::npos);
  CHECK(run.err.find("no model is configured") != std::string::npos);
  CHECK(run.err.find("DEEPSEEK_API_KEY") != std::string::npos);
  CHECK(run.err.find("read {") != std::string::npos);

  const std::string id = first_session(keel);
  const CommandResult shown = keel.run({"sessions", "show", id});
  INFO(shown.err);
  CHECK(shown.status == 0);
  CHECK(shown.out.find("What is in this repository") != std::string::npos);
  CHECK(shown.out.find("A small thing, built with make.") != std::string::npos);
}

TEST_CASE("json output is one object with session, text, stop reason, usage and turns", "[host]") {
  KeelCommand keel;
  fill_workspace(keel);
  const CommandResult run = keel.run({"run", "--output", "json", "hello"});
  INFO(run.err);
  REQUIRE(run.status == 0);
  const auto summary = boost::json::parse(run.out).as_object();
  CHECK(summary.at("stop_reason").as_string() == "completed");
  CHECK(summary.at("turns").as_int64() == 1);
  CHECK(summary.at("text").as_string().size() > 0);
  CHECK(summary.contains("session_id"));
  CHECK(summary.contains("usage"));
}

TEST_CASE("stream-json prints the header and each event of the run; a resumed run does not repeat",
          "[host]") {
  KeelCommand keel;
  fill_workspace(keel);
  const CommandResult first = keel.run({"run", "--output", "stream-json", "hello"});
  INFO(first.err);
  REQUIRE(first.status == 0);
  const auto lines = lines_of(first.out);
  REQUIRE(lines.size() > 5);
  CHECK(type_of(lines[0]) == "session");
  std::int64_t next = lines[1].at("seq").as_int64();
  for (std::size_t i = 1; i < lines.size(); ++i) CHECK(lines[i].at("seq").as_int64() == next++);
  CHECK(type_of(lines.back()) == "turn/end");

  const CommandResult second = keel.run({"run", "--continue", "--output", "stream-json", "again"});
  INFO(second.err);
  REQUIRE(second.status == 0);
  const auto more = lines_of(second.out);
  CHECK(more[0].at("id") == lines[0].at("id"));
  CHECK(more[1].at("seq").as_int64() >= next);
}

TEST_CASE("usage errors exit 2, a broken deployment exits 3 and names the place", "[host]") {
  KeelCommand keel;
  CHECK(keel.run({"run"}).status == 2);
  CHECK(keel.run({"run", "--permission", "everything", "x"}).status == 2);
  CHECK(keel.run({"run", "--model", "no-slash", "x"}).status == 2);
  std::ofstream(keel.work() / "bad.toml")
      << "[[row]]\nplugin = \"agent/loop\"\nconfig = { nonsense = 1 }\n";
  const CommandResult run = keel.run({"run", "--config", "bad.toml", "x"});
  CHECK(run.status == 3);
  CHECK(run.err.find("agent/loop") != std::string::npos);
  const CommandResult checked = keel.run({"config", "check", "--config", "bad.toml"});
  CHECK(checked.status == 3);
  CHECK(checked.err.find("nonsense") != std::string::npos);
  CHECK(keel.run({"config", "check"}).status == 0);
}

TEST_CASE(
    "a real model server: the answer streams, the log keeps it, and no key leaves in any output",
    "[host]") {
  KeelCommand keel;
  fill_workspace(keel);
  Script script;
  script.fallback = Fallback::kDirectives;
  ModelServer server(std::move(script));
  keel.environment()["KEEL_BASE_URL"] = server.base_url();
  keel.environment()["KEEL_API_KEY"] = "sk-marker-of-the-test";
  keel.environment()["KEEL_MODEL"] = "small";
  const CommandResult run = keel.run({"run", "--verbose", "plain 20"});
  INFO(run.out << "\n--- stderr\n" << run.err);
  CHECK(run.status == 0);
  CHECK(run.out.find("w19") != std::string::npos);
  CHECK(run.err.find("sk-marker") == std::string::npos);
  const CommandResult exported =
      keel.run({"sessions", "export", "--unpacked", first_session(keel)});
  CHECK(exported.out.find("\"small\"") != std::string::npos);
  CHECK(exported.out.find("sk-marker") == std::string::npos);
}

TEST_CASE("Ctrl+C keeps the visible prefix, ends the turn aborted and closes the log in order",
          "[host]") {
  KeelCommand keel;
  fill_workspace(keel);
  Script script;
  script.fallback = Fallback::kDirectives;
  ModelServer server(std::move(script));
  keel.environment()["KEEL_BASE_URL"] = server.base_url();
  keel.environment()["KEEL_MODEL"] = "small";
  bool signalled = false;
  const CommandResult run =
      keel.run({"run", "plain 400 gap 50"}, {}, [&](pid_t pid, const std::string& so_far) {
        if (signalled || so_far.find("w3 ") == std::string::npos) return;
        signalled = true;
        ::kill(pid, SIGINT);
      });
  INFO(run.out << "\n--- stderr\n" << run.err);
  CHECK(signalled);
  CHECK(run.status == 130);
  const CommandResult exported =
      keel.run({"sessions", "export", "--unpacked", first_session(keel)});
  const auto lines = lines_of(exported.out);
  REQUIRE(lines.size() > 3);
  CHECK(type_of(lines.back()) == "turn/end");
  CHECK(lines.back().at("data").at("reason").at("kind").as_string() == "aborted");
  bool kept = false;
  for (const auto& line : lines) {
    if (type_of(line) != "assistant/message") continue;
    kept = line.at("data").as_object().contains("interrupted");
  }
  CHECK(kept);
}

TEST_CASE("plugins list and inspect, config dump and doctor work without running a plugin",
          "[host]") {
  KeelCommand keel;
  const CommandResult listed = keel.run({"plugins", "list"});
  INFO(listed.out << listed.err);
  CHECK(listed.status == 0);
  CHECK(listed.out.find("agent/loop") != std::string::npos);
  const CommandResult inspected = keel.run(
      {"plugins", "inspect", std::string(KEEL_BIN_DIR) + "/../lib/keel/plugins/agent.loop.so"});
  CHECK(inspected.status == 0);
  CHECK(inspected.out.find("agent/loop") != std::string::npos);
  const CommandResult dumped = keel.run({"config", "dump", "--set", "prompt.persona=\"terse\""});
  CHECK(dumped.status == 0);
  CHECK(dumped.out.find("terse") != std::string::npos);
  keel.environment()["DEEPSEEK_API_KEY"] = "sk-marker-of-the-test";
  const CommandResult examined = keel.run({"doctor"});
  CHECK(examined.status == 0);
  CHECK(examined.out.find("DEEPSEEK_API_KEY") != std::string::npos);
  CHECK(examined.out.find("sk-marker") == std::string::npos);
}
