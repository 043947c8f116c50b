// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "keel/error.hpp"
#include "session/log/session_header.hpp"

namespace keel::session::jsonl {

/// The first line of a session file:
/// {"type":"session","version","id","createdAt","cwd"?,"parentSession"?,
/// "seedLength"?,"origin"?,"delegationDepth","agentPreset"?}, with its line feed.
std::string header_line(const SessionHeader& header);

/// Reads a first line (without its line feed). SESSION_FORMAT_UNSUPPORTED for another version,
/// otherwise SESSION_CORRUPT.
Expected<SessionHeader> parse_header_line(std::string_view line, std::string_view artifact);

}  // namespace keel::session::jsonl
