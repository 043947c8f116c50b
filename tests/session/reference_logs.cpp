// SPDX-License-Identifier: MIT
#include "reference_logs.hpp"

#include <cstdlib>
#include <fstream>
#include <iterator>

namespace keel::session::test {

namespace fs = std::filesystem;

std::string read_file(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::vector<ReferenceLog> reference_logs() {
  const char* const shared = std::getenv("KEEL_SHARED");
  const fs::path data =
      (shared != nullptr ? fs::path(shared) : fs::path(KEEL_SOURCE_DIR) / ".." / "shared") /
      "data/dsh-logs";
  std::vector<ReferenceLog> logs;
  std::error_code none;
  for (const fs::directory_entry& folder : fs::directory_iterator(data, none)) {
    const fs::path root = folder.path() / "store";
    if (!fs::exists(root, none)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(root, none)) {
      const std::string file = entry.path().filename();
      if (file != "session.jsonl" && file != "session.jsonl.zstd") continue;
      logs.push_back({folder.path().filename(), root, entry.path(),
                      file == "session.jsonl" ? jsonl::Encoding::kPlain : jsonl::Encoding::kZstd,
                      read_file(folder.path() / "expected-events.jsonl"),
                      read_file(folder.path() / "expected-messages.json")});
    }
  }
  return logs;
}

}  // namespace keel::session::test
