// SPDX-License-Identifier: MIT
#include "core/exec/pulse.hpp"

#include <sched.h>
#include <unistd.h>

namespace keel::core {

void Pulse::bind_to_this_thread() { thread_.store(::gettid(), std::memory_order_release); }

Pulse::Reading Pulse::read() const {
  for (;;) {
    const std::uint64_t beat = beat_.load(std::memory_order_acquire);
    const std::uint32_t sequence = sequence_.load(std::memory_order_acquire);
    Words words;
    for (std::size_t i = 0; i < words.size(); ++i) {
      words[i] = words_[i].load(std::memory_order_acquire);
    }
    if ((sequence & 1U) == 0 && sequence == sequence_.load(std::memory_order_relaxed) &&
        beat == beat_.load(std::memory_order_relaxed)) {
      return {beat, __builtin_bit_cast(FrameLabel, words)};
    }
    ::sched_yield();
  }
}

}  // namespace keel::core
