// SPDX-License-Identifier: MIT
#include "process_tree.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <memory>
#include <string>

namespace keel::proc_local {

namespace {

/// By number: glibc 2.36 declares both without C linkage.
int open_process(pid_t pid) { return static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)); }
int signal_process(int handle, int number) {
  return static_cast<int>(::syscall(SYS_pidfd_send_signal, handle, number, nullptr, 0));
}

std::string read_file(const std::string& path) {
  const OwnedFd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  std::array<char, 4096> text;
  const ssize_t length = file.valid() ? ::read(file.get(), text.data(), text.size()) : -1;
  return length <= 0 ? std::string() : std::string(text.data(), static_cast<std::size_t>(length));
}

struct CloseDirectory {
  void operator()(DIR* directory) const { ::closedir(directory); }
};

/// State and group of /proc/<pid>/stat; the name in between may hold anything.
bool is_live_member(const std::string& stat, pid_t group) {
  const std::size_t name_end = stat.rfind(')');
  if (name_end == std::string::npos || name_end + 4 >= stat.size()) return false;
  const char state = stat[name_end + 2];
  const std::size_t parent = name_end + 4;
  const std::size_t group_at = stat.find(' ', parent);
  if (group_at == std::string::npos) return false;
  long found = 0;
  std::from_chars(stat.data() + group_at + 1, stat.data() + stat.size(), found);
  return found == group && state != 'Z' && state != 'X';
}

}  // namespace

void ProcessTree::set_namespace_init(pid_t init) {
  init_ = init;
  init_handle_ = OwnedFd(open_process(init));
}

bool ProcessTree::namespace_gone() const {
  if (!init_handle_.valid()) return true;
  pollfd handle{init_handle_.get(), POLLIN, 0};
  return ::poll(&handle, 1, 0) == 1;
}

bool ProcessTree::signal_confined(int number) const {
  if (namespace_gone()) return false;
  const std::string init = std::to_string(init_);
  const std::string children = read_file("/proc/" + init + "/task/" + init + "/children");
  bool sent = false;
  const char* at = children.data();
  const char* const end = at + children.size();
  while (at < end) {
    pid_t child = 0;
    const auto [next, error] = std::from_chars(at, end, child);
    if (error != std::errc()) break;
    // The command leads a group of its own; what runs beside it does not.
    if (child > 1 && (::kill(-child, number) == 0 || ::kill(child, number) == 0)) sent = true;
    at = next + 1;
  }
  return sent;
}

void ProcessTree::signal(int number) {
  if (signal_confined(number)) return;
  if (leader_ > 1 && !group_gone_) ::kill(-leader_, number);
}

void ProcessTree::kill() {
  if (init_handle_.valid()) signal_process(init_handle_.get(), SIGKILL);
  if (leader_ > 1 && !group_gone_) ::kill(-leader_, SIGKILL);
}

void ProcessTree::reap(int wait_ms) {
  const OwnedFd handle(open_process(leader_));
  pollfd ended{handle.get(), POLLIN, 0};
  if (handle.valid()) ::poll(&ended, 1, wait_ms);
  int status = 0;
  if (::waitpid(leader_, &status, WNOHANG) == leader_) leader_ended_ = true;
}

ProcessTree::Life ProcessTree::life() {
  if (!leader_ended_ || !namespace_gone()) return Life::kAlive;
  if (!group_gone_ && ::kill(-leader_, 0) != 0 && errno != EPERM) group_gone_ = true;
  return group_gone_ ? Life::kGone : Life::kAsk;
}

bool has_live_member(pid_t group) {
  const std::unique_ptr<DIR, CloseDirectory> processes(::opendir("/proc"));
  // Without /proc, what answers a signal counts as alive.
  if (processes == nullptr) return true;
  while (const dirent* entry = ::readdir(processes.get())) {
    if (entry->d_name[0] < '1' || entry->d_name[0] > '9') continue;
    if (is_live_member(read_file("/proc/" + std::string(entry->d_name) + "/stat"), group)) {
      return true;
    }
  }
  return false;
}

}  // namespace keel::proc_local
