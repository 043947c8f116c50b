// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "keel/sdk.hpp"
#include "session/log/log.hpp"
#include "session/store/write_behind.hpp"

namespace keel::session {

class Sessions;

/// One session in this process, from its preparation to its end. References name it as an object of
/// interface session@0; table keel.session reads it straight.
struct LiveSession {
  enum class State : std::uint8_t {
    kPrepared,   ///< nobody sees it; dropping the last reference discards it
    kEntered,    ///< live, not announced
    kAnnounced,  ///< session/created has been emitted
    kDetached,   ///< gone from the store; its log still answers
  };

  Sessions* sessions = nullptr;
  std::unique_ptr<Log> log;
  State state = State::kPrepared;
  keel_scope scope{0};
  /// While the session is live: the store's own reference to its object.
  Ref self;
  /// Null without a backend, and for a fresh session until it is announced.
  std::unique_ptr<WriteBehind> writer;
  /// Loaded from the backend, so the id is stored by right.
  bool loaded = false;

  const std::string& id() const { return log->header().id; }
  bool is_live() const { return state == State::kEntered || state == State::kAnnounced; }
};

}  // namespace keel::session
