// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "keel/abi.h"
#include "keel/call_options.hpp"
#include "keel/cancel_source.hpp"
#include "keel/cancel_token.hpp"
#include "keel/detail/awaited_callable.hpp"
#include "keel/detail/begin.hpp"
#include "keel/detail/context_core.hpp"
#include "keel/detail/outcome_awaiter.hpp"
#include "keel/error.hpp"
#include "keel/instance.hpp"
#include "keel/message.hpp"
#include "keel/ref.hpp"
#include "keel/registration.hpp"
#include "keel/service_entry.hpp"
#include "keel/tables.hpp"
#include "keel/task.hpp"
#include "keel/value.hpp"

namespace keel {

namespace detail {
class CancelAwaiter;
class ChildAwaiter;
class SleepAwaiter;
template <typename Work>
class PoolAwaiter;
}  // namespace detail

template <typename... Entries>
class Methods;
class OwnedScope;
class ScopedContext;

/// An instance and a scope: what a plugin registers, resolves and calls through. A handle, copied
/// freely; all copies name the same context of the host. Kernel thread, except post() and the log
/// functions.
///
/// Handlers. Wherever a handler is asked for, give a callable, or an object and a member function.
/// It takes
///   ()  or  (Call)  or  (Call, in)
/// where `in` is a MessageView, a ValueView or anything made from a ValueView (a generated view of
/// the contract). It gives nothing, a Value, a Message, an Expected of these, or a Task of these.
/// An Error or an exception becomes the outcome.
class Context {
 public:
  /// Names nothing; every use but assignment is a mistake.
  Context() = default;
  explicit Context(detail::ContextCore& core) : core_(&core) { core_->hold(); }
  Context(const Context& other) : core_(other.core_) {
    if (core_ != nullptr) core_->hold();
  }
  Context(Context&& other) noexcept : core_(std::exchange(other.core_, nullptr)) {}
  Context& operator=(Context other) noexcept {
    std::swap(core_, other.core_);
    return *this;
  }
  ~Context() {
    if (core_ != nullptr) core_->drop();
  }

  keel_ctx raw() const { return core_->ctx; }
  /// The scope that registrations of this context belong to.
  keel_scope scope() const { return detail::call_api().ctx_scope(raw()); }
  /// What the host knows of the instance: {row, plugin, version, generation, scope, checked}.
  Value describe() const;

  // ---- Services

  /// The nearest service of that name, seen from the context's scope or from `scope`. Follows swaps
  /// of its provider. Error KEEL_UNAVAILABLE when there is none.
  Expected<Ref> resolve(std::string_view name) const { return resolve(name, scope()); }
  Expected<Ref> resolve(std::string_view name, keel_scope scope) const;
  /// All entries of a family on the chain of `scope`, farthest layer first, each layer in order of
  /// registration.
  Expected<std::vector<ServiceEntry>> layers(std::string_view family, keel_scope scope) const;
  Expected<std::vector<ServiceEntry>> layers(std::string_view family) const {
    return layers(family, scope());
  }
  Expected<Value> metadata(RefView ref) const;

  /// Publishes a service "family/name" into the context's scope. `methods` lists functions of
  /// *object by ordinal (see Methods); the object must outlive the registration.
  template <typename T, typename... Entries>
  Expected<Registration> publish(std::string_view name, const Value& metadata,
                                 const Methods<Entries...>& methods, T* object) const;
  /// Publishes a service with one method, of ordinal 0.
  template <typename Handler>
  Expected<Registration> publish(std::string_view name, const Value& metadata,
                                 Handler handler) const;
  /// Gives a published service new metadata; name and methods stay.
  Expected<void> update(const Registration& publication, const Value& metadata) const;

  /// An object of an interface ("agent@0"), with methods like a service but without a name. The SDK
  /// owns `object` and destroys it when the last reference outside is gone or the context ends. Put
  /// the reference into an outcome.
  template <typename T, typename... Entries>
  Expected<Ref> object(std::string_view interface, std::unique_ptr<T> object,
                       const Methods<Entries...>& methods) const;

  /// A reference of one's own to what a borrowed one names.
  Expected<Ref> keep_ref(RefView borrowed) const;
  /// Pins the generation that `ref` resolves to now; counts as work in flight there.
  Expected<Ref> lease(RefView ref) const;

  // ---- Calls and events of the plugin's own accord. In a handler use the functions of Call, which
  // pass the authority,
  // ---- cancellation and deadline of the call on.

  /// co_await: Expected<Message>.
  auto invoke(RefView target, std::uint32_t ordinal, Message in = {},
              const CallOptions& options = {}) const {
    return detail::OutcomeAwaiter(
        raw(), detail::InvokeBegin(raw(), nullptr, target.raw(), ordinal, std::move(in), options));
  }

  /// The event of that name. Look it up once, in start(). Error KEEL_UNIMPLEMENTED when no contract
  /// declares it.
  Expected<keel_event> event(std::string_view name) const;
  /// Registers a listener in the context's scope. `order`: see the bands of the event's contract; 0
  /// fits most.
  template <typename Handler>
  Expected<Registration> listen(std::string_view event, std::int32_t order, Handler handler) const;
  template <typename T, typename Member>
  requires std::is_member_function_pointer_v<Member> Expected<Registration> listen(
      std::string_view event, std::int32_t order, T* object, Member member)
  const;

