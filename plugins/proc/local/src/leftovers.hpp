// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <list>
#include <memory>
#include <vector>

#include "child_run.hpp"
#include "keel/sdk.hpp"
#include "pipe.hpp"

namespace keel::proc_local {

/// What commands left running, daemons for instance: their pipes are read, and what comes is
/// dropped, so that they neither stop nor die of a write. Ended with the plugin. Kernel thread.
class Leftovers {
 public:
  explicit Leftovers(Context context) : context_(std::move(context)) {}
  Leftovers(const Leftovers&) = delete;
  Leftovers& operator=(const Leftovers&) = delete;

  void add(Leftover leftover);
  /// Kills all of them.
  void end_all();
  std::size_t size() const { return entries_.size(); }

 private:
  struct Entry {
    ProcessTree tree;
    std::list<OutputPipe> pipes;
  };
  void sweep();

  Context context_;
  std::list<std::unique_ptr<Entry>> entries_;
};

}  // namespace keel::proc_local
