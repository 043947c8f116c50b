// Server-sent event framing.
#pragma once

#include <string>
#include <string_view>

namespace keel::testing {

// `event: name` (unless empty), one `data:` line per line of `data`, a blank line.
std::string sse_event(std::string_view data, std::string_view name = {});
std::string sse_comment(std::string_view text);

}  // namespace keel::testing
