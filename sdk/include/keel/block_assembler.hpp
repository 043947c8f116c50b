// SPDX-License-Identifier: MIT
//
// From the chunks of a model's stream to the content of one message. The one place that knows how:
// the agent loop, replay and tests all use it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "keel/error.hpp"
#include "keel/lazy_key.hpp"
#include "keel/value.hpp"

namespace keel {

/// What a stream has come to.
struct AssembledBlocks {
  /// Array of content blocks, in the order in which their indexes were first seen.
  Value content;
  /// FinishReason; {kind: "stop"} when the stream gave none.
  Value finish;
  /// TokenUsage, the last one; absent when there was none.
  Value usage;
  /// ReplayEnvelope; absent when there was none, or when its blocks do not fit the content.
  Value replay_state;
  /// Whether the content holds a tool call.
  bool has_tool_calls = false;

  std::string_view finish_kind() const { return finish["kind"].text(); }
};

/// Collects StreamChunk values of one model call. Kinder to an adapter than the grammar of chunks
/// asks for: what comes for a closed block is ignored, a delta opens the block that it needs. One
/// thread at a time.
///
///   keel::BlockAssembler blocks;
///   while (...) keel::must(blocks.add(chunk));
///   keel::AssembledBlocks message = keel::must(blocks.assemble());
class BlockAssembler {
 public:
  /// Takes the next chunk. Error MALFORMED_RESPONSE for a chunk whose type is not one of
  /// StreamChunk's, which a reader must not pass over, or that lacks what its type needs; nothing
  /// has changed then.
  Expected<void> add(ValueView chunk);

  /// Whether a finish chunk was taken.
  bool finished() const { return !finish_.is_absent(); }
  /// The number of blocks begun so far.
  std::size_t size() const { return blocks_.size(); }

  /// The message so far. Blocks that were not closed are made of their deltas. Error
  /// MALFORMED_RESPONSE for an open block that is neither text, reasoning nor a tool call: only
  /// its adapter could say what it is. May be called again.
  Expected<AssembledBlocks> assemble() const;

  /// What is worth keeping of a stream that was cut: text and reasoning, open or closed, that are
  /// not blank. An array, empty when there is none.
  Value interrupted_blocks() const;

  /// Whether a chunk is the first sign of an answer: text or reasoning that is not empty, the name
  /// of a tool or a part of its arguments.
  static bool is_output(ValueView chunk);

 private:
  enum class BlockKind : std::uint8_t { kText, kReasoning, kToolCall, kOther };

  struct Block {
    std::int64_t index = 0;
    BlockKind kind = BlockKind::kOther;
    /// Name of the type, for kOther.
    std::string type;
    /// Text, reasoning, or the arguments of a call.
    std::string text;
    std::string id;
    std::string name;
    /// As block-end gave it; absent while the block is open.
    Value closed;
  };

  static BlockKind kind_of(std::string_view type);
  static std::string_view type_name(const Block& block);
  static bool is_blank(std::string_view text);
  static tl::unexpected<Error> malformed(std::string message);
  Block* find(std::int64_t index);
  Block& open(std::int64_t index, std::string_view type);
  Expected<void> start_block(std::int64_t index, ValueView chunk);
  Expected<void> add_text(std::int64_t index, ValueView chunk, BlockKind kind);
  Expected<void> add_call_part(std::int64_t index, ValueView chunk);
  Expected<void> end_block(std::int64_t index, ValueView chunk);

  static bool is_call(const Block& block);
  std::vector<std::string> call_ids() const;
  void put_block(Builder& content, const Block& block, const std::string& call_id) const;
  Value replay_of(const std::vector<const Block*>& kept) const;

