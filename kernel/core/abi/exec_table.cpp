// SPDX-License-Identifier: MIT
#include <utility>

#include "core/abi/guard.hpp"
#include "core/abi/host_tables.hpp"

namespace keel::core {
namespace {

std::int64_t exec_now_ms() noexcept { return Exec::now_ms(); }
std::int64_t exec_wall_ms() noexcept { return Exec::wall_ms(); }

/// Runs a callback of the instance that made the registration, if the registration still stands.
/// One-shot: the registration goes first, so that the callback may register again.
template <typename Call>
void run_registered(Kernel& kernel, std::uint64_t registration, bool once, const char* what,
                    Call call) {
  const Registration* found = kernel.contexts().registration(registration);
  if (found == nullptr) return;
  Instance& instance = *found->context->instance;
  if (once) kernel.contexts().forget(registration);
  kernel.calls().run_callback(instance, what, call);
}

std::int32_t exec_post(keel_ctx ctx, keel_run run, void* user) noexcept {
  auto* port = static_cast<Port*>(ctx.host);
  if (port == nullptr || run == nullptr) return KEEL_REFUSED;
  const std::uint64_t id = ctx.id;
  if (Kernel* here = port->kernel_here()) {
    if (here->contexts().find(ctx) == nullptr) return KEEL_INACTIVE;
  }
  const bool reached = port->with_kernel([&](Kernel& kernel) {
    kernel.exec().post(Job([&kernel, id, run, user] {
      Context* context = kernel.contexts().find_any(id);
      if (context == nullptr) return;
      kernel.calls().run_callback(*context->instance, "posted function", [&] { run(user); });
    }));
  });
  return reached ? KEEL_OK : KEEL_INACTIVE;
}

std::int32_t exec_timer(keel_ctx ctx, std::int64_t delay_ms, std::int64_t period_ms, keel_run run,
                        void* user, keel_reg* out) noexcept {
  return with_started_context(ctx, nullptr, [&](Kernel& kernel, Context& context) {
    if (run == nullptr) return KEEL_REFUSED;
    Registration& registration = kernel.contexts().add(context, RegistrationKind::kTimer, 0);
    const std::uint64_t id = registration.id;
    const bool once = period_ms <= 0;
    registration.target =
        kernel.exec().timer(delay_ms, period_ms, Job([&kernel, id, once, run, user] {
                              run_registered(kernel, id, once, "timer", [&] { run(user); });
                            }));
    if (out != nullptr) *out = {id};
    return KEEL_OK;
  });
}

std::int32_t exec_pool(keel_ctx ctx, keel_work work, keel_run done, void* user,
                       keel_reg* out) noexcept {
  return with_started_context(ctx, nullptr, [&](Kernel& kernel, Context& context) {
    if (work == nullptr) return KEEL_REFUSED;
    Registration& registration = kernel.contexts().add(context, RegistrationKind::kJob, 0);
    const std::uint64_t id = registration.id;
    Instance* instance = context.instance;
    ++instance->jobs;
    Port* port = &kernel.port();
    const bool queued = kernel.pool().submit(Job([port, id, instance, work, done, user] {
      bool threw = false;
      try {
        work(user);
      } catch (...) {
        threw = true;
      }
      port->with_kernel([&](Kernel& owner) {
        owner.exec().post(Job([&owner, id, instance, done, user, threw] {
          --instance->jobs;
          if (threw) {
            ++instance->faults.exceptions;
            owner.report(*instance, "a job on a worker thread let an exception out");
          }
          if (done == nullptr) {
            owner.contexts().forget(id);
          } else {
            run_registered(owner, id, true, "pool continuation", [&] { done(user); });
          }
          instance->tell_quiet();
        }));
      });
    }));
    if (!queued) {
      --instance->jobs;
      kernel.contexts().forget(id);
      return KEEL_REFUSED;
    }
    if (out != nullptr) *out = {id};
    return KEEL_OK;
  });
}

std::int32_t exec_watch_fd(keel_ctx ctx, std::int32_t fd, std::uint32_t events, keel_fd_ready ready,
                           void* user, keel_reg* out) noexcept {
  return with_started_context(ctx, nullptr, [&](Kernel& kernel, Context& context) {
    if (ready == nullptr) return KEEL_REFUSED;
    Registration& registration = kernel.contexts().add(context, RegistrationKind::kFdWatch, 0);
    const std::uint64_t id = registration.id;
    auto watch =
        kernel.exec().watch_fd(fd, events, [&kernel, id, fd, ready, user](std::uint32_t bits) {
          run_registered(kernel, id, false, "descriptor watch", [&] { ready(user, fd, bits); });
        });
    if (!watch) {
      kernel.contexts().forget(id);
      return KEEL_REFUSED;
    }
    registration.target = *watch;
    if (out != nullptr) *out = {id};
    return KEEL_OK;
  });
}

std::int32_t exec_watch_child(keel_ctx ctx, std::int32_t pid, keel_child_ended ended, void* user,
                              keel_reg* out) noexcept {
  return with_started_context(ctx, nullptr, [&](Kernel& kernel, Context& context) {
    if (ended == nullptr) return KEEL_REFUSED;
    Registration& registration = kernel.contexts().add(context, RegistrationKind::kChildWatch, 0);
    const std::uint64_t id = registration.id;
    auto watch = kernel.exec().watch_child(
        pid, [&kernel, id, pid, ended, user](tl::expected<int, std::error_code> wait_status) {
          run_registered(kernel, id, true, "child watch",
                         [&] { ended(user, pid, wait_status.value_or(-1)); });
        });
    if (!watch) {
      kernel.contexts().forget(id);
      return KEEL_REFUSED;
    }
    registration.target = *watch;
    if (out != nullptr) *out = {id};
    return KEEL_OK;
  });
}

std::int32_t exec_token(keel_ctx ctx, keel_token parent, keel_token* out) noexcept {
  return with_context(ctx, nullptr, [&](Kernel& kernel, Context& context) {
    const keel_token token = kernel.cancels().token(parent);
    if (token.id == 0) return KEEL_REFUSED;
    kernel.contexts().add(context, RegistrationKind::kToken, token.id);
    *out = token;
    return KEEL_OK;
  });
}

std::int32_t exec_cancel(keel_ctx ctx, keel_token token, keel_value cause) noexcept {
  return with_context(ctx, nullptr, [&](Kernel& kernel, Context&) {
    return kernel.cancels().cancel(token, Value::share(ValueView(cause))) ? KEEL_OK : KEEL_REFUSED;
  });
}

std::int32_t exec_cancelled(keel_ctx ctx, keel_token token) noexcept {
  auto* port = static_cast<Port*>(ctx.host);
  std::int32_t set = 0;
  if (port == nullptr || token.id == 0) return 0;
  port->with_kernel([&](Kernel& kernel) { set = kernel.cancels().cancelled(token) ? 1 : 0; });
  return set;
}

std::int32_t exec_cause(keel_ctx ctx, keel_token token, keel_value* out) noexcept {
  auto* port = static_cast<Port*>(ctx.host);
  *out = {0, 0};
  if (port == nullptr) return KEEL_INACTIVE;
  const bool reached =
      port->with_kernel([&](Kernel& kernel) { *out = kernel.cancels().cause(token).release(); });
  return reached ? KEEL_OK : KEEL_INACTIVE;
}

std::int32_t exec_on_cancel(keel_ctx ctx, keel_token token, keel_run run, void* user,
                            keel_reg* out) noexcept {
  return with_started_context(ctx, nullptr, [&](Kernel& kernel, Context& context) {
    if (run == nullptr) return KEEL_REFUSED;
    Registration& registration =
        kernel.contexts().add(context, RegistrationKind::kCancelCallback, 0);
    const std::uint64_t id = registration.id;
    registration.target = kernel.cancels().on_cancel(
        token, Job([&kernel, id, run, user] {
          run_registered(kernel, id, true, "cancel callback", [&] { run(user); });
        }));
    if (registration.target == 0) {
      kernel.contexts().forget(id);
      return KEEL_REFUSED;
    }
    if (out != nullptr) *out = {id};
    return KEEL_OK;
  });
}

void exec_token_drop(keel_ctx ctx, keel_token token) noexcept {
  static_cast<void>(with_context(ctx, nullptr, [&](Kernel& kernel, Context& context) {
    return kernel.contexts().undo_token(context, token) ? KEEL_OK : KEEL_REFUSED;
  }));
}

}  // namespace
}  // namespace keel::core

extern "C" const keel_exec_api keel_host_exec_api = {
    sizeof(keel_exec_api),      keel::core::exec_now_ms,      keel::core::exec_wall_ms,
    keel::core::exec_post,      keel::core::exec_timer,       keel::core::exec_pool,
    keel::core::exec_watch_fd,  keel::core::exec_watch_child, keel::core::exec_token,
    keel::core::exec_cancel,    keel::core::exec_cancelled,   keel::core::exec_cause,
    keel::core::exec_on_cancel, keel::core::exec_token_drop,
};
