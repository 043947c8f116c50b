// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "keel/error.hpp"
#include "session/log/vocabulary.hpp"

namespace keel::session {

/// What is known of a session beside its log. Never changes once the session exists.
struct SessionHeader {
  std::int64_t version = kFormatVersion;
  /// Not empty, UTF-8.
  std::string id;
  /// Milliseconds since 1970, from 0.
  std::int64_t created_at = 0;
  /// Absolute path.
  std::optional<std::string> cwd;
  std::optional<std::string> parent_session;
  /// Leading events inherited at creation by a fork; kept across resume.
  std::optional<std::int64_t> seed_length;
  /// origin: "subagent".
  bool subagent = false;
  /// 0: top level.
  std::int64_t delegation_depth = 0;
  /// The composition that the session started with.
  std::optional<std::string> agent_preset;

  friend bool operator==(const SessionHeader&, const SessionHeader&) = default;
};

enum class HeaderForm {
  kObject,  ///< As the session API shows it.
  kLine,    ///< As a store keeps it: with type: "session".
};

/// Reads the object {version, id, createdAt, cwd?, parentSession?, seedLength?, origin?,
/// delegationDepth?, agentPreset?}. Another version is SESSION_FORMAT_UNSUPPORTED whatever else the
/// object holds; anything else that is wrong is INVALID_HEADER. `artifact` names the bytes in
/// messages and may be empty.
Expected<SessionHeader> parse_header(ValueView header, std::string_view artifact = {},
                                     HeaderForm form = HeaderForm::kObject);

/// What a session that is about to be created may not have: an empty id, a relative cwd, a negative
/// number.
std::optional<Error> find_header_fault(const SessionHeader& header);

/// The same object. delegationDepth is left out when 0.
Value header_value(const SessionHeader& header);

}  // namespace keel::session
