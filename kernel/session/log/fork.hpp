// SPDX-License-Identifier: MIT
// Forking: a new session that begins with a prefix of another one's log.
#pragma once

#include <cstdint>
#include <string>

#include "keel/error.hpp"
#include "session/log/log.hpp"
#include "session/log/session_header.hpp"

namespace keel::session {

namespace fork_fault {
inline constexpr std::string_view kSessionNotFound = "SESSION_NOT_FOUND";
inline constexpr std::string_view kSessionNotLive = "SESSION_NOT_LIVE";
inline constexpr std::string_view kSessionAlreadyExists = "SESSION_ALREADY_EXISTS";
inline constexpr std::string_view kInvalidBoundary = "INVALID_BOUNDARY";
inline constexpr std::string_view kOpenTurn = "OPEN_TURN";
}  // namespace fork_fault

/// How many leading events of `source` a child inherits. `boundary` is the seq of the last one;
/// absent: the last event there is. INVALID_BOUNDARY for what is no integer from 0 or no event of
/// the log, OPEN_TURN for an event inside a turn. An empty source without boundary gives 0.
Expected<std::int64_t> fork_length(const Log& source, ValueView boundary);

/// Header of the child: the source's cwd, its delegation depth and the agent preset in force at the
/// end of the prefix; parentSession and seedLength.
SessionHeader fork_header(const Log& source, std::int64_t length, std::string child_id,
                          std::int64_t created_at);

}  // namespace keel::session
