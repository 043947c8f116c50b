// SPDX-License-Identifier: MIT
#include <catch2/catch.hpp>

#include <initializer_list>
#include <string>

#include "keel/block_assembler.hpp"

namespace keel {
namespace {

BlockAssembler assembled(std::initializer_list<const char*> chunks) {
  BlockAssembler blocks;
  for (const char* chunk : chunks) must(blocks.add(json(chunk)));
  return blocks;
}

std::string content_of(const BlockAssembler& blocks) {
  return to_json(must(blocks.assemble()).content);
}

constexpr const char* kText0 = R"({"type": "text-delta", "index": 0, "text": "Hi"})";
constexpr const char* kStop = R"({"type": "finish", "reason": {"kind": "stop"}})";

}  // namespace

TEST_CASE("two interleaved tool calls and text assemble in first-seen order") {
  const BlockAssembler blocks = assembled({
      R"({"type": "tool-call-delta", "index": 4, "id": "b", "name": "grep", "argumentsDelta": "{\"p"})",
      R"({"type": "text-delta", "index": 0, "text": "On it"})",
      R"({"type": "tool-call-delta", "index": 2, "id": "a", "name": "read", "argumentsDelta": "{"})",
      R"({"type": "tool-call-delta", "index": 4, "id": "b", "argumentsDelta": "\":1}"})",
      R"({"type": "tool-call-delta", "index": 2, "id": "", "argumentsDelta": "}"})",
      R"({"type": "text-delta", "index": 0, "text": "."})",
      R"({"type": "finish", "reason": {"kind": "tool-calls"}})",
  });
  CHECK(content_of(blocks) ==
        R"([{"type":"tool-call","id":"b","name":"grep","arguments":"{\"p\":1}"},)"
        R"({"type":"text","text":"On it."},)"
        R"({"type":"tool-call","id":"a","name":"read","arguments":"{}"}])");
  CHECK(must(blocks.assemble()).has_tool_calls);
  CHECK(must(blocks.assemble()).finish_kind() == "tool-calls");
}

TEST_CASE("a straggler after block-end changes nothing") {
  const BlockAssembler blocks = assembled({
      kText0,
      R"({"type": "block-end", "index": 0, "block": {"type": "text", "text": "Hello"}})",
      kText0,
      R"({"type": "reasoning-delta", "index": 0, "text": "hm"})",
      R"({"type": "block-end", "index": 0, "block": {"type": "text", "text": "Other"}})",
      R"({"type": "block-start", "index": 0, "blockType": "reasoning"})",
  });
  CHECK(content_of(blocks) == R"([{"type":"text","text":"Hello"}])");
}

TEST_CASE("max-tokens drops tool calls and the replay entries at their places") {
  const auto cut = [](const char* replay) {
    const std::string finish =
        std::string(R"({"type": "finish", "reason": {"kind": "max-tokens"}, "replayState": )") +
        replay + "}";
    BlockAssembler blocks = assembled({
        R"({"type": "reasoning-delta", "index": 0, "text": "think"})",
        R"({"type": "tool-call-delta", "index": 1, "id": "a", "argumentsDelta": "{\"x"})",
    });
    must(blocks.add(json(finish)));
    return must(blocks.assemble());
  };
  SECTION("an envelope that fits") {
    const AssembledBlocks message = cut(R"({"response": {"id": 1}, "blocks": ["r", "t"]})");
    CHECK(to_json(message.content) == R"([{"type":"reasoning","text":"think"}])");
    CHECK(to_json(message.replay_state) == R"({"response":{"id":1},"blocks":["r"]})");
    CHECK_FALSE(message.has_tool_calls);
  }
  SECTION("an envelope of another length") {
    const AssembledBlocks message = cut(R"({"response": {}, "blocks": ["r", "t", "u"]})");
    CHECK(message.content.size() == 1);
    CHECK(message.replay_state.is_absent());
  }
  SECTION("an envelope without blocks") {
    CHECK(to_json(cut(R"({"response": 5})").replay_state) == R"({"response":5})");
  }
}

TEST_CASE("blocks that are not closed are made of their deltas") {
  const BlockAssembler blocks = assembled({
      R"({"type": "block-start", "index": 0, "blockType": "reasoning"})",
      R"({"type": "block-start", "index": 1, "blockType": "tool-call"})",
      R"({"type": "tool-call-delta", "index": 1, "id": "", "argumentsDelta": "{}"})",
  });
  CHECK(content_of(blocks) == R"([{"type":"reasoning","text":""},)"
                              R"({"type":"tool-call","id":"call-1","name":"","arguments":"{}"}])");
  CHECK_FALSE(blocks.finished());
  CHECK(must(blocks.assemble()).finish_kind() == "stop");

  const BlockAssembler unknown =
      assembled({R"({"type": "block-start", "index": 3, "blockType": "audio"})"});
  CHECK(unknown.assemble().error().code == "MALFORMED_RESPONSE");
  const BlockAssembler closed = assembled({
      R"({"type": "block-start", "index": 3, "blockType": "audio"})",
      R"({"type": "block-end", "index": 3, "block": {"type": "audio", "data": "x"}})",
  });
  CHECK(content_of(closed) == R"([{"type":"audio","data":"x"}])");
}

