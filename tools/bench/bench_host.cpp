// SPDX-License-Identifier: MIT
#include "bench_host.hpp"

#include <cstdlib>
#include <fstream>
#include <stdexcept>

#include "build_tree.hpp"
#include "core/deploy/paths.hpp"

namespace keel::bench {

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

template <typename T>
T or_throw(Expected<T> expected) {
  if (!expected) throw std::runtime_error(expected.error().message);
  return std::move(*expected);
}

}  // namespace

BenchHost::BenchHost(std::string_view deployment,
                     const std::map<std::string, std::string>& environment) {
  const fs::path file = folder_.path() / "deployment.toml";
  std::ofstream(file) << deployment;
  const fs::path home = folder_.path() / "home";
  const fs::path work = folder_.path() / "work";
  fs::create_directories(home);
  fs::create_directories(work);

  core::Host::Options options;
  options.sources.deployment = file;
  options.sources.working_directory = work;
  options.environment = make_environment(environment, home);
  options.home = or_throw(core::find_home(options.environment, work));
  options.executable = build_tree::program();
  options.user_agent = "keel-bench";
  options.version = "bench";
  options.log_level = core::LogLevel::kError;
  host_ = or_throw(core::Host::create(std::move(options)));
  sessions_ = or_throw(session::Sessions::create(*host_, {}));
  instance_ = std::make_unique<Instance>(host_->kernel().host_ctx());
  context_.emplace(instance_->context());
  if (auto booted = host_->boot(); !booted) throw std::runtime_error(booted.error().message);
}

BenchHost::~BenchHost() {
  sessions_->drain();
  host_->shutdown();
  context_.reset();
  instance_.reset();
  sessions_.reset();
}

Message BenchHost::call(std::string_view service, std::uint32_t ordinal, Message in,
                        const CallOptions& options) {
  const Ref ref = or_throw(context_->resolve(service));
  return call(ref, ordinal, std::move(in), options);
}

Message BenchHost::call(RefView ref, std::uint32_t ordinal, Message in,
                        const CallOptions& options) {
  std::optional<Expected<Message>> result;
  context_->spawn(keep(*context_, ref, ordinal, std::move(in), options, &result));
  run_until([&] { return result.has_value(); });
  return or_throw(std::move(*result));
}

Task<void> BenchHost::keep(Context context, RefView ref, std::uint32_t ordinal, Message in,
                           CallOptions options, std::optional<Expected<Message>>* result) {
  Expected<Message> outcome = co_await context.invoke(ref, ordinal, std::move(in), options);
  result->emplace(std::move(outcome));
}

}  // namespace keel::bench
