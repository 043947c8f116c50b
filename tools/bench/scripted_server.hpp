// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace keel::bench {

/// The scripted model server as a process of its own, so that what it costs is not counted: it does
/// what the prompt says ("plain 10", "tools 20"). Ends with this. Throws std::runtime_error when it
/// does not start.
class ScriptedServer {
 public:
  /// `folder` is for its files.
  ScriptedServer(std::filesystem::path folder, bool tls);
  ScriptedServer(const ScriptedServer&) = delete;
  ScriptedServer& operator=(const ScriptedServer&) = delete;
  ~ScriptedServer();

  /// Without a slash at the end: http://127.0.0.1:4711/v1
  const std::string& base_url() const { return base_url_; }
  std::filesystem::path certificate() const { return folder_ / "cert.pem"; }

  /// When the head of the first request since the last forget_requests() was there, on
  /// CLOCK_MONOTONIC; nothing when none came.
  std::optional<std::int64_t> first_request_ns() const;
  void forget_requests();

 private:
  void read_base_url(int output);

  std::filesystem::path folder_;
  std::string base_url_;
  int process_ = 0;
  std::uintmax_t seen_ = 0;
};

}  // namespace keel::bench
