// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "keel/value.hpp"

namespace keel::tool_bash {

/// What the model reads of a run: stdout, then stderr under its own heading, then markers, one a
/// line: what was cut, what the sandbox denied, how it ended. A clean end has none.
std::string run_text(ValueView value);

/// How a run ended, read back from its text: for cards of old results.
struct ShownEnd {
  /// The text without the last marker.
  std::string output;
  std::optional<std::int64_t> exit_code;
  std::optional<std::string> signal;
};

/// A marker counts only at the very end and behind a line end: output may look like one.
ShownEnd read_end(std::string_view text);

}  // namespace keel::tool_bash