  std::vector<Block> blocks_;
  std::unordered_map<std::int64_t, std::size_t> places_;
  Value finish_;
  Value usage_;
  Value replay_;
};

namespace detail::chunk {
inline constinit LazyKey kType{"type"};
inline constinit LazyKey kIndex{"index"};
inline constinit LazyKey kBlockType{"blockType"};
inline constinit LazyKey kBlock{"block"};
inline constinit LazyKey kText{"text"};
inline constinit LazyKey kId{"id"};
inline constinit LazyKey kName{"name"};
inline constinit LazyKey kArguments{"arguments"};
inline constinit LazyKey kArgumentsDelta{"argumentsDelta"};
inline constinit LazyKey kUsage{"usage"};
inline constinit LazyKey kReason{"reason"};
inline constinit LazyKey kKind{"kind"};
inline constinit LazyKey kReplayState{"replayState"};
}  // namespace detail::chunk

inline Expected<void> BlockAssembler::add(ValueView chunk) {
  using namespace detail::chunk;
  const std::string_view type = kType.of(chunk).text();
  if (type == "usage") {
    if (!finished()) usage_ = Value::share(kUsage.of(chunk));
    return {};
  }
  if (type == "finish") {
    if (finished()) return {};
    const ValueView reason = kReason.of(chunk);
    if (kKind.of(reason).text().empty()) return malformed("a finish chunk gives no reason");
    finish_ = Value::share(reason);
    replay_ = Value::share(kReplayState.of(chunk));
    return {};
  }
  const std::int64_t index = kIndex.of(chunk).integer_or(-1);
  const auto at = [&](auto take) -> Expected<void> {
    if (index < 0) return malformed("a " + std::string(type) + " chunk has no index");
    return take();
  };
  if (type == "text-delta") return at([&] { return add_text(index, chunk, BlockKind::kText); });
  if (type == "reasoning-delta") {
    return at([&] { return add_text(index, chunk, BlockKind::kReasoning); });
  }
  if (type == "tool-call-delta") return at([&] { return add_call_part(index, chunk); });
  if (type == "block-start") return at([&] { return start_block(index, chunk); });
  if (type == "block-end") return at([&] { return end_block(index, chunk); });
  return malformed("\"" + std::string(type) +
                   "\" is not a type of chunk; expected block-start, text-delta, reasoning-delta, "
                   "tool-call-delta, block-end, usage or finish");
}

inline Expected<AssembledBlocks> BlockAssembler::assemble() const {
  AssembledBlocks result;
  result.finish = finished() ? finish_ : object({{"kind", "stop"}});
  result.usage = usage_;
  // A call whose arguments were cut must not run.
  const bool cut = result.finish_kind() == "max-tokens";

  const std::vector<std::string> ids = call_ids();
  std::vector<const Block*> kept;
  Builder content;
  content.begin_array();
  for (std::size_t i = 0; i < blocks_.size(); ++i) {
    const Block& block = blocks_[i];
    if (block.closed.is_absent() && block.kind == BlockKind::kOther) {
      return malformed("block " + std::to_string(block.index) + " of type \"" + block.type +
                       "\" was not closed, and cannot be made of its deltas");
    }
    if (is_call(block) && cut) {
      kept.push_back(nullptr);
      continue;
    }
    result.has_tool_calls = result.has_tool_calls || is_call(block);
    put_block(content, block, ids[i]);
    kept.push_back(&block);
  }
  content.end();
  result.content = content.finish_or_absent();
  result.replay_state = replay_of(kept);
  return result;
}

inline Value BlockAssembler::interrupted_blocks() const {
  Builder content;
  content.begin_array();
  for (const Block& block : blocks_) {
    if (!block.closed.is_absent()) {
      const BlockKind kind = kind_of(detail::chunk::kType.of(block.closed).text());
      const bool readable = kind == BlockKind::kText || kind == BlockKind::kReasoning;
      if (!readable || is_blank(detail::chunk::kText.of(block.closed).text())) continue;
    } else {
      const bool readable = block.kind == BlockKind::kText || block.kind == BlockKind::kReasoning;
      if (!readable || is_blank(block.text)) continue;
    }
    put_block(content, block, {});
  }
  content.end();
  return content.finish_or_absent();
}

inline bool BlockAssembler::is_output(ValueView chunk) {
  using namespace detail::chunk;
  const std::string_view type = kType.of(chunk).text();
  if (type == "text-delta" || type == "reasoning-delta") return !kText.of(chunk).text().empty();
  if (type != "tool-call-delta") return false;
  return !kArgumentsDelta.of(chunk).text().empty() || !kName.of(chunk).text().empty();
}

inline BlockAssembler::BlockKind BlockAssembler::kind_of(std::string_view type) {
  if (type == "text") return BlockKind::kText;
  if (type == "reasoning") return BlockKind::kReasoning;
  if (type == "tool-call") return BlockKind::kToolCall;
  return BlockKind::kOther;
}

inline std::string_view BlockAssembler::type_name(const Block& block) {
  switch (block.kind) {
    case BlockKind::kText:
      return "text";
    case BlockKind::kReasoning:
      return "reasoning";
    case BlockKind::kToolCall:
      return "tool-call";
    case BlockKind::kOther:
      break;
  }
  return block.type;
}

inline bool BlockAssembler::is_blank(std::string_view text) {
  // The white space of Unicode, and the byte order mark, as UTF-8.
  static constexpr std::array<std::string_view, 20> kWide{
      "\u0085", "\u00A0", "\u1680", "\u2000", "\u2001", "\u2002", "\u2003",
      "\u2004", "\u2005", "\u2006", "\u2007", "\u2008", "\u2009", "\u200A",
      "\u2028", "\u2029", "\u202F", "\u205F", "\u3000", "\uFEFF"};
  while (!text.empty()) {
    const char c = text.front();
    std::size_t size = (c == ' ' || (c >= '\t' && c <= '\r')) ? 1 : 0;
    for (const std::string_view wide : kWide) {
      if (size == 0 && text.substr(0, wide.size()) == wide) size = wide.size();
    }
    if (size == 0) return false;
    text.remove_prefix(size);
  }
  return true;
}

inline tl::unexpected<Error> BlockAssembler::malformed(std::string message) {
  return fail("MALFORMED_RESPONSE", "the model's stream is malformed: " + std::move(message));
}

inline BlockAssembler::Block* BlockAssembler::find(std::int64_t index) {
  if (!blocks_.empty() && blocks_.back().index == index) return &blocks_.back();
  const auto place = places_.find(index);
  return place == places_.end() ? nullptr : &blocks_[place->second];
}

inline BlockAssembler::Block& BlockAssembler::open(std::int64_t index, std::string_view type) {
  places_.emplace(index, blocks_.size());
  Block& block = blocks_.emplace_back();
  block.index = index;
  block.kind = kind_of(type);
  if (block.kind == BlockKind::kOther) block.type = type;
  return block;
}

inline Expected<void> BlockAssembler::start_block(std::int64_t index, ValueView chunk) {
  const std::string_view type = detail::chunk::kBlockType.of(chunk).text();
  if (type.empty()) return malformed("a block-start chunk gives no blockType");
  if (find(index) == nullptr) open(index, type);
  return {};
}

inline Expected<void> BlockAssembler::add_text(std::int64_t index, ValueView chunk,
                                               BlockKind kind) {
  Block* block = find(index);
  if (block == nullptr) block = &open(index, kind == BlockKind::kText ? "text" : "reasoning");
  if (!block->closed.is_absent()) return {};
  if (block->kind != kind) {
    return malformed("block " + std::to_string(index) + " is " + std::string(type_name(*block)) +
                     " and got a " + std::string(detail::chunk::kType.of(chunk).text()));
  }
  block->text += detail::chunk::kText.of(chunk).text();
  return {};
}

inline Expected<void> BlockAssembler::add_call_part(std::int64_t index, ValueView chunk) {
  using namespace detail::chunk;
  Block* block = find(index);
  if (block == nullptr) block = &open(index, "tool-call");
  if (!block->closed.is_absent()) return {};
  if (block->kind != BlockKind::kToolCall) {
    return malformed("block " + std::to_string(index) + " is " + std::string(type_name(*block)) +
                     " and got a tool-call-delta");
  }
  // Some providers repeat the id in each delta, some leave it empty after the first.
  if (const std::string_view id = kId.of(chunk).text(); !id.empty()) block->id = id;
  if (const std::string_view name = kName.of(chunk).text(); !name.empty()) block->name = name;
  block->text += kArgumentsDelta.of(chunk).text();
  return {};
}

inline Expected<void> BlockAssembler::end_block(std::int64_t index, ValueView chunk) {
  const ValueView whole = detail::chunk::kBlock.of(chunk);
  const std::string_view type = detail::chunk::kType.of(whole).text();
  if (type.empty()) return malformed("a block-end chunk holds no block");
  Block* block = find(index);
  if (block == nullptr) block = &open(index, type);
  if (block->closed.is_absent()) block->closed = Value::share(whole);
  return {};
}

inline bool BlockAssembler::is_call(const Block& block) {
  if (block.closed.is_absent()) return block.kind == BlockKind::kToolCall;
  return detail::chunk::kType.of(block.closed).text() == "tool-call";
}

/// Ids by block, empty for those that are no calls. No two are the same: a result names its call by
/// this id alone, and some providers give one id to two calls of a message.
inline std::vector<std::string> BlockAssembler::call_ids() const {
  std::vector<std::string> ids(blocks_.size());
  std::vector<std::size_t> doubles;
  std::unordered_set<std::string> taken;
  // Ids that stand in the stream are given before any is made up.
  for (std::size_t i = 0; i < blocks_.size(); ++i) {
    const Block& block = blocks_[i];
    if (!is_call(block)) continue;
    ids[i] = block.closed.is_absent() ? block.id
                                      : std::string(detail::chunk::kId.of(block.closed).text());
    if (ids[i].empty()) ids[i] = "call-" + std::to_string(block.index);
    if (!taken.insert(ids[i]).second) doubles.push_back(i);
  }
  std::unordered_map<std::string, std::size_t> next_number;
  for (const std::size_t i : doubles) {
    std::size_t& number = next_number.try_emplace(ids[i], 2).first->second;
    std::string unique;
    do {
      unique = ids[i] + "-" + std::to_string(number++);
    } while (!taken.insert(unique).second);
    ids[i] = std::move(unique);
  }
  return ids;
}

inline void BlockAssembler::put_block(Builder& content, const Block& block,
                                      const std::string& call_id) const {
  using namespace detail::chunk;
  if (!block.closed.is_absent()) {
    const bool own_id = !is_call(block) || kId.of(block.closed).text() == call_id;
    if (own_id) {
      content.put(static_cast<const ValueView&>(block.closed));
      return;
    }
    content.begin_object();
    for (const auto [name, value] : block.closed.members()) {
      content.name(name);
      name == "id" ? content.put(call_id) : content.put(value);
    }
    if (kId.of(block.closed).is_absent()) content.member("id", call_id);
    content.end();
    return;
  }
  content.begin_object();
  content.name(kType.key()).put(type_name(block));
  if (block.kind == BlockKind::kToolCall) {
    content.name(kId.key()).put(call_id);
    content.name(kName.key()).put(block.name);
    content.name(kArguments.key()).put(block.text);
  } else {
    content.name(kText.key()).put(block.text);
  }
  content.end();
}

/// `kept` by block; null for those that were left out.
inline Value BlockAssembler::replay_of(const std::vector<const Block*>& kept) const {
  if (!replay_.is_object()) return {};
  const ValueView entries = replay_["blocks"];
  if (entries.is_absent()) return replay_;
  if (!entries.is_array() || entries.size() != kept.size()) return {};
  Builder envelope;
  envelope.begin_object();
  for (const auto [name, value] : replay_.members()) {
    envelope.name(name);
    if (name != "blocks") {
      envelope.put(value);
      continue;
    }
    envelope.begin_array();
    for (std::size_t i = 0; i < kept.size(); ++i) {
      if (kept[i] != nullptr) envelope.put(entries.at(i));
    }
    envelope.end();
  }
  envelope.end();
  return envelope.finish_or_absent();
}

}  // namespace keel
