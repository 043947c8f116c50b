// SPDX-License-Identifier: MIT
#include "world.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "keel/contracts/session.hpp"
#include "keel/contracts/tools.hpp"

namespace keel::testing {

namespace stdfs = std::filesystem;

namespace {

constexpr const char* kPlugins[] = {
    "agent/tools", "agent/prompt",  "fs/local",  "fs/read-before-write",
    "proc/local",  "sandbox/bwrap", "tool/read", "tool/write",
    "tool/edit",   "tool/glob",     "tool/grep", "tool/bash"};

}  // namespace

World::World(const Settings& settings) {
  host_ = std::make_unique<PluginHost>(deployment(settings));
  if (!host_->boot_error().empty()) throw std::runtime_error(host_->boot_error());
  root_ = stdfs::canonical(host_->cwd());
  session_ = session();
}

std::string World::deployment(const Settings& settings) const {
  std::string toml;
  for (const std::string plugin : kPlugins) {
    const auto& without = settings.without;
    if (std::find(without.begin(), without.end(), plugin) != without.end()) continue;
    std::string id = plugin;
    std::replace(id.begin(), id.end(), '/', '-');
    toml += "[[row]]\nid = \"" + id + "\"\nplugin = \"" + plugin + "\"\n";
    const auto config = settings.config.find(plugin);
    if (config != settings.config.end()) toml += "config = { " + config->second + " }\n";
  }
  return toml;
}

std::string World::session(const stdfs::path& cwd) {
  const Value meta = object({{"cwd", cwd.empty() ? root_.string() : cwd.string()}});
  const Value in = object({{"meta", meta}});
  auto made = host_->call("kernel/sessions", contracts::session::Sessions::kCreate, in);
  if (!made) throw std::runtime_error("no session: " + made.error().message);
  return std::string((*made)["id"].text());
}

void World::end_session(const std::string& id) {
  const Value in = object({{"session_id", id}});
  auto got = host_->call("kernel/sessions", contracts::session::Sessions::kGet, in);
  if (!got) throw std::runtime_error("no session " + id + ": " + got.error().message);
  Message request;
  request = std::move(request).with(got->take_ref(0));
  auto ended =
      host_->call("kernel/sessions", contracts::session::Sessions::kDetach, std::move(request));
  if (!ended) throw std::runtime_error("the session did not end: " + ended.error().message);
}

ToolRun World::run(std::string_view tool, const Value& arguments) {
  return run(tool, arguments, session_);
}

ToolRun World::run(std::string_view tool, const Value& arguments, const std::string& session_id,
                   const CallOptions& options) {
  const Value in = object({{"callId", "call-" + std::to_string(++calls_)},
                           {"name", tool},
                           {"arguments", arguments},
                           {"session_id", session_id}});
  auto outcome = host_->call("agent/tools", contracts::tools::Tools::kExecute, in, options);
  if (!outcome) throw std::runtime_error("the pipeline failed: " + outcome.error().message);
  ToolRun run;
  run.is_error = (*outcome)["isError"].is_true();
  run.text = (*outcome)["content"].at(0)["text"].text();
  run.code = (*outcome)["error"]["info"]["code"].text();
  run.kind = (*outcome)["error"]["info"]["name"].text();
  run.value = Value::share((*outcome)["value"]);
  run.meta = Value::share((*outcome)["meta"]);
  return run;
}

ToolRun World::bash(std::string_view command, const std::string& session_id) {
  const Value arguments = object({{"command", command}, {"description", "a test"}});
  return run("bash", arguments, session_id.empty() ? session_ : session_id);
}

Expected<Message> World::fs(std::uint32_t ordinal, const Value& in, const CallOptions& options) {
  return host_->call("fs/workspace", ordinal, in, options);
}

Expected<Message> World::proc_run(const contracts::proc::ProcRunParams& params,
                                  const CallOptions& options) {
  return host_->call("proc/runner", contracts::proc::Proc::kRun, params.to_value(), options);
}

contracts::proc::ProcRunParams World::shell(std::string_view command) const {
  contracts::proc::ProcRunParams params;
  params.argv = {"bash", "-c", std::string(command)};
  params.cwd = root_.string();
  return params;
}

bool World::confines() {
  auto status = host_->call("sandbox/confine", contracts::proc::Sandbox::kStatus);
  if (!status) throw std::runtime_error("no verdict: " + status.error().message);
  return (*status)["works"].is_true();
}

stdfs::path World::write(std::string_view name, std::string_view content) {
  const stdfs::path file = root_ / name;
  put(file, content);
  return file;
}

std::string World::read(const stdfs::path& file) const {
  return content_of(file.is_absolute() ? file : root_ / file);
}

std::string content_of(const stdfs::path& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return "(none)";
  return std::string(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
}

void put(const stdfs::path& path, std::string_view content) {
  stdfs::create_directories(path.parent_path());
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  out << content;
  if (!out.flush()) throw std::runtime_error("cannot write " + path.string());
}

mode_t mode_of(const stdfs::path& path) {
  struct stat info {};
  if (::stat(path.c_str(), &info) != 0) throw std::runtime_error("no file " + path.string());
  return info.st_mode & 07777U;
}

std::size_t open_descriptors() {
  std::size_t count = 0;
  for ([[maybe_unused]] const auto& entry : stdfs::directory_iterator("/proc/self/fd")) ++count;
  return count;
}

std::size_t staging_left(const stdfs::path& directory) {
  std::size_t count = 0;
  for (const auto& entry : stdfs::directory_iterator(directory)) {
    if (entry.path().filename().string().ends_with(".tmpdir")) ++count;
  }
  return count;
}

}  // namespace keel::testing
