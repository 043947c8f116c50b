// SPDX-License-Identifier: MIT
#include "session_modes.hpp"

#include <algorithm>
#include <utility>

#include "keel/contracts/proc.hpp"
#include "policy_paths.hpp"

namespace keel::sandbox_bwrap {

namespace proc = contracts::proc;

namespace {

constexpr std::string_view kEvent = "sandbox/mode";
constexpr std::int64_t kPage = 1000;

/// The mode of the last entry of a page that has one.
std::optional<std::string> last_mode(ValueView events) {
  std::optional<std::string> mode;
  for (const ValueView event : events.items()) {
    if (event["type"].text() != kEvent) continue;
    const std::string_view found = event["data"]["mode"].text();
    const bool known = found == kReadOnly || found == kWorkspaceWrite || found == kFullAccess;
    mode = known ? found : kReadOnly;
  }
  return mode;
}

}  // namespace

Task<std::optional<std::string>> SessionModes::mode_of(std::string session_id) {
  const auto place = known_.find(session_id);
  if (place != known_.end()) co_return place->second;
  const Expected<Session> session = Session::find(context_, session_id);
  if (!session) co_return std::optional<std::string>();
  std::optional<std::string> mode;
  for (std::int64_t from = 0; from < session->next_seq(); from += kPage) {
    const std::int64_t count = std::min(kPage, session->next_seq() - from);
    const Message page = co_await must(session->read(from, count));
    if (std::optional<std::string> found = last_mode(page.value())) mode = std::move(found);
  }
  // set() may have come in between.
  co_return known_.try_emplace(std::move(session_id), std::move(mode)).first->second;
}

Expected<void> SessionModes::set(const std::string& session_id, std::string_view mode,
                                 std::optional<std::string_view> source) {
  Expected<Session> session = Session::find(context_, session_id);
  if (!session) {
    return fail(std::string(proc::errors::kNoSession),
                "there is no live session \"" + session_id + "\" whose mode could be changed");
  }
  Builder data;
  data.begin_object().member("mode", mode);
  if (source) data.member("source", *source);
  data.end();
  SessionEvent event(kEvent, data.finish_or_absent());
  event.out_of_band();
  Expected<Value> stored = session->append(event);
  if (!stored) {
    return fail(std::string(proc::errors::kRefused),
                "the log took no sandbox/mode: " + stored.error().message);
  }
  known_[session_id] = std::string(mode);
  return {};
}

void SessionModes::forget(std::string_view session_id) {
  const auto place = known_.find(session_id);
  if (place != known_.end()) known_.erase(place);
}

}  // namespace keel::sandbox_bwrap
