// SPDX-License-Identifier: MIT
#include "core/stream/streams.hpp"

#include <utility>

#include "core/kernel.hpp"

namespace keel::core {

namespace {

void release_value(keel_msg& message) {
  Value::take(std::exchange(message.value, keel_value{0, 0}));
}

/// What an item weighs in the window: its text where it has one, a word for everything else. A deep
/// count would cost more than it says.
std::uint64_t weight(const keel_msg& message) {
  const ValueView value(message.value);
  std::uint64_t bytes = sizeof(keel_msg) + value.text().size() + value.bytes().size();
  for (std::size_t i = 0; i < value.size() && value.is_object(); ++i) {
    bytes += value.member(i).second.text().size();
  }
  return bytes;
}

keel_msg take_message(keel_msg* message) {
  return message == nullptr ? keel_msg{} : std::exchange(*message, keel_msg{});
}

bool is_sound(const keel_msg& message) {
  return (message.value.head & 0xffU) <= KEEL_KIND_OBJECT && message.ref_count <= KEEL_MAX_REFS;
}

}  // namespace

Expected<keel_ref> Streams::open(Context& context, const keel_stream_options* options,
                                 keel_stream& writer) {
  StreamSlot* slot = slots_.take();
  if (slot == nullptr)
    return tl::make_unexpected(Error{KEEL_REFUSED, "LIMIT", "too many open streams", {}});
  slot->id = AtomicSlab<StreamSlot>::id_of(*slot);
  slot->window_items =
      options != nullptr && options->window_items != 0 ? options->window_items : 64;
  slot->window_bytes =
      options != nullptr && options->window_bytes != 0 ? options->window_bytes : 1U << 20;
  slot->ready = options == nullptr ? nullptr : options->ready;
  slot->closed = options == nullptr ? nullptr : options->closed;
  slot->user = options == nullptr ? nullptr : options->user;
  slot->writer = context.instance;
  slot->writer_ctx = context.id;
  slot->registration = kernel_.contexts().add(context, RegistrationKind::kStream, slot->id).id;
  writer = {&kernel_.port(), slot->id};
  return kernel_.contexts().add_ref(context, RefHandle::Kind::kReader, slot->id);
}

/// Takes the slot's lock for a writer's handle and runs `use` on it. False when the stream is gone.
template <typename Use>
bool Streams::with_slot(keel_stream writer, Use use) {
  auto* port = static_cast<Port*>(writer.host);
  bool found = false;
  if (port == nullptr) return false;
  port->with_kernel([&](Kernel& kernel) {
    StreamSlot* slot = kernel.streams().slots_.find(writer.id);
    if (slot == nullptr) return;
    const std::lock_guard lock(slot->mutex);
    if (AtomicSlab<StreamSlot>::id_of(*slot) != writer.id) return;
    found = true;
    use(kernel, *slot);
  });
  return found;
}

/// One wake per burst: the reader takes what is there when it runs.
void Streams::post_wake(Kernel& kernel, StreamSlot& slot) {
  if (slot.wake_posted) return;
  slot.wake_posted = true;
  const std::uint64_t id = slot.id;
  Job job([&kernel, id] { kernel.streams().wake(id); });
  if (kernel.port().kernel_here() != nullptr) {
    kernel.exec().ready(std::move(job));
  } else {
    kernel.exec().post(std::move(job));
  }
}

std::int32_t Streams::push(keel_stream writer, keel_msg* item) {
  keel_msg message = take_message(item);
  if (!is_sound(message)) return KEEL_REFUSED;
  std::int32_t result = KEEL_CLOSED;
  const bool found = with_slot(writer, [&](Kernel& kernel, StreamSlot& slot) {
    if (slot.ended || slot.full) {
      slot.writer->faults.stream_pushes.fetch_add(1, std::memory_order_relaxed);
      result = KEEL_REFUSED;
      return;
    }
    if (slot.reader_gone) return;
    const std::uint64_t bytes = weight(message);
    slot.items.push_back({std::exchange(message, keel_msg{}), bytes});
    slot.queued_bytes += bytes;
    slot.full = slot.items.size() >= slot.window_items || slot.queued_bytes >= slot.window_bytes;
    result = slot.full ? KEEL_FULL : KEEL_OK;
    if (slot.reader_waits) post_wake(kernel, slot);
  });
  static_cast<void>(found);
  release_value(message);
  return result;
}

std::int32_t Streams::end(keel_stream writer, std::int32_t status, keel_msg* outcome,
                          keel_done done, void* user) {
  keel_msg message = take_message(outcome);
  if (!is_sound(message)) message = keel_msg{};
  std::int32_t result = KEEL_REFUSED;
  with_slot(writer, [&](Kernel& kernel, StreamSlot& slot) {
    if (slot.ended) {
      slot.writer->faults.stream_pushes.fetch_add(1, std::memory_order_relaxed);
      return;
    }
    slot.ended = true;
    slot.end_status = status == KEEL_OK ? KEEL_OK : KEEL_FAILED;
    slot.end_outcome = std::exchange(message, keel_msg{});
    slot.end_done = done;
    slot.end_user = user;
    result = KEEL_OK;
    post_wake(kernel, slot);
  });
  release_value(message);
  return result;
}

/// What the reader gets now: an item, the end, or KEEL_PENDING. Leaves the lock before plugin code
/// could run.
std::int32_t Streams::take(StreamSlot& slot, Context& context, keel_msg& out) {
  bool room = false;
  std::int32_t result = KEEL_PENDING;
  {
    const std::lock_guard lock(slot.mutex);
    if (!slot.items.empty()) {
      StreamSlot::Item& item = slot.items.front();
      out = item.message;
      slot.queued_bytes -= item.bytes;
      slot.items.pop_front();
      room = slot.full && !slot.ended && slot.items.size() * 2 <= slot.window_items &&
             slot.queued_bytes * 2 <= slot.window_bytes;
      if (room) slot.full = false;
      result = KEEL_OK;
    } else if (slot.ended) {
      out = slot.end_outcome;
      detail::retain(out.value);
      // Its references are for the first who reads it.
      slot.end_outcome.ref_count = 0;
      result = slot.end_status == KEEL_OK ? KEEL_ENDED : KEEL_FAILED;
    }
  }
  if (result == KEEL_PENDING) return result;
  for (std::uint32_t i = 0; i < out.ref_count; ++i) {
    RefHandle* handle = kernel_.contexts().find_ref(out.refs[i]);
    if (handle != nullptr && handle->context->instance == slot.writer) {
      kernel_.contexts().move_ref(*handle, context);
    } else if (handle == nullptr || handle->context != &context) {
      out.refs[i] = {0};
    }
  }
  if (result != KEEL_OK) tell_end_taken(slot);
  if (room && slot.ready != nullptr && !slot.writer_gone) {
    const std::uint64_t id = slot.id;
    kernel_.exec().ready(Job([this, id] {
      StreamSlot* ready = slots_.find(id);
      if (ready == nullptr || ready->writer_gone) return;
      kernel_.calls().run_callback(*ready->writer, "stream ready",
                                   [&] { ready->ready(ready->user); });
    }));
  }
  return result;
}

std::int32_t Streams::next(Context& context, std::uint64_t stream, keel_msg& out, keel_done done,
                           void* user) {
  out = {};
  StreamSlot* slot = slots_.find(stream);
  if (slot == nullptr) return KEEL_UNAVAILABLE;
  if (slot->waiting != nullptr) return KEEL_BUSY;
  const std::int32_t result = take(*slot, context, out);
  if (result != KEEL_PENDING) return result;
  if (slot->writer_gone) return KEEL_UNAVAILABLE;
  slot->waiting = done;
  slot->waiting_user = user;
  slot->reader = context.instance;
  slot->reader_ctx = context.id;
  const std::lock_guard lock(slot->mutex);
  slot->reader_waits = true;
  // A push between take() and here did not see a waiting reader.
  if (!slot->items.empty() || slot->ended) post_wake(kernel_, *slot);
  return KEEL_PENDING;
}

void Streams::wake(std::uint64_t stream) {
  StreamSlot* slot = slots_.find(stream);
  if (slot == nullptr) return;
  {
    const std::lock_guard lock(slot->mutex);
    slot->wake_posted = false;
    slot->reader_waits = false;
  }
  if (slot->handles == 0 && slot->ended) {
    tell_end_taken(*slot);
    free_if_unused(*slot);
    return;
  }
  if (slot->waiting == nullptr) return;
  Context* context = kernel_.contexts().find_any(slot->reader_ctx);
  keel_msg out{};
  std::int32_t result = KEEL_UNAVAILABLE;
  if (context != nullptr) result = take(*slot, *context, out);
  if (result == KEEL_PENDING && !slot->writer_gone) {
    const std::lock_guard lock(slot->mutex);
    slot->reader_waits = true;
    if (!slot->items.empty() || slot->ended) post_wake(kernel_, *slot);
    return;
  }
  if (result == KEEL_PENDING) result = KEEL_UNAVAILABLE;
  const keel_done done = std::exchange(slot->waiting, nullptr);
  void* const user = slot->waiting_user;
  kernel_.calls().run_callback(*slot->reader, "stream item", [&] { done(user, result, &out); });
}

bool Streams::forget(Context& context, std::uint64_t stream) {
  StreamSlot* slot = slots_.find(stream);
  if (slot == nullptr || slot->waiting == nullptr || slot->reader != context.instance) return false;
  slot->waiting = nullptr;
  return true;
}

void Streams::cancel_waiting(const Instance& instance) {
  slots_.each([&](StreamSlot& slot) {
    if (slot.waiting == nullptr || slot.reader != &instance) return;
    const keel_done done = std::exchange(slot.waiting, nullptr);
    void* const user = slot.waiting_user;
    keel_msg out{};
    kernel_.calls().run_callback(*slot.reader, "stream item",
                                 [&] { done(user, KEEL_CANCELLED, &out); });
  });
}

void Streams::tell_end_taken(StreamSlot& slot) {
  keel_done done = nullptr;
  void* user = nullptr;
  {
    const std::lock_guard lock(slot.mutex);
    done = std::exchange(slot.end_done, nullptr);
    user = slot.end_user;
  }
  if (done == nullptr || slot.writer_gone) return;
  Instance* writer = slot.writer;
  kernel_.exec().ready(Job([this, writer, done, user] {
    if (writer->state == InstanceState::kDestroyed) return;
    keel_msg outcome{};
    kernel_.calls().run_callback(*writer, "stream end", [&] { done(user, KEEL_OK, &outcome); });
  }));
}

void Streams::handle_added(std::uint64_t stream) {
  if (StreamSlot* slot = slots_.find(stream)) ++slot->handles;
}

void Streams::handle_dropped(std::uint64_t stream) {
  StreamSlot* slot = slots_.find(stream);
  if (slot == nullptr || --slot->handles > 0) return;
  std::deque<StreamSlot::Item> dropped;
  bool ended = false;
  {
    const std::lock_guard lock(slot->mutex);
    slot->reader_gone = true;
    slot->full = false;
    dropped.swap(slot->items);
    slot->queued_bytes = 0;
    ended = slot->ended;
  }
  for (StreamSlot::Item& item : dropped) kernel_.calls().clear(item.message);
  if (slot->waiting != nullptr) {
    // The read that was under way is told; its reader may still want to free what it waits with.
    Instance* const reader = slot->reader;
    const keel_done done = std::exchange(slot->waiting, nullptr);
    void* const user = slot->waiting_user;
    kernel_.exec().ready(Job([this, reader, done, user] {
      if (reader->state == InstanceState::kDestroyed) return;
      keel_msg out{};
      kernel_.calls().run_callback(*reader, "stream item",
                                   [&] { done(user, KEEL_CANCELLED, &out); });
    }));
  }
  if (ended) {
    tell_end_taken(*slot);
  } else if (slot->closed != nullptr && !slot->writer_gone) {
    const std::uint64_t id = slot->id;
    kernel_.exec().ready(Job([this, id] {
      StreamSlot* closed = slots_.find(id);
      if (closed == nullptr || closed->writer_gone) return;
      kernel_.calls().run_callback(*closed->writer, "stream closed",
                                   [&] { closed->closed(closed->user); });
    }));
  }
  free_if_unused(*slot);
}

void Streams::writer_ended(std::uint64_t stream) {
  StreamSlot* slot = slots_.find(stream);
  if (slot == nullptr) return;
  slot->writer_gone = true;
  slot->registration = 0;
  {
    const std::lock_guard lock(slot->mutex);
    // The instance may be gone before the reader is: late pushes are counted on the host.
    slot->writer = &kernel_.host_instance();
    // What is queued may still be read; behind it the reader finds that the writer is gone.
    if (slot->waiting != nullptr) post_wake(kernel_, *slot);
  }
  free_if_unused(*slot);
}

/// A stream goes when no reader can read it and the writer cannot write it any more.
void Streams::free_if_unused(StreamSlot& slot) {
  if (slot.handles > 0) return;
  std::deque<StreamSlot::Item> dropped;
  keel_msg end{};
  {
    const std::lock_guard lock(slot.mutex);
    if (!slot.ended && !slot.writer_gone) return;
    dropped.swap(slot.items);
    end = std::exchange(slot.end_outcome, keel_msg{});
    slot.full = false;
    slot.ended = false;
    slot.reader_gone = false;
    slot.reader_waits = false;
    slot.wake_posted = false;
    slot.queued_bytes = 0;
    slot.end_done = nullptr;
    slot.end_status = KEEL_PENDING;
    if (slot.registration != 0) kernel_.contexts().forget(std::exchange(slot.registration, 0));
    slot.writer_gone = false;
    slot.waiting = nullptr;
    slots_.free(&slot);
  }
  for (StreamSlot::Item& item : dropped) kernel_.calls().clear(item.message);
  release_value(end);
}

}  // namespace keel::core
