// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>

#include "core/exec/slot_table.hpp"
#include "core/plugin/context.hpp"
#include "keel/abi.h"
#include "keel/error.hpp"

namespace keel::core {

class Kernel;

/// Every context, registration and reference handle of a kernel. What a context registered is
/// undone in reverse order when it ends, each step awaited before the next. Kernel thread only.
class Contexts {
 public:
  explicit Contexts(Kernel& kernel) : kernel_(kernel) {}
  ~Contexts();

  /// Ends every root context that is left: the kernel goes.
  void end_all();

  /// The root context of an instance.
  keel_ctx begin_root(Instance& instance);
  /// A context of the same instance in `scope`, ended with `parent`, with the scope, or by end().
  Expected<keel_ctx> begin_in_scope(Context& parent, std::uint64_t scope);

  /// Null when the context has ended or is ending.
  Context* find(keel_ctx ctx);
  /// Also while it is ending.
  Context* find_any(std::uint64_t id) { return contexts_.get(id); }

  /// Adds a registration; the caller fills its target.
  Registration& add(Context& context, RegistrationKind kind, std::uint64_t target);
  Registration* registration(std::uint64_t id) { return registrations_.get(id); }
  /// Takes the registration out without undoing anything: its subject is gone already.
  void forget(std::uint64_t registration);

  /// Undoes one registration of `context` now.
  std::int32_t undo(Context& context, std::uint64_t registration);

  /// Undoes everything in reverse order, then frees the context and calls `done`. A second end
  /// joins the first.
  void end(Context& context, keel_done done, void* user);

  /// The same for a plugin: `done` (may be null) runs later, as a continuation of the instance.
  void end_by_plugin(Context& context, keel_done done, void* user);
  /// Undoes the registration of a token; false when the context has none of that id.
  bool undo_token(Context& context, keel_token token);

  /// A handle owned by `context`.
  keel_ref add_ref(Context& context, RefHandle::Kind kind, std::uint64_t target);
  RefHandle* find_ref(keel_ref ref) { return refs_.get(ref.id); }
  void drop_ref(RefHandle& handle);
  /// The handle now belongs to `context`; its id stays.
  void move_ref(RefHandle& handle, Context& context);

  std::size_t context_count() const { return contexts_.size(); }
  std::size_t registration_count() const { return registrations_.size(); }
  std::size_t ref_count() const { return refs_.size(); }

 private:
  static void on_step_done(void* user, std::int32_t status, keel_msg* outcome);
  void step(std::uint64_t context);
  void finish(Context& context);
  /// True when the step is complete, false when on_step_done will go on.
  bool undo_last(Context& context, Registration& registration);
  bool undo_effect(Context& context, Registration& registration);
  void undo_plain(RegistrationKind kind, std::uint64_t target);

  Kernel& kernel_;
  SlotTable<Context> contexts_;
  SlotTable<Registration> registrations_;
  SlotTable<RefHandle> refs_;
};

}  // namespace keel::core
