// SPDX-License-Identifier: MIT
#include "session/log/fork.hpp"

#include <optional>
#include <utility>

#include "session/log/fault.hpp"
#include "session/log/safe_integer.hpp"

namespace keel::session {

Expected<std::int64_t> fork_length(const Log& source, ValueView boundary) {
  std::int64_t length = source.seq();
  if (!boundary.is_absent()) {
    const auto seq = safe_count(boundary);
    if (!seq || *seq >= source.seq()) {
      return tl::make_unexpected(
          refused(fork_fault::kInvalidBoundary, "fork of session " + in_quotes(source.header().id) +
                                                    ": boundary: expected the seq of "
                                                    "an event, from 0 to " +
                                                    std::to_string(source.seq() - 1) + ", found " +
                                                    describe(boundary)));
    }
    length = *seq + 1;
  }
  if (const auto open = source.open_turn_at(length)) {
    return tl::make_unexpected(
        refused(fork_fault::kOpenTurn,
                "fork of session " + in_quotes(source.header().id) + ": seq " +
                    std::to_string(length - 1) + " lies inside the turn that starts at seq " +
                    std::to_string(*open) + "; fork at a turn/end or between turns"));
  }
  return length;
}

SessionHeader fork_header(const Log& source, std::int64_t length, std::string child_id,
                          std::int64_t created_at) {
  SessionHeader header;
  header.id = std::move(child_id);
  header.created_at = created_at;
  header.cwd = source.header().cwd;
  header.parent_session = source.header().id;
  header.seed_length = length;
  header.delegation_depth = source.header().delegation_depth;
  header.agent_preset = source.agent_preset_at(length);
  return header;
}

}  // namespace keel::session
