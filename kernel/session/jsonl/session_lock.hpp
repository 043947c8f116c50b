// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

#include "keel/error.hpp"
#include "session/jsonl/descriptor.hpp"

namespace keel::session::jsonl {

/// The right to write one session: an advisory lock on <folder>/session.lock. It is the kernel's,
/// so it ends with the process that holds it, however that ends; the file itself means nothing and
/// stays. Readers take none.
class SessionLock {
 public:
  /// SESSION_LOCKED with the owner's process id when somebody holds it, in this process too.
  static Expected<SessionLock> take(const std::filesystem::path& folder);

 private:
  explicit SessionLock(Descriptor file) : file_(std::move(file)) {}

  Descriptor file_;
};

}  // namespace keel::session::jsonl
