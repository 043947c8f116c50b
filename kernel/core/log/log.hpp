// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

namespace keel::core {

class SecretSet;

enum class LogLevel : std::uint8_t { kDebug, kInfo, kWarn, kError };

/// Where lines for people go: one line per message on stderr, or to a sink that a test gives. Any
/// thread.
class Log {
 public:
  using Sink = std::function<void(LogLevel level, std::string_view source, std::string_view text)>;

  /// Lines below `threshold` are dropped. Without a sink lines go to stderr. `secrets` (may be
  /// null) is masked in every line and must outlive the log.
  explicit Log(LogLevel threshold = LogLevel::kInfo, Sink sink = {},
               const SecretSet* secrets = nullptr);
  ~Log();
  Log(const Log&) = delete;
  Log& operator=(const Log&) = delete;

  bool enabled(LogLevel level) const { return level >= threshold_; }
  /// `source` names the part that speaks: "kernel", "tool/greet#2".
  void write(LogLevel level, std::string_view source, std::string_view text);

  /// The text as write() would show it: masked, control characters escaped, cut at 16 KiB.
  std::string cleaned(std::string_view text) const;

 private:
  struct Backend;
  LogLevel threshold_;
  Sink sink_;
  std::unique_ptr<Backend> backend_;
  const SecretSet* secrets_;
  std::mutex sink_mutex_;
};

}  // namespace keel::core
