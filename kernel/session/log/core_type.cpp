// SPDX-License-Identifier: MIT
#include "session/log/core_type.hpp"

#include <array>
#include <utility>

namespace keel::session {

namespace {

struct NamedType {
  std::string_view name;
  CoreType type;
};

constexpr std::array<NamedType, 16> kCoreTypes{{
    {"turn/start", CoreType::kTurnStart},
    {"turn/end", CoreType::kTurnEnd},
    {"step/start", CoreType::kStepStart},
    {"step/end", CoreType::kStepEnd},
    {"user/message", CoreType::kUserMessage},
    {"prompt/blocked", CoreType::kPromptBlocked},
    {"assistant/chunk", CoreType::kAssistantChunk},
    {"assistant/message", CoreType::kAssistantMessage},
    {"tool/call", CoreType::kToolCall},
    {"tool/result", CoreType::kToolResult},
    {"steering/message", CoreType::kSteeringMessage},
    {"todo/write", CoreType::kTodoWrite},
    {"request/header", CoreType::kRequestHeader},
    {"request/context", CoreType::kRequestContext},
    {"session/end-seed", CoreType::kEndSeed},
    {"agent/inbox/spliced", CoreType::kInboxSpliced},
}};

constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kRenamed{{
    {"compact/start", "compaction/start"},
    {"compact/end", "compaction/end"},
    {"compact/summary", "compaction/summary"},
    {"compact/prune", "compaction/prune"},
}};

}  // namespace

CoreType core_type(std::string_view name) {
  // Nearly every event of a stream is a chunk.
  if (name == "assistant/chunk") return CoreType::kAssistantChunk;
  for (const NamedType& known : kCoreTypes) {
    if (known.name == name) return known.type;
  }
  return CoreType::kOther;
}

bool is_retired_type(std::string_view name) {
  return name == "request/header-delta" || name == "mode/set";
}

bool is_row_tag(std::string_view name) {
  return name == "text-chunks" || name == "reasoning-chunks" || name == "tool-call-chunks";
}

std::string_view current_type_name(std::string_view name) {
  for (const auto& [old_name, name_today] : kRenamed) {
    if (old_name == name) return name_today;
  }
  return name;
}

}  // namespace keel::session
