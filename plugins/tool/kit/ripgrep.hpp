// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "keel/sdk.hpp"
#include "kit/run_place.hpp"

namespace keel::tool_kit {

/// Bounds of a search, from the config of the tool.
struct SearchLimits {
  std::int64_t timeout_ms = 0;
  std::int64_t raw_output_max_bytes = 0;
};

/// What ripgrep printed.
struct SearchOutput {
  std::string stdout_text;
  /// Files that could not be searched, as ripgrep says it, one a line; empty when all could.
  std::string complaints;
};

/// Runs ripgrep in the workspace, without a shell and without the user's configuration, to its end.
/// Errors: SEARCH_INVALID_PATTERN, SEARCH_FAILED, SEARCH_RAW_OUTPUT_OVERFLOW, SEARCH_ABORTED. Files
/// that cannot be read do not fail the search.
Task<SearchOutput> run_ripgrep(Call call, RunPlace place, std::vector<std::string> arguments,
                               SearchLimits limits);

/// What ripgrep's stderr says: pure, for run_ripgrep().
enum class Complaint : std::uint8_t { kNone, kPattern, kSomeFiles, kFatal };
Complaint judge_stderr(std::string_view text);

tl::unexpected<Error> search_fail(std::string_view code, std::string message);

/// Codes of searches; they come from the tools, not from a contract of a service.
inline constexpr std::string_view kSearchInvalidPattern = "SEARCH_INVALID_PATTERN";
inline constexpr std::string_view kSearchFailed = "SEARCH_FAILED";
inline constexpr std::string_view kSearchOverflow = "SEARCH_RAW_OUTPUT_OVERFLOW";
inline constexpr std::string_view kSearchAborted = "SEARCH_ABORTED";

/// A line on what could not be searched; empty when everything could.
std::string complaint_note(std::string_view complaints);

/// Keeps `text` in the session's temporary directory, for a result that is too long to be shown.
/// The path, or empty when it could not be kept.
Task<std::string> keep_full_list(Call call, RunPlace place, std::string name, std::string text);

}  // namespace keel::tool_kit
