// SPDX-License-Identifier: MIT
#include "chunks.hpp"

#include "keel/lazy_key.hpp"

namespace keel::llm_openai::chunks {

namespace {

constinit LazyKey kType{"type"};
constinit LazyKey kIndex{"index"};
constinit LazyKey kBlockType{"blockType"};
constinit LazyKey kBlock{"block"};
constinit LazyKey kText{"text"};
constinit LazyKey kId{"id"};
constinit LazyKey kName{"name"};
constinit LazyKey kArguments{"arguments"};
constinit LazyKey kArgumentsDelta{"argumentsDelta"};
constinit LazyKey kUsage{"usage"};
constinit LazyKey kReason{"reason"};
constinit LazyKey kKind{"kind"};
constinit LazyKey kFailure{"failure"};
constinit LazyKey kReplayState{"replayState"};

/// Begins the object of a chunk that belongs to a block.
void begin(Builder& builder, std::string_view type, std::int64_t index) {
  builder.begin_object();
  builder.member(kType.key(), type).member(kIndex.key(), index);
}

Value done(Builder& builder) {
  builder.end();
  return builder.finish_or_absent();
}

Value delta(std::string_view type, std::int64_t index, std::string_view text) {
  Builder builder;
  begin(builder, type, index);
  builder.member(kText.key(), text);
  return done(builder);
}

}  // namespace

Value block_start(std::int64_t index, std::string_view block_type) {
  Builder builder;
  begin(builder, "block-start", index);
  builder.member(kBlockType.key(), block_type);
  return done(builder);
}

Value text_delta(std::int64_t index, std::string_view text) {
  return delta("text-delta", index, text);
}

Value reasoning_delta(std::int64_t index, std::string_view text) {
  return delta("reasoning-delta", index, text);
}

Value tool_call_delta(std::int64_t index, std::string_view id, std::string_view name,
                      std::string_view arguments) {
  Builder builder;
  begin(builder, "tool-call-delta", index);
  builder.member(kId.key(), id);
  if (!name.empty()) builder.member(kName.key(), name);
  builder.member(kArgumentsDelta.key(), arguments);
  return done(builder);
}

Value text_end(std::int64_t index, std::string_view block_type, std::string_view text) {
  Builder builder;
  begin(builder, "block-end", index);
  builder.name(kBlock.key()).begin_object();
  builder.member(kType.key(), block_type).member(kText.key(), text).end();
  return done(builder);
}

Value tool_call_end(std::int64_t index, std::string_view id, std::string_view name,
                    std::string_view arguments) {
  Builder builder;
  begin(builder, "block-end", index);
  builder.name(kBlock.key()).begin_object();
  builder.member(kType.key(), "tool-call").member(kId.key(), id).member(kName.key(), name);
  builder.member(kArguments.key(), arguments).end();
  return done(builder);
}

Value usage(ValueView token_usage) {
  Builder builder;
  builder.begin_object();
  builder.member(kType.key(), "usage").member(kUsage.key(), token_usage);
  return done(builder);
}

Value finish(std::string_view kind, ValueView replay_state) {
  Builder builder;
  builder.begin_object();
  builder.member(kType.key(), "finish").name(kReason.key()).begin_object();
  builder.member(kKind.key(), kind).end();
  builder.optional_member(kReplayState.key(), replay_state);
  return done(builder);
}

Value failed(const Failure& failure) {
  Builder builder;
  builder.begin_object();
  builder.member(kType.key(), "finish").name(kReason.key()).begin_object();
  builder.member(kKind.key(), failure.code == "ABORTED" ? "aborted" : "error");
  const Value facts = failure.to_value();
  builder.member(kFailure.key(), static_cast<const ValueView&>(facts)).end();
  return done(builder);
}

}  // namespace keel::llm_openai::chunks
