// SPDX-License-Identifier: MIT
#include "core/exec/stack_capture.hpp"

#include <execinfo.h>
#include <semaphore.h>
#include <signal.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdint>

namespace keel::core {

namespace {

constexpr std::size_t kMaxFrames = 96;
constexpr std::size_t kAnswers = 4;
// The handler and the system's trampoline.
constexpr int kOwnFrames = 2;

enum Phase : std::uint64_t { kFree, kAsked, kWriting, kDone, kGivenUp };
constexpr unsigned kPhaseBits = 3;

/// Where one interrupted thread writes. Static, because the handler may run long after the one who
/// asked has gone; the ticket tells it so.
struct Answer {
  std::atomic<std::uint64_t> state{kFree};  // Ticket and phase.
  sem_t written;
  std::array<void*, kMaxFrames> frames;
  int count = 0;
};

std::array<Answer, kAnswers> answers;
std::atomic<int> capture_signal{0};

std::uint64_t in_phase(std::uint64_t state, Phase phase) {
  return (state >> kPhaseBits << kPhaseBits) | phase;
}

bool move_on(Answer& answer, std::uint64_t ticket, Phase from, Phase to) {
  std::uint64_t expected = in_phase(ticket, from);
  return answer.state.compare_exchange_strong(expected, in_phase(ticket, to),
                                              std::memory_order_acq_rel);
}

// The signal carries the state of the answer while it is asked for, and its number in the place of
// the phase.
void* encode(std::uint64_t ticket, std::size_t index) {
  return reinterpret_cast<void*>(in_phase(ticket, static_cast<Phase>(index)));
}

void on_capture_signal(int, siginfo_t* info, void*) {
  if (info->si_code != SI_QUEUE || info->si_pid != ::getpid()) return;
  const int saved_errno = errno;
  const auto word = reinterpret_cast<std::uint64_t>(info->si_value.sival_ptr);
  const std::size_t index = word & ((1U << kPhaseBits) - 1);
  if (index < kAnswers && move_on(answers[index], word, kAsked, kWriting)) {
    Answer& answer = answers[index];
    answer.count = ::backtrace(answer.frames.data(), static_cast<int>(kMaxFrames));
    if (move_on(answer, word, kWriting, kDone)) {
      ::sem_post(&answer.written);
    } else {
      answer.state.store(in_phase(word, kFree), std::memory_order_release);
    }
  }
  errno = saved_errno;
}

int install() {
  for (Answer& answer : answers) ::sem_init(&answer.written, 0, 0);
  // The first call loads the unwinder, which no handler may do.
  void* frame = nullptr;
  ::backtrace(&frame, 1);
  struct sigaction action {};
  action.sa_sigaction = on_capture_signal;
  action.sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK;
  sigfillset(&action.sa_mask);
  for (int signal = SIGRTMAX - 1; signal > SIGRTMIN; --signal) {
    struct sigaction present {};
    if (::sigaction(signal, nullptr, &present) != 0 || present.sa_handler != SIG_DFL) continue;
    if (::sigaction(signal, &action, nullptr) == 0) return signal;
  }
  return 0;
}

Answer* claim(std::uint64_t& ticket) {
  for (Answer& answer : answers) {
    std::uint64_t state = answer.state.load(std::memory_order_relaxed);
    if (state != in_phase(state, kFree)) continue;
    const std::uint64_t asked = in_phase(state + (1U << kPhaseBits), kAsked);
    if (answer.state.compare_exchange_strong(state, asked, std::memory_order_acq_rel)) {
      ticket = asked;
      return &answer;
    }
  }
  return nullptr;
}

bool send(pid_t thread, std::uint64_t ticket, std::size_t index) {
  siginfo_t info{};
  info.si_signo = capture_signal.load(std::memory_order_relaxed);
  info.si_code = SI_QUEUE;
  info.si_pid = ::getpid();
  info.si_uid = ::getuid();
  info.si_value.sival_ptr = encode(ticket, index);
  return ::syscall(SYS_rt_tgsigqueueinfo, ::getpid(), thread, info.si_signo, &info) == 0;
}

bool await(Answer& answer, std::uint64_t ticket, std::chrono::milliseconds wait) {
  timespec until{};
  ::clock_gettime(CLOCK_MONOTONIC, &until);
  const auto nanoseconds =
      std::chrono::nanoseconds(wait).count() + static_cast<std::int64_t>(until.tv_nsec);
  until.tv_sec += static_cast<time_t>(nanoseconds / 1'000'000'000);
  until.tv_nsec = static_cast<long>(nanoseconds % 1'000'000'000);
  int result = 0;
  do {
    result = ::sem_clockwait(&answer.written, CLOCK_MONOTONIC, &until);
  } while (result != 0 && errno == EINTR);
  if (result == 0) return true;
  if (move_on(answer, ticket, kAsked, kFree)) return false;
  if (move_on(answer, ticket, kWriting, kGivenUp)) return false;
  // It was done in between, and posts without fail.
  while (::sem_wait(&answer.written) != 0) {
  }
  return true;
}

}  // namespace

bool enable_stack_capture() {
  static const int signal = [] {
    const int installed = install();
    capture_signal.store(installed, std::memory_order_relaxed);
    return installed;
  }();
  return signal != 0;
}

std::vector<void*> capture_stack(pid_t thread, std::chrono::milliseconds wait) {
  if (thread == 0 || !enable_stack_capture()) return {};
  std::uint64_t ticket = 0;
  Answer* const answer = claim(ticket);
  if (answer == nullptr) return {};
  if (!send(thread, ticket, static_cast<std::size_t>(answer - answers.data()))) {
    move_on(*answer, ticket, kAsked, kFree);
    return {};
  }
  if (!await(*answer, ticket, wait)) return {};
  std::vector<void*> frames;
  if (answer->state.load(std::memory_order_acquire) == in_phase(ticket, kDone) &&
      answer->count > kOwnFrames) {
    frames.assign(answer->frames.begin() + kOwnFrames, answer->frames.begin() + answer->count);
  }
  move_on(*answer, ticket, kDone, kFree);
  return frames;
}

}  // namespace keel::core
