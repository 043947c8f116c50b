// SPDX-License-Identifier: MIT
// Another thread's call stack; not for inclusion outside this folder.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <vector>

namespace keel::core {

/// Makes the process able to answer capture_stack(): installs a handler for a real-time signal that
/// has none, once, for good (a signal may still be under way when its sender has lost interest).
/// False when all are taken.
bool enable_stack_capture();

/// Return addresses of a thread of this process, innermost first; the first one is where it was
/// interrupted. Empty when the thread is gone, or did not answer in time because it blocks the
/// signal or cannot be interrupted.
///
/// Best effort: the thread unwinds itself in the signal handler, by the C library's backtrace(),
/// which is not promised to be safe there. It works unless the thread was interrupted inside the
/// unwinder itself.
std::vector<void*> capture_stack(pid_t thread, std::chrono::milliseconds wait);

}  // namespace keel::core
