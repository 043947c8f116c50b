// SPDX-License-Identifier: MIT
#include "scripted_server.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <stdexcept>
#include <utility>

#include "build_tree.hpp"
#include "keel/value.hpp"
#include "program_run.hpp"

namespace keel::bench {

namespace fs = std::filesystem;

namespace {

constexpr const char* kLog = "requests.jsonl";

}  // namespace

ScriptedServer::ScriptedServer(fs::path folder, bool tls) : folder_(std::move(folder)) {
  fs::create_directories(folder_);
  std::ofstream(folder_ / kLog).flush();
  ProgramCall call;
  call.arguments = {build_tree::program("keel-model-server"), "--log", folder_ / kLog};
  if (tls) call.arguments.insert(call.arguments.end(), {"--self-signed", folder_});
  call.errors = folder_ / "server-errors";
  int ends[2] = {-1, -1};
  if (::pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("no pipe for the model server");
  process_ = start_program(call, ends[1]);
  ::close(ends[1]);
  read_base_url(ends[0]);
  ::close(ends[0]);
}

ScriptedServer::~ScriptedServer() {
  ::kill(process_, SIGTERM);
  ::waitpid(process_, nullptr, 0);
}

/// The first line of what it prints, when it is ready.
void ScriptedServer::read_base_url(int output) {
  char byte = 0;
  while (::read(output, &byte, 1) == 1 && byte != '\n') base_url_.push_back(byte);
  if (base_url_.empty()) throw std::runtime_error("the scripted model server did not start");
}

void ScriptedServer::forget_requests() { seen_ = fs::file_size(folder_ / kLog); }

std::optional<std::int64_t> ScriptedServer::first_request_ns() const {
  std::ifstream file(folder_ / kLog);
  file.seekg(static_cast<std::streamoff>(seen_));
  for (std::string line; std::getline(file, line);) {
    const auto entry = parse_json(line);
    if (entry && (*entry)["ev"].text() == "req") return (*entry)["mono_ns"].integer();
  }
  return std::nullopt;
}

}  // namespace keel::bench
