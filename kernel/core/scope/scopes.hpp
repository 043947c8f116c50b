// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/exec/slot_table.hpp"
#include "keel/abi.h"
#include "keel/error.hpp"

namespace keel::core {

class Kernel;
struct Context;
class ListenerList;
struct ServiceSlot;

/// A scope: a layer for services and listeners, with at most one parent. The global scope is id 0
/// and has no record.
struct Scope {
  std::uint64_t id = 0;
  std::uint64_t parent = 0;
  std::uint64_t owner_registration = 0;
  std::string label;
  bool ending = false;
  /// As in Context.
  bool stepping = false;
  bool step_done = false;
  /// Scopes linked below this one.
  std::uint32_t children = 0;
  /// Contexts in this scope, oldest first.
  std::vector<std::uint64_t> contexts;
  /// Listeners of this scope by event: few per scope, so a linear search beats a map.
  std::vector<std::pair<std::uint64_t, ListenerList*>> listeners;
  /// Services of this layer in order of registration.
  std::vector<ServiceSlot*> services;
  struct Waiter {
    keel_done done;
    void* user;
  };
  /// Who is told when the end is complete.
  std::vector<Waiter> waiters;
};

/// The tree of scopes. Kernel thread only.
class Scopes {
 public:
  explicit Scopes(Kernel& kernel) : kernel_(kernel) {}
  ~Scopes();

  Expected<keel_scope> begin(Context& owner, std::uint64_t parent, std::string_view label);
  /// Refused for a cycle, for a scope that `owner` did not begin, and for a parent that has ended.
  Expected<void> link(Context& owner, std::uint64_t scope, std::uint64_t parent);
  /// Ends every context in the scope, newest first, then frees it; scopes below hang on its parent
  /// from then on. `done` may be null.
  void end(std::uint64_t scope, keel_done done, void* user);

  /// Null for the global scope and for one that is gone.
  Scope* find(std::uint64_t id) { return id == 0 ? nullptr : scopes_.get(id); }
  bool is_live(std::uint64_t id) {
    if (id == 0) return true;
    const Scope* scope = scopes_.get(id);
    return scope != nullptr && !scope->ending;
  }
  std::uint64_t parent_of(std::uint64_t id) {
    const Scope* scope = find(id);
    return scope == nullptr ? 0 : scope->parent;
  }
  /// True when `ancestor` is `scope`, above it, or global.
  bool is_on_chain(std::uint64_t scope, std::uint64_t ancestor);

  std::size_t size() const { return scopes_.size(); }

 private:
  struct Ending;
  static void on_context_ended(void* user, std::int32_t status, keel_msg* outcome);
  void step(std::uint64_t scope);
  void finish(Scope& scope);

  Kernel& kernel_;
  SlotTable<Scope> scopes_;
};

}  // namespace keel::core
