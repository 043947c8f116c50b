// SPDX-License-Identifier: MIT
#include "openai_host.hpp"

#include <catch2/catch.hpp>
#include <fstream>
#include <iterator>
#include <utility>

namespace keel::testing {

using contracts::llm::LlmAdapter;

namespace {

std::string file_text(const std::string& path) {
  std::ifstream file(path);
  REQUIRE(file);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string deployment(std::string_view config) {
  return "[[row]]\nid = \"http\"\nplugin = \"http/curl\"\n"
         "[[row]]\nid = \"openai\"\nplugin = \"llm/openai\"\nconfig = { " +
         std::string(config) + " }\n";
}

PluginHost::Options options_with(OpenAiHost::Variables environment) {
  PluginHost::Options options;
  options.environment = std::move(environment);
  options.boot = false;
  return options;
}

Task<Streamed> read_all(StreamReader chunks) {
  Streamed streamed;
  while (true) {
    Expected<std::optional<Message>> item = co_await chunks.next();
    if (!item) {
      streamed.error = item.error();
      co_return streamed;
    }
    if (!*item) co_return streamed;
    streamed.chunks.push_back((*item)->take_value());
  }
}

class Grammar {
 public:
  std::string add(ValueView chunk) {
    const std::string_view type = chunk["type"].text();
    if (finished_) return "something behind finish";
    if (type == "finish") return add_finish(chunk["reason"]);
    if (type == "usage") return std::exchange(has_usage_, true) ? "a second usage" : "";
    const auto index = static_cast<std::size_t>(chunk["index"].integer_or(-1));
    if (type == "block-start") {
      blocks_.push_back({std::string(chunk["blockType"].text()), true});
      return index == blocks_.size() - 1 ? "" : "indexes are not in order";
    }
    if (index >= blocks_.size() || !blocks_[index].open) return "a delta of no open block";
    const std::string& block = blocks_[index].type;
    if (type == "block-end") {
      blocks_[index].open = false;
      return chunk["block"]["type"].text() == block ? "" : "an end of another type";
    }
    const bool fits = (type == "text-delta" && block == "text") ||
                      (type == "reasoning-delta" && block == "reasoning") ||
                      (type == "tool-call-delta" && block == "tool-call");
    return fits ? "" : "a delta of another type: " + std::string(type);
  }
  std::string end() const { return finished_ ? "" : "no finish"; }

 private:
  struct Block {
    std::string type;
    bool open;
  };

  std::string add_finish(ValueView reason) {
    finished_ = true;
    const std::string_view kind = reason["kind"].text();
    if (kind == "error" || kind == "aborted") return "";
    for (const Block& block : blocks_) {
      if (block.open) return "a good finish with an open block";
    }
    return "";
  }

  std::vector<Block> blocks_;
  bool has_usage_ = false;
  bool finished_ = false;
};

}  // namespace

ValueView Streamed::reason() const {
  return chunks.empty() ? ValueView() : chunks.back()["reason"];
}

Value Streamed::failure() const {
  if (error) {
    return error->data.is_object() ? error->data
                                   : object({{"code", error->code}, {"message", error->message}});
  }
  return Value::share(reason()["failure"]);
}

std::string Streamed::code() const { return std::string(failure()["code"].text()); }
std::string Streamed::message() const { return std::string(failure()["message"].text()); }

AssembledBlocks Streamed::message_blocks() const {
  BlockAssembler blocks;
  for (const Value& chunk : chunks) must(blocks.add(chunk));
  return must(blocks.assemble());
}

std::string Streamed::joined(std::string_view type) const {
  std::string text;
  for (const ValueView block : message_blocks().content.items()) {
    if (block["type"].text() == type) text += block["text"].text();
  }
  return text;
}

std::vector<Value> Streamed::tool_calls() const {
  std::vector<Value> calls;
  const AssembledBlocks message = message_blocks();
  for (const ValueView block : message.content.items()) {
    if (block["type"].text() == "tool-call") calls.push_back(Value::share(block));
  }
  return calls;
}

ValueView Streamed::usage() const {
  for (const Value& chunk : chunks) {
    if (chunk["type"].text() == "usage") return chunk["usage"];
  }
  return {};
}

std::string grammar_fault(const std::vector<Value>& chunks) {
  Grammar grammar;
  for (const Value& chunk : chunks) {
    if (std::string fault = grammar.add(chunk); !fault.empty()) {
      return fault + " at " + to_json(chunk);
    }
  }
  return grammar.end();
}

OpenAiHost::OpenAiHost(Variables environment, std::string_view config)
    : host_(deployment(config), options_with(std::move(environment))) {
  REQUIRE(host_.boot_error() == "");
  // In a deployment llm/runtime brings the contract.
  const std::string contract = file_text(std::string(KEEL_SOURCE_DIR) + "/sdk/contracts/llm.json");
  must(host_.host().supervisor().declare(contract, "the test"));
  must(host_.host().boot());
}

Expected<Message> OpenAiHost::start(const Value& options, const CallOptions& call) {
  return host_.call("llm.adapter/" + std::string(options["provider"].text()), LlmAdapter::kStream,
                    Message(options), call);
}

Streamed OpenAiHost::read(StreamReader chunks) {
  Expected<Streamed> streamed = host_.await(read_all(std::move(chunks)));
  REQUIRE(streamed);
  return std::move(*streamed);
}

Streamed OpenAiHost::stream(const Value& options) {
  Expected<Message> answer = start(options);
  Streamed streamed;
  if (!answer) {
    streamed.error = answer.error();
    return streamed;
  }
  streamed = read(StreamReader(answer->take_ref(0)));
  CHECK(grammar_fault(streamed.chunks) == "");
  return streamed;
}

Expected<Message> OpenAiHost::call(std::string_view route, std::uint32_t ordinal, Value in) {
  return host_.call("llm.adapter/" + std::string(route), ordinal, Message(std::move(in)));
}

OpenAiHost::Variables compatible_at(const std::string& base_url) {
  return {{"KEEL_BASE_URL", base_url}};
}

OpenAiHost::Variables deepseek_at(const std::string& base_url) {
  return {{"DEEPSEEK_BASE_URL", base_url}, {"DEEPSEEK_API_KEY", "sk-test"}};
}

Value text_block(std::string_view text) { return object({{"type", "text"}, {"text", text}}); }

Value message_of(std::string_view role, std::initializer_list<Value> content, Value source) {
  if (source.is_absent()) source = object({{"kind", "user"}});
  return object({{"id", "m"}, {"role", role}, {"content", array(content)}, {"source", source}});
}

Value user(std::string_view text) { return message_of("user", {text_block(text)}); }

Value ask(std::string_view route, std::initializer_list<Value> messages,
          std::initializer_list<Member> more) {
  Builder out;
  out.begin_object().member("provider", route).member("model", "m");
  const Value list = array(messages);
  out.member("messages", static_cast<const ValueView&>(list));
  for (const Member& member : more) out.optional_member(member.name, member.value);
  out.end();
  return out.finish_or_absent();
}

Value hello(std::string_view route) { return ask(route, {user("hello")}); }

}  // namespace keel::testing
