// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <string>
#include <string_view>

#include "core/call/atomic_slab.hpp"
#include "core/call/call_frame.hpp"
#include "core/call/call_record.hpp"
#include "core/exec/frame.hpp"
#include "core/exec/slot_table.hpp"
#include "core/plugin/instance.hpp"
#include "keel/abi.h"
#include "keel/error.hpp"

namespace keel::core {

class Kernel;
struct Context;
struct RefHandle;

/// What a contract says of an interface, as far as the kernel needs it while calling.
struct InterfaceInfo {
  std::string name;  ///< "agent@0"
  keel_key key = nullptr;
  std::vector<std::string> methods;
  std::vector<bool> orphanable;

  std::string_view method(std::uint32_t ordinal) const {
    return ordinal < methods.size() ? std::string_view(methods[ordinal]) : std::string_view("?");
  }
  bool is_orphanable(std::uint32_t ordinal) const {
    return ordinal < orphanable.size() && orphanable[ordinal];
  }
};

/// An object that references name: methods, and whom to tell when nobody holds it any more.
struct ObjectSlot {
  std::uint64_t id = 0;
  BoundMethod callable;
  std::uint64_t registration = 0;
  keel_run dropped = nullptr;
  std::uint32_t handles = 0;
  bool was_handed_out = false;
  /// Kernel-side object behind it, told apart by a tag: sessions. Null for objects of plugins.
  const void* host_tag = nullptr;
  void* host_object = nullptr;
};

/// Calls in and out of plugins: the one place where plugin code is entered. Kernel thread, except
/// settle and drop.
class Calls {
 public:
  Calls(Kernel& kernel, Exec& exec) : kernel_(kernel), exec_(exec) {}

  // --- the functions of table keel.call
  const keel_call* defer(const keel_call* call, keel_completion* completion);
  /// Any thread.
  static std::int32_t settle(keel_completion completion, std::int32_t status, keel_msg* outcome);
  /// Any thread.
  static void drop(keel_completion completion);
  std::int32_t invoke(Context& context, const keel_call* parent, keel_ref target,
                      std::uint32_t ordinal, const keel_msg& in, const keel_call_options* options,
                      keel_msg& out, keel_done done, void* user, keel_pending* pending);
  std::int32_t forget(Context& context, keel_pending pending);

  Expected<keel_ref> object(Context& context, std::string_view interface,
                            std::uint32_t method_count, keel_method method, void* self,
                            keel_run dropped);
  ObjectSlot* find_object(std::uint64_t id) { return objects_.get(id); }
  void end_object(std::uint64_t id);
  void object_handle_added(std::uint64_t id);
  void object_handle_dropped(std::uint64_t id);

  // --- for the bus, lifecycle and the kernel's own calls
  /// A frame for a call made by `caller` (null: the kernel) under `parent` (null: none).
  void fill_frame(CallFrame& frame, const keel_call* parent, const keel_call_options* options);
  /// Runs the method. Any status but KEEL_PENDING: settled, *out is the caller's. KEEL_PENDING:
  /// `done` will run.
  std::int32_t run(CallFrame& frame, const BoundMethod& callable, std::uint32_t ordinal,
                   const keel_msg& in, Instance* caller, std::uint64_t caller_ctx,
                   const keel_call_options* options, keel_msg& out, keel_done done, void* user,
                   keel_pending* pending);
  /// A pending call that the kernel itself serves, for dispatches that outlive their frame.
  /// timeout_ms 0: unbounded.
  std::uint64_t open_internal(Instance& caller, std::uint64_t caller_ctx,
                              const InterfaceInfo& label, std::int64_t timeout_ms, keel_done done,
                              void* user, keel_pending* pending);
  /// Answers it; references in `outcome` are the caller's already. A call that is gone swallows the
  /// outcome.
  void close_internal(std::uint64_t id, std::int32_t status, keel_msg& outcome);
  /// Runs a callback of a plugin that returns nothing (timer, continuation, ...) inside a guard.
  template <typename Callback>
  void run_callback(Instance& instance, const char* what, Callback callback);

  // --- the stop protocol
  /// Sets the tokens of all deferred calls that the instance serves or waits for.
  void cancel_all(Instance& instance, ValueView cause);
  /// Gives `unavailable` to callers of what is still deferred, `cancelled` to what the instance
  /// still waits for.
  void settle_all(Instance& instance);

  /// Empties a message that the kernel owns: value released, references of `context` dropped.
  void clear(keel_msg& message);

  std::size_t pending_count() const { return records_.in_use(); }
  /// Settles that came after the answer was given or a second time.
  std::uint64_t late_settles() const { return late_settles_.load(std::memory_order_relaxed); }

 private:
  std::int32_t answered(CallFrame& frame, std::int32_t status, Instance* caller,
                        std::uint64_t caller_ctx, keel_msg& out);
  void arm_deadline(CallRecord& record, std::int64_t timeout_ms);
  std::int32_t attach(CallFrame& frame, Instance* caller, std::uint64_t caller_ctx,
                      const keel_call_options* options, keel_done done, void* user,
                      keel_pending* pending);
  bool take_refs(Instance* callee, std::uint64_t caller_ctx, keel_msg& out);
  std::int32_t fault(CallFrame& frame, std::string_view what, keel_msg& out);
  std::int32_t lookup(RefHandle& handle, BoundMethod& callable);
  void deliver(std::uint64_t id);
  void finish(CallRecord& record, std::int32_t status, keel_msg outcome);
  void release(CallRecord& record);
  void drop_fused(CallFrame& frame);
  void caught(Instance& instance, std::string_view what, std::string_view exception);
  /// The host gives the answer itself, if the plugin has not settled meanwhile.
  void settle_by_host(CallRecord& record, std::int32_t status, std::string_view code,
                      std::string message);

  Kernel& kernel_;
  Exec& exec_;
  AtomicSlab<CallRecord> records_;
  SlotTable<ObjectSlot> objects_;
  std::uint64_t next_trace_ = 0;
  std::atomic<std::uint64_t> late_settles_{0};
};

template <typename Callback>
void Calls::run_callback(Instance& instance, const char* what, Callback callback) {
  const Frame guard(exec_, FrameLabel{instance.key, nullptr, instance.generation, 0});
  ++instance.frames;
  try {
    callback();
  } catch (const std::exception& exception) {
    caught(instance, what, exception.what());
  } catch (...) {
    caught(instance, what, "a foreign exception");
  }
  --instance.frames;
}

}  // namespace keel::core
