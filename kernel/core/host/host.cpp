// SPDX-License-Identifier: MIT
#include "core/host/host.hpp"

#include <algorithm>
#include <csignal>
#include <thread>
#include <utility>

#include "core/abi/host_tables.hpp"
#include "core/deploy/command.hpp"
#include "core/deploy/mount_list.hpp"
#include "core/host/host_contracts.hpp"
#include "core/host/schema_service.hpp"

namespace keel::core {

namespace {

/// Ordinals of host@0 in kernel.json.
enum HostMethod : std::uint32_t { kInfo = 0, kEnvironment = 1, kExit = 2, kHostMethodCount = 3 };

std::size_t worker_count(std::uint32_t wanted) {
  if (wanted != 0) return wanted;
  return std::max(4U, std::thread::hardware_concurrency() * 2);
}

std::string stall_text(const Stall& stall) {
  std::string text =
      "the kernel thread has been busy for " + std::to_string(stall.duration.count()) + " ms";
  if (stall.label.instance != nullptr) {
    text += " in row " +
            std::string(detail::to_view(detail::value_api().key_text(stall.label.instance))) +
            " (generation " + std::to_string(stall.label.generation) + ")";
  }
  if (stall.label.call != nullptr) {
    text += ", " + std::string(detail::to_view(detail::value_api().key_text(stall.label.call))) +
            " method " + std::to_string(stall.label.ordinal);
  }
  for (const std::string& frame : stall.stack) text += "\n  " + frame;
  return text;
}

}  // namespace

Host::Host(Options options)
    : options_(std::move(options)), log_(options_.log_level, options_.log_sink, &secrets_) {}

Host::~Host() { shutdown(); }

Expected<std::unique_ptr<Host>> Host::create(Options options) {
  std::unique_ptr<Host> host(new Host(std::move(options)));
  if (auto composed = host->compose(); !composed) return tl::make_unexpected(composed.error());
  return host;
}

Expected<void> Host::compose() {
  auto composition = load_composition(options_.sources);
  if (!composition) return tl::make_unexpected(composition.error());
  composition_ = std::move(*composition);
  for (const std::string& warning : composition_.warnings)
    log_.write(LogLevel::kWarn, "deployment", warning);

  const std::filesystem::path directory = options_.sources.working_directory;
  resolve_ = std::make_unique<ResolveContext>(ResolveContext{
      options_.environment,
      options_.home,
      directory,
      composition_.layers,
      [this, directory](std::span<const std::string> arguments, const CommandLimits& limits) {
        return run_bounded_command(arguments, limits, options_.environment, directory);
      },
      {},
      secrets_});
  auto rows = mount_list(composition_, *resolve_);
  if (!rows) return tl::make_unexpected(rows.error());
  rows_ = std::move(*rows);
  if (options_.keep_row)
    std::erase_if(rows_, [&](const MountRow& row) { return !options_.keep_row(*row.row); });

  const DeploymentSettings& settings = composition_.settings;
  pool_ = std::make_unique<WorkerPool>(
      WorkerPool::Options{worker_count(settings.workers), std::chrono::milliseconds{10000},
                          "keel-work"},
      [this](std::string_view what) {
        log_.write(LogLevel::kError, "kernel", "a worker job threw: " + std::string(what));
      });
  kernel_ = std::make_unique<Kernel>(
      Kernel::Options{*pool_, log_, settings.stop_grace.count(), settings.checked});

  Supervisor::Options supervision;
  supervision.cache_dir = options_.home.cache;
  supervision.plugin_folders = options_.plugin_folders;
  for (auto& folder : plugin_folders(options_.executable, options_.environment, directory)) {
    supervision.plugin_folders.push_back(std::move(folder));
  }
  supervisor_ = std::make_unique<Supervisor>(*kernel_, std::move(supervision));
  if (auto declared = supervisor_->declare(kernel_contract(), "the host"); !declared)
    return declared;
  publish_host_service();
  publish_schema_service(*kernel_);
  return {};
}

// ---- kernel/host
// ---------------------------------------------------------------------------------------------------

void Host::publish_host_service() {
  const Value metadata = object({{"interface", "host@0"}});
  const std::string name = "kernel/host";
  keel_publication entry{};
  entry.size = sizeof(entry);
  entry.op = KEEL_PUBLISH_ADD;
  entry.name = detail::to_str(name);
  entry.metadata = metadata.raw();
  entry.method = &Host::serve;
  entry.self = this;
  entry.method_count = kHostMethodCount;
  keel_value why{0, 0};
  const std::int32_t status = keel_host_service_api.publish(kernel_->host_ctx(), &entry, 1, &why);
  const Value reason = Value::take(why);
  if (status != KEEL_OK)
    log_.write(LogLevel::kError, "kernel", Error::from_outcome(status, reason).message);
}

std::int32_t Host::serve(void* self, const keel_call*, std::uint32_t ordinal, const keel_msg* in,
                         keel_msg* out) {
  auto& host = *static_cast<Host*>(self);
  const ValueView params(in->value);
  switch (ordinal) {
    case kInfo:
      out->value = host.info().release();
      return KEEL_OK;
    case kEnvironment:
      out->value = host.variable(params["name"].text()).release();
      return KEEL_OK;
    default: {
      const int code = static_cast<int>(params["code"].integer_or(0));
      host.exit_code_ = code;
      if (host.exit_asked_)
        host.kernel_->exec().ready(Job([&host, code] { host.exit_asked_(code); }));
      out->value = object({}).release();
      return KEEL_OK;
    }
  }
}

Value Host::info() const {
  const std::string abi = std::to_string(KEEL_ABI_MAJOR) + "." + std::to_string(KEEL_ABI_MINOR);
  return object({{"version", options_.version},
                 {"abi", abi},
                 {"cwd", options_.sources.working_directory.string()},
                 {"home", options_.home.config_file.parent_path().string()},
                 {"cache", options_.home.cache.string()},
                 {"sessions", options_.home.sessions.string()},
                 {"user_agent", options_.user_agent}});
}

/// Values that look like credentials are masked in the log from the moment that somebody asks for
/// them.
Value Host::variable(std::string_view name) {
  const Environment::Entry* entry = options_.environment.find(name);
  if (entry == nullptr) return object({});
  for (const std::string_view word : {"KEY", "TOKEN", "SECRET", "PASSWORD"}) {
    if (name.find(word) != std::string_view::npos) secrets_.add(entry->value);
  }
  return object({{"value", entry->value}, {"source", environment_source_name(entry->source)}});
}

// ---- up and down
// ---------------------------------------------------------------------------------------------------

void Host::mount() {
  if (std::exchange(mounted_, true)) return;
  supervisor_->mount(rows_, *resolve_);
}

Expected<void> Host::boot() {
  // A reader that goes away must not end the process: see section 6 of abi.h.
  std::signal(SIGPIPE, SIG_IGN);
  watchdog_ = std::make_unique<Watchdog>(
      kernel_->exec().pulse(),
      Watchdog::Options{composition_.settings.watchdog, std::chrono::milliseconds{250},
                        std::chrono::milliseconds{1000}},
      [this](const Stall& stall) { log_.write(LogLevel::kWarn, "watchdog", stall_text(stall)); });
  up_ = true;
  mount();
  bool settled = false;
  supervisor_->start([&settled] { settled = true; });
  kernel_->exec().run_until([&settled] { return settled; });
  const std::vector<std::string> findings = supervisor_->audit();
  if (findings.empty()) return {};
  std::string text = "the deployment " + options_.sources.deployment.string() + " did not come up:";
  for (const std::string& finding : findings) text += "\n  " + finding;
  shutdown();
  return tl::make_unexpected(Error::failed("BOOT", std::move(text)));
}

void Host::shutdown() {
  if (!std::exchange(up_, false)) return;
  bool done = false;
  supervisor_->stop_all([&done] { done = true; });
  kernel_->exec().run_until([&done] { return done; });
  watchdog_.reset();
}

}  // namespace keel::core
