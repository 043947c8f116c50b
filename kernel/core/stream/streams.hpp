// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <deque>
#include <mutex>

#include "core/call/atomic_slab.hpp"
#include "keel/abi.h"
#include "keel/error.hpp"

namespace keel::core {

class Kernel;
struct Context;
struct Instance;

/// A bounded queue between a writer, on any thread, and a reader on the kernel thread.
struct StreamSlot : AtomicSlab<StreamSlot>::Slot {
  struct Item {
    keel_msg message;
    std::uint64_t bytes;
  };

  std::uint64_t id = 0;
  std::mutex mutex;
  // under the mutex
  std::deque<Item> items;
  std::uint64_t queued_bytes = 0;
  bool full = false;
  bool ended = false;
  bool reader_gone = false;
  bool reader_waits = false;
  bool wake_posted = false;
  std::int32_t end_status = KEEL_PENDING;
  keel_msg end_outcome{};
  keel_done end_done = nullptr;
  void* end_user = nullptr;
  // fixed at open
  std::uint32_t window_items = 64;
  std::uint64_t window_bytes = 1U << 20;
  keel_run ready = nullptr;
  keel_run closed = nullptr;
  void* user = nullptr;
  // kernel thread
  Instance* writer = nullptr;
  std::uint64_t writer_ctx = 0;
  std::uint64_t registration = 0;
  bool writer_gone = false;
  std::uint32_t handles = 0;
  Instance* reader = nullptr;
  std::uint64_t reader_ctx = 0;
  keel_done waiting = nullptr;
  void* waiting_user = nullptr;
};

/// Streams of a kernel. push and end from any thread, the rest on the kernel thread.
class Streams {
 public:
  /// Tells the pending read of a stream from a pending call in a keel_pending.
  static constexpr std::uint64_t kPendingBit = std::uint64_t{1} << 63;

  explicit Streams(Kernel& kernel) : kernel_(kernel) {}

  Expected<keel_ref> open(Context& context, const keel_stream_options* options,
                          keel_stream& writer);
  static std::int32_t push(keel_stream writer, keel_msg* item);
  static std::int32_t end(keel_stream writer, std::int32_t status, keel_msg* outcome,
                          keel_done done, void* user);
  std::int32_t next(Context& context, std::uint64_t stream, keel_msg& out, keel_done done,
                    void* user);
  /// Gives up a pending next.
  bool forget(Context& context, std::uint64_t stream);
  /// Step 4 of the stop protocol for an instance that waits for items.
  void cancel_waiting(const Instance& instance);

  void handle_added(std::uint64_t stream);
  void handle_dropped(std::uint64_t stream);
  /// The writer's registration is undone.
  void writer_ended(std::uint64_t stream);

  std::size_t open_count() const { return slots_.in_use(); }

 private:
  template <typename Use>
  static bool with_slot(keel_stream writer, Use use);
  static void post_wake(Kernel& kernel, StreamSlot& slot);
  std::int32_t take(StreamSlot& slot, Context& context, keel_msg& out);
  void wake(std::uint64_t stream);
  void tell_end_taken(StreamSlot& slot);
  void free_if_unused(StreamSlot& slot);

  Kernel& kernel_;
  AtomicSlab<StreamSlot> slots_;
};

}  // namespace keel::core
