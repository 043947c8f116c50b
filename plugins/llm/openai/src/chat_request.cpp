// SPDX-License-Identifier: MIT
#include "chat_request.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "keel/lazy_key.hpp"
#include "replay_state.hpp"

namespace keel::llm_openai {

namespace {

using contracts::llm::GenerateOptionsPurpose;
using contracts::llm::GenerateOptionsView;

constinit LazyKey kType{"type"};
constinit LazyKey kText{"text"};
constinit LazyKey kRole{"role"};
constinit LazyKey kContent{"content"};
constinit LazyKey kId{"id"};
constinit LazyKey kName{"name"};
constinit LazyKey kArguments{"arguments"};
constinit LazyKey kToolCallId{"toolCallId"};

constexpr std::string_view kNoOutput = "(no output)";

/// The texts of all blocks of a type. `glue` stands between them.
std::string joined(ValueView content, std::string_view type, std::string_view glue) {
  std::string text;
  for (const ValueView block : content.items()) {
    if (kType.of(block).text() != type) continue;
    const std::string_view piece = kText.of(block).text();
    if (!text.empty() && !piece.empty()) text += glue;
    text += piece;
  }
  return text;
}

bool has_type(ValueView content, std::string_view type) {
  const auto items = content.items();
  for (const ValueView block : items) {
    if (kType.of(block).text() == type) return true;
  }
  return false;
}

bool is_blank(std::string_view text) {
  return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

class RequestWriter {
 public:
  RequestWriter(GenerateOptionsView options, const RouteSettings& route)
      : options_(options), route_(route) {}

  Expected<ChatRequest> write() {
    out_.begin_object();
    out_.member("model", options_.model());
    out_.name("messages").begin_array();
    if (const auto system = options_.system()) put_plain("system", *system);
    for (const auto message : options_.messages()) {
      if (auto put = put_message(message.raw()); !put) return tl::make_unexpected(put.error());
    }
    out_.end();
    out_.member("stream", true);
    if (route_.stream_usage) {
      out_.name("stream_options").begin_object().member("include_usage", true).end();
    }
    if (auto put = put_thinking(); !put) return tl::make_unexpected(put.error());
    put_tools();
    if (const auto temperature = options_.temperature()) out_.member("temperature", *temperature);
    if (const auto tokens = options_.max_tokens()) out_.member(route_.max_tokens_field, *tokens);
    if (!options_.stop().empty()) out_.member("stop", options_.stop().raw());
    out_.end();
    auto [body, fault] = out_.finish();
    if (fault) return fail("INVALID_REQUEST", "the request cannot be written: " + fault->message);
    request_.body = to_json(body);
    return std::move(request_);
  }

 private:
  void put_plain(std::string_view role, std::string_view text) {
    out_.begin_object().member(kRole.key(), role).member(kContent.key(), text).end();
  }

  Expected<void> put_message(ValueView message) {
    const ValueView content = kContent.of(message);
    const std::string_view role = kRole.of(message).text();
    if (has_type(content, "image")) return image_fault();
    if (role == "system") {
      put_plain("system", joined(content, "text", "\n"));
      return {};
    }
    if (role == "assistant") {
      put_assistant(message);
      return {};
    }
    return put_user(content);
  }

  Expected<void> put_user(ValueView content) {
    const std::string text = joined(content, "text", "\n");
    if (!text.empty() || !has_type(content, "tool-result")) put_plain("user", text);
    for (const ValueView block : content.items()) {
      if (kType.of(block).text() != "tool-result") continue;
      const ValueView result = kContent.of(block);
      if (has_type(result, "image")) return image_fault();
      const std::string output = joined(result, "text", "\n");
      out_.begin_object().member(kRole.key(), "tool");
      out_.member("tool_call_id", kToolCallId.of(block).text());
      out_.member(kContent.key(), output.empty() ? kNoOutput : std::string_view(output)).end();
    }
    return {};
  }

  void put_assistant(ValueView message) {
    const ValueView content = kContent.of(message);
    const ReplayState replay(message);
    if (!replay.fault().empty()) {
      request_.notes.push_back("the replay state of message " +
                               std::string(kId.of(message).text()) +
                               " is not used: " + replay.fault());
    }
    out_.begin_object().member(kRole.key(), "assistant");
    out_.member(kContent.key(), joined(content, "text", ""));
    const std::string_view field = reasoning_field(replay);
    const std::string reasoning = joined(content, "reasoning", "");
    if (!field.empty() && !reasoning.empty()) out_.member(field, reasoning);
    if (route_.replay_reasoning) {
      out_.optional_member("reasoning_details", replay.reasoning_details());
    }
    if (has_type(content, "tool-call")) put_calls(content, replay);
    out_.end();
  }

  /// DeepSeek wants the reasoning of every turn back; other servers may refuse the member, so they
  /// get it only where they used it.
  std::string_view reasoning_field(const ReplayState& replay) const {
    if (route_.dialect == Dialect::kDeepSeek) return "reasoning_content";
    return route_.replay_reasoning ? replay.reasoning_field() : std::string_view();
  }

  void put_calls(ValueView content, const ReplayState& replay) {
    out_.name("tool_calls").begin_array();
    for (std::size_t i = 0; i < content.size(); ++i) {
      const ValueView block = content.at(i);
      if (kType.of(block).text() != "tool-call") continue;
      const std::string_view arguments = kArguments.of(block).text();
      out_.begin_object().member(kId.key(), kId.of(block).text()).member(kType.key(), "function");
      out_.name("function").begin_object().member(kName.key(), kName.of(block).text());
      // A model that calls without arguments may send nothing; servers that parse want an object.
      out_.member(kArguments.key(), is_blank(arguments) ? "{}" : arguments).end();
      for (const auto [name, value] : replay.extra_of(i).members()) {
        const bool is_ours = name == "id" || name == "type" || name == "function";
        if (!is_ours) out_.member(name, value);
      }
      out_.end();
    }
    out_.end();
  }

  void put_tools() {
    if (options_.tools().empty()) return;
    out_.name("tools").begin_array();
    for (const auto tool : options_.tools()) {
      out_.begin_object().member(kType.key(), "function").name("function").begin_object();
      out_.member(kName.key(), tool.name()).member("description", tool.description());
      out_.member("parameters", tool.raw()["parameters"]).end().end();
    }
    out_.end();
  }

  Expected<void> put_thinking() {
    const std::string asked(options_.reasoning_effort().value_or(""));
    const std::vector<std::string> efforts = route_.efforts_of(options_.model());
    if (!asked.empty() && std::count(efforts.begin(), efforts.end(), asked) == 0) {
      return effort_fault(asked, efforts);
    }
    const std::string effort = asked.empty() ? route_.default_effort(options_.model()) : asked;
    if (route_.dialect != Dialect::kDeepSeek) {
      if (!effort.empty()) out_.member("reasoning_effort", effort);
      return {};
    }
    const bool is_title = options_.purpose() == GenerateOptionsPurpose::kSessionTitle;
    if (is_title || effort == "off") {
      put_thinking_type("disabled");
    } else if (!effort.empty()) {
      put_thinking_type("enabled");
      out_.member("reasoning_effort", effort);
    } else if (!route_.thinking.empty()) {
      put_thinking_type(route_.thinking);
    }
    return {};
  }

  void put_thinking_type(std::string_view type) {
    out_.name("thinking").begin_object().member(kType.key(), type).end();
  }

  Expected<void> effort_fault(const std::string& asked, const std::vector<std::string>& efforts) {
    std::string known;
    for (const std::string& effort : efforts) known += (known.empty() ? "" : ", ") + effort;
    return fail("UNSUPPORTED_REASONING_EFFORT",
                "route \"" + route_.id + "\", model \"" + std::string(options_.model()) +
                    "\": reasoning effort \"" + asked + "\" is not one of its efforts (" +
                    (known.empty() ? "it has none" : known) +
                    "); setting models[].reasoningEfforts names them");
  }

  Expected<void> image_fault() const {
    return fail("UNSUPPORTED_CONTENT", "route \"" + route_.id +
                                           "\": a message holds an image, and this route sends "
                                           "text only");
  }

  GenerateOptionsView options_;
  const RouteSettings& route_;
  ChatRequest request_;
  Builder out_;
};

}  // namespace

Expected<ChatRequest> write_chat_request(GenerateOptionsView options, const RouteSettings& route) {
  return RequestWriter(options, route).write();
}

}  // namespace keel::llm_openai
