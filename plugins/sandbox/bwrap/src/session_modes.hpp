// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "keel/sdk.hpp"

namespace keel::sandbox_bwrap {

/// The mode that a session's own log asks for: the last sandbox/mode in it. A fold of the log, so
/// that a resumed session needs no other state. Kernel thread.
class SessionModes {
 public:
  explicit SessionModes(Context context) : context_(std::move(context)) {}

  /// Nothing when the log has no mode, or there is no such session. An entry that cannot be
  /// understood counts as the narrowest mode.
  Task<std::optional<std::string>> mode_of(std::string session_id);
  /// Appends sandbox/mode. Error NO_SESSION, or what append() says.
  Expected<void> set(const std::string& session_id, std::string_view mode,
                     std::optional<std::string_view> source);
  void forget(std::string_view session_id);

 private:
  /// The log is read once per session; after that every change comes through set().
  std::map<std::string, std::optional<std::string>, std::less<>> known_;
  Context context_;
};

}  // namespace keel::sandbox_bwrap
