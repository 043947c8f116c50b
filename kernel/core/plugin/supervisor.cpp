// SPDX-License-Identifier: MIT
#include "core/plugin/supervisor.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "core/deploy/paths.hpp"
#include "core/kernel.hpp"

namespace keel::core {

namespace {

std::string joined(const std::vector<std::string>& items) {
  std::string text;
  for (const std::string& item : items) text += (text.empty() ? "" : ", ") + item;
  return text;
}

EventMode mode_of(DispatchMode mode) {
  switch (mode) {
    case DispatchMode::kEmit:
      return EventMode::kEmit;
    case DispatchMode::kSerial:
      return EventMode::kSerial;
    case DispatchMode::kParallel:
      return EventMode::kParallel;
    case DispatchMode::kWaterfall:
      return EventMode::kWaterfall;
  }
  return EventMode::kEmit;
}

EventInfo info_of(const EventContract& event) {
  EventInfo info;
  info.name = event.name;
  info.mode = mode_of(event.mode);
  info.replace = event.replaces_all ? std::vector<std::string>{"*"} : event.replaceable;
  info.first_answer = event.first_answer;
  info.fail_closed = event.fail_closed;
  info.timeout_ms = event.timeout_ms.value_or(0);
  return info;
}

InterfaceInfo info_of(const InterfaceContract& interface) {
  InterfaceInfo info;
  info.name = interface.name;
  for (const MethodContract& method : interface.methods) {
    info.methods.push_back(method.name);
    info.orphanable.push_back(method.orphanable);
  }
  return info;
}

}  // namespace

std::string_view row_state_name(RowState state) {
  switch (state) {
    case RowState::kDisabled:
      return "disabled";
    case RowState::kUnresolved:
      return "unresolved";
    case RowState::kPending:
      return "pending";
    case RowState::kStarting:
      return "starting";
    case RowState::kActive:
      return "active";
    case RowState::kFailed:
      return "failed";
    case RowState::kStopping:
      return "stopping";
  }
  return "unknown";
}

/// One row of the deployment and what runs for it.
struct Supervisor::Mount {
  const Row* row = nullptr;
  std::string id;
  std::uint32_t index = 0;
  std::vector<std::pair<std::string, std::string>> realms;
  RowState state = RowState::kPending;
  std::string error;
  std::shared_ptr<PluginFile> file;
  std::optional<Schema> config_schema;
  Value raw_config;  ///< set by update_config; absent: the row's own
  std::unique_ptr<Instance> instance;
  std::uint32_t generation = 0;
  /// Order of activation: the higher ones stop first.
  std::uint64_t activation = 0;
  std::vector<std::function<void()>> waiting_for_stop;