  /// Tells the listeners of an `emit` event. Their failures are theirs.
  Expected<void> emit(keel_event event, keel_scope target, const Message& in) const {
    return detail::checked(detail::bus_api().emit(raw(), nullptr, event, target, &in.raw()));
  }
  /// Runs a serial, parallel or waterfall event. co_await: Expected<Message>, absent when nobody
  /// answered.
  auto dispatch(keel_event event, keel_scope target, Message in = {},
                const CallOptions& options = {}) const {
    return detail::OutcomeAwaiter(
        raw(), detail::DispatchBegin(raw(), nullptr, event, target, std::move(in), options, {}));
  }
  /// The same for a waterfall with an innermost function: `fallback` is a handler.
  /// One that owns something is given by name, and moved from.
  template <typename Handler>
  auto dispatch_or(keel_event event, keel_scope target, Message in, Handler&& fallback,
                   const CallOptions& options = {}) const;

  /// Starts a coroutine that belongs to no call. A failure is logged. It is destroyed with the
  /// instance when it has not ended by then; let it watch a token that stop() sets when it holds
  /// something that must be finished.
  void spawn(Task<void> task) const;

  // ---- Time, threads, descriptors

  /// Queues `run` on the kernel thread. From any thread, as long as the instance is not destroyed.
  /// False when the context has ended; a function whose context ends before its turn is dropped.
  template <typename Run>
  bool post(Run run) const;
  /// Calls `run` once after `delay_ms` (0: after the next poll).
  template <typename Run>
  Expected<Registration> after(std::int64_t delay_ms, Run run) const;
  /// Calls `run` every `period_ms`.
  template <typename Run>
  Expected<Registration> every(std::int64_t period_ms, Run run) const;
  /// co_await: Expected<void>; KEEL_CANCELLED when `token` is set before the time is over.
  detail::SleepAwaiter sleep_for(std::int64_t delay_ms, CancelToken token = {}) const;
  /// co_await: waits until `token` is set; gives its cause as Expected<Value>.
  detail::CancelAwaiter cancelled(CancelToken token) const;
  /// Calls `run` once, soon after the token is set; at once-soon when it is set already.
  template <typename Run>
  Expected<Registration> on_cancel(CancelToken token, Run run) const;
  /// A new token below `parent`; a root when that is empty.
  Expected<CancelSource> token(CancelToken parent = {}) const;

  /// co_await: runs `work` on a worker thread and gives its result back on the kernel thread, as
  /// Expected. `work` must own what it uses and must not touch Ref, Context (but post and log) or
  /// anything else of the kernel thread.
  /// A callable that owns something is given by name, and moved from: `co_await
  /// context().pool(work)`.
  template <typename Work>
  detail::PoolAwaiter<std::decay_t<Work>> pool(Work&& work) const;

  /// Calls `ready(fd, events)` whenever the descriptor is ready; `events` has KEEL_WATCH_ bits.
  /// Undo before closing it.
  template <typename Ready>
  Expected<Registration> watch_fd(std::int32_t fd, std::uint32_t events, Ready ready) const;
  /// Waits for a child of this process, reaps it, calls `ended(wait_status)` once.
  template <typename Ended>
  Expected<Registration> watch_child(std::int32_t pid, Ended ended) const;
  /// co_await: the same; gives the wait status as Expected<std::int32_t>.
  detail::ChildAwaiter child_ended(std::int32_t pid) const;

  static std::int64_t now_ms() { return detail::exec_api().now_ms(); }
  static std::int64_t wall_ms() { return detail::exec_api().wall_ms(); }

  // ---- Scopes

  /// A context of the same instance in another scope; it ends with the scope, the instance, or the
  /// ScopedContext.
  Expected<ScopedContext> in_scope(keel_scope scope) const;
  /// A new scope below `parent`, owned by this context. Needs owned_scope.hpp.
  Expected<OwnedScope> begin_scope(keel_scope parent, std::string_view label) const;
  /// Runs `undo` (a handler, which may be a coroutine) when the context ends, in turn with the
  /// other registrations.
  template <typename Handler>
  Expected<Registration> effect(std::string_view label, Handler undo) const;

  // ---- Log; any thread. `fields` are shown beside the text and never parsed from it.

  void debug(std::string_view text, ValueView fields = {}) const {
    log(KEEL_LOG_DEBUG, text, fields);
  }
  void info(std::string_view text, ValueView fields = {}) const {
    log(KEEL_LOG_INFO, text, fields);
  }
  void warn(std::string_view text, ValueView fields = {}) const {
    log(KEEL_LOG_WARN, text, fields);
  }
  void error(std::string_view text, ValueView fields = {}) const {
    log(KEEL_LOG_ERROR, text, fields);
  }
  /// For lines that cost something to make.
  bool logs(std::uint32_t level) const { return detail::log_api().enabled(raw(), level) == 1; }

  // ---- For the SDK

  detail::ContextCore& core() const { return *core_; }
  FramePool* keel_frames() const {
    return core_ == nullptr || core_->instance == nullptr ? nullptr : &core_->instance->frames();
  }

 private:
  void log(std::uint32_t level, std::string_view text, ValueView fields) const {
    detail::log_api().write(raw(), level, detail::to_str(text), fields.raw());
  }

  detail::ContextCore* core_ = nullptr;
};

inline Context Instance::context() { return Context(*root_); }

}  // namespace keel

// What the functions above are made of needs Call, and Call needs Context.
#include "keel/call.hpp"
