// SPDX-License-Identifier: MIT
#include "program_run.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "meter.hpp"

namespace keel::bench {

namespace {

constexpr int kMode = 0600;

std::vector<char*> pointers(const std::vector<std::string>& texts) {
  std::vector<char*> result;
  for (const std::string& text : texts) result.push_back(const_cast<char*>(text.c_str()));
  result.push_back(nullptr);
  return result;
}

/// What is to be done in the child before it becomes the program.
class FileActions {
 public:
  FileActions() { posix_spawn_file_actions_init(&actions_); }
  FileActions(const FileActions&) = delete;
  FileActions& operator=(const FileActions&) = delete;
  ~FileActions() { posix_spawn_file_actions_destroy(&actions_); }

  void open(int as, const std::string& path, int flags) {
    posix_spawn_file_actions_addopen(&actions_, as, path.c_str(), flags, kMode);
  }
  void duplicate(int from, int as) { posix_spawn_file_actions_adddup2(&actions_, from, as); }
  void change_folder(const std::string& path) {
    posix_spawn_file_actions_addchdir_np(&actions_, path.c_str());
  }
  const posix_spawn_file_actions_t* get() const { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_;
};

pid_t spawn(const ProgramCall& call, const FileActions& actions) {
  const std::vector<char*> arguments = pointers(call.arguments);
  const std::vector<char*> environment = pointers(call.environment);
  pid_t child = 0;
  const int failed = posix_spawnp(&child, arguments[0], actions.get(), nullptr, arguments.data(),
                                  environment.data());
  if (failed != 0) {
    throw std::runtime_error(call.arguments[0] + " cannot be started: " + std::strerror(failed));
  }
  return child;
}

void prepare(const ProgramCall& call, FileActions& actions) {
  actions.open(STDIN_FILENO, "/dev/null", O_RDONLY);
  actions.open(STDERR_FILENO, call.errors, O_WRONLY | O_CREAT | O_TRUNC);
  if (!call.folder.empty()) actions.change_folder(call.folder);
}

double nanoseconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) * 1e9 + static_cast<double>(time.tv_usec) * 1e3;
}

}  // namespace

ProgramEnd run_program(const ProgramCall& call) {
  FileActions actions;
  prepare(call, actions);
  actions.open(STDOUT_FILENO, call.output, O_WRONLY | O_CREAT | O_TRUNC);
  ProgramEnd end;
  end.started_ns = monotonic_ns();
  const pid_t child = spawn(call, actions);
  rusage used{};
  while (wait4(child, &end.status, 0, &used) < 0 && errno == EINTR) {
  }
  end.wall_ns = static_cast<double>(monotonic_ns() - end.started_ns);
  end.cpu_ns = nanoseconds(used.ru_utime) + nanoseconds(used.ru_stime);
  end.peak_resident_kib = static_cast<double>(used.ru_maxrss);
  return end;
}

ProgramEnd run_or_throw(const ProgramCall& call) {
  const ProgramEnd end = run_program(call);
  if (end.status == 0) return end;
  std::ifstream file(call.errors);
  const std::string said((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  throw std::runtime_error(call.arguments[0] + " ended with wait status " +
                           std::to_string(end.status) + ": " + said);
}

int start_program(const ProgramCall& call, int output) {
  FileActions actions;
  prepare(call, actions);
  actions.duplicate(output, STDOUT_FILENO);
  return spawn(call, actions);
}

}  // namespace keel::bench
