// SPDX-License-Identifier: MIT
// A stretch of plugin code, or of kernel code on a plugin's behalf, on the kernel thread.
#pragma once

#include "core/exec/exec.hpp"
#include "core/exec/frame_label.hpp"

namespace keel::core {

/// Put one on the stack around each call into a plugin. Frames nest; when the outermost ends, the
/// ready queue is drained, and each job runs in an outermost frame of its own. The label is what
/// the watchdog names. Kernel thread.
class Frame {
 public:
  /// What an outermost frame does when it ends. kLeave is for calls that host code makes outside of
  /// the loop: what they have queued must not run inside of them, and the next pass runs it.
  enum class AtEnd { kDrain, kLeave };

  explicit Frame(Exec& exec, const FrameLabel& label = {}, AtEnd at_end = AtEnd::kDrain)
      : exec_(exec), outer_(exec.innermost_), label_(label), at_end_(at_end) {
    exec_.innermost_ = this;
    if (outer_ == nullptr) {
      exec_.pulse_.begin(label_);
    } else {
      exec_.pulse_.relabel(label_);
    }
  }

  Frame(const Frame&) = delete;
  Frame& operator=(const Frame&) = delete;

  ~Frame() {
    exec_.innermost_ = outer_;
    if (outer_ != nullptr) {
      exec_.pulse_.relabel(outer_->label_);
      return;
    }
    exec_.pulse_.end();
    if (at_end_ == AtEnd::kDrain && !exec_.ready_.empty()) exec_.drain();
  }

  const FrameLabel& label() const { return label_; }

 private:
  Exec& exec_;
  const Frame* outer_;
  FrameLabel label_;
  AtEnd at_end_;
};

}  // namespace keel::core
