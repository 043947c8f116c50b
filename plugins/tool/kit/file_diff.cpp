// SPDX-License-Identifier: MIT
#include "kit/file_diff.hpp"

#include <cstddef>

#include "text/line_diff.hpp"

namespace keel::tool_kit {

namespace {

constexpr std::size_t kContextLines = 3;
/// Results are kept in the log for good.
constexpr std::size_t kMaxBytes = 256 * 1024;

}  // namespace

Value file_diffs(std::string_view path, std::string_view before, std::string_view after) {
  Builder builder;
  builder.begin_array();
  std::size_t bytes = 0;
  for (const text::Hunk& hunk : text::diff_lines(before, after, kContextLines)) {
    bytes += hunk.old_text.size() + hunk.new_text.size();
    if (bytes > kMaxBytes) break;
    builder.begin_object().member("path", path).name("oldText");
    if (hunk.old_text.empty()) {
      builder.put(nullptr);
    } else {
      builder.put(hunk.old_text);
    }
    builder.member("newText", hunk.new_text).end();
  }
  builder.end();
  return builder.finish_or_absent();
}

}  // namespace keel::tool_kit
