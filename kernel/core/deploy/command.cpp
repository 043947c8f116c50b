// SPDX-License-Identifier: MIT
#include "core/deploy/command.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <system_error>
#include <utility>
#include <vector>

namespace keel::core {

namespace {

using Clock = std::chrono::steady_clock;

std::string system_text(int error) { return std::generic_category().message(error); }

class Pipe {
 public:
  Pipe() {
    if (::pipe2(ends_.data(), O_CLOEXEC) != 0) ends_ = {-1, -1};
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  ~Pipe() {
    close_end(0);
    close_end(1);
  }
  bool good() const { return ends_[0] >= 0; }
  int reader() const { return ends_[0]; }
  int writer() const { return ends_[1]; }
  void close_writer() { close_end(1); }

 private:
  void close_end(std::size_t end) {
    if (ends_[end] >= 0) ::close(ends_[end]);
    ends_[end] = -1;
  }

  std::array<int, 2> ends_{-1, -1};
};

/// What posix_spawn needs to know, released with the object.
class SpawnPlan {
 public:
  SpawnPlan(int output, const std::filesystem::path& directory) {
    ::posix_spawn_file_actions_init(&actions_);
    ::posix_spawnattr_init(&attributes_);
    ::posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_adddup2(&actions_, output, STDOUT_FILENO);
    if (!directory.empty()) {
      ::posix_spawn_file_actions_addchdir_np(&actions_, directory.c_str());
    }
    // A group of its own, so that what it starts ends with it; the host's signal settings are its
    // own.
    sigset_t none;
    sigset_t all;
    ::sigemptyset(&none);
    ::sigfillset(&all);
    ::posix_spawnattr_setpgroup(&attributes_, 0);
    ::posix_spawnattr_setsigmask(&attributes_, &none);
    ::posix_spawnattr_setsigdefault(&attributes_, &all);
    ::posix_spawnattr_setflags(
        &attributes_, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  SpawnPlan(const SpawnPlan&) = delete;
  SpawnPlan& operator=(const SpawnPlan&) = delete;
  ~SpawnPlan() {
    ::posix_spawn_file_actions_destroy(&actions_);
    ::posix_spawnattr_destroy(&attributes_);
  }

  int spawn(pid_t* child, std::span<const std::string> arguments,
            const std::vector<std::string>& variables) {
    std::vector<char*> argv = pointers(arguments);
    std::vector<char*> envp = pointers(variables);
    return ::posix_spawnp(child, argv[0], &actions_, &attributes_, argv.data(), envp.data());
  }

 private:
  static std::vector<char*> pointers(std::span<const std::string> texts) {
    std::vector<char*> out;
    // The interface is older than const; nothing is written through it.
    for (const std::string& text : texts) out.push_back(const_cast<char*>(text.c_str()));
    out.push_back(nullptr);
    return out;
  }

  posix_spawn_file_actions_t actions_{};
  posix_spawnattr_t attributes_{};
};

/// A started program: killed with its group unless it was waited for.
class RunningCommand {
 public:
  RunningCommand(pid_t child, Clock::time_point deadline) : child_(child), deadline_(deadline) {}
  RunningCommand(const RunningCommand&) = delete;
  RunningCommand& operator=(const RunningCommand&) = delete;
  ~RunningCommand() {
    if (child_ <= 0) return;
    ::kill(-child_, SIGKILL);
    while (::waitpid(child_, nullptr, 0) < 0 && errno == EINTR) {
    }
  }

  tl::expected<std::string, std::string> read_all(int reader, std::size_t limit) const {
    std::string output;
    std::array<char, 4096> chunk;
    while (true) {
      pollfd waiting{reader, POLLIN, 0};
      const int ready = ::poll(&waiting, 1, milliseconds_left());
      if (ready < 0 && errno == EINTR) continue;
      if (ready <= 0) return tl::make_unexpected(std::string("did not end in time"));
      const ssize_t count = ::read(reader, chunk.data(), chunk.size());
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) return tl::make_unexpected("cannot be read (" + system_text(errno) + ")");
      if (count == 0) return output;
      output.append(chunk.data(), static_cast<std::size_t>(count));
      if (output.size() > limit) {
        return tl::make_unexpected("wrote more than " + std::to_string(limit) + " bytes");
      }
    }
  }

  /// Waits for the end; "" when the status is 0.
  std::string wait() {
    constexpr int kPause = 5;
    int status = 0;
    while (true) {
      const pid_t ended = ::waitpid(child_, &status, WNOHANG);
      if (ended == child_) break;
      if (ended < 0 && errno != EINTR) return "cannot be waited for (" + system_text(errno) + ")";
      if (milliseconds_left() == 0) return "did not end in time";
      ::poll(nullptr, 0, kPause);
    }
    child_ = 0;
    if (WIFSIGNALED(status)) return "was ended by signal " + std::to_string(WTERMSIG(status));
    if (WEXITSTATUS(status) == 0) return "";
    return "ended with status " + std::to_string(WEXITSTATUS(status));
  }

 private:
  int milliseconds_left() const {
    const auto left =
        std::chrono::ceil<std::chrono::milliseconds>(deadline_ - Clock::now()).count();
    return static_cast<int>(std::clamp<long long>(left, 0, 1'000'000));
  }

  pid_t child_;
  Clock::time_point deadline_;
};

}  // namespace

tl::expected<std::string, std::string> run_bounded_command(std::span<const std::string> arguments,
                                                           const CommandLimits& limits,
                                                           const Environment& environment,
                                                           const std::filesystem::path& directory) {
  if (arguments.empty()) return tl::make_unexpected(std::string("is missing"));
  Pipe pipe;
  if (!pipe.good()) return tl::make_unexpected("cannot get a pipe (" + system_text(errno) + ")");
  SpawnPlan plan(pipe.writer(), directory);
  pid_t child = 0;
  if (const int error = plan.spawn(&child, arguments, environment.variables())) {
    return tl::make_unexpected("cannot be started (" + system_text(error) + ")");
  }
  RunningCommand running(child, Clock::now() + limits.time);
  pipe.close_writer();
  tl::expected<std::string, std::string> output = running.read_all(pipe.reader(), limits.output);
  if (!output) return output;
  std::string fault = running.wait();
  if (!fault.empty()) return tl::make_unexpected(std::move(fault));
  return output;
}

}  // namespace keel::core
