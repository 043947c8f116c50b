// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/call/calls.hpp"
#include "core/exec/slot_table.hpp"
#include "keel/abi.h"
#include "keel/error.hpp"

namespace keel::core {

class Kernel;
struct Context;

/// One entry of the registry. The slot outlives its provider's generation: a swap puts the
/// successor in, a withdrawal leaves it without callable, and references to it then answer
/// `unavailable`.
struct ServiceSlot {
  std::uint64_t id = 0;
  std::string name;
  std::string family;
  /// Private name table it lives in; empty for the shared one.
  std::string realm;
  std::uint64_t scope = 0;
  BoundMethod callable;
  Value metadata;
  std::uint64_t registration = 0;
  /// Handles and leases that name the slot; it is freed when withdrawn and unnamed.
  std::uint32_t handles = 0;
  bool live() const { return callable.method != nullptr; }
};

/// What a lease pins: one generation's callable.
struct LeaseSlot {
  std::uint64_t id = 0;
  std::uint64_t service = 0;
  BoundMethod callable;
  std::uint32_t handles = 0;
};

/// What a contract says of a family.
struct FamilyInfo {
  std::string name;
  /// Null: the entry's metadata names it in `interface`.
  const InterfaceInfo* interface = nullptr;
  /// Checks metadata; empty list when it is fine. May be empty.
  std::function<std::vector<std::string>(ValueView)> check_metadata;
  /// Service through which calls of others go; with `admit` its method of that name is asked before
  /// an entry is added, replaced or removed.
  std::string owner;
  bool admit = false;
};

/// The one registry: family/name in scope layers. Kernel thread only.
class Services {
 public:
  explicit Services(Kernel& kernel) : kernel_(kernel) {}

  void declare_family(FamilyInfo info);
  const FamilyInfo* family(std::string_view name) const;

  /// All or none. On failure nothing has changed.
  Expected<void> publish(Context& context, keel_publication* set, std::size_t count);
  /// Undo of a registration.
  void withdraw(std::uint64_t slot);

  /// The nearest live entry, or null.
  ServiceSlot* resolve(const Instance& asker, std::uint64_t scope, std::string_view name);
  /// The live entries of a family on the chain of `scope`, farthest layer first.
  void layers(const Instance& asker, std::uint64_t scope, std::string_view family,
              const std::function<bool(ServiceSlot&, std::uint32_t depth)>& visit);

  ServiceSlot* find(std::uint64_t id) { return slots_.get(id); }
  LeaseSlot* find_lease(std::uint64_t id) { return leases_.get(id); }
  void handle_added(std::uint64_t slot);
  void handle_dropped(std::uint64_t slot);
  Expected<std::uint64_t> lease(std::uint64_t slot);
  void lease_added(std::uint64_t lease);
  void lease_dropped(std::uint64_t lease);
  /// The generation ends: its leases answer `unavailable` from now on.
  void end_leases_of(const Instance& instance);

  /// Called after each commit that makes a name of the shared layer live or not.
  using Observer = std::function<void(const ServiceSlot& slot, bool live)>;
  void observe(Observer observer) { observer_ = std::move(observer); }

  /// Services that the instance has published and that are live.
  std::vector<ServiceSlot*> published_by(const Instance& instance);
  /// For `plugins inspect`: every live entry.
  void each(const std::function<void(const ServiceSlot&)>& visit);
  std::size_t live_count() const { return live_count_; }

 private:
  struct Change;
  Expected<void> check(Context& context, keel_publication& entry, Change& change);
  Expected<void> check_all(Context& context, keel_publication* set, std::size_t count,
                           std::vector<Change>& changes);
  void take_out(std::uint64_t slot);
  Expected<void> ask_admission(Context& context, const Change& change);
  const InterfaceInfo* interface_of(const Change& change) const;
  void commit(Context& context, keel_publication& entry, Change& change);
  void notify(std::string_view family, std::string_view name, std::string_view op);
  ServiceSlot* in_layer(std::uint64_t scope, std::string_view realm, std::string_view name);
  void add_to_layer(ServiceSlot& slot);
  void remove_from_layer(ServiceSlot& slot);
  static std::string_view realm_of(const Instance& asker, std::string_view name);

  Kernel& kernel_;
  SlotTable<ServiceSlot> slots_;
  SlotTable<LeaseSlot> leases_;
  std::unordered_map<std::string, FamilyInfo> families_;
  /// realm + '\n' + name for the global layer.
  std::unordered_map<std::string, ServiceSlot*> global_;
  std::vector<ServiceSlot*> global_order_;
  Observer observer_;
  std::size_t live_count_ = 0;
};

}  // namespace keel::core
