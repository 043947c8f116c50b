// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "keel/sdk.hpp"
#include "owned_fd.hpp"

namespace keel::proc_local {

/// The whole of an output that is too long to be kept in memory, in a file that only the user may
/// read. Workers write it, in order. One that grows beyond its bound is removed: half a file would
/// be taken for the whole. Kernel thread.
class Spill {
 public:
  /// Nothing is made on the disk before start().
  Spill(Context context, std::string folder, std::uint64_t max_bytes);
  Spill(const Spill&) = delete;
  Spill& operator=(const Spill&) = delete;

  bool started() const { return started_; }
  /// Makes the file and queues what came before.
  void start(std::string so_far);
  void add(std::string_view bytes);
  /// Bytes that no worker has taken yet: a reader waits when they are many.
  std::size_t backlog() const;
  /// Runs when the backlog has been written.
  void on_written(std::function<void()> written);

  /// Waits until all is written; the path, or nothing when there is no complete file.
  Task<std::optional<std::string>> finish();

 private:
  struct File;
  Task<void> write_queued();

  Context context_;
  std::string folder_;
  std::uint64_t max_bytes_;
  bool started_ = false;
  bool writing_ = false;
  std::uint64_t total_ = 0;
  std::string queued_;
  std::function<void()> written_;
  Signal idle_;
  /// Shared with the worker that writes.
  std::shared_ptr<File> file_;
  std::shared_ptr<bool> alive_;
};

}  // namespace keel::proc_local
