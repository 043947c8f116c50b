// SPDX-License-Identifier: MIT
#include "plugin_host/plugin_host.hpp"

#include <cstdlib>
#include <fstream>
#include <stdexcept>

#include "core/deploy/paths.hpp"

namespace keel::testing {

namespace fs = std::filesystem;

namespace {

core::Environment make_environment(const std::map<std::string, std::string>& wanted,
                                   const fs::path& home) {
  core::Environment::Entries entries;
  const char* path = std::getenv("PATH");
  entries["PATH"].value = path == nullptr ? "/usr/bin:/bin" : path;
  entries["HOME"].value = home.string();
  entries["KEEL_HOME"].value = home.string();
  for (const auto& [name, value] : wanted) entries[name].value = value;
  return core::Environment(std::move(entries));
}

}  // namespace

PluginHost::PluginHost(std::string_view deployment_toml) : PluginHost(deployment_toml, Options{}) {}

PluginHost::PluginHost(std::string_view deployment_toml, Options options)
    : options_(std::move(options)) {
  make_folders();
  create_host(deployment_toml);
  if (host_ == nullptr) return;
  instance_ = std::make_unique<Instance>(host_->kernel().host_ctx());
  context_.emplace(instance_->context());
  if (!options_.boot) return;
  if (auto booted = host_->boot(); !booted) boot_error_ = booted.error().message;
}

PluginHost::~PluginHost() {
  shutdown();
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

void PluginHost::shutdown() {
  if (host_ == nullptr) return;
  sessions_->drain();
  host_->shutdown();
  context_.reset();
  instance_.reset();
  sessions_.reset();
  host_.reset();
}

void PluginHost::make_folders() {
  std::string pattern = (fs::temp_directory_path() / "keel-test-XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr)
    throw std::runtime_error("no temporary folder: " + pattern);
  folder_ = pattern;
  if (options_.cwd.empty()) options_.cwd = folder_ / "work";
  if (options_.home.empty()) options_.home = folder_ / "home";
  fs::create_directories(options_.cwd);
  fs::create_directories(options_.home);
}

void PluginHost::create_host(std::string_view deployment_toml) {
  const fs::path file = folder_ / "deployment.toml";
  std::ofstream(file) << deployment_toml;
  core::Host::Options options;
  options.sources.deployment = file;
  options.sources.working_directory = options_.cwd;
  options.environment = make_environment(options_.environment, options_.home);
  auto home = core::find_home(options.environment, options_.cwd);
  if (!home) throw std::runtime_error(home.error().message);
  options.home = *home;
  options.executable = folder_ / "bin" / "keel";
  options.plugin_folders = {KEEL_PLUGIN_DIR};
  options.user_agent = "keel/test";
  options.version = "test";
  options.log_level = core::LogLevel::kDebug;
  options.log_sink = [this](core::LogLevel, std::string_view source, std::string_view text) {
    const std::lock_guard lock(lines_mutex_);
    lines_.push_back(std::string(source) + ": " + std::string(text));
  };
  auto created = core::Host::create(std::move(options));
  if (!created) {
    boot_error_ = created.error().message;
    return;
  }
  host_ = std::move(*created);
  auto sessions = session::Sessions::create(*host_, {});
  if (!sessions) throw std::runtime_error(sessions.error().message);
  sessions_ = std::move(*sessions);
}

Expected<Message> PluginHost::call(std::string_view service, std::uint32_t ordinal, Message in,
                                   const CallOptions& options) {
  auto ref = context_->resolve(service);
  if (!ref) return tl::make_unexpected(ref.error());
  return call(*ref, ordinal, std::move(in), options);
}

namespace {

Task<Message> invoke_once(Context context, RefView ref, std::uint32_t ordinal, Message in,
                          CallOptions options) {
  Expected<Message> outcome = co_await context.invoke(ref, ordinal, std::move(in), options);
  if (!outcome) co_return tl::make_unexpected(outcome.error());
  co_return std::move(*outcome);
}

}  // namespace

Expected<Message> PluginHost::call(RefView ref, std::uint32_t ordinal, Message in,
                                   const CallOptions& options) {
  return await(invoke_once(*context_, ref, ordinal, std::move(in), options));
}

void PluginHost::drain() {
  while (kernel().exec().poll_once()) {
  }
}

std::string PluginHost::log_text() const {
  const std::lock_guard lock(lines_mutex_);
  std::string text;
  for (const std::string& line : lines_) text += line + "\n";
  return text;
}

}  // namespace keel::testing
