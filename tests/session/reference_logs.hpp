// SPDX-License-Identifier: MIT
// The recorded session stores of the reference, where they are at hand.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "session/jsonl/paths.hpp"

namespace keel::session::test {

struct ReferenceLog {
  std::string name;
  std::filesystem::path root;
  std::filesystem::path file;
  jsonl::Encoding encoding;
  /// One event a line, and the derived messages.
  std::string expected_events;
  std::string expected_messages;
};

/// Empty when there are none: below $KEEL_SHARED, else beside the source tree.
std::vector<ReferenceLog> reference_logs();

std::string read_file(const std::filesystem::path& path);

}  // namespace keel::session::test
