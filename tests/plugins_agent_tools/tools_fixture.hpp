// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "agent_host.hpp"
#include "fake_tool.hpp"
#include "keel/contracts/tools.hpp"
#include "keel/sdk.hpp"

namespace keel::testing {

namespace tools = contracts::tools;

/// agent/tools alone, with counts of what its pipeline does.
class ToolsFixture {
 public:
  AgentHost host{"[[row]]\nid = \"tools\"\nplugin = \"agent/tools\"\n"};
  std::size_t results = 0;
  std::size_t posts = 0;
  Value last_result;
  std::vector<Registration> kept;

  ToolsFixture() {
    listen("tools/result", 0, [this](Call, ValueView in) {
      ++results;
      last_result = Value::share(in["result"]);
    });
    listen("tools/post-execute", -5000, [this](Call call) {
      ++posts;
      return call.forward();
    });
  }

  template <typename Handler>
  void listen(std::string_view event, std::int32_t order, Handler handler) {
    kept.push_back(must(host.ctx().listen(event, order, std::move(handler))));
  }
  void keep(Expected<Registration> registration) { kept.push_back(must(std::move(registration))); }
  void add(FakeTool& tool, const std::string& name) { keep(tool.publish(host.ctx(), name)); }

  static Message request(std::string_view name, const Value& arguments) {
    return Message(object({{"callId", "call-1"}, {"name", name}, {"arguments", arguments}}));
  }

  /// Runs the whole pipeline.
  Value execute(std::string_view name, const Value& arguments = object({}), keel_scope scope = {0},
                keel_token cancel = {0}) {
    CallOptions options;
    options.target = scope;
    if (cancel.id != 0) options.cancel = cancel;
    Message outcome =
        must(host->call("agent/tools", tools::Tools::kExecute, request(name, arguments), options));
    return outcome.take_value();
  }

  Value schemas(keel_scope scope = {0}) {
    CallOptions options;
    options.target = scope;
    return must(host->call("agent/tools", tools::Tools::kSchemas, {}, options)).take_value();
  }

  /// Names of the schemas, joined by a blank.
  std::string names(keel_scope scope = {0}) {
    std::string text;
    const Value all = schemas(scope);
    for (const ValueView schema : all["schemas"].items()) {
      if (!text.empty()) text += ' ';
      text += schema["name"].text();
    }
    return text;
  }

  std::string mode(std::string_view name, const Value& arguments = object({})) {
    Message in(object({{"name", name}, {"arguments", arguments}}));
    const Message outcome =
        must(host->call("agent/tools", tools::Tools::kExecutionMode, std::move(in)));
    return std::string(outcome["mode"].text());
  }
};

inline std::string code_of(ValueView result) {
  return std::string(result["error"]["info"]["code"].text());
}
inline std::string text_of(ValueView result) {
  return std::string(result["content"].at(0)["text"].text());
}

}  // namespace keel::testing
