// SPDX-License-Identifier: MIT
#include "activity.hpp"

namespace keel::agent_loop {

void Activity::begin(Phase phase) {
  abort_ = must(context_.token());
  phase_ = phase;
  // What a reservation holds back stays held back.
  if (!reserved_) wake_ = false;
}

bool Activity::end() {
  phase_ = Phase::kIdle;
  abort_ = CancelSource();
  admitting_ = false;
  changed_.pulse();
  return std::exchange(wake_, false);
}

bool Activity::abort(const Value& cause) {
  if (is_idle() || !abort_.cancel(cause)) return false;
  changed_.pulse();
  return true;
}

void Activity::begin_run() {
  begin(Phase::kRunning);
  admitting_ = true;
  events_.status("running");
}

void Activity::begin_next_turn() {
  begin(Phase::kRunning);
  admitting_ = true;
}

bool Activity::end_run() {
  const bool wake = end();
  events_.status("idle");
  return wake;
}

bool Activity::begin_maintenance() {
  if (!is_idle()) return false;
  begin(Phase::kMaintenance);
  return true;
}

bool Activity::end_maintenance() { return end(); }

bool Activity::reserve() {
  if (is_busy()) return false;
  reserved_ = true;
  return true;
}

bool Activity::end_reservation() {
  reserved_ = false;
  changed_.pulse();
  return is_idle() && std::exchange(wake_, false);
}

}  // namespace keel::agent_loop
