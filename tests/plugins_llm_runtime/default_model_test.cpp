// SPDX-License-Identifier: MIT
#include <catch2/catch.hpp>

#include <map>
#include <string>
#include <utility>

#include "fake_adapter.hpp"
#include "keel/contracts/agent.hpp"
#include "keel/contracts/session.hpp"
#include "keel/sdk.hpp"
#include "plugins_agent_tools/agent_host.hpp"

namespace keel::testing {
namespace {

using contracts::agent::DefaultModel;
using Environment = std::map<std::string, std::string>;

/// agent/default-model with a config in TOML and an environment.
class Chooser {
 public:
  explicit Chooser(const std::string& config, Environment environment = {})
      : host(
            "[[row]]\nid = \"llm\"\nplugin = \"llm/runtime\"\n[[row]]\nid = \"model\"\n"
            "plugin = \"agent/default-model\"\n[row.config]\n" +
                config + "\n",
            with(std::move(environment))) {}

  AgentHost host;

  Expected<Message> current(const std::string& session = {}) {
    const Value id = session.empty() ? Value() : Value(session);
    Message in(object({{"session_id", id}}));
    return host->call("agent/default-model", DefaultModel::kCurrent, std::move(in));
  }
  /// "provider/model by origin", or the code of the failure.
  std::string choice(const std::string& session = {}) {
    const auto chosen = current(session);
    if (!chosen) return chosen.error().code;
    return std::string((*chosen)["provider"].text()) + "/" +
           std::string((*chosen)["model"].text()) + " by " +
           std::string((*chosen)["origin"].text());
  }

 private:
  static PluginHost::Options with(Environment environment) {
    PluginHost::Options options;
    options.environment = std::move(environment);
    return options;
  }
};

const Environment kAll{{"KEEL_BASE_URL", "http://127.0.0.1:9/v1"},
                       {"KEEL_MODEL", "llama"},
                       {"DEEPSEEK_API_KEY", "sk-x"}};

}  // namespace

TEST_CASE("the command line goes before everything") {
  Chooser chooser("override = \"compatible/meta/llama\"\nprovider = \"a\"\nmodel = \"b\"", kAll);
  CHECK(chooser.choice() == "compatible/meta/llama by the command line");
}

TEST_CASE("a selection of this process goes before the command line") {
  Chooser chooser("override = \"a/b\"");
  must(chooser.host->call(
      "agent/default-model", DefaultModel::kSelect,
      Message(object({{"provider", "c"}, {"model", "d"}, {"reasoning_effort", "high"}}))));
  CHECK(chooser.choice() == "c/d by a selection");
  CHECK(must(chooser.current())["reasoning_effort"].text() == "high");
}

TEST_CASE("the deployment's choice goes before the environment") {
  Chooser chooser("provider = \"a\"\nmodel = \"b\"\nreasoningEffort = \"low\"", kAll);
  CHECK(chooser.choice() == "a/b by the deployment");
  CHECK(must(chooser.current())["reasoning_effort"].text() == "low");
}

TEST_CASE("the route that a session used goes before the deployment's, when it is served") {
  Chooser chooser("provider = \"a\"\nmodel = \"b\"");
  const auto begin_session = [&](const char* id, const char* provider) {
    const Value config = object({{"provider", provider}, {"model", "old"}});
    const Value header = object({{"header", object({{"config", config}})}, {"reason", "initial"}});
    const Value event =
        object({{"type", "request/header"}, {"seq", 0}, {"time", 0}, {"data", header}});
    must(chooser.host->call("kernel/sessions", contracts::session::Sessions::kCreate,
                            Message(object({{"id", id}, {"seed", array({event})}}))));
  };
  FakeAdapter adapter(chooser.host.ctx());
  const auto route = adapter.publish(chooser.host.ctx(), "live");
  REQUIRE(route);
  begin_session("s-live", "live");
  begin_session("s-gone", "gone");
  begin_session("s-scripted", "scripted");
  CHECK(chooser.choice("s-live") == "live/old by the session");
  CHECK(chooser.choice("s-gone") == "a/b by the deployment");
  CHECK(chooser.host->logged("\"gone\", which nothing serves here"));
  CHECK(chooser.choice("s-scripted") == "a/b by the deployment");
  CHECK(chooser.choice("s-unknown") == "a/b by the deployment");
}

TEST_CASE("KEEL_BASE_URL goes before DEEPSEEK_API_KEY, with KEEL_MODEL") {
  Chooser chooser("", kAll);
  CHECK(chooser.choice() == "compatible/llama by KEEL_BASE_URL");
}

TEST_CASE("without KEEL_MODEL the first model of the server is asked for") {
  Chooser chooser("", {{"KEEL_BASE_URL", "http://127.0.0.1:9/v1"}});
  CHECK(chooser.choice() == "NO_MODEL");
  CHECK(chooser.current().error().message.find("KEEL_MODEL") != std::string::npos);
  FakeAdapter server(chooser.host.ctx());
  const auto route = server.publish(chooser.host.ctx(), "compatible");
  REQUIRE(route);
  CHECK(chooser.choice() == "compatible/m by KEEL_BASE_URL");
}

TEST_CASE("DEEPSEEK_API_KEY alone gives DeepSeek's own route") {
  CHECK(Chooser("", {{"DEEPSEEK_API_KEY", "sk-x"}}).choice() ==
        "deepseek-official/deepseek-v4-flash by DEEPSEEK_API_KEY");
}

TEST_CASE("with nothing, and with blanks, the model is the scripted one") {
  CHECK(Chooser("").choice() == "scripted/scripted by no configured model");
  CHECK(Chooser("", {{"DEEPSEEK_API_KEY", "  "}, {"KEEL_BASE_URL", ""}}).choice() ==
        "scripted/scripted by no configured model");
}

TEST_CASE("a choice that is none is refused at load") {
  CHECK(Chooser("override = \"deepseek\"").host.boot_error().find("route/model") !=
        std::string::npos);
  CHECK(Chooser("provider = \"a\"").host.boot_error().find("both or neither") != std::string::npos);
}

}  // namespace keel::testing
