// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "keel/sdk.hpp"

namespace keel::sandbox_bwrap {

/// Whether bubblewrap confines here, as a confined command has shown.
struct Verdict {
  bool works = false;
  /// Absolute path of the program.
  std::string bwrap;
  /// Why it does not work; one line.
  std::string reason;
};

/// Finds out once, at the first question, by running a command in a read-only sandbox that tries to
/// write and says which capabilities it has. Its version, or that the file exists, proves nothing.
/// Kernel thread.
class Probe {
 public:
  /// `bwrap`: an absolute path, or empty: the usual places.
  Probe(Context context, std::string bwrap, std::int64_t timeout_ms, bool network);

  /// Questions that come while it runs wait for the same verdict.
  Task<Verdict> verdict();

 private:
  Task<Verdict> find_out();
  Task<Verdict> run(std::string bwrap, std::string folder);

  Context context_;
  std::string bwrap_;
  std::int64_t timeout_ms_;
  bool network_;
  std::optional<Verdict> verdict_;
  bool running_ = false;
  Signal done_;
};

}  // namespace keel::sandbox_bwrap
