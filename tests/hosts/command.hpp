// SPDX-License-Identifier: MIT
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace keel::testing {

/// What a program did.
struct CommandResult {
  int status = -1;  ///< exit status, or 128 + signal
  std::string out;
  std::string err;
};

/// Runs bin/keel with a home and a workspace of its own, both temporary.
class KeelCommand {
 public:
  KeelCommand();
  ~KeelCommand();
  KeelCommand(const KeelCommand&) = delete;
  KeelCommand& operator=(const KeelCommand&) = delete;

  const std::filesystem::path& home() const { return home_; }
  const std::filesystem::path& work() const { return work_; }
  std::map<std::string, std::string>& environment() { return environment_; }

  /// Runs to the end. `on_output` sees stdout as it comes and may signal the process.
  CommandResult run(
      const std::vector<std::string>& arguments, const std::string& input = {},
      const std::function<void(pid_t pid, const std::string& so_far)>& on_output = {});

 private:
  std::filesystem::path folder_;
  std::filesystem::path home_;
  std::filesystem::path work_;
  std::map<std::string, std::string> environment_;
};

}  // namespace keel::testing
