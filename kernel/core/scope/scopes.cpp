// SPDX-License-Identifier: MIT
#include "core/scope/scopes.hpp"

#include <utility>

#include "core/kernel.hpp"

namespace keel::core {

namespace {

Error refused(std::string code, std::string message) {
  return Error{KEEL_REFUSED, std::move(code), std::move(message), {}};
}

}  // namespace

/// The end of one scope under way: contexts are ended one after the other, newest first.
struct Scopes::Ending {
  Scopes* scopes;
  std::uint64_t scope;
};

Scopes::~Scopes() {
  scopes_.for_each([](std::uint64_t, Scope& scope) {
    for (auto& [event, list] : scope.listeners) delete list;
  });
}

Expected<keel_scope> Scopes::begin(Context& owner, std::uint64_t parent, std::string_view label) {
  if (!is_live(parent))
    return tl::make_unexpected(refused("SCOPE_ENDED", "the parent scope has ended"));
  const std::uint64_t id = scopes_.emplace();
  Scope& scope = *scopes_.get(id);
  scope.id = id;
  scope.parent = parent;
  scope.label = label;
  scope.owner_registration = kernel_.contexts().add(owner, RegistrationKind::kScope, id).id;
  if (Scope* above = find(parent)) ++above->children;
  return keel_scope{id};
}

bool Scopes::is_on_chain(std::uint64_t scope, std::uint64_t ancestor) {
  if (ancestor == 0) return true;
  for (std::uint64_t at = scope; at != 0; at = parent_of(at)) {
    if (at == ancestor) return true;
  }
  return false;
}

Expected<void> Scopes::link(Context& owner, std::uint64_t id, std::uint64_t parent) {
  Scope* scope = find(id);
  if (scope == nullptr || scope->ending)
    return tl::make_unexpected(refused("SCOPE_ENDED", "the scope has ended"));
  if (!is_live(parent))
    return tl::make_unexpected(refused("SCOPE_ENDED", "the parent scope has ended"));
  const Registration* registration = kernel_.contexts().registration(scope->owner_registration);
  if (registration == nullptr || registration->context->instance != owner.instance) {
    return tl::make_unexpected(
        refused("NOT_OWNER", "scope \"" + scope->label + "\" was begun by another instance"));
  }
  if (parent != 0 && is_on_chain(parent, id)) {
    return tl::make_unexpected(
        refused("CYCLE", "scope \"" + scope->label + "\" would be its own ancestor"));
  }
  if (Scope* old = find(scope->parent)) --old->children;
  scope->parent = parent;
  if (Scope* above = find(parent)) ++above->children;
  return {};
}

void Scopes::end(std::uint64_t id, keel_done done, void* user) {
  Scope* scope = find(id);
  if (scope == nullptr) {
    if (done == nullptr) return;
    keel_msg outcome{};
    done(user, KEEL_OK, &outcome);
    return;
  }
  scope->waiters.push_back({done, user});
  if (scope->ending) return;
  scope->ending = true;
  step(id);
}

void Scopes::on_context_ended(void* user, std::int32_t, keel_msg*) {
  auto* ending = static_cast<Ending*>(user);
  Scopes& scopes = *ending->scopes;
  const std::uint64_t id = ending->scope;
  delete ending;
  scopes.step(id);
}

void Scopes::step(std::uint64_t id) {
  Scope* scope = find(id);
  if (scope == nullptr) return;
  if (scope->stepping) {
    scope->step_done = true;
    return;
  }
  scope->stepping = true;
  while (!scope->contexts.empty()) {
    Context* context = kernel_.contexts().find_any(scope->contexts.back());
    if (context == nullptr) {
      scope->contexts.pop_back();
      continue;
    }
    scope->step_done = false;
    kernel_.contexts().end(*context, &Scopes::on_context_ended, new Ending{this, id});
    if (scope->step_done) continue;
    scope->stepping = false;
    return;
  }
  finish(*scope);
}

void Scopes::finish(Scope& scope) {
  const std::uint64_t id = scope.id;
  const std::uint64_t parent = scope.parent;
  std::vector<Scope::Waiter> waiters = std::move(scope.waiters);
  for (auto& [event, list] : scope.listeners) delete list;
  scope.listeners.clear();
  if (scope.children > 0) {
    scopes_.for_each([&](std::uint64_t, Scope& other) {
      if (other.parent != id) return;
      other.parent = parent;
      if (Scope* above = find(parent)) ++above->children;
    });
  }
  if (Scope* above = find(parent)) --above->children;
  kernel_.contexts().forget(scope.owner_registration);
  scopes_.erase(id);
  for (const Scope::Waiter& waiter : waiters) {
    if (waiter.done == nullptr) continue;
    keel_msg outcome{};
    waiter.done(waiter.user, KEEL_OK, &outcome);
  }
}

}  // namespace keel::core
