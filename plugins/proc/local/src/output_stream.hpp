// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <string>
#include <string_view>

#include "child_run.hpp"
#include "keel/sdk.hpp"

namespace keel::proc_local {

/// Hands the output of a child to the reader of a stream, at the reader's pace: the child waits
/// when nobody takes what it writes, and is ended when the reader goes. Kernel thread.
class OutputStream {
 public:
  OutputStream(Context context, std::unique_ptr<ChildRun> child, StreamWriter writer);
  OutputStream(const OutputStream&) = delete;
  OutputStream& operator=(const OutputStream&) = delete;

  ChildRun& child() { return *child_; }
  StreamWriter& writer() { return writer_; }

  /// Waits for the end of the child, with all its output pushed. Then the writer is to be ended.
  Task<ChildEnd> finish();

 private:
  void take(bool is_stderr, std::string_view bytes);
  void queue(bool is_stderr, std::string text);
  void flush_carried();
  Task<void> push_queued();

  Context context_;
  std::unique_ptr<ChildRun> child_;
  StreamWriter writer_;
  std::deque<Value> queued_;
  std::size_t queued_bytes_ = 0;
  /// Beginnings of characters whose rest has not come: stdout, stderr.
  std::string carried_[2];
  bool pushing_ = false;
  Signal idle_;
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

}  // namespace keel::proc_local
