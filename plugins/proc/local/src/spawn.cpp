// SPDX-License-Identifier: MIT
#include "spawn.hpp"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <memory>
#include <system_error>

#include "keel/contracts/proc.hpp"

namespace keel::proc_local {

namespace errors = contracts::proc::errors;

namespace {

enum class Step { kNone, kSession, kDirectory, kDescriptors, kProgram };

/// What the child reads and where it says what went wrong: it lies in the parent's memory.
struct Plan {
  const char* program;
  char* const* argv;
  char* const* environment;
  const char* cwd;
  std::array<int, 3> standard;
  int status_fd;
  int status_number;
  pid_t parent;
  Step failed_at = Step::kNone;
  int error = 0;
};

constexpr std::size_t kStackBytes = 64 * 1024;
constexpr int kFailedChild = 127;
constexpr int kSignals = 65;

/// From here to exec only functions that are safe in a child that shares its parent's memory.
int give_up(Plan& plan, Step step) {
  plan.error = errno;
  plan.failed_at = step;
  ::_exit(kFailedChild);
}

void close_from(unsigned first) {
#ifdef SYS_close_range
  if (::syscall(SYS_close_range, first, ~0U, 0U) == 0) return;
#endif
  rlimit limit{};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  const rlim_t end = limit.rlim_cur < 1048576 ? limit.rlim_cur : 1048576;
  for (rlim_t fd = first; fd < end; ++fd) ::close(static_cast<int>(fd));
}

void default_signals() {
  struct sigaction action {};
  action.sa_handler = SIG_DFL;
  for (int number = 1; number < kSignals; ++number) ::sigaction(number, &action, nullptr);
}

int run_child(void* argument) {
  Plan& plan = *static_cast<Plan*>(argument);
  default_signals();
  if (::setsid() < 0) give_up(plan, Step::kSession);
  // A host that is killed leaves nothing behind. It may have gone before this line.
  if (::prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) give_up(plan, Step::kSession);
  if (::getppid() != plan.parent) ::_exit(kFailedChild);
  if (::chdir(plan.cwd) != 0) give_up(plan, Step::kDirectory);
  for (int number = 0; number < 3; ++number) {
    if (::dup2(plan.standard[static_cast<std::size_t>(number)], number) < 0) {
      give_up(plan, Step::kDescriptors);
    }
  }
  unsigned first_unwanted = 3;
  if (plan.status_fd >= 0) {
    // Everything below the number it gets is closed one by one.
    for (int fd = 3; fd < plan.status_number; ++fd) ::close(fd);
    if (::dup2(plan.status_fd, plan.status_number) < 0) give_up(plan, Step::kDescriptors);
    first_unwanted = static_cast<unsigned>(plan.status_number) + 1;
  }
  close_from(first_unwanted);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::execve(plan.program, plan.argv, plan.environment);
  return give_up(plan, Step::kProgram);
}

std::vector<char*> pointers(const std::vector<std::string>& texts) {
  std::vector<char*> list;
  list.reserve(texts.size() + 1);
  // exec takes char* and changes nothing.
  for (const std::string& text : texts) list.push_back(const_cast<char*>(text.c_str()));
  list.push_back(nullptr);
  return list;
}

/// Nothing there, nothing that may be run, or nothing that the system knows how to run; also a
/// script whose interpreter is missing.
bool is_no_program(int error) {
  return error == ENOENT || error == ENOTDIR || error == EACCES || error == ENOEXEC;
}

tl::unexpected<Error> why_not_started(const SpawnPlan& plan, Step step, int error) {
  const std::string said = std::generic_category().message(error);
  switch (step) {
    case Step::kDirectory:
      return fail(std::string(errors::kNotFound),
                  "cannot run in " + plan.cwd + ": " + said + "; give a directory that exists");
    case Step::kProgram:
      if (error == E2BIG) {
        return fail(std::string(errors::kIo),
                    "the command line is too long for the system: put it into a file and run that");
      }
      return fail(std::string(is_no_program(error) ? errors::kNotFound : errors::kIo),
                  "cannot run " + plan.program + ": " + said);
    default:
      return fail(std::string(errors::kIo), "cannot start " + plan.program + ": " + said);
  }
}

bool is_program(const std::string& path) {
  struct stat info {};
  return ::stat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode) &&
         ::access(path.c_str(), X_OK) == 0;
}

}  // namespace

Expected<pid_t> spawn(const SpawnPlan& wanted) {
  const std::vector<char*> argv = pointers(wanted.argv);
  const std::vector<char*> environment = pointers(wanted.environment);
  Plan plan{wanted.program.c_str(),
            argv.data(),
            environment.data(),
            wanted.cwd.c_str(),
            {wanted.stdin_fd, wanted.stdout_fd, wanted.stderr_fd},
            wanted.status_fd,
            wanted.status_number,
            ::getpid()};
  const auto stack = std::make_unique<std::byte[]>(kStackBytes);
  // A handler of the host must not run in the child, on the host's memory.
  sigset_t all;
  sigset_t before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  const pid_t pid =
      ::clone(&run_child, stack.get() + kStackBytes, CLONE_VM | CLONE_VFORK | SIGCHLD, &plan);
  const int error = errno;
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (pid < 0) return why_not_started(wanted, Step::kSession, error);
  if (plan.failed_at == Step::kNone) return pid;
  int status = 0;
  while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  return why_not_started(wanted, plan.failed_at, plan.error);
}

Expected<std::string> find_program(std::string_view name, std::string_view path) {
  if (name.empty() || name.find('\0') != std::string_view::npos) {
    return fail(std::string(errors::kNotFound), "argv[0] is empty; name the program to run");
  }
  if (name.starts_with('/')) return std::string(name);
  if (name.find('/') != std::string_view::npos) {
    return fail(std::string(errors::kRefused),
                "\"" + std::string(name) +
                    "\" is a relative path; give an absolute one, or a name to be found in PATH");
  }
  std::string_view rest = path;
  while (true) {
    const std::size_t colon = rest.find(':');
    const std::string_view folder = rest.substr(0, colon);
    // A relative folder in PATH would run whatever lies in the working directory.
    if (folder.starts_with('/')) {
      const std::string candidate = std::string(folder) + "/" + std::string(name);
      if (is_program(candidate)) return candidate;
    }
    if (colon == std::string_view::npos) break;
    rest.remove_prefix(colon + 1);
  }
  return fail(
      std::string(errors::kNotFound),
      "there is no program \"" + std::string(name) + "\" in PATH (" + std::string(path) + ")",
      object({{"program", name}}));
}

std::string signal_name(int number) {
  const char* name = ::sigabbrev_np(number);
  return name == nullptr ? "signal " + std::to_string(number) : "SIG" + std::string(name);
}

}  // namespace keel::proc_local
