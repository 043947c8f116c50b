// SPDX-License-Identifier: MIT
#include "request_shape.hpp"

#include <string>
#include <vector>

#include "keel/lazy_key.hpp"

namespace keel::llm_runtime {

namespace {

constexpr std::size_t kShownDigits = 8;

constinit LazyKey kSource{"source"};
constinit LazyKey kReplayState{"replayState"};
constinit LazyKey kContent{"content"};
constinit LazyKey kType{"type"};
constinit LazyKey kProvider{"provider"};

bool is_image(ValueView block) { return kType.of(block).text() == "image"; }
bool is_nest(ValueView block) {
  return kType.of(block).text() == "tool-result" && kContent.of(block).is_array();
}

/// At any depth: tool results hold blocks, too.
bool has_image(ValueView content) {
  std::vector<ValueView> open{content};
  while (!open.empty()) {
    const ValueView blocks = open.back();
    open.pop_back();
    for (const ValueView block : blocks.items()) {
      if (is_image(block)) return true;
      if (is_nest(block)) open.push_back(kContent.of(block));
    }
  }
  return false;
}

std::string image_text(ValueView image) {
  std::string_view id = image["attachment"]["attachmentId"].text();
  const std::size_t colon = id.find(':');
  if (colon != std::string_view::npos) id.remove_prefix(colon + 1);
  return "[image " + std::string(id.substr(0, kShownDigits)) +
         ": not shown, because this model reads text only]";
}

/// Blocks with a text in the place of each image. Walks without recursion: how deep blocks nest is
/// up to whoever made them.
void put_without_images(Builder& builder, ValueView content) {
  struct Level {
    ValueView blocks;
    std::size_t next = 0;
  };
  std::vector<Level> levels{{content, 0}};
  builder.begin_array();
  while (!levels.empty()) {
    Level& level = levels.back();
    if (level.next == level.blocks.size()) {
      builder.end();
      levels.pop_back();
      if (!levels.empty()) builder.end();
      continue;
    }
    const ValueView block = level.blocks.at(level.next++);
    if (is_image(block)) {
      builder.begin_object();
      builder.member("type", "text").member("text", image_text(block));
      builder.end();
    } else if (is_nest(block)) {
      builder.begin_object();
      for (const auto [name, value] : block.members()) {
        if (name != "content") builder.member(name, value);
      }
      builder.name("content").begin_array();
      levels.push_back({kContent.of(block), 0});
    } else {
      builder.put(block);
    }
  }
}

class MessageShape {
 public:
  MessageShape(ValueView message, const RequestRules& rules)
      : message_(message),
        drops_replay_(!kReplayState.of(kSource.of(message)).is_absent() &&
                      !rules.may_replay(kProvider.of(kSource.of(message)).text())),
        drops_images_(rules.text_only && has_image(kContent.of(message))) {}

  bool changes() const { return drops_replay_ || drops_images_; }

  void put(Builder& builder) const {
    if (!changes()) {
      builder.put(message_);
      return;
    }
    builder.begin_object();
    for (const auto [name, value] : message_.members()) {
      builder.name(name);
      if (name == "source" && drops_replay_) {
        put_source(builder, value);
      } else if (name == "content" && drops_images_) {
        put_without_images(builder, value);
      } else {
        builder.put(value);
      }
    }
    builder.end();
  }

 private:
  static void put_source(Builder& builder, ValueView source) {
    builder.begin_object();
    for (const auto [name, value] : source.members()) {
      if (name != "replayState") builder.member(name, value);
    }
    builder.end();
  }

  ValueView message_;
  bool drops_replay_;
  bool drops_images_;
};

Value shape_messages(ValueView messages, const RequestRules& rules) {
  bool changes = false;
  for (const ValueView message : messages.items()) {
    changes = changes || MessageShape(message, rules).changes();
  }
  if (!changes) return Value::share(messages);
  Builder builder;
  builder.begin_array();
  for (const ValueView message : messages.items()) MessageShape(message, rules).put(builder);
  builder.end();
  return builder.finish_or_absent();
}

}  // namespace

Value shape_request(ValueView options, ValueView config, const RequestRules& rules) {
  const Value messages = shape_messages(options["messages"], rules);
  if (messages.is_absent()) return {};
  Builder builder;
  builder.begin_object();
  for (const auto [name, value] : config.members()) builder.member(name, value);
  for (const auto [name, value] : options.members()) {
    const bool is_config = config.has(name);
    if (is_config || name == "messages" || name == "loopBuilt") continue;
    builder.member(name, value);
  }
  builder.member("messages", messages);
  builder.end();
  return builder.finish_or_absent();
}

}  // namespace keel::llm_runtime
