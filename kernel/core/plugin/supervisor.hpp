// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/contract/contract_registry.hpp"
#include "core/deploy/computed.hpp"
#include "core/deploy/mount_list.hpp"
#include "core/plugin/instance.hpp"
#include "core/plugin/lifecycle.hpp"
#include "core/plugin/plugin_file.hpp"
#include "core/service/services.hpp"
#include "keel/error.hpp"

namespace keel::core {

class Kernel;

/// What became of a row.
enum class RowState : std::uint8_t {
  kDisabled,
  kUnresolved,  ///< no file, no manifest, a contract refused
  kPending,     ///< a required service is missing
  kStarting,
  kActive,
  kFailed,  ///< config, create or START
  kStopping,
};

std::string_view row_state_name(RowState state);

/// One row for listings and the boot audit.
struct RowReport {
  std::string row;
  std::string plugin;
  std::string version;
  std::uint32_t generation = 0;
  RowState state = RowState::kPending;
  std::vector<std::string> missing;  ///< required services that nobody provides
  std::string error;
  std::string unload;  ///< "unmappable", or why the library stays
};

/// Mounts rows: opens their files, declares their contracts, starts each one when what it requires
/// is live, stops dependents before their provider. Kernel thread; done functions run on it later.
class Supervisor {
 public:
  struct Options {
    std::filesystem::path cache_dir;
    std::vector<std::filesystem::path> plugin_folders;
    std::int64_t start_timeout_ms = 30000;
  };

  Supervisor(Kernel& kernel, Options options);
  ~Supervisor();
  Supervisor(const Supervisor&) = delete;
  Supervisor& operator=(const Supervisor&) = delete;

  /// Contracts of the host's own parts. Before mount().
  Expected<void> declare(std::string_view contract_json, std::string origin);

  /// Takes the rows of a deployment, opens their files and declares what they define. Blocks on the
  /// disk. Problems of single rows are kept for the audit. `resolve` must live as long as the
  /// supervisor.
  void mount(const std::vector<MountRow>& rows, const ResolveContext& resolve);
  /// Starts everything that can start. `settled` runs when no row is on its way any more.
  void start(std::function<void()> settled);

  /// Every row; all active or disabled means that the deployment is up.
  std::vector<RowReport> report() const;
  /// What is wrong, one sentence a row with its remedy; empty when all is well.
  std::vector<std::string> audit() const;

  /// What can be found wrong with mounted rows without running them: files, manifests, contracts,
  /// config, and services that no row says it provides.
  std::vector<std::string> check();

  /// Stops a row and, before it, those that depend on it.
  void stop_row(std::string_view row, std::function<void()> done);
  /// Starts a stopped or failed row again, with its dependents.
  void start_row(std::string_view row, std::function<void()> settled);
  /// New config for a row: CONFIGURE where the plugin takes it, a restart otherwise. An invalid
  /// config changes nothing.
  void update_config(std::string_view row, Value raw_config,
                     std::function<void(std::optional<Error>)> done);
  /// Stops everything, dependents first, and unmaps.
  void stop_all(std::function<void()> done);

  const ContractRegistry& contracts() const { return contracts_; }
  /// Proofs of the libraries that were closed, newest last: path and what became of it.
  const std::vector<std::pair<std::string, UnloadProof>>& unloads() const { return unloads_; }

 private:
  struct Mount;

  void open(Mount& mount);
  void declare_contracts();
  std::vector<ContractRegistry::Source> contract_sources() const;
  bool refuse_contracts(const std::vector<ContractError>& errors);
  Expected<Value> resolve_config_of(Mount& mount);
  Expected<Value> accept_config(const Mount& mount, Value config);
  void bind_contract(const Contract& contract);
  void reconcile();
  void activate(Mount& mount);
  void on_started(Mount& mount, std::optional<Error> error);
  void on_service();
  std::vector<std::string> missing_of(const Mount& mount) const;
  bool is_live(const Mount& mount, const std::string& service) const;
  std::vector<Mount*> dependents_of(const Mount& mount) const;
  void stop_mount(Mount& mount, RowState after, std::function<void()> done);
  void stop_list(std::vector<Mount*> mounts, RowState after, std::function<void()> done);
  void finish_stop(Mount& mount, RowState after, const StopReport& report);
  void close_if_unused(const std::shared_ptr<PluginFile>& file);
  void tell_changed(const Mount& mount);
  void settle_if_quiet();
  Mount* find(std::string_view row) const;
  void free_later(std::unique_ptr<Instance> instance);

  Kernel& kernel_;
  Options options_;
  Lifecycle lifecycle_;
  ContractRegistry contracts_;
  std::vector<ContractHold> holds_;
  std::vector<std::unique_ptr<Mount>> mounts_;
  const ResolveContext* resolve_ = nullptr;
  std::map<std::string, std::shared_ptr<PluginFile>> files_;  ///< by content
  std::vector<std::function<void()>> waiting_for_quiet_;
  std::vector<std::unique_ptr<Instance>> undestroyed_;
  std::vector<std::pair<std::string, UnloadProof>> unloads_;
  std::uint64_t activations_ = 0;
  bool reconcile_queued_ = false;
  bool started_ = false;
  bool stopping_ = false;
};

}  // namespace keel::core
