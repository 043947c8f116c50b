// SPDX-License-Identifier: MIT
#include "core/bus/bus.hpp"

#include <algorithm>
#include <utility>

#include "core/kernel.hpp"

namespace keel::core {

namespace {

keel_msg error_message(std::string_view code, std::string_view text) {
  keel_msg message{};
  message.value = object({{"code", code}, {"message", text}}).release();
  return message;
}

/// serial: an answer that says nothing lets the chain go on.
bool is_answer(ValueView value) {
  return !value.is_absent() && !value.is_null() && !(value.is_bool() && !value.is_true());
}

bool may_differ(const EventInfo& info, std::string_view name) {
  return std::find(info.replace.begin(), info.replace.end(), name) != info.replace.end();
}

/// Name of the first fixed member that differs, or empty.
std::string changed_fixed_member(const EventInfo& info, ValueView before, ValueView after) {
  if (info.replace.size() == 1 && info.replace.front() == "*") return {};
  for (const auto [name, value] : before.members()) {
    if (may_differ(info, name)) continue;
    const ValueView other = after[name];
    const bool same = other.raw().head == value.raw().head && other.raw().body == value.raw().body;
    if (!same && !(other == value)) return std::string(name);
  }
  for (const auto [name, value] : after.members()) {
    if (before[name].is_absent() && !may_differ(info, name)) return std::string(name);
  }
  return {};
}

}  // namespace

std::string_view mode_name(EventMode mode) {
  switch (mode) {
    case EventMode::kEmit:
      return "emit";
    case EventMode::kSerial:
      return "serial";
    case EventMode::kParallel:
      return "parallel";
    case EventMode::kWaterfall:
      return "waterfall";
  }
  return "unknown";
}

Bus::Bus(Kernel& kernel) : kernel_(kernel) {}

Bus::~Bus() = default;

void Bus::declare(EventInfo info) {
  const auto known = by_name_.find(info.name);
  const std::uint64_t id = known == by_name_.end() ? events_.emplace() : known->second;
  EventSlot& slot = *events_.get(id);
  slot.id = id;
  slot.label.name = info.name;
  slot.label.key = Key(info.name).raw();
  slot.label.methods = {std::string(mode_name(info.mode)) + " listener"};
  slot.label.orphanable = {info.timeout_ms > 0};
  slot.info = std::move(info);
  by_name_[slot.info.name] = id;
}

EventSlot* Bus::find(std::string_view name) {
  const auto known = by_name_.find(std::string(name));
  return known == by_name_.end() ? nullptr : events_.get(known->second);
}

// ---- listeners
// -----------------------------------------------------------------------------------------------------

ListenerList* Bus::list_in(EventSlot& event, std::uint64_t scope) {
  if (scope == 0) return &event.global;
  Scope* layer = kernel_.scopes().find(scope);
  if (layer == nullptr) return nullptr;
  for (auto& [id, list] : layer->listeners) {
    if (id == event.id) return list;
  }
  return nullptr;
}

Expected<std::uint64_t> Bus::listen(Context& context, std::uint64_t event_id, std::int32_t order,
                                    keel_method method, void* self) {
  EventSlot* event = find(event_id);
  if (event == nullptr || method == nullptr) {
    return tl::make_unexpected(
        Error{KEEL_REFUSED, "ARGUMENT", "listen(): no such event, or no listener function", {}});
  }
  if (context.instance->state == InstanceState::kCreated) {
    return tl::make_unexpected(
        Error{KEEL_REFUSED,
              "NOT_STARTED",
              context.instance->label() + " listens in create: wait for START",
              {}});
  }
  auto* listener = new Listener;
  listener->callable = {method, self,         context.instance, {&kernel_.port(), context.id},
                        1,      &event->label};
  listener->order = order;
  listener->row = context.instance->row_index;
  listener->sequence = ++next_sequence_;
  listener->event = event_id;
  listener->scope = context.scope;
  ListenerList* list = list_in(*event, context.scope);
  if (list == nullptr) {
    list = new ListenerList;
    kernel_.scopes().find(context.scope)->listeners.emplace_back(event_id, list);
  }
  list->insert(listener);
  ++listener_count_;
  ++event->listener_count;
  Registration& registration = kernel_.contexts().add(context, RegistrationKind::kListener,
                                                      reinterpret_cast<std::uintptr_t>(listener));
  listener->registration = registration.id;
  return registration.id;
}

void Bus::remove(Listener* listener) {
  listener->live = false;
  --listener_count_;
  if (EventSlot* event = find(listener->event)) {
    --event->listener_count;
    ListenerList* list = list_in(*event, listener->scope);
    if (list != nullptr) list->remove(listener);
    if (list != nullptr && list->empty() && listener->scope != 0) {
      Scope* layer = kernel_.scopes().find(listener->scope);
      std::erase_if(layer->listeners, [&](const auto& entry) { return entry.second == list; });
      delete list;
    }
  }
  listener->release();
}

void Bus::replace(Listener* listener, const BoundMethod& callable) {
  listener->callable = callable;
}

void Bus::gather(EventSlot& event, std::uint64_t target, std::vector<Listener*>& into) {
  const std::vector<Listener*>& global = event.global.listeners();
  into.assign(global.begin(), global.end());
  for (std::uint64_t at = target; at != 0;) {
    Scope* layer = kernel_.scopes().find(at);
    if (layer == nullptr) break;
    for (auto& [id, list] : layer->listeners) {
      if (id != event.id) continue;
      const std::size_t middle = into.size();
      into.insert(into.end(), list->listeners().begin(), list->listeners().end());
      if (middle != 0) {
        std::inplace_merge(into.begin(), into.begin() + static_cast<std::ptrdiff_t>(middle),
                           into.end(), &Listener::before);
      }
      break;
    }
    at = layer->parent;
  }
  for (Listener* listener : into) listener->retain();
}

ListenerRun& Bus::take_run() {
  if (free_runs_.empty()) {
    runs_.push_back(std::make_unique<ListenerRun>());
    runs_.back()->kernel = &kernel_;
    free_runs_.push_back(runs_.back().get());
  }
  ListenerRun& run = *free_runs_.back();
  free_runs_.pop_back();
  run.holders = 1;
  return run;
}

void Bus::release(ListenerRun& run) {
  if (--run.holders > 0) return;
  for (Listener* listener : run.listeners) listener->release();
  run.listeners.clear();
  run.event = nullptr;
  run.fallback = BoundMethod{};
  run.kept_value = Value();
  run.failures.clear();
  run.record = 0;
  free_runs_.push_back(&run);
}

std::int32_t Bus::vanished(const Listener& listener, const EventSlot& event, keel_msg& out) {
  out = error_message("LISTENER_GONE", "a listener of " + event.info.name +
                                           " was removed during the dispatch, and " +
                                           event.info.name + " does not go on without it (order " +
                                           std::to_string(listener.order) + ")");
  return KEEL_FAILED;
}

// ---- emit
// ----------------------------------------------------------------------------------------------------------

std::int32_t Bus::emit(Context& context, const keel_call* parent, EventSlot& event,
                       std::uint64_t target, const keel_msg& in) {
  if (event.info.mode != EventMode::kEmit) return KEEL_REFUSED;
  ListenerRun& run = take_run();
  gather(event, target, run.listeners);
  if (!run.listeners.empty()) {
    CallFrame frame;
    kernel_.calls().fill_frame(frame, parent, nullptr);
    frame.pub.target = {target};
    const keel_token cancel = frame.pub.cancel;
    keel_msg out;
    for (Listener* listener : run.listeners) {
      if (!is_here(*listener)) continue;
      frame.pub.cancel = cancel;
      const std::int32_t status =
          kernel_.calls().run(frame, listener->callable, 0, in, nullptr, context.id, nullptr, out,
                              nullptr, nullptr, nullptr);
      if (status == KEEL_OK && (out.value.head & 0xffU) < KEEL_KIND_STRING && out.ref_count == 0)
          [[likely]]
        continue;
      if (status == KEEL_PENDING) continue;
      if (status != KEEL_OK) {
        kernel_.report(*listener->callable.instance,
                       "its listener of " + event.info.name +
                           " failed: " + Error::from_outcome(status, ValueView(out.value)).message);
      }
      kernel_.calls().clear(out);
    }
  }
  release(run);
  return KEEL_OK;
}

// ---- serial, parallel, waterfall
// -----------------------------------------------------------------------------------

std::int32_t Bus::dispatch(Context& context, const keel_call* parent, EventSlot& event,
                           std::uint64_t target, const keel_msg& in,
                           const keel_call_options* options, const BoundMethod& fallback,
                           keel_msg& out, keel_done done, void* user, keel_pending* pending) {
  out = {};
  if (event.info.mode == EventMode::kEmit) {
    out = error_message("WRONG_MODE", event.info.name + " is an emit event: use emit()");
    return KEEL_REFUSED;
  }
  ListenerRun& run = take_run();
  gather(event, target, run.listeners);
  run.event = &event;
  run.fallback = fallback;
  run.caller = context.instance;
  run.caller_ctx = context.id;

  CallFrame frame;
  kernel_.calls().fill_frame(frame, parent, options);
  frame.pub.target = {target};
  std::int32_t status = KEEL_OK;
  if (event.info.mode == EventMode::kWaterfall) {
    status = run_chain(frame, run, 0, in, context.instance, context.id, options, out, done, user,
                       pending);
  } else {
    status = start_sequence(run, frame, in, out, done, user, pending);
  }
  release(run);
  return status;
}

std::int32_t Bus::run_chain(CallFrame& frame, ListenerRun& run, std::size_t position,
                            const keel_msg& in, Instance* caller, std::uint64_t caller_ctx,
                            const keel_call_options* options, keel_msg& out, keel_done done,
                            void* user, keel_pending* pending) {
  for (; position < run.listeners.size(); ++position) {
    Listener& listener = *run.listeners[position];
    if (is_here(listener)) {
      frame.run = &run;
      frame.position = static_cast<std::uint32_t>(position);
      return kernel_.calls().run(frame, listener.callable, 0, in, caller, caller_ctx, options, out,
                                 done, user, pending);
    }
    if (run.event->info.fail_closed) return vanished(listener, *run.event, out);
  }
  frame.run = nullptr;
  if (run.fallback.method == nullptr) {
    out = {};
    return KEEL_OK;
  }
  return kernel_.calls().run(frame, run.fallback, 0, in, caller, caller_ctx, options, out, done,
                             user, pending);
}

std::int32_t Bus::next(const keel_call* call, const keel_msg* in, const keel_call_options* options,
                       keel_msg& out, keel_done done, void* user, keel_pending* pending) {
  out = {};
  const CallFrame& outer = *frame_of(call);
  if (outer.run == nullptr || outer.in == nullptr) {
    out = error_message("WRONG_MODE", "next() is for listeners of waterfall events");
    return KEEL_REFUSED;
  }
  ListenerRun& run = *outer.run;
  if (in != nullptr) {
    const std::string fixed =
        changed_fixed_member(run.event->info, ValueView(outer.in->value), ValueView(in->value));
    if (!fixed.empty()) {
      out = error_message("FIXED_ARGUMENT", outer.callee->label() + " changed the argument \"" +
                                                fixed + "\" of " + run.event->info.name +
                                                ", which the contract does not let it replace");
      return KEEL_REFUSED;
    }
  }
  CallFrame frame;
  kernel_.calls().fill_frame(frame, call, options);
  keel_msg passed = in != nullptr ? *in : *outer.in;
  if (in != nullptr && in->ref_count == 0) {
    // A replaced value keeps the references it came with.
    passed.ref_count = outer.in->ref_count;
    std::copy_n(outer.in->refs, KEEL_MAX_REFS, passed.refs);
  }
  Instance* caller = outer.callee;
  const std::uint64_t caller_ctx = outer.pub.ctx.id;
  return run_chain(frame, run, outer.position + 1U, passed, caller, caller_ctx, options, out, done,
                   user, pending);
}

/// serial and parallel. As long as listeners answer in place nothing is kept; the first pending one
/// makes a record for the dispatch itself, whose continuation is the dispatcher's.
std::int32_t Bus::start_sequence(ListenerRun& run, CallFrame& frame, const keel_msg& in,
                                 keel_msg& out, keel_done done, void* user, keel_pending* pending) {
  run.pub = frame.pub;
  run.fused = std::exchange(frame.fused, keel_token{0});
  run.in = in;
  run.next = 0;
  run.outstanding = 0;
  run.record = 0;
  std::int32_t status = go_on(run, out);
  if (status != KEEL_PENDING) {
    if (run.fused.id != 0) kernel_.cancels().drop(run.fused);
    return status;
  }
  // The arguments must outlive the dispatcher's frame.
  run.kept_value = Value::share(ValueView(in.value));
  run.record = kernel_.calls().open_internal(*run.caller, run.caller_ctx, run.event->label,
                                             run.event->info.timeout_ms, done, user, pending);
  retain(run);
  return KEEL_PENDING;
}

std::int32_t Bus::go_on(ListenerRun& run, keel_msg& out) {
  return run.event->info.mode == EventMode::kSerial ? run_serial(run, out) : run_parallel(run, out);
}

std::int32_t Bus::call_listener(ListenerRun& run, std::size_t position, keel_msg& out,
                                keel_done done) {
  CallFrame frame;
  frame.kernel = &kernel_;
  frame.pub = run.pub;
  return kernel_.calls().run(frame, run.listeners[position]->callable, 0, run.in, nullptr,
                             run.caller_ctx, nullptr, out, done, &run, nullptr);
}

bool Bus::is_here(const Listener& listener) {
  return listener.live && (listener.callable.instance->admits() ||
                           listener.callable.instance->state == InstanceState::kDraining);
}

std::int32_t Bus::run_serial(ListenerRun& run, keel_msg& out) {
  while (run.next < run.listeners.size()) {
    const std::size_t position = run.next++;
    if (!is_here(*run.listeners[position])) {
      if (run.event->info.fail_closed) return vanished(*run.listeners[position], *run.event, out);
      continue;
    }
    const std::int32_t status = call_listener(run, position, out, &Bus::on_serial_done);
    if (status == KEEL_PENDING) {
      retain(run);
      return KEEL_PENDING;
    }
    if (status != KEEL_OK) return status;
    if (run.event->info.first_answer && is_answer(ValueView(out.value))) return KEEL_OK;
    // Events without a result ignore what listeners return.
    kernel_.calls().clear(out);
  }
  out = {};
  return KEEL_OK;
}

void Bus::on_serial_done(void* user, std::int32_t status, keel_msg* outcome) {
  auto& run = *static_cast<ListenerRun*>(user);
  Kernel& kernel = *run.kernel;
  Bus& bus = kernel.bus();
  keel_msg out = *outcome;
  if (status == KEEL_OK && !(run.event->info.first_answer && is_answer(ValueView(out.value)))) {
    kernel.calls().clear(out);
    status = bus.run_serial(run, out);
  }
  if (status != KEEL_PENDING) bus.close(run, status, out);
  bus.release(run);
}

std::int32_t Bus::run_parallel(ListenerRun& run, keel_msg& out) {
  ++run.outstanding;  // this loop itself, so that the last answer is counted here
  while (run.next < run.listeners.size()) {
    const std::size_t position = run.next++;
    if (!is_here(*run.listeners[position])) {
      if (run.event->info.fail_closed) {
        vanished(*run.listeners[position], *run.event, out);
        run.failures.push_back(Error::from_outcome(KEEL_FAILED, ValueView(out.value)));
        kernel_.calls().clear(out);
      }
      continue;
    }
    const std::int32_t status = call_listener(run, position, out, &Bus::on_parallel_done);
    if (status == KEEL_PENDING) {
      ++run.outstanding;
      retain(run);
      continue;
    }
    if (status != KEEL_OK)
      run.failures.push_back(Error::from_outcome(status, ValueView(out.value)));
    kernel_.calls().clear(out);
  }
  if (--run.outstanding > 0) return KEEL_PENDING;
  return parallel_outcome(run, out);
}

void Bus::on_parallel_done(void* user, std::int32_t status, keel_msg* outcome) {
  auto& run = *static_cast<ListenerRun*>(user);
  Kernel& kernel = *run.kernel;
  Bus& bus = kernel.bus();
  if (status != KEEL_OK)
    run.failures.push_back(Error::from_outcome(status, ValueView(outcome->value)));
  kernel.calls().clear(*outcome);
  if (--run.outstanding == 0) {
    keel_msg out{};
    const std::int32_t result = bus.parallel_outcome(run, out);
    bus.close(run, result, out);
  }
  bus.release(run);
}

/// One failure as it came; several as one error that holds them all.
std::int32_t Bus::parallel_outcome(ListenerRun& run, keel_msg& out) {
  out = {};
  if (run.failures.empty()) return KEEL_OK;
  if (run.failures.size() == 1) {
    out.value = run.failures.front().to_value().release();
    return KEEL_FAILED;
  }
  Builder errors;
  errors.begin_array();
  std::string text =
      std::to_string(run.failures.size()) + " listeners of " + run.event->info.name + " failed: ";
  for (std::size_t i = 0; i < run.failures.size(); ++i) {
    errors.put(static_cast<const ValueView&>(run.failures[i].to_value()));
    text += (i == 0 ? "" : "; ") + run.failures[i].message;
  }
  errors.end();
  out.value =
      Error{KEEL_FAILED, "SEVERAL_FAILED", text, errors.finish_or_absent()}.to_value().release();
  return KEEL_FAILED;
}

/// The dispatch that went on after a pending listener is over.
void Bus::close(ListenerRun& run, std::int32_t status, keel_msg& outcome) {
  if (run.fused.id != 0) kernel_.cancels().drop(std::exchange(run.fused, keel_token{0}));
  kernel_.calls().close_internal(std::exchange(run.record, 0), status, outcome);
  release(run);
}

}  // namespace keel::core
