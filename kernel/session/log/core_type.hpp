// SPDX-License-Identifier: MIT
// The event types that the log itself gives a meaning to.
#pragma once

#include <cstdint>
#include <string_view>

namespace keel::session {

enum class CoreType : std::uint8_t {
  kOther,  ///< Owned by a plugin, or unknown: the log stores it and folds nothing from it.
  kTurnStart,
  kTurnEnd,
  kStepStart,
  kStepEnd,
  kUserMessage,
  kPromptBlocked,
  kAssistantChunk,
  kAssistantMessage,
  kToolCall,
  kToolResult,
  kSteeringMessage,
  kTodoWrite,
  kRequestHeader,
  kRequestContext,
  kEndSeed,
  kInboxSpliced,
};

CoreType core_type(std::string_view name);

/// Types whose events join the surface, that is, may become part of what the model is sent.
constexpr bool is_surface_type(CoreType type) {
  return type == CoreType::kUserMessage || type == CoreType::kAssistantMessage ||
         type == CoreType::kToolResult || type == CoreType::kSteeringMessage;
}

/// Types that earlier builds wrote and that nobody can read any more: refused at append and at
/// load.
bool is_retired_type(std::string_view name);

/// Types that are storage rows (packed chunk runs). No event may be called so.
bool is_row_tag(std::string_view name);

/// The name a stored type goes by today: "compact/*" became "compaction/*".
/// The view is `name` itself or a constant.
std::string_view current_type_name(std::string_view name);

}  // namespace keel::session