TEST_CASE("interrupted blocks are text and reasoning that is not blank") {
  const BlockAssembler blocks = assembled({
      R"({"type": "reasoning-delta", "index": 0, "text": " \n\u3000"})",
      R"({"type": "text-delta", "index": 1, "text": "Half a sen"})",
      R"({"type": "tool-call-delta", "index": 2, "id": "a", "argumentsDelta": "{"})",
      R"({"type": "block-end", "index": 3, "block": {"type": "reasoning", "text": "closed"}})",
      R"({"type": "block-end", "index": 4, "block": {"type": "audio", "data": "x"}})",
      R"({"type": "block-end", "index": 5, "block": {"type": "text", "text": "\t"}})",
  });
  CHECK(to_json(blocks.interrupted_blocks()) ==
        R"([{"type":"text","text":"Half a sen"},{"type":"reasoning","text":"closed"}])");
  CHECK(BlockAssembler().interrupted_blocks().is_array());
  CHECK(BlockAssembler().interrupted_blocks().empty());
}

TEST_CASE("tool calls of one message have ids of their own") {
  const BlockAssembler blocks = assembled({
      R"({"type": "tool-call-delta", "index": 0, "id": "a", "name": "x", "argumentsDelta": ""})",
      R"({"type": "block-end", "index": 1, "block": {"type": "tool-call", "id": "a", "name": "y", "arguments": "{}"}})",
      R"({"type": "block-end", "index": 2, "block": {"type": "tool-call", "id": "a-2", "name": "z", "arguments": "{}"}})",
      R"({"type": "block-end", "index": 3, "block": {"type": "tool-call", "id": "", "name": "w", "arguments": "{}"}})",
      R"({"type": "tool-call-delta", "index": 4, "id": "a", "name": "v", "argumentsDelta": ""})",
  });
  const Value content = must(blocks.assemble()).content;
  CHECK(content.at(0)["id"].text() == "a");
  CHECK(content.at(1)["id"].text() == "a-3");
  CHECK(content.at(1)["name"].text() == "y");
  CHECK(content.at(2)["id"].text() == "a-2");
  CHECK(content.at(3)["id"].text() == "call-3");
  CHECK(content.at(4)["id"].text() == "a-4");
}

TEST_CASE("usage is the last one before the finish") {
  const BlockAssembler blocks = assembled({
      R"({"type": "usage", "usage": {"inputTokens": 1, "outputTokens": 1}})",
      R"({"type": "usage", "usage": {"inputTokens": 2, "outputTokens": 2}})",
      kStop,
      R"({"type": "usage", "usage": {"inputTokens": 3, "outputTokens": 3}})",
      R"({"type": "finish", "reason": {"kind": "max-tokens"}})",
  });
  const AssembledBlocks message = must(blocks.assemble());
  CHECK(message.usage["inputTokens"].integer_or(0) == 2);
  CHECK(message.finish_kind() == "stop");
  CHECK(message.content.empty());
}

TEST_CASE("chunks that no reader may pass over are refused") {
  BlockAssembler blocks;
  CHECK(blocks.add(json(R"({"type": "audio-delta", "index": 0})")).error().code ==
        "MALFORMED_RESPONSE");
  CHECK_FALSE(blocks.add(json(R"({"type": "text-delta", "text": "x"})")));
  CHECK_FALSE(blocks.add(json(R"({"type": "text-delta", "index": -1, "text": "x"})")));
  CHECK_FALSE(blocks.add(json(R"({"type": "finish"})")));
  CHECK_FALSE(blocks.add(json(R"({"type": "block-end", "index": 0})")));
  CHECK_FALSE(blocks.add(json("[]")));
  CHECK(blocks.size() == 0);
  must(blocks.add(json(kText0)));
  CHECK_FALSE(blocks.add(json(R"({"type": "reasoning-delta", "index": 0, "text": "x"})")));
  CHECK(content_of(blocks) == R"([{"type":"text","text":"Hi"}])");
}

TEST_CASE("the first output is text, a name or arguments, not an empty delta") {
  const auto is_output = [](const char* chunk) { return BlockAssembler::is_output(json(chunk)); };
  CHECK(is_output(kText0));
  CHECK_FALSE(is_output(R"({"type": "text-delta", "index": 0, "text": ""})"));
  CHECK(is_output(
      R"({"type": "tool-call-delta", "index": 0, "id": "a", "name": "x", "argumentsDelta": ""})"));
  CHECK_FALSE(
      is_output(R"({"type": "tool-call-delta", "index": 0, "id": "a", "argumentsDelta": ""})"));
  CHECK_FALSE(is_output(R"({"type": "block-start", "index": 0, "blockType": "text"})"));
  CHECK_FALSE(is_output(kStop));
}

}  // namespace keel
