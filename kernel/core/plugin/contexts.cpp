// SPDX-License-Identifier: MIT
#include "core/plugin/contexts.hpp"

#include <utility>

#include "core/kernel.hpp"

namespace keel::core {

namespace {

Error inactive(std::string_view what) {
  return Error{KEEL_INACTIVE, "INACTIVE_EFFECT", std::string(what), {}};
}

}  // namespace

Contexts::~Contexts() {
  // An undo step that never settled keeps its context: nothing can be undone any more, only
  // forgotten.
  contexts_.for_each([](std::uint64_t, Context& context) {
    context.registrations.clear();
    context.refs.clear();
  });
}

void Contexts::end_all() {
  std::vector<std::uint64_t> roots;
  contexts_.for_each([&](std::uint64_t id, const Context& context) {
    if (context.own_registration == 0) roots.push_back(id);
  });
  for (const std::uint64_t id : roots) {
    if (Context* context = contexts_.get(id)) end(*context, nullptr, nullptr);
  }
}

keel_ctx Contexts::begin_root(Instance& instance) {
  const std::uint64_t id = contexts_.emplace();
  Context& context = *contexts_.get(id);
  context.id = id;
  context.instance = &instance;
  return {&kernel_.port(), id};
}

Expected<keel_ctx> Contexts::begin_in_scope(Context& parent, std::uint64_t scope) {
  if (!kernel_.scopes().is_live(scope)) {
    return tl::make_unexpected(inactive("the scope has ended"));
  }
  const keel_ctx ctx = begin_root(*parent.instance);
  Context& context = *contexts_.get(ctx.id);
  context.scope = scope;
  context.own_registration = add(parent, RegistrationKind::kContext, ctx.id).id;
  if (Scope* record = kernel_.scopes().find(scope)) record->contexts.push_back(ctx.id);
  return ctx;
}

Context* Contexts::find(keel_ctx ctx) {
  Context* context = contexts_.get(ctx.id);
  return context == nullptr || context->ending ? nullptr : context;
}

Registration& Contexts::add(Context& context, RegistrationKind kind, std::uint64_t target) {
  const std::uint64_t id = registrations_.emplace();
  Registration& registration = *registrations_.get(id);
  registration.id = id;
  registration.kind = kind;
  registration.context = &context;
  registration.target = target;
  context.registrations.push_back(registration);
  ++context.instance->registration_count;
  return registration;
}

void Contexts::forget(std::uint64_t id) {
  Registration* registration = registrations_.get(id);
  if (registration == nullptr) return;
  Context& context = *registration->context;
  context.registrations.erase(RegistrationList::s_iterator_to(*registration));
  registrations_.erase(id);
}

std::int32_t Contexts::undo(Context& context, std::uint64_t id) {
  Registration* registration = registrations_.get(id);
  if (registration == nullptr || registration->context->instance != context.instance)
    return KEEL_REFUSED;
  const RegistrationKind kind = registration->kind;
  const std::uint64_t target = registration->target;
  switch (kind) {
    case RegistrationKind::kContext:
      if (Context* child = contexts_.get(target)) end(*child, nullptr, nullptr);
      return KEEL_OK;
    case RegistrationKind::kScope:
      kernel_.scopes().end(target, nullptr, nullptr);
      return KEEL_OK;
    case RegistrationKind::kEffect: {
      const BoundMethod undo{registration->undo,
                             registration->self,
                             context.instance,
                             {&kernel_.port(), context.id},
                             1,
                             nullptr};
      forget(id);
      CallFrame frame;
      kernel_.calls().fill_frame(frame, nullptr, nullptr);
      const keel_msg in{};
      keel_msg out{};
      const std::int32_t status = kernel_.calls().run(frame, undo, 0, in, nullptr, 0, nullptr, out,
                                                      nullptr, nullptr, nullptr);
      if (status != KEEL_PENDING) kernel_.calls().clear(out);
      return KEEL_OK;
    }
    default:
      break;
  }
  forget(id);
  undo_plain(kind, target);
  return KEEL_OK;
}

void Contexts::undo_plain(RegistrationKind kind, std::uint64_t target) {
  switch (kind) {
    case RegistrationKind::kListener:
      kernel_.bus().remove(reinterpret_cast<Listener*>(target));
      return;
    case RegistrationKind::kService:
      kernel_.services().withdraw(target);
      return;
    case RegistrationKind::kTimer:
      kernel_.exec().cancel_timer(target);
      return;
    case RegistrationKind::kFdWatch:
    case RegistrationKind::kChildWatch:
      kernel_.exec().unwatch(target);
      return;
    case RegistrationKind::kCancelCallback:
      kernel_.cancels().remove(target);
      return;
    case RegistrationKind::kToken:
      kernel_.cancels().drop({target});
      return;
    case RegistrationKind::kObject:
      kernel_.calls().end_object(target);
      return;
    case RegistrationKind::kStream:
      kernel_.streams().writer_ended(target);
      return;
    // The job goes on; its done finds the registration gone and does nothing.
    case RegistrationKind::kJob:
    case RegistrationKind::kEffect:
    case RegistrationKind::kScope:
    case RegistrationKind::kContext:
      return;
  }
}

void Contexts::end(Context& context, keel_done done, void* user) {
  if (done != nullptr) context.waiters.push_back({done, user});
  if (context.ending) return;
  context.ending = true;
  step(context.id);
}

namespace {

/// Carries a plugin's continuation over the end of its context.
struct EndNotice {
  Kernel* kernel;
  Instance* instance;
  keel_done done;
  void* user;
};

void give_end_notice(void* user, std::int32_t, keel_msg*) {
  const EndNotice notice = *static_cast<EndNotice*>(user);
  delete static_cast<EndNotice*>(user);
  notice.kernel->exec().ready(Job([notice] {
    if (notice.instance->state == InstanceState::kDestroyed) return;
    keel_msg outcome{};
    notice.kernel->calls().run_callback(*notice.instance, "context ended",
                                        [&] { notice.done(notice.user, KEEL_OK, &outcome); });
  }));
}

}  // namespace

void Contexts::end_by_plugin(Context& context, keel_done done, void* user) {
  if (done == nullptr) {
    end(context, nullptr, nullptr);
    return;
  }
  end(context, &give_end_notice, new EndNotice{&kernel_, context.instance, done, user});
}

bool Contexts::undo_token(Context& context, keel_token token) {
  for (auto at = context.registrations.rbegin(); at != context.registrations.rend(); ++at) {
    if (at->kind != RegistrationKind::kToken || at->target != token.id) continue;
    forget(at->id);
    kernel_.cancels().drop(token);
    return true;
  }
  return false;
}

void Contexts::on_step_done(void* user, std::int32_t status, keel_msg* outcome) {
  auto* step = static_cast<std::pair<Contexts*, std::uint64_t>*>(user);
  Contexts& self = *step->first;
  const std::uint64_t id = step->second;
  delete step;
  if (status != KEEL_OK && outcome != nullptr) {
    if (Context* context = self.contexts_.get(id)) {
      self.kernel_.report(
          *context->instance,
          "an undo step failed: " + Error::from_outcome(status, ValueView(outcome->value)).message);
    }
  }
  if (outcome != nullptr) self.kernel_.calls().clear(*outcome);
  self.step(id);
}

/// Goes on with the undoing. A step that completes inside itself only leaves a mark for the loop
/// here: ten thousand contexts below one another must not become ten thousand stack frames.
void Contexts::step(std::uint64_t id) {
  Context* context = contexts_.get(id);
  if (context == nullptr) return;
  if (context->stepping) {
    context->step_done = true;
    return;
  }
  context->stepping = true;
  while (!context->registrations.empty()) {
    context->step_done = false;
    if (undo_last(*context, context->registrations.back()) || context->step_done) continue;
    context->stepping = false;
    return;
  }
  finish(*context);
}

bool Contexts::undo_last(Context& context, Registration& registration) {
  switch (registration.kind) {
    case RegistrationKind::kEffect:
      return undo_effect(context, registration);
    case RegistrationKind::kContext: {
      Context* child = contexts_.get(registration.target);
      if (child == nullptr) {
        forget(registration.id);
        return true;
      }
      end(*child, &Contexts::on_step_done,
          new std::pair<Contexts*, std::uint64_t>(this, context.id));
      return false;
    }
    case RegistrationKind::kScope:
      kernel_.scopes().end(registration.target, &Contexts::on_step_done,
                           new std::pair<Contexts*, std::uint64_t>(this, context.id));
      return false;
    default: {
      const RegistrationKind kind = registration.kind;
      const std::uint64_t target = registration.target;
      forget(registration.id);
      undo_plain(kind, target);
      return true;
    }
  }
}

bool Contexts::undo_effect(Context& context, Registration& registration) {
  const BoundMethod undo{registration.undo,
                         registration.self,
                         context.instance,
                         {&kernel_.port(), context.id},
                         1,
                         nullptr};
  const std::string label = registration.label;
  forget(registration.id);
  auto* step = new std::pair<Contexts*, std::uint64_t>(this, context.id);
  CallFrame frame;
  kernel_.calls().fill_frame(frame, nullptr, nullptr);
  const keel_msg in{};
  keel_msg out{};
  const std::int32_t status = kernel_.calls().run(frame, undo, 0, in, nullptr, context.id, nullptr,
                                                  out, &Contexts::on_step_done, step, nullptr);
  if (status == KEEL_PENDING) return false;
  delete step;
  if (status != KEEL_OK) {
    kernel_.report(*context.instance,
                   "undo step \"" + label +
                       "\" failed: " + Error::from_outcome(status, ValueView(out.value)).message);
  }
  kernel_.calls().clear(out);
  return true;
}

void Contexts::finish(Context& context) {
  while (!context.refs.empty()) drop_ref(context.refs.front());
  std::vector<Context::Waiter> waiters = std::move(context.waiters);
  const std::uint64_t id = context.id;
  if (Scope* scope = kernel_.scopes().find(context.scope)) std::erase(scope->contexts, id);
  if (context.own_registration != 0) forget(context.own_registration);
  contexts_.erase(id);
  for (const Context::Waiter& waiter : waiters) {
    keel_msg outcome{};
    waiter.done(waiter.user, KEEL_OK, &outcome);
  }
}

// ---- references
// ----------------------------------------------------------------------------------------------------

keel_ref Contexts::add_ref(Context& context, RefHandle::Kind kind, std::uint64_t target) {
  const std::uint64_t id = refs_.emplace();
  RefHandle& handle = *refs_.get(id);
  handle.id = id;
  handle.kind = kind;
  handle.target = target;
  handle.context = &context;
  context.refs.push_back(handle);
  switch (kind) {
    case RefHandle::Kind::kService:
      kernel_.services().handle_added(target);
      break;
    case RefHandle::Kind::kObject:
      kernel_.calls().object_handle_added(target);
      break;
    case RefHandle::Kind::kReader:
      kernel_.streams().handle_added(target);
      break;
    case RefHandle::Kind::kLease:
      kernel_.services().lease_added(target);
      break;
  }
  return {id};
}

void Contexts::drop_ref(RefHandle& handle) {
  const RefHandle::Kind kind = handle.kind;
  const std::uint64_t target = handle.target;
  handle.context->refs.erase(RefList::s_iterator_to(handle));
  refs_.erase(handle.id);
  switch (kind) {
    case RefHandle::Kind::kService:
      kernel_.services().handle_dropped(target);
      return;
    case RefHandle::Kind::kObject:
      kernel_.calls().object_handle_dropped(target);
      return;
    case RefHandle::Kind::kReader:
      kernel_.streams().handle_dropped(target);
      return;
    case RefHandle::Kind::kLease:
      kernel_.services().lease_dropped(target);
      return;
  }
}

void Contexts::move_ref(RefHandle& handle, Context& context) {
  handle.context->refs.erase(RefList::s_iterator_to(handle));
  handle.context = &context;
  context.refs.push_back(handle);
}

}  // namespace keel::core
