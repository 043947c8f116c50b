// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace keel::llm_scripted {

/// A tool call of a reply, as a model makes it.
struct ReplyCall {
  std::string id;
  std::string tool;
  /// JSON text.
  std::string arguments;
};

/// One message of the stand-in.
struct Reply {
  std::string text;
  std::vector<ReplyCall> calls;
};

}  // namespace keel::llm_scripted
