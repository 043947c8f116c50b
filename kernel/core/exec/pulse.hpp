// SPDX-License-Identifier: MIT
// What the kernel thread is doing, told without a lock.
#pragma once

#include <sys/types.h>

#include <array>
#include <atomic>
#include <cstdint>

#include "core/exec/frame_label.hpp"

namespace keel::core {

/// Written by the kernel thread at a few nanoseconds a time, read by the watchdog. The label is
/// under a sequence lock; its words are atomic because a reader may see them while they change.
class Pulse {
 public:
  struct Reading {
    std::uint64_t beat = 0;  ///< Odd inside an outermost frame; another number for each frame.
    FrameLabel label;        ///< Of the innermost frame; meaningless when not busy.

    bool busy() const { return (beat & 1U) != 0; }
  };

  /// The calling thread is the kernel thread from now on.
  void bind_to_this_thread();
  /// Its id for the system; 0 when none is bound. Any thread.
  pid_t thread() const { return thread_.load(std::memory_order_acquire); }

  /// An outermost frame begins, a nested frame begins or ends, the outermost frame ends. Kernel
  /// thread.
  void begin(const FrameLabel& label) {
    set_label(label);
    next_beat();
  }
  void relabel(const FrameLabel& label) { set_label(label); }
  void end() { next_beat(); }

  /// A consistent reading. Any thread.
  Reading read() const;

 private:
  using Words = std::array<std::uint64_t, sizeof(FrameLabel) / sizeof(std::uint64_t)>;

  void next_beat() {
    beat_.store(beat_.load(std::memory_order_relaxed) + 1, std::memory_order_release);
  }
  void set_label(const FrameLabel& label);

  std::atomic<std::uint64_t> beat_{0};
  std::atomic<std::uint32_t> sequence_{0};  // Odd while the words change.
  std::array<std::atomic<std::uint64_t>, std::tuple_size_v<Words>> words_{};
  std::atomic<pid_t> thread_{0};
};

inline void Pulse::set_label(const FrameLabel& label) {
  const Words words = __builtin_bit_cast(Words, label);
  const std::uint32_t sequence = sequence_.load(std::memory_order_relaxed);
  sequence_.store(sequence + 1, std::memory_order_relaxed);
  // Each release keeps the odd sequence before the word: who sees the new word sees it, too.
  for (std::size_t i = 0; i < words.size(); ++i) {
    words_[i].store(words[i], std::memory_order_release);
  }
  sequence_.store(sequence + 2, std::memory_order_release);
}

}  // namespace keel::core
