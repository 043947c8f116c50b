// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "keel/contracts/prompt.hpp"
#include "keel/sdk.hpp"
#include "plugins_agent_tools/agent_host.hpp"

namespace keel::testing {

namespace prompt = contracts::prompt;

/// agent/prompt with a config, in TOML: "persona = ''".
class PromptFixture {
 public:
  explicit PromptFixture(const std::string& config = "includeHarnessIdentity = false")
      : host("[[row]]\nid = \"prompt\"\nplugin = \"agent/prompt\"\n[row.config]\n" + config +
             "\n") {}

  AgentHost host;
  std::vector<Registration> kept;

  void keep(Expected<Registration> registration) { kept.push_back(must(std::move(registration))); }

  static Value ordered(double order, std::string_view text) {
    return object({{"order", order}, {"text", text}});
  }
  void add(const Context& context, const std::string& service, const Value& metadata) {
    keep(context.publish(service, metadata, [] { return object({}); }));
  }
  void section(const std::string& name, double order, std::string_view text) {
    add(host.ctx(), "prompt.section/" + name, ordered(order, text));
  }
  void variable(const std::string& name, std::string_view text) {
    add(host.ctx(), "prompt.variable/" + name, object({{"text", text}}));
  }
  /// A source of tools with these names.
  void tools(const std::string& source, std::vector<std::string> names,
             std::vector<std::string> known = {}) {
    keep(host.ctx().publish("prompt.tools/" + source, object({}), [names, known](Call) {
      Builder builder;
      builder.begin_object().name("schemas").begin_array();
      for (const std::string& name : names) {
        builder.begin_object();
        builder.member("name", name).member("description", "d").member("host", 1);
        builder.name("parameters").begin_object().end();
        builder.end();
      }
      builder.end().name("known_names").begin_array();
      for (const std::string& name : known) builder.put(name);
      builder.end().end();
      return builder.finish_or_absent();
    }));
  }

  Expected<Message> assemble(keel_scope scope = {0}) {
    CallOptions options;
    options.target = scope;
    return host->call("agent/prompt", prompt::Prompt::kAssemble,
                      Message(object({{"session_id", "s-1"}})), options);
  }
  Expected<Message> render(const Value& assembly) {
    return host->call("agent/prompt", prompt::Prompt::kRender, Message(assembly));
  }
  /// Assembled and rendered.
  Value rendered(keel_scope scope = {0}) {
    const Value assembly = must(assemble(scope)).take_value();
    return must(render(assembly)).take_value();
  }
  std::string system(keel_scope scope = {0}) {
    return std::string(rendered(scope)["system"].text());
  }
  /// Names of the assembly's tools, joined by a blank.
  std::string tool_names() {
    const Message assembly = must(assemble());
    std::string names;
    for (const ValueView tool : assembly["tools"].items()) {
      if (!names.empty()) names += ' ';
      names += tool["name"].text();
    }
    return names;
  }
};

}  // namespace keel::testing
