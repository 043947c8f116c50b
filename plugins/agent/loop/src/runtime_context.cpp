// SPDX-License-Identifier: MIT
#include "runtime_context.hpp"

#include <algorithm>

#include "fresh_id.hpp"

namespace keel::agent_loop {

namespace {

constexpr std::string_view kPromptPlugin = "agent/prompt";
/// Who wrote the snapshots of logs that were imported from the reference system.
constexpr std::string_view kImportedPlugin = "@deepseek-ai/dsh-system-prompt";

constexpr std::string_view kNothingApplies =
    "No runtime context applies any more: disregard every earlier runtime context.";

bool is_snapshot(ValueView message) {
  const ValueView source = message["source"];
  if (source["kind"].text() != "plugin") return false;
  const std::string_view plugin = source["plugin"].text();
  return plugin == kPromptPlugin || plugin == kImportedPlugin;
}

std::string text_of(ValueView message) {
  std::string text;
  for (const ValueView block : message["content"].items()) text += block["text"].text();
  return text;
}

Value make_message(std::string_view text, const Value& source) {
  const Value block = object({{"type", "text"}, {"text", text}});
  return object(
      {{"id", fresh_id()}, {"role", "user"}, {"content", array({block})}, {"source", source}});
}

}  // namespace

Value RuntimeContext::project(const Session& session, std::string_view snapshot,
                              ValueView sections) {
  forget_if_replaced(session);
  if (!ever_told_ && snapshot.empty()) return {};
  const std::string_view text = snapshot.empty() ? kNothingApplies : snapshot;
  if (told_ && told_->text == text) return {};
  if (snapshot.empty()) {
    return make_message(text, object({{"kind", "plugin"}, {"plugin", kPromptPlugin}}));
  }
  return make_message(text, object({{"kind", "plugin"},
                                    {"plugin", kPromptPlugin},
                                    {"form", "snapshot"},
                                    {"sections", Value::share(sections)}}));
}

void RuntimeContext::follow(ValueView message, std::int64_t seq) {
  if (!is_snapshot(message)) return;
  ever_told_ = true;
  told_ = Told{seq, text_of(message)};
}

void RuntimeContext::forget_if_replaced(const Session& session) {
  if (!told_) return;
  const Expected<Value> surface = session.surface();
  if (!surface) return;
  const std::int64_t generation = (*surface)["replaceGeneration"].integer_or(0);
  if (generation == generation_) return;
  generation_ = generation;
  const ValueView nodes = (*surface)["nodes"];
  const std::int64_t seq = told_->seq;
  // Almost always near the end, which is where a snapshot is added.
  for (std::size_t i = nodes.size(); i > 0; --i) {
    if (nodes.at(i - 1).integer_or(-1) == seq) return;
  }
  told_.reset();
}

}  // namespace keel::agent_loop
