// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "program_run.hpp"
#include "scripted_server.hpp"
#include "temporary_folder.hpp"

namespace keel::bench {

/// `keel run` with the default deployment against a scripted server, in a home and a workspace of
/// its own: what the rows that measure the whole program share.
class KeelRunner {
 public:
  explicit KeelRunner(bool tls = false);

  ScriptedServer& server() { return server_; }

  /// One prompt, which the server takes as a directive. Throws when the run does not complete.
  ProgramEnd run(const std::string& prompt, const std::vector<std::string>& options = {});
  /// `curl` with a request for "plain 1" to the same server.
  ProgramEnd run_curl();
  /// Any other program, in the same workspace.
  ProgramEnd run_program(std::vector<std::string> arguments);

  /// The bytes of the server's answer to a prompt.
  std::string fetch(const std::string& prompt);
  /// What the last program printed.
  std::string output() const;

 private:
  ProgramCall call(std::vector<std::string> arguments) const;
  std::vector<std::string> curl_arguments(const std::string& prompt) const;

  TemporaryFolder folder_;
  bool tls_;
  ScriptedServer server_;
};

}  // namespace keel::bench
