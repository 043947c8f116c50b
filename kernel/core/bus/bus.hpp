// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/bus/listener.hpp"
#include "core/call/calls.hpp"
#include "core/exec/slot_table.hpp"
#include "keel/abi.h"
#include "keel/error.hpp"

namespace keel::core {

class Kernel;
struct Context;

enum class EventMode : std::uint8_t { kEmit, kSerial, kParallel, kWaterfall };

std::string_view mode_name(EventMode mode);

/// What a contract says of an event, as far as the bus needs it.
struct EventInfo {
  std::string name;
  EventMode mode = EventMode::kEmit;
  /// Members of the argument object that next() may replace; "*" alone: all of it.
  std::vector<std::string> replace;
  /// serial: the first answer that is not absent, null or false ends the chain.
  bool first_answer = false;
  /// A listener that vanishes during a dispatch fails it.
  bool fail_closed = false;
  /// Bound for an /admit event, 0: none. Expiry fails the dispatch.
  std::int64_t timeout_ms = 0;
};

struct EventSlot {
  std::uint64_t id = 0;
  EventInfo info;
  ListenerList global;
  /// In all scopes.
  std::size_t listener_count = 0;
  InterfaceInfo label;
};

/// One dispatch that may outlive its frame: the listeners it started with and where it is. Counted
/// by its frames, deferred calls and continuations; kept in a pool so that a dispatch allocates
/// nothing.
struct ListenerRun {
  std::vector<Listener*> listeners;
  EventSlot* event = nullptr;
  BoundMethod fallback;
  Instance* caller = nullptr;
  std::uint64_t caller_ctx = 0;
  std::uint32_t holders = 0;

  // serial and parallel
  Kernel* kernel = nullptr;
  keel_call pub{};
  keel_token fused{0};
  keel_msg in{};
  Value kept_value;
  std::size_t next = 0;
  std::size_t outstanding = 0;
  /// Stands for the dispatch towards the dispatcher, once a listener has made it pend.
  std::uint64_t record = 0;
  std::vector<Error> failures;
};

/// Events: emit, serial, parallel, waterfall, with scope filtering. Kernel thread only.
class Bus {
 public:
  explicit Bus(Kernel& kernel);
  ~Bus();

  /// Makes an event known; a second declaration of the same name replaces what is said of it.
  void declare(EventInfo info);
  EventSlot* find(std::string_view name);
  EventSlot* find(std::uint64_t id) { return events_.get(id); }

  Expected<std::uint64_t> listen(Context& context, std::uint64_t event, std::int32_t order,
                                 keel_method method, void* self);
  void remove(Listener* listener);
  /// The swap of an instance: the listener keeps its place and gets another function.
  void replace(Listener* listener, const BoundMethod& callable);

  std::int32_t emit(Context& context, const keel_call* parent, EventSlot& event,
                    std::uint64_t target, const keel_msg& in);
  std::int32_t dispatch(Context& context, const keel_call* parent, EventSlot& event,
                        std::uint64_t target, const keel_msg& in, const keel_call_options* options,
                        const BoundMethod& fallback, keel_msg& out, keel_done done, void* user,
                        keel_pending* pending);
  std::int32_t next(const keel_call* call, const keel_msg* in, const keel_call_options* options,
                    keel_msg& out, keel_done done, void* user, keel_pending* pending);

  void retain(ListenerRun& run) { ++run.holders; }
  void release(ListenerRun& run);

  std::size_t listener_count() const { return listener_count_; }

 private:
  ListenerRun& take_run();
  void gather(EventSlot& event, std::uint64_t target, std::vector<Listener*>& into);
  ListenerList* list_in(EventSlot& event, std::uint64_t scope);
  static bool is_here(const Listener& listener);
  std::int32_t run_chain(CallFrame& frame, ListenerRun& run, std::size_t position,
                         const keel_msg& in, Instance* caller, std::uint64_t caller_ctx,
                         const keel_call_options* options, keel_msg& out, keel_done done,
                         void* user, keel_pending* pending);
  std::int32_t start_sequence(ListenerRun& run, CallFrame& frame, const keel_msg& in, keel_msg& out,
                              keel_done done, void* user, keel_pending* pending);
  std::int32_t go_on(ListenerRun& run, keel_msg& out);
  std::int32_t call_listener(ListenerRun& run, std::size_t position, keel_msg& out, keel_done done);
  std::int32_t run_serial(ListenerRun& run, keel_msg& out);
  std::int32_t run_parallel(ListenerRun& run, keel_msg& out);
  std::int32_t parallel_outcome(ListenerRun& run, keel_msg& out);
  void close(ListenerRun& run, std::int32_t status, keel_msg& outcome);
  static void on_serial_done(void* user, std::int32_t status, keel_msg* outcome);
  static void on_parallel_done(void* user, std::int32_t status, keel_msg* outcome);
  std::int32_t vanished(const Listener& listener, const EventSlot& event, keel_msg& out);

  Kernel& kernel_;
  SlotTable<EventSlot> events_;
  std::unordered_map<std::string, std::uint64_t> by_name_;
  std::vector<std::unique_ptr<ListenerRun>> runs_;
  std::vector<ListenerRun*> free_runs_;
  std::uint64_t next_sequence_ = 0;
  std::size_t listener_count_ = 0;
};

}  // namespace keel::core
