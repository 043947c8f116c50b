// SPDX-License-Identifier: MIT
#include "session/log/vocabulary.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "session/log/core_type.hpp"
#include "session/log/fault.hpp"

namespace keel::session {

namespace {

/// Sorted.
constexpr std::array kPluginTypes{
    std::string_view("agent-preset/selected"),
    std::string_view("approval/asked"),
    std::string_view("approval/decided"),
    std::string_view("approval/policy"),
    std::string_view("command/done"),
    std::string_view("command/run"),
    std::string_view("compaction/end"),
    std::string_view("compaction/prune"),
    std::string_view("compaction/start"),
    std::string_view("compaction/summary"),
    std::string_view("feedback/record"),
    std::string_view("goal/change"),
    std::string_view("hook/invoked"),
    std::string_view("hook/result"),
    std::string_view("llm/retry"),
    std::string_view("llm/retry-started"),
    std::string_view("permission/preset"),
    std::string_view("plan/mode"),
    std::string_view("sandbox/mode"),
    std::string_view("schedule/change"),
    std::string_view("session/title"),
    std::string_view("session/title-llm-request"),
    std::string_view("subagent/descriptor"),
    std::string_view("team/member"),
    std::string_view("team/message/delivered"),
    std::string_view("team/message/queued"),
    std::string_view("team/task"),
    std::string_view("tool-workflow/agent-end"),
    std::string_view("tool-workflow/agent-start"),
    std::string_view("tool-workflow/run-end"),
    std::string_view("tool-workflow/run-start"),
    std::string_view("tool/code-dispatch"),
    std::string_view("tool/code-dispatch-start"),
    std::string_view("web/deepseek-search-llm-request"),
};

std::string at_artifact(std::string_view artifact) {
  return artifact.empty() ? std::string() : " Its bytes are in " + std::string(artifact) + ".";
}

}  // namespace

std::optional<Error> find_version_fault(std::int64_t version, std::string_view artifact) {
  if (version == kFormatVersion) return std::nullopt;
  const bool newer = version > kFormatVersion;
  return refused(
      fault::kUnsupported,
      "the session log has format version " + std::to_string(version) +
          (newer ? ", which is newer than this build's "
                 : ", which is older than this "
                   "build's ") +
          std::to_string(kFormatVersion) +
          (newer ? ": open it with a newer build." : ": no upgrade step exists for it.") +
          at_artifact(artifact),
      object({{"version", version}, {"supported", kFormatVersion}}));
}

bool is_builtin_type(std::string_view type) {
  return core_type(type) != CoreType::kOther ||
         std::binary_search(kPluginTypes.begin(), kPluginTypes.end(), type);
}

bool is_builtin_standalone(std::string_view type) {
  constexpr std::array kTypes{
      std::string_view("agent-preset/selected"), std::string_view("approval/policy"),
      std::string_view("feedback/record"),       std::string_view("goal/change"),
      std::string_view("permission/preset"),     std::string_view("plan/mode"),
      std::string_view("sandbox/mode"),          std::string_view("schedule/change"),
      std::string_view("session/title"),         std::string_view("session/title-llm-request"),
      std::string_view("subagent/descriptor")};
  if (std::find(kTypes.begin(), kTypes.end(), type) != kTypes.end()) return true;
  return is_builtin_type(type) && (type.starts_with("command/") ||
                                   type.starts_with("compaction/") || type.starts_with("team/"));
}

std::optional<Error> Vocabulary::find_fault(std::string_view type, bool ignorable, std::int64_t seq,
                                            std::string_view artifact) const {
  if (ignorable || knows(type)) return std::nullopt;
  return refused(fault::kUnsupported,
                 "the session log has an event of type " + in_quotes(type) + " at seq " +
                     std::to_string(seq) +
                     ", which this build does not know and may not skip: load the plugin that "
                     "declares it, or open the log with a newer build." +
                     at_artifact(artifact),
                 object({{"type", type}, {"seq", seq}}));
}

}  // namespace keel::session
