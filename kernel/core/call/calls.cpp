// SPDX-License-Identifier: MIT
#include "core/call/calls.hpp"

#include <algorithm>
#include <exception>
#include <thread>
#include <utility>

#include "core/exec/frame.hpp"
#include "core/kernel.hpp"

namespace keel::core {

namespace {

keel_msg error_message(std::string_view code, std::string_view text) {
  keel_msg message{};
  message.value = object({{"code", code}, {"message", text}}).release();
  return message;
}

/// What a plugin may hand out: anything else would be read as a pointer.
bool is_sound(const keel_msg& message) {
  return (message.value.head & 0xffU) <= KEEL_KIND_OBJECT && message.ref_count <= KEEL_MAX_REFS;
}

void release_value(keel_msg& message) {
  Value::take(std::exchange(message.value, keel_value{0, 0}));
}

/// The ready queue when called on the kernel thread, its mailbox from elsewhere.
void queue_on(Kernel& kernel, const Port& port, Job job) {
  if (port.kernel_here() != nullptr) {
    kernel.exec().ready(std::move(job));
  } else {
    kernel.exec().post(std::move(job));
  }
}

/// The other thread is between taking the right to settle and having written the outcome: a few
/// stores away.
void wait_until_settled(const CallRecord& record) {
  while (AtomicSlab<CallRecord>::state_of(record) == SlotState::kSettling)
    std::this_thread::yield();
}

FrameLabel label_of(const Instance& instance, const InterfaceInfo* interface,
                    std::uint32_t ordinal) {
  return {instance.key, interface == nullptr ? nullptr : interface->key, instance.generation,
          ordinal};
}

}  // namespace

// ---- entering plugin code
// ------------------------------------------------------------------------------------------

void Calls::fill_frame(CallFrame& frame, const keel_call* parent,
                       const keel_call_options* options) {
  keel_call& pub = frame.pub;
  pub.size = sizeof(keel_call);
  if (parent != nullptr) {
    pub.flags = parent->flags;
    pub.target = parent->target;
    pub.initiator = parent->initiator;
    pub.cancel = parent->cancel;
    pub.deadline_ms = parent->deadline_ms;
    pub.trace[0] = parent->trace[0];
    pub.trace[1] = parent->trace[1];
  } else {
    pub.flags = 0;
    pub.target = {0};
    pub.initiator = {0};
    pub.cancel = {0};
    pub.deadline_ms = INT64_MAX;
    pub.trace[0] = reinterpret_cast<std::uintptr_t>(&kernel_);
    pub.trace[1] = ++next_trace_;
  }
  frame.kernel = &kernel_;
  if (options == nullptr || options->flags == 0) return;
  if ((options->flags & KEEL_OPT_TARGET) != 0) pub.target = options->target;
  if ((options->flags & KEEL_OPT_INITIATOR) != 0) pub.initiator = options->initiator;
  if ((options->flags & KEEL_OPT_TIMEOUT) != 0) {
    pub.deadline_ms = std::min(
        pub.deadline_ms, kernel_.exec().now_ms() + std::max<std::int64_t>(options->timeout_ms, 0));
  }
  if ((options->flags & KEEL_OPT_CANCEL) == 0 || options->cancel.id == 0) return;
  if (pub.cancel.id == 0) {
    pub.cancel = options->cancel;
    return;
  }
  if (pub.cancel.id == options->cancel.id) return;
  frame.fused = kernel_.cancels().fuse(pub.cancel, options->cancel);
  pub.cancel = frame.fused;
}

std::int32_t Calls::run(CallFrame& frame, const BoundMethod& callable, std::uint32_t ordinal,
                        const keel_msg& in, Instance* caller, std::uint64_t caller_ctx,
                        const keel_call_options* options, keel_msg& out, keel_done done, void* user,
                        keel_pending* pending) {
  Instance& callee = *callable.instance;
  frame.pub.ctx = callable.ctx;
  frame.callee = &callee;
  frame.ordinal = ordinal;
  frame.in = &in;
  frame.record = nullptr;
  frame.interface = callable.interface;
  out.value = {0, 0};
  out.ref_count = 0;
  out.reserved = 0;

  std::int32_t status = KEEL_PENDING;
  {
    // Jobs run in frames of their own, so this one is outermost only for host code outside of the
    // loop.
    const Frame guard(exec_, label_of(callee, callable.interface, ordinal), Frame::AtEnd::kLeave);
    ++callee.frames;
    try {
      status = callable.method(callable.self, &frame.pub, ordinal, &in, &out);
    } catch (const std::exception& exception) {
      ++callee.faults.exceptions;
      out = {};
      status = fault(frame, std::string("let a C++ exception out: ") + exception.what(), out);
    } catch (...) {
      ++callee.faults.exceptions;
      out = {};
      status = fault(frame, "let a foreign exception out", out);
    }
    --callee.frames;
    if (frame.record == nullptr && (status == KEEL_OK || status == KEEL_FAILED)) [[likely]] {
      if (out.ref_count == 0 && (out.value.head & 0xffU) <= KEEL_KIND_OBJECT) [[likely]] {
        drop_fused(frame);
        return status;
      }
      return answered(frame, status, caller, caller_ctx, out);
    }
    if (status == KEEL_PENDING && frame.record != nullptr) {
      release_value(out);
      return attach(frame, caller, caller_ctx, options, done, user, pending);
    }
    return answered(frame, status, caller, caller_ctx, out);
  }
}

std::int32_t Calls::answered(CallFrame& frame, std::int32_t status, Instance* caller,
                             std::uint64_t caller_ctx, keel_msg& out) {
  static_cast<void>(caller);
  drop_fused(frame);
  if (frame.record != nullptr) {
    // Answered in place after a defer: the completion is void, and was settled already if somebody
    // used it.
    CallRecord& record = *std::exchange(frame.record, nullptr);
    if (!AtomicSlab<CallRecord>::change(record, record.id, SlotState::kOpen, SlotState::kClosed)) {
      wait_until_settled(record);
      ++frame.callee->faults.double_settles;
      release_value(record.outcome);
    }
    release(record);
  }
  if (status == KEEL_PENDING) {
    return fault(frame, "answered PENDING without taking a completion by defer()", out);
  }
  if (status != KEEL_OK && status != KEEL_FAILED) {
    const std::int32_t wrong = status;
    if (is_sound(out)) release_value(out);
    return fault(frame,
                 "answered with status " + std::to_string(wrong) + ", which only the host may give",
                 out);
  }
  if (!is_sound(out)) {
    return fault(frame,
                 "answered with a malformed message (value kind " +
                     std::to_string(out.value.head & 0xffU) + ", " + std::to_string(out.ref_count) +
                     " references)",
                 out);
  }
  if (!take_refs(frame.callee, caller_ctx, out)) {
    release_value(out);
    return fault(frame, "answered with a reference that it does not own", out);
  }
  return status;
}

std::int32_t Calls::fault(CallFrame& frame, std::string_view what, keel_msg& out) {
  Instance& callee = *frame.callee;
  ++callee.faults.protocol;
  const std::string_view method =
      frame.interface == nullptr ? std::string_view("?") : frame.interface->method(frame.ordinal);
  const std::string_view interface =
      frame.interface == nullptr ? std::string_view("?") : frame.interface->name;
  const std::string text = callee.label() + ": method " + std::string(method) + " of " +
                           std::string(interface) + " " + std::string(what);
  kernel_.log().write(LogLevel::kError, "kernel", text);
  out = error_message("PLUGIN_FAULT", text);
  return KEEL_FAILED;
}

bool Calls::take_refs(Instance* callee, std::uint64_t caller_ctx, keel_msg& out) {
  if (out.ref_count == 0) return true;
  Contexts& contexts = kernel_.contexts();
  Context* receiver = contexts.find_any(caller_ctx);
  for (std::uint32_t i = 0; i < out.ref_count; ++i) {
    RefHandle* handle = contexts.find_ref(out.refs[i]);
    if (handle == nullptr || handle->context->instance != callee) {
      for (std::uint32_t j = 0; j < i; ++j) {
        if (RefHandle* taken = contexts.find_ref(out.refs[j])) contexts.drop_ref(*taken);
      }
      out.ref_count = 0;
      return false;
    }
    // Nobody is there to receive: the reference goes with the answer.
    if (receiver == nullptr) {
      contexts.drop_ref(*handle);
      out.refs[i] = {0};
    } else {
      contexts.move_ref(*handle, *receiver);
    }
  }
  return true;
}

void Calls::drop_fused(CallFrame& frame) {
  if (frame.fused.id != 0) kernel_.cancels().drop(std::exchange(frame.fused, keel_token{0}));
}

void Calls::caught(Instance& instance, std::string_view what, std::string_view exception) {
  ++instance.faults.exceptions;
  kernel_.report(instance,
                 std::string(what) + " let a C++ exception out: " + std::string(exception));
}

void Calls::clear(keel_msg& message) {
  release_value(message);
  for (std::uint32_t i = 0; i < message.ref_count && i < KEEL_MAX_REFS; ++i) {
    if (RefHandle* handle = kernel_.contexts().find_ref(message.refs[i]))
      kernel_.contexts().drop_ref(*handle);
  }
  message.ref_count = 0;
}

// ---- deferred calls
// ------------------------------------------------------------------------------------------------

const keel_call* Calls::defer(const keel_call* call, keel_completion* completion) {
  CallFrame* frame = mutable_frame_of(call);
  if (call == nullptr || completion == nullptr || frame->kernel != &kernel_ ||
      frame->record != nullptr)
    return nullptr;
  CallRecord* record = records_.take();
  if (record == nullptr) return nullptr;
  record->id = AtomicSlab<CallRecord>::id_of(*record);
  record->frame = *frame;
  record->frame.record = record;
  record->frame.fused = {0};
  frame->record = record;

  record->frame.pub.cancel = kernel_.cancels().token(frame->pub.cancel);
  if (record->frame.run != nullptr) {
    kernel_.bus().retain(*record->frame.run);
    record->kept_in = *frame->in;
    record->kept_value = Value::share(ValueView(frame->in->value));
    record->frame.in = &record->kept_in;
  } else {
    record->frame.in = nullptr;
  }
  record->caller = nullptr;
  record->done = nullptr;
  record->attached = false;
  record->deadline_timer = 0;
  record->status = KEEL_PENDING;
  record->outcome = {};
  frame->callee->inbound.push_back(*record);
  *completion = {&kernel_.port(), record->id};
  return &record->frame.pub;
}

std::int32_t Calls::attach(CallFrame& frame, Instance* caller, std::uint64_t caller_ctx,
                           const keel_call_options* options, keel_done done, void* user,
                           keel_pending* pending) {
  CallRecord& record = *frame.record;
  record.caller = caller;
  record.caller_ctx = caller_ctx;
  record.done = done;
  record.user = user;
  record.attached = true;
  record.fused = std::exchange(frame.fused, keel_token{0});
  if (caller != nullptr) caller->outbound.push_back(record);
  if (pending != nullptr) *pending = {record.id};

  const bool bounded = options != nullptr && (options->flags & KEEL_OPT_TIMEOUT) != 0;
  if (bounded && (frame.interface == nullptr || frame.interface->is_orphanable(frame.ordinal))) {
    arm_deadline(record, options->timeout_ms);
  }
  return KEEL_PENDING;
}

void Calls::arm_deadline(CallRecord& record, std::int64_t timeout_ms) {
  const std::uint64_t id = record.id;
  record.deadline_timer = kernel_.exec().timer(
      timeout_ms, 0, Job([this, id] {
        CallRecord* late = records_.find(id);
        if (late == nullptr) return;
        late->deadline_timer = 0;
        const std::string_view method = late->frame.interface == nullptr
                                            ? std::string_view("the call")
                                            : late->frame.interface->method(late->frame.ordinal);
        const std::string text =
            late->frame.callee->label() + " did not answer " + std::string(method) + " in time";
        kernel_.cancels().cancel(late->frame.pub.cancel, Value("deadline"));
        settle_by_host(*late, KEEL_DEADLINE, "DEADLINE", text);
      }));
}

std::uint64_t Calls::open_internal(Instance& caller, std::uint64_t caller_ctx,
                                   const InterfaceInfo& label, std::int64_t timeout_ms,
                                   keel_done done, void* user, keel_pending* pending) {
  CallFrame frame;
  fill_frame(frame, nullptr, nullptr);
  frame.callee = &kernel_.host_instance();
  frame.interface = &label;
  frame.pub.ctx = kernel_.host_ctx();
  keel_completion completion{};
  if (defer(&frame.pub, &completion) == nullptr) return 0;
  attach(frame, &caller, caller_ctx, nullptr, done, user, pending);
  if (timeout_ms > 0) arm_deadline(*frame.record, timeout_ms);
  return completion.id;
}

void Calls::close_internal(std::uint64_t id, std::int32_t status, keel_msg& outcome) {
  CallRecord* record = records_.find(id);
  if (record == nullptr ||
      !AtomicSlab<CallRecord>::change(*record, id, SlotState::kOpen, SlotState::kSettled)) {
    clear(outcome);
    return;
  }
  finish(*record, status, std::exchange(outcome, keel_msg{}));
}

std::int32_t Calls::settle(keel_completion completion, std::int32_t status, keel_msg* outcome) {
  auto* port = static_cast<Port*>(completion.host);
  keel_msg taken{};
  bool sound = true;
  if (outcome != nullptr) {
    sound = is_sound(*outcome);
    if (sound) taken = *outcome;
    *outcome = {};
  }
  if (port == nullptr) {
    release_value(taken);
    return KEEL_REFUSED;
  }
  std::int32_t result = KEEL_REFUSED;
  const bool reached = port->with_kernel([&](Kernel& kernel) {
    Calls& calls = kernel.calls();
    CallRecord* record = calls.records_.find(completion.id);
    if (record == nullptr || !AtomicSlab<CallRecord>::change(
                                 *record, completion.id, SlotState::kOpen, SlotState::kSettling)) {
      calls.late_settles_.fetch_add(1, std::memory_order_relaxed);
      return;
    }
    const bool allowed = sound && (status == KEEL_OK || status == KEEL_FAILED);
    record->status = allowed ? status : KEEL_ABANDONED;
    record->outcome = std::exchange(taken, keel_msg{});
    const std::uint64_t id = completion.id;
    AtomicSlab<CallRecord>::change(*record, id, SlotState::kSettling, SlotState::kSettled);
    queue_on(kernel, *port, Job([&calls, id] { calls.deliver(id); }));
    result = allowed ? KEEL_OK : KEEL_REFUSED;
  });
  static_cast<void>(reached);
  release_value(taken);
  return result;
}

void Calls::drop(keel_completion completion) {
  auto* port = static_cast<Port*>(completion.host);
  if (port == nullptr) return;
  port->with_kernel([&](Kernel& kernel) {
    Calls& calls = kernel.calls();
    CallRecord* record = calls.records_.find(completion.id);
    if (record == nullptr || !AtomicSlab<CallRecord>::change(
                                 *record, completion.id, SlotState::kOpen, SlotState::kSettling)) {
      return;
    }
    record->status = KEEL_ABANDONED;
    const std::uint64_t id = completion.id;
    AtomicSlab<CallRecord>::change(*record, id, SlotState::kSettling, SlotState::kSettled);
    queue_on(kernel, *port, Job([&calls, id] { calls.deliver(id); }));
  });
}

void Calls::deliver(std::uint64_t id) {
  CallRecord* record = records_.find(id);
  if (record == nullptr || AtomicSlab<CallRecord>::state_of(*record) != SlotState::kSettled) return;
  std::int32_t status = record->status;
  keel_msg outcome = std::exchange(record->outcome, keel_msg{});
  Instance& callee = *record->frame.callee;
  if (status == KEEL_ABANDONED) {
    ++callee.faults.abandoned;
    clear(outcome);
    const std::string text =
        callee.label() + " gave up method " +
        std::string(record->frame.interface == nullptr
                        ? std::string_view("?")
                        : record->frame.interface->method(record->frame.ordinal)) +
        " without an answer";
    kernel_.log().write(LogLevel::kError, "kernel", text);
    outcome = error_message("ABANDONED", text);
  } else if (!take_refs(&callee, record->caller_ctx, outcome)) {
    release_value(outcome);
    status = fault(record->frame, "settled with a reference that it does not own", outcome);
  }
  finish(*record, status, outcome);
}

void Calls::settle_by_host(CallRecord& record, std::int32_t status, std::string_view code,
                           std::string message) {
  if (!AtomicSlab<CallRecord>::change(record, record.id, SlotState::kOpen, SlotState::kSettled))
    return;
  finish(record, status, error_message(code, message));
}

/// Frees the record and gives the outcome to the caller. Only from jobs of the kernel, never inside
/// a host function that a plugin has called.
void Calls::finish(CallRecord& record, std::int32_t status, keel_msg outcome) {
  const keel_done done = record.done;
  void* const user = record.user;
  Instance* const caller = record.caller;
  release(record);
  if (done == nullptr) {
    clear(outcome);
    return;
  }
  if (caller == nullptr) {
    done(user, status, &outcome);
    return;
  }
  run_callback(*caller, "continuation", [&] { done(user, status, &outcome); });
}

void Calls::release(CallRecord& record) {
  Instance& callee = *record.frame.callee;
  Instance* const caller = record.caller;
  if (record.InboundHook::is_linked()) {
    callee.inbound.erase(InboundList::s_iterator_to(record));
  }
  if (record.OutboundHook::is_linked()) {
    caller->outbound.erase(OutboundList::s_iterator_to(record));
  }
  if (record.deadline_timer != 0) kernel_.exec().cancel_timer(record.deadline_timer);
  kernel_.cancels().drop(record.frame.pub.cancel);
  if (record.fused.id != 0) kernel_.cancels().drop(std::exchange(record.fused, keel_token{0}));
  ListenerRun* run = std::exchange(record.frame.run, nullptr);
  record.kept_value = Value();
  record.done = nullptr;
  record.caller = nullptr;
  records_.free(&record);
  if (run != nullptr) kernel_.bus().release(*run);
  callee.tell_quiet();
  if (caller != nullptr) caller->tell_quiet();
}

// ---- outbound
// ------------------------------------------------------------------------------------------------------

std::int32_t Calls::lookup(RefHandle& handle, BoundMethod& callable) {
  switch (handle.kind) {
    case RefHandle::Kind::kService: {
      ServiceSlot* slot = kernel_.services().find(handle.target);
      if (slot == nullptr || !slot->live()) return KEEL_UNAVAILABLE;
      callable = slot->callable;
      return KEEL_OK;
    }
    case RefHandle::Kind::kLease: {
      LeaseSlot* lease = kernel_.services().find_lease(handle.target);
      if (lease == nullptr || lease->callable.method == nullptr) return KEEL_UNAVAILABLE;
      callable = lease->callable;
      return KEEL_OK;
    }
    case RefHandle::Kind::kObject: {
      ObjectSlot* slot = objects_.get(handle.target);
      if (slot == nullptr) return KEEL_UNAVAILABLE;
      callable = slot->callable;
      return KEEL_OK;
    }
    case RefHandle::Kind::kReader:
      return KEEL_UNIMPLEMENTED;
  }
  return KEEL_UNAVAILABLE;
}

std::int32_t Calls::invoke(Context& context, const keel_call* parent, keel_ref target,
                           std::uint32_t ordinal, const keel_msg& in,
                           const keel_call_options* options, keel_msg& out, keel_done done,
                           void* user, keel_pending* pending) {
  out = {};
  RefHandle* handle = kernel_.contexts().find_ref(target);
  if (handle == nullptr) {
    out = error_message("UNAVAILABLE",
                        "the reference is stale: its owner has ended or it was dropped");
    return KEEL_UNAVAILABLE;
  }
  BoundMethod callable;
  const std::int32_t found = lookup(*handle, callable);
  if (found != KEEL_OK) {
    out = error_message("UNAVAILABLE", "what the reference names is gone");
    return found;
  }
  if (ordinal >= callable.method_count) {
    out =
        error_message("UNIMPLEMENTED",
                      callable.instance->label() + " has no method " + std::to_string(ordinal) +
                          (callable.interface == nullptr ? "" : " of " + callable.interface->name) +
                          ", only " + std::to_string(callable.method_count));
    return KEEL_UNIMPLEMENTED;
  }
  if (!callable.instance->admits() && callable.instance != context.instance) {
    out = error_message("DRAINING",
                        callable.instance->label() + " is being stopped or replaced: retry");
    return callable.instance->state == InstanceState::kDraining ? KEEL_DRAINING : KEEL_UNAVAILABLE;
  }
  CallFrame frame;
  fill_frame(frame, parent, options);
  return run(frame, callable, ordinal, in, context.instance, context.id, options, out, done, user,
             pending);
}

std::int32_t Calls::forget(Context& context, keel_pending pending) {
  CallRecord* record = records_.find(pending.id);
  if (record == nullptr || record->caller != context.instance || record->done == nullptr)
    return KEEL_REFUSED;
  record->done = nullptr;
  kernel_.cancels().cancel(record->frame.pub.cancel, Value("forgotten"));
  return KEEL_OK;
}

// ---- objects
// -------------------------------------------------------------------------------------------------------

Expected<keel_ref> Calls::object(Context& context, std::string_view interface,
                                 std::uint32_t method_count, keel_method method, void* self,
                                 keel_run dropped) {
  if (method == nullptr) {
    return tl::make_unexpected(Error{KEEL_REFUSED, "ARGUMENT", "object(): no method function", {}});
  }
  const std::uint64_t id = objects_.emplace();
  ObjectSlot& slot = *objects_.get(id);
  slot.id = id;
  slot.callable = {method,           self,
                   context.instance, {&kernel_.port(), context.id},
                   method_count,     kernel_.interfaces().find(interface)};
  slot.dropped = dropped;
  slot.registration = kernel_.contexts().add(context, RegistrationKind::kObject, id).id;
  return kernel_.contexts().add_ref(context, RefHandle::Kind::kObject, id);
}

void Calls::end_object(std::uint64_t id) {
  ObjectSlot* slot = objects_.get(id);
  if (slot == nullptr) return;
  kernel_.contexts().forget(slot->registration);
  objects_.erase(id);
}

void Calls::object_handle_added(std::uint64_t id) {
  if (ObjectSlot* slot = objects_.get(id)) ++slot->handles;
}

void Calls::object_handle_dropped(std::uint64_t id) {
  ObjectSlot* slot = objects_.get(id);
  if (slot == nullptr || --slot->handles > 0) return;
  const BoundMethod callable = slot->callable;
  const keel_run dropped = slot->dropped;
  end_object(id);
  if (dropped == nullptr) return;
  kernel_.exec().ready(Job([this, callable, dropped] {
    if (callable.instance->state == InstanceState::kDestroyed) return;
    run_callback(*callable.instance, "object dropped", [&] { dropped(callable.self); });
  }));
}

// ---- the stop protocol
// ---------------------------------------------------------------------------------------------

void Calls::cancel_all(Instance& instance, ValueView cause) {
  std::vector<keel_token> tokens;
  for (const CallRecord& record : instance.inbound) tokens.push_back(record.frame.pub.cancel);
  for (const CallRecord& record : instance.outbound) tokens.push_back(record.frame.pub.cancel);
  const Value shared = Value::share(cause);
  for (const keel_token token : tokens) kernel_.cancels().cancel(token, shared);
}

void Calls::settle_all(Instance& instance) {
  while (!instance.inbound.empty()) {
    CallRecord& record = instance.inbound.front();
    if (!AtomicSlab<CallRecord>::change(record, record.id, SlotState::kOpen, SlotState::kSettled)) {
      wait_until_settled(record);
      // Settled by the plugin a moment ago: deliver that answer now rather than lose it.
      deliver(record.id);
      continue;
    }
    ++instance.faults.abandoned;
    finish(record, KEEL_UNAVAILABLE,
           error_message("UNAVAILABLE", instance.label() + " was stopped before it answered"));
  }
  // A continuation may call again; what it starts is not this round's, or a plugin that retries
  // would never let go.
  for (std::size_t left = instance.outbound.size(); left > 0 && !instance.outbound.empty();
       --left) {
    CallRecord& record = instance.outbound.front();
    instance.outbound.pop_front();
    const keel_done done = std::exchange(record.done, nullptr);
    void* const user = record.user;
    record.caller = nullptr;
    if (done == nullptr) continue;
    keel_msg outcome = error_message("CANCELLED", instance.label() + " is being stopped");
    run_callback(instance, "continuation", [&] { done(user, KEEL_CANCELLED, &outcome); });
  }
}

}  // namespace keel::core
