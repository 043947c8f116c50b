// SPDX-License-Identifier: MIT
#include "command.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <stdexcept>

namespace keel::testing {

namespace fs = std::filesystem;

namespace {

struct Pipe {
  Pipe() {
    if (pipe2(ends.data(), O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
  }
  ~Pipe() {
    close_end(0);
    close_end(1);
  }
  void close_end(std::size_t i) {
    if (ends[i] >= 0) ::close(ends[i]);
    ends[i] = -1;
  }
  std::array<int, 2> ends{-1, -1};
};

/// Appends what is there; false at the end.
bool read_some(int fd, std::string& into) {
  std::array<char, 16384> buffer{};
  const ssize_t got = ::read(fd, buffer.data(), buffer.size());
  if (got <= 0) return false;
  into.append(buffer.data(), static_cast<std::size_t>(got));
  return true;
}

}  // namespace

KeelCommand::KeelCommand() {
  std::string pattern = (fs::temp_directory_path() / "keel-command-XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary folder");
  folder_ = pattern;
  home_ = folder_ / "home";
  work_ = folder_ / "work";
  fs::create_directories(home_);
  fs::create_directories(work_);
  const char* path = std::getenv("PATH");
  environment_ = {{"PATH", path == nullptr ? "/usr/bin:/bin" : path},
                  {"HOME", folder_.string()},
                  {"KEEL_HOME", home_.string()},
                  {"LC_ALL", "C"}};
}

KeelCommand::~KeelCommand() {
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

CommandResult KeelCommand::run(const std::vector<std::string>& arguments, const std::string& input,
                               const std::function<void(pid_t, const std::string&)>& on_output) {
  Pipe in;
  Pipe out;
  Pipe err;
  std::vector<std::string> words = {std::string(KEEL_BIN_DIR) + "/keel"};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  std::vector<std::string> variables;
  for (const auto& [name, value] : environment_) variables.push_back(name + "=" + value);
  std::vector<char*> envp;
  for (std::string& variable : variables) envp.push_back(variable.data());
  envp.push_back(nullptr);

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in.ends[0], 0);
  posix_spawn_file_actions_adddup2(&actions, out.ends[1], 1);
  posix_spawn_file_actions_adddup2(&actions, err.ends[1], 2);
  posix_spawn_file_actions_addchdir_np(&actions, work_.c_str());
  pid_t pid = 0;
  const int failed = posix_spawn(&pid, argv[0], &actions, nullptr, argv.data(), envp.data());
  posix_spawn_file_actions_destroy(&actions);
  if (failed != 0) throw std::runtime_error("cannot start " + words[0]);
  in.close_end(0);
  out.close_end(1);
  err.close_end(1);
  if (!input.empty() && ::write(in.ends[1], input.data(), input.size()) < 0)
    throw std::runtime_error("no stdin");
  in.close_end(1);

  CommandResult result;
  std::array<pollfd, 2> polls{{{out.ends[0], POLLIN, 0}, {err.ends[0], POLLIN, 0}}};
  while (polls[0].fd >= 0 || polls[1].fd >= 0) {
    if (::poll(polls.data(), polls.size(), 60000) <= 0) {
      ::kill(pid, SIGKILL);
      break;
    }
    if (polls[0].revents != 0) {
      if (!read_some(polls[0].fd, result.out)) polls[0].fd = -1;
      if (on_output) on_output(pid, result.out);
    }
    if (polls[1].revents != 0 && !read_some(polls[1].fd, result.err)) polls[1].fd = -1;
  }
  int status = 0;
  ::waitpid(pid, &status, 0);
  result.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return result;
}

}  // namespace keel::testing
