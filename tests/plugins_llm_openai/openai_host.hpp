// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "keel/block_assembler.hpp"
#include "keel/contracts/llm.hpp"
#include "plugin_host/plugin_host.hpp"

namespace keel::testing {

/// What came of one call of an adapter.
struct Streamed {
  std::vector<Value> chunks;
  /// The call failed before there was a stream, or the stream itself did.
  std::optional<Error> error;

  /// The last chunk's reason; absent without one.
  ValueView reason() const;
  std::string_view kind() const { return reason()["kind"].text(); }
  /// Code, message and facts of a failure, be it of the call or of the finish.
  std::string code() const;
  std::string message() const;
  Value failure() const;
  /// All chunks put together, also where they end in an error.
  AssembledBlocks message_blocks() const;
  std::string text() const { return joined("text"); }
  std::string reasoning() const { return joined("reasoning"); }
  /// Blocks of type tool-call.
  std::vector<Value> tool_calls() const;
  ValueView usage() const;

 private:
  std::string joined(std::string_view type) const;
};

/// What breaks the grammar of chunks (spec 10 A 6); empty when nothing does.
std::string grammar_fault(const std::vector<Value>& chunks);

/// A host with http/curl and llm/openai, called without the runtime in between.
class OpenAiHost {
 public:
  using Variables = std::map<std::string, std::string>;

  /// `config`: TOML of the row's config, without the braces.
  explicit OpenAiHost(Variables environment, std::string_view config = "");

  PluginHost& host() { return host_; }
  const Context& ctx() { return host_.ctx(); }

  /// Streams from the route named in `options` and reads to the end. Checks the grammar.
  Streamed stream(const Value& options);
  /// The outcome of the call itself.
  Expected<Message> start(const Value& options, const CallOptions& call = {});
  Streamed read(StreamReader chunks);
  Expected<Message> call(std::string_view route, std::uint32_t ordinal, Value in);

 private:
  PluginHost host_;
};

/// A host whose route `compatible` is at `base_url`.
OpenAiHost::Variables compatible_at(const std::string& base_url);
/// A host whose route `deepseek-official` is at `base_url`, with a key.
OpenAiHost::Variables deepseek_at(const std::string& base_url);

// Messages of a request.
Value text_block(std::string_view text);
Value user(std::string_view text);
Value message_of(std::string_view role, std::initializer_list<Value> content, Value source = {});
/// GenerateOptions for model "m" of a route; `more` are further members.
Value ask(std::string_view route, std::initializer_list<Value> messages,
          std::initializer_list<Member> more = {});
/// "hello" to the route.
Value hello(std::string_view route = "compatible");

}  // namespace keel::testing