  bool is_running() const { return state == RowState::kActive || state == RowState::kStarting; }
};

Supervisor::Supervisor(Kernel& kernel, Options options)
    : kernel_(kernel), options_(std::move(options)), lifecycle_(kernel) {
  kernel_.services().observe([this](const ServiceSlot&, bool) { on_service(); });
}

Supervisor::~Supervisor() { kernel_.services().observe({}); }

Supervisor::Mount* Supervisor::find(std::string_view row) const {
  for (const auto& mount : mounts_) {
    if (mount->id == row) return mount.get();
  }
  return nullptr;
}

// ---- mounting
// ------------------------------------------------------------------------------------------------------

Expected<void> Supervisor::declare(std::string_view contract_json, std::string origin) {
  auto hold = contracts_.add(contract_json, std::move(origin));
  if (!hold) return tl::make_unexpected(Error::failed("CONTRACT", to_text(hold.error())));
  bind_contract(hold->contract());
  holds_.push_back(std::move(*hold));
  return {};
}

/// Tells bus, registry and calls what a contract says.
void Supervisor::bind_contract(const Contract& contract) {
  for (const auto& [name, interface] : contract.interfaces)
    kernel_.interfaces().declare(info_of(interface));
  for (const auto& [name, event] : contract.events) kernel_.bus().declare(info_of(event));
  for (const auto& [name, family] : contract.families) {
    FamilyInfo info;
    info.name = name;
    info.interface =
        family.interface.empty() ? nullptr : kernel_.interfaces().find(family.interface);
    const std::string family_name = name;
    info.check_metadata = [this, family_name](ValueView metadata) {
      std::vector<std::string> problems;
      const FamilyContract* declared = contracts_.family(family_name);
      if (declared == nullptr) return problems;
      for (const Violation& violation : declared->check_metadata(metadata)) {
        problems.push_back(violation.path + ": " + violation.message);
      }
      return problems;
    };
    info.owner = family.owner;
    info.admit = family.admit;
    kernel_.services().declare_family(std::move(info));
  }
}

void Supervisor::mount(const std::vector<MountRow>& rows, const ResolveContext& resolve) {
  resolve_ = &resolve;
  for (const MountRow& entry : rows) {
    auto mount = std::make_unique<Mount>();
    mount->row = entry.row;
    mount->id = entry.row->address.empty() ? entry.row->id : entry.row->address;
    mount->index = static_cast<std::uint32_t>(mounts_.size()) + 1;
    mount->realms.assign(entry.realms.begin(), entry.realms.end());
    if (entry.disabled) {
      mount->state = RowState::kDisabled;
    } else {
      open(*mount);
    }
    mounts_.push_back(std::move(mount));
  }
  declare_contracts();
}

void Supervisor::open(Mount& mount) {
  const auto fail = [&](std::string text) {
    mount.state = RowState::kUnresolved;
    mount.error = std::move(text);
  };
  const auto path =
      find_row_library(*mount.row, "row \"" + mount.id + "\"", options_.plugin_folders);
  if (!path) return fail(path.error().message);
  const std::optional<std::string> pin =
      mount.row->sha256.empty() ? std::nullopt : std::optional<std::string>(mount.row->sha256);
  auto file = PluginFile::open(*path, options_.cache_dir, pin);
  if (!file) return fail(file.error().message);
  const std::string& hash = (*file)->image().sha256_hex();
  const auto known = files_.find(hash);
  mount.file = known == files_.end() ? files_.emplace(hash, *file).first->second : known->second;
  const Manifest& manifest = mount.file->manifest();
  if (!mount.row->plugin.empty() && mount.row->plugin != manifest.id) {
    return fail(path->string() + " is plugin \"" + manifest.id + "\", the row asks for \"" +
                mount.row->plugin + "\"");
  }
  if (manifest.config.is_absent()) return;
  auto schema = Schema::compile(manifest.config, Dialect::kContract, {}, "config");
  if (!schema)
    return fail(path->string() +
                ": the config schema of its manifest is not valid: " + to_text(schema.error()));
  mount.config_schema.emplace(std::move(*schema));
}

/// All contracts of all rows at once, since they may refer to one another in any order. A plugin
/// whose contract is refused must not take the others with it: without it they are tried again.
void Supervisor::declare_contracts() {
  for (;;) {
    const std::vector<ContractRegistry::Source> sources = contract_sources();
    auto holds = contracts_.add_all(sources);
    if (holds) {
      for (ContractHold& hold : *holds) {
        bind_contract(hold.contract());
        holds_.push_back(std::move(hold));
      }
      return;
    }
    if (!refuse_contracts(holds.error())) return;
  }
}

std::vector<ContractRegistry::Source> Supervisor::contract_sources() const {
  std::vector<ContractRegistry::Source> sources;
  std::vector<const PluginFile*> seen;
  for (const auto& mount : mounts_) {
    if (mount->file == nullptr || mount->state != RowState::kPending) continue;
    if (std::find(seen.begin(), seen.end(), mount->file.get()) != seen.end()) continue;
    seen.push_back(mount->file.get());
    for (const Value& contract : mount->file->manifest().contracts) {
      sources.push_back({contract, mount->file->image().original_path().string()});
    }
  }
  return sources;
}

/// Marks the rows whose contracts are at fault; false when none of them can be told.
bool Supervisor::refuse_contracts(const std::vector<ContractError>& errors) {
  bool found = false;
  for (const auto& mount : mounts_) {
    if (mount->file == nullptr || mount->state != RowState::kPending) continue;
    const std::string origin = mount->file->image().original_path().string();
    std::vector<ContractError> own;
    std::copy_if(errors.begin(), errors.end(), std::back_inserter(own),
                 [&](const ContractError& error) { return error.origin == origin; });
    if (own.empty()) continue;
    found = true;
    mount->state = RowState::kUnresolved;
    mount->error = to_text(own);
  }
  return found;
}

Expected<Value> Supervisor::accept_config(const Mount& mount, Value config) {
  if (!mount.config_schema) {
    if (config.empty()) return object({});
    return tl::make_unexpected(Error::failed(
        "CONFIG", "row \"" + mount.id + "\": plugin " + mount.file->manifest().id +
                      " takes no config; remove config." + std::string(config.member(0).first)));
  }
  if (config.is_absent()) config = object({});
  Value complete = mount.config_schema->with_defaults(config);
  const std::vector<Violation> violations = mount.config_schema->validate(complete, "config");
  if (violations.empty()) return complete;
  std::string text =
      "row \"" + mount.id + "\": the config does not fit plugin " + mount.file->manifest().id + ":";
  for (const Violation& violation : violations) {
    const bool root = violation.path == "config";
    text +=
        "\n  " + (root ? violation.path : "config." + violation.path) + ": " + violation.message;
  }
  return tl::make_unexpected(Error::failed("CONFIG", std::move(text)));
}

Expected<Value> Supervisor::resolve_config_of(Mount& mount) {
  if (!mount.raw_config.is_absent()) return accept_config(mount, mount.raw_config);
  auto resolved = resolve_config(*mount.row, *resolve_);
  if (!resolved) return resolved;
  return accept_config(mount, std::move(*resolved));
}

// ---- starting
// ------------------------------------------------------------------------------------------------------

bool Supervisor::is_live(const Mount& mount, const std::string& service) const {
  Instance asker;
  asker.realms = mount.realms;
  const ServiceSlot* slot = kernel_.services().resolve(asker, 0, service);
  if (slot == nullptr || !slot->live()) return false;
  // A provider counts once its START is through: half of its services may be missing before.
  return slot->callable.instance->state == InstanceState::kActive;
}

std::vector<std::string> Supervisor::missing_of(const Mount& mount) const {
  std::vector<std::string> missing;
  if (mount.file == nullptr) return missing;
  for (const std::string& service : mount.file->manifest().requires_) {
    if (!is_live(mount, service)) missing.push_back(service);
  }
  return missing;
}

void Supervisor::start(std::function<void()> settled) {
  started_ = true;
  waiting_for_quiet_.push_back(std::move(settled));
  reconcile();
}

/// Starts what can start, until nothing more can.
void Supervisor::reconcile() {
  if (!started_ || stopping_) return;
  for (const auto& mount : mounts_) {
    if (mount->state == RowState::kPending && missing_of(*mount).empty()) activate(*mount);
  }
  settle_if_quiet();
}

void Supervisor::activate(Mount& mount) {
  mount.state = RowState::kStarting;
  mount.error.clear();
  mount.activation = ++activations_;
  auto config = resolve_config_of(mount);
  if (!config) return on_started(mount, config.error());
  auto table = mount.file->table();
  if (!table) return on_started(mount, table.error());

  auto instance = std::make_unique<Instance>();
  instance->row = mount.id;
  instance->plugin = mount.file->manifest().id;
  instance->version = mount.file->manifest().version;
  instance->key = Key(mount.id).raw();
  instance->generation = ++mount.generation;
  instance->row_index = mount.index;
  instance->realms = mount.realms;
  instance->table = *table;
  if (auto created = lifecycle_.create(*instance, *config); !created) {
    free_later(std::move(instance));
    return on_started(mount, created.error());
  }
  mount.instance = std::move(instance);
  lifecycle_.start(
      *mount.instance, options_.start_timeout_ms,
      [this, &mount](std::optional<Error> error) { on_started(mount, std::move(error)); });
}

void Supervisor::on_started(Mount& mount, std::optional<Error> error) {
  if (mount.state != RowState::kStarting) return;
  if (!error) {
    mount.state = RowState::kActive;
    tell_changed(mount);
    reconcile();
    return;
  }
  mount.error = error->message;
  kernel_.log().write(LogLevel::kError, "kernel",
                      "row \"" + mount.id + "\" did not start: " + mount.error);
  if (mount.instance == nullptr) {
    mount.state = RowState::kFailed;
    close_if_unused(mount.file);
    reconcile();
    return;
  }
  stop_mount(mount, RowState::kFailed, [this] { reconcile(); });
}

void Supervisor::settle_if_quiet() {
  for (const auto& mount : mounts_) {
    if (mount->state == RowState::kStarting || mount->state == RowState::kStopping) return;
  }
  std::vector<std::function<void()>> waiting = std::move(waiting_for_quiet_);
  waiting_for_quiet_.clear();
  for (std::function<void()>& settled : waiting) kernel_.exec().ready(Job(std::move(settled)));
}

void Supervisor::tell_changed(const Mount& mount) {
  EventSlot* event = kernel_.bus().find("plugin/changed");
  if (event == nullptr) return;
  const Value value = object({{"row", mount.id},
                              {"plugin", mount.file->manifest().id},
                              {"generation", mount.generation},
                              {"state", row_state_name(mount.state)}});
  keel_msg in{};
  in.value = value.raw();
  kernel_.bus().emit(kernel_.host_context(), nullptr, *event, 0, in);
}

// ---- withdrawal
// ----------------------------------------------------------------------------------------------------

void Supervisor::on_service() {
  if (!started_ || stopping_ || reconcile_queued_) return;
  reconcile_queued_ = true;
  kernel_.exec().ready(Job([this] {
    reconcile_queued_ = false;
    // A provider withdrew a service that running rows require: they go back to pending.
    for (const auto& mount : mounts_) {
      if (mount->state != RowState::kActive || missing_of(*mount).empty()) continue;
      stop_mount(*mount, RowState::kPending, [this] { reconcile(); });
    }
    reconcile();
  }));
}

std::vector<Supervisor::Mount*> Supervisor::dependents_of(const Mount& mount) const {
  std::vector<Mount*> dependents;
  if (mount.instance == nullptr) return dependents;
  const std::vector<ServiceSlot*> published = kernel_.services().published_by(*mount.instance);
  for (const auto& other : mounts_) {
    if (other.get() == &mount || !other->is_running()) continue;
    const auto& needs = other->file->manifest().requires_;
    const bool depends =
        std::any_of(published.begin(), published.end(), [&](const ServiceSlot* slot) {
          return slot->scope == 0 &&
                 std::find(needs.begin(), needs.end(), slot->name) != needs.end();
        });
    if (depends) dependents.push_back(other.get());
  }
  return dependents;
}

/// Dependents first, each fully; then the mount itself.
void Supervisor::stop_mount(Mount& mount, RowState after, std::function<void()> done) {
  if (mount.state == RowState::kStopping) {
    mount.waiting_for_stop.push_back(std::move(done));
    return;
  }
  if (mount.instance == nullptr) {
    if (mount.state == RowState::kStarting || mount.state == RowState::kActive) mount.state = after;
    kernel_.exec().ready(Job(std::move(done)));
    return;
  }
  mount.state = RowState::kStopping;
  mount.waiting_for_stop.push_back(std::move(done));
  stop_list(dependents_of(mount), RowState::kPending, [this, &mount, after] {
    lifecycle_.stop(*mount.instance, [this, &mount, after](const StopReport& report) {
      finish_stop(mount, after, report);
    });
  });
}

void Supervisor::stop_list(std::vector<Mount*> mounts, RowState after, std::function<void()> done) {
  if (mounts.empty()) {
    done();
    return;
  }
  const auto last = std::max_element(
      mounts.begin(), mounts.end(),
      [](const Mount* a, const Mount* b) { return a->activation < b->activation; });
  Mount& mount = **last;
  mounts.erase(last);
  stop_mount(mount, after,
             [this, mounts = std::move(mounts), after, done = std::move(done)]() mutable {
               stop_list(std::move(mounts), after, std::move(done));
             });
}

void Supervisor::finish_stop(Mount& mount, RowState after, const StopReport& report) {
  mount.state = after;
  if (report.destroyed) {
    free_later(std::move(mount.instance));
  } else {
    // Its code may still run: neither the instance nor its library can go.
    undestroyed_.push_back(std::move(mount.instance));
  }
  std::vector<std::function<void()>> waiting = std::move(mount.waiting_for_stop);
  mount.waiting_for_stop.clear();
  tell_changed(mount);
  if (report.destroyed) {
    // Behind whatever the ready queue still holds of the instance.
    kernel_.exec().ready(Job([this, file = mount.file, waiting = std::move(waiting)] {
      close_if_unused(file);
      for (const std::function<void()>& done : waiting) done();
    }));
    return;
  }
  for (std::function<void()>& done : waiting) kernel_.exec().ready(Job(std::move(done)));
}

void Supervisor::free_later(std::unique_ptr<Instance> instance) {
  kernel_.exec().ready(Job([held = std::move(instance)] {}));
}

void Supervisor::close_if_unused(const std::shared_ptr<PluginFile>& file) {
  if (file == nullptr) return;
  for (const auto& mount : mounts_) {
    if (mount->file == file && mount->instance != nullptr) return;
  }
  const std::string& plugin = file->manifest().id;
  for (const auto& instance : undestroyed_) {
    if (instance->plugin == plugin) return;
  }
  if (const std::optional<UnloadProof> proof = file->unmap()) {
    unloads_.emplace_back(file->image().path().string(), *proof);
  }
}

void Supervisor::stop_row(std::string_view row, std::function<void()> done) {
  Mount* mount = find(row);
  if (mount == nullptr) {
    kernel_.exec().ready(Job(std::move(done)));
    return;
  }
  stop_mount(*mount, RowState::kDisabled, [this, done = std::move(done)] {
    reconcile();
    done();
  });
}

void Supervisor::start_row(std::string_view row, std::function<void()> settled) {
  if (Mount* mount = find(row);
      mount != nullptr && mount->file != nullptr && !mount->is_running()) {
    mount->state = RowState::kPending;
  }
  start(std::move(settled));
}

void Supervisor::update_config(std::string_view row, Value raw_config,
                               std::function<void(std::optional<Error>)> done) {
  Mount* mount = find(row);
  if (mount == nullptr || mount->file == nullptr) {
    done(Error::failed("NO_ROW", "there is no row \"" + std::string(row) + "\""));
    return;
  }
  auto accepted = accept_config(*mount, raw_config);
  if (!accepted) {
    done(accepted.error());
    return;
  }
  if (mount->state != RowState::kActive) {
    mount->raw_config = std::move(raw_config);
    if (mount->state == RowState::kFailed) mount->state = RowState::kPending;
    start([done = std::move(done)] { done(std::nullopt); });
    return;
  }
  const bool live =
      (mount->instance->table.lifecycle_mask & KEEL_LIFE_BIT(KEEL_LIFE_CONFIGURE)) != 0;
  if (live) {
    lifecycle_.configure(*mount->instance, *accepted,
                         [mount, raw_config, done = std::move(done)](std::optional<Error> error) {
                           if (!error) mount->raw_config = raw_config;
                           done(std::move(error));
                         });
    return;
  }
  mount->raw_config = std::move(raw_config);
  stop_mount(*mount, RowState::kPending, [this, done = std::move(done)]() mutable {
    start([done = std::move(done)] { done(std::nullopt); });
  });
}

void Supervisor::stop_all(std::function<void()> done) {
  stopping_ = true;
  std::vector<Mount*> running;
  for (const auto& mount : mounts_) {
    if (mount->instance != nullptr) running.push_back(mount.get());
  }
  stop_list(std::move(running), RowState::kDisabled, std::move(done));
}

// ---- reports
// -------------------------------------------------------------------------------------------------------

std::vector<RowReport> Supervisor::report() const {
  std::vector<RowReport> rows;
  for (const auto& mount : mounts_) {
    RowReport row;
    row.row = mount->id;
    row.plugin = mount->file == nullptr ? mount->row->plugin : mount->file->manifest().id;
    row.version = mount->file == nullptr ? "" : mount->file->manifest().version;
    row.generation = mount->generation;
    row.state = mount->state;
    if (mount->state == RowState::kPending) row.missing = missing_of(*mount);
    row.error = mount->error;
    if (mount->file != nullptr) {
      const UnloadClass& unload = mount->file->image().unload_class();
      row.unload =
          unload.kind == UnloadClass::Kind::resident ? "resident: " + unload.reason : "unmappable";
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

std::vector<std::string> Supervisor::check() {
  std::vector<std::string> findings;
  std::vector<std::string> provided;
  for (const auto& mount : mounts_) {
    if (mount->file == nullptr || mount->state == RowState::kDisabled) continue;
    const auto& names = mount->file->manifest().provides;
    provided.insert(provided.end(), names.begin(), names.end());
  }
  kernel_.services().each([&](const ServiceSlot& slot) { provided.push_back(slot.name); });
  for (const auto& mount : mounts_) {
    if (mount->state == RowState::kDisabled) continue;
    if (mount->state == RowState::kUnresolved) {
      findings.push_back("row \"" + mount->id + "\": " + mount->error);
      continue;
    }
    if (auto config = resolve_config_of(*mount); !config)
      findings.push_back(config.error().message);
    for (const std::string& need : mount->file->manifest().requires_) {
      if (std::find(provided.begin(), provided.end(), need) != provided.end()) continue;
      findings.push_back("row \"" + mount->id + "\" (" + mount->file->manifest().id +
                         ") requires " + need + ", which no row provides: add one that does");
    }
  }
  return findings;
}

std::vector<std::string> Supervisor::audit() const {
  std::vector<std::string> findings;
  for (const RowReport& row : report()) {
    switch (row.state) {
      case RowState::kUnresolved:
      case RowState::kFailed:
        findings.push_back("row \"" + row.row + "\" (" + row.plugin + "): " + row.error);
        break;
      case RowState::kPending:
        findings.push_back(
            "row \"" + row.row + "\" (" + row.plugin + ") waits for " + joined(row.missing) +
            ", which no active row provides: add a row that does, or disable this one");
        break;
      default:
        break;
    }
  }
  return findings;
}

}  // namespace keel::core
