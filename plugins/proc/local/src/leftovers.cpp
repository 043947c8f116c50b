// SPDX-License-Identifier: MIT
#include "leftovers.hpp"

#include <algorithm>
#include <utility>

namespace keel::proc_local {

namespace {

/// Two descriptors each: a session that starts daemons all the time must not use up the host's.
constexpr std::size_t kMaxEntries = 64;

}  // namespace

void Leftovers::add(Leftover leftover) {
  sweep();
  if (leftover.pipes.empty()) return;
  auto entry = std::make_unique<Entry>();
  entry->tree = std::move(leftover.tree);
  for (OwnedFd& fd : leftover.pipes) {
    OutputPipe& pipe = entry->pipes.emplace_back();
    // A pipe that cannot be watched is closed: its writer dies of the next write.
    if (!pipe.open(context_, std::move(fd), [](std::string_view) {})) pipe.close();
  }
  entries_.push_back(std::move(entry));
  if (entries_.size() > kMaxEntries) entries_.pop_front();
}

void Leftovers::sweep() {
  std::erase_if(entries_, [](const std::unique_ptr<Entry>& entry) {
    return std::none_of(entry->pipes.begin(), entry->pipes.end(),
                        [](const OutputPipe& pipe) { return pipe.is_open(); });
  });
}

void Leftovers::end_all() {
  sweep();
  for (const std::unique_ptr<Entry>& entry : entries_) {
    if (entry->tree.life() != ProcessTree::Life::kGone) entry->tree.kill();
  }
  entries_.clear();
}

}  // namespace keel::proc_local
