// SPDX-License-Identifier: MIT
#pragma once

#include <boost/intrusive/list.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "keel/abi.h"

namespace keel::core {

namespace bi = boost::intrusive;

struct Instance;
struct Context;

enum class RegistrationKind : std::uint8_t {
  kListener,
  kService,
  kTimer,
  kJob,
  kFdWatch,
  kChildWatch,
  kCancelCallback,
  kEffect,
  kToken,
  kScope,
  kContext,
  kObject,
  kStream,
};

struct ContextRegistrationTag;
using ContextRegistrationHook =
    bi::list_base_hook<bi::tag<ContextRegistrationTag>, bi::link_mode<bi::safe_link>>;

/// Something a context did that is undone when it ends. `target` names the listener, timer, ... in
/// the table of its kind.
struct Registration : ContextRegistrationHook {
  RegistrationKind kind = RegistrationKind::kEffect;
  std::uint64_t id = 0;
  Context* context = nullptr;
  std::uint64_t target = 0;
  /// kEffect: the undo step, its argument and its name for messages.
  keel_method undo = nullptr;
  void* self = nullptr;
  std::string label;
};

using RegistrationList =
    bi::list<Registration, bi::base_hook<ContextRegistrationHook>, bi::constant_time_size<true>>;

struct RefHandle;
struct ContextRefTag;
using ContextRefHook = bi::list_base_hook<bi::tag<ContextRefTag>, bi::link_mode<bi::safe_link>>;

/// A handle that one context owns for a service, object, stream reader or lease.
struct RefHandle : ContextRefHook {
  enum class Kind : std::uint8_t { kService, kObject, kReader, kLease };
  Kind kind = Kind::kObject;
  std::uint64_t id = 0;
  std::uint64_t target = 0;
  Context* context = nullptr;
};

using RefList = bi::list<RefHandle, bi::base_hook<ContextRefHook>, bi::constant_time_size<true>>;

/// An instance in a scope: owner of registrations and references.
struct Context {
  std::uint64_t id = 0;
  Instance* instance = nullptr;
  std::uint64_t scope = 0;
  RegistrationList registrations;
  RefList refs;
  bool ending = false;
  /// The undoing is on the stack; a step has completed inside itself.
  bool stepping = false;
  bool step_done = false;
  /// The registration in the parent context that stands for this one; 0 for a root context.
  std::uint64_t own_registration = 0;
  struct Waiter {
    keel_done done;
    void* user;
  };
  /// Who is told when the end is complete.
  std::vector<Waiter> waiters;
};

}  // namespace keel::core
