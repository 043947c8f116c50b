// SPDX-License-Identifier: MIT
#include "core/exec/cancel_tree.hpp"

#include <cassert>
#include <utility>

namespace keel::core {

CancelTree::CancelTree(Exec& exec) : exec_(exec) {}

CancelTree::~CancelTree() = default;

bool CancelTree::is_set(std::uint32_t slot) const {
  return (tokens_[slot].state.load(std::memory_order_relaxed) & kSetBit) != 0;
}

std::uint32_t CancelTree::find(keel_token token) const {
  const auto slot = static_cast<std::uint32_t>(token.id);
  if (slot >= tokens_.size()) return kNone;
  const auto wanted = static_cast<std::uint32_t>(token.id >> 32U);
  const std::uint64_t state = tokens_[slot].state.load(std::memory_order_relaxed);
  return generation(state) == wanted && (wanted & 1U) != 0 ? slot : kNone;
}

keel_token CancelTree::name(std::uint32_t slot) const {
  const std::uint64_t state = tokens_[slot].state.load(std::memory_order_relaxed);
  return {(std::uint64_t{generation(state)} << 32U) | slot};
}

std::uint32_t CancelTree::make() {
  std::uint32_t slot = first_free_;
  if (slot == kNone) {
    slot = tokens_.grow();
  } else {
    first_free_ = tokens_[slot].next;
  }
  Token& token = tokens_[slot];
  token.holders = 1;
  const std::uint32_t alive = generation(token.state.load(std::memory_order_relaxed)) + 1;
  token.state.store(std::uint64_t{alive} << 32U, std::memory_order_release);
  ++live_;
  return slot;
}

keel_token CancelTree::token(keel_token parent) {
  if (parent.id == 0) return name(make());
  const std::uint32_t above = find(parent);
  if (above == kNone) return {0};
  const std::uint32_t slot = make();
  if (is_set(above)) {
    set(slot, tokens_[above].cause);
  } else {
    link(slot, 0, above);
  }
  return name(slot);
}

keel_token CancelTree::fuse(keel_token a, keel_token b) {
  const std::uint32_t first = find(a);
  const std::uint32_t second = find(b);
  // One that is set already is enough, as is one that implies the other.
  if (second == kNone || second == first) return shared(first);
  if (first == kNone) return shared(second);
  if (is_set(first) || is_child_of(first, second)) return shared(first);
  if (is_set(second) || is_child_of(second, first)) return shared(second);
  const std::uint32_t slot = make();
  link(slot, 0, first);
  link(slot, 1, second);
  return name(slot);
}

keel_token CancelTree::shared(std::uint32_t slot) {
  if (slot == kNone) return {0};
  ++tokens_[slot].holders;
  return name(slot);
}

bool CancelTree::is_child_of(std::uint32_t slot, std::uint32_t parent) const {
  const auto& edges = tokens_[slot].edges;
  return edges[0].parent == parent || edges[1].parent == parent;
}

bool CancelTree::retain(keel_token token) {
  const std::uint32_t slot = find(token);
  if (slot == kNone) return false;
  ++tokens_[slot].holders;
  return true;
}

bool CancelTree::drop(keel_token token) {
  const std::uint32_t slot = find(token);
  if (slot == kNone || tokens_[slot].holders == 0) return false;
  --tokens_[slot].holders;
  free_if_unused(slot);
  return true;
}

bool CancelTree::cancel(keel_token token, Value cause) {
  const std::uint32_t top = find(token);
  if (top == kNone || is_set(top)) return false;
  // Room for all that may be told, so that memory cannot run out halfway down.
  exec_.reserve_ready(callbacks_.size());
  // The walk keeps its list of what is still to be visited in the tokens, so that neither depth nor
  // breadth needs memory. A token is set when it joins the list: a second way to it, by its other
  // parent, ends there.
  std::uint32_t pending = kNone;
  join(top, pending, cause);
  while (pending != kNone) {
    const std::uint32_t slot = pending;
    pending = tokens_[slot].next;
    queue_callbacks(slot);
    // The youngest child is first in its parent's list, so the oldest comes to lie on top of this
    // one.
    while (tokens_[slot].first_child != kNone) join(tokens_[slot].first_child / 2, pending, cause);
    --tokens_[slot].holders;
    free_if_unused(slot);
  }
  return true;
}

void CancelTree::join(std::uint32_t slot, std::uint32_t& list, const Value& cause) {
  // In the list by its number: it must not be freed before it is visited.
  ++tokens_[slot].holders;
  set(slot, cause);
  cut_off(slot);
  tokens_[slot].next = list;
  list = slot;
}

void CancelTree::set(std::uint32_t slot, const Value& cause) {
  Token& token = tokens_[slot];
  {
    const std::lock_guard lock(cause_mutex_);
    token.cause = cause;
  }
  token.state.store(token.state.load(std::memory_order_relaxed) | kSetBit,
                    std::memory_order_release);
}

void CancelTree::cut_off(std::uint32_t slot) {
  for (EdgeId id = 2 * slot; id < 2 * slot + 2; ++id) {
    const std::uint32_t parent = edge(id).parent;
    if (parent == kNone) continue;
    unlink(id);
    free_if_unused(parent);
  }
}

bool CancelTree::cancelled(keel_token token) const {
  const Token* const found = tokens_.find(static_cast<std::uint32_t>(token.id));
  if (found == nullptr) return false;
  const auto wanted = static_cast<std::uint32_t>(token.id >> 32U);
  return found->state.load(std::memory_order_acquire) == set_state(wanted);
}

Value CancelTree::cause(keel_token token) const {
  if (!cancelled(token)) return {};
  const std::lock_guard lock(cause_mutex_);
  // A token gives its name up before its cause, and the cause under this lock.
  if (!cancelled(token)) return {};
  return tokens_.find(static_cast<std::uint32_t>(token.id))->cause;
}

CancelTree::RegId CancelTree::on_cancel(keel_token token, Job job) {
  const std::uint32_t slot = find(token);
  if (slot == kNone) return 0;
  exec_.reserve_ready(1);
  const RegId id = callbacks_.emplace();
  Callback& callback = *callbacks_.get(id);
  callback.job = std::move(job);
  if (is_set(slot)) {
    make_ready(id);
    return id;
  }
  Token& owner = tokens_[slot];
  callback.slot = slot;
  callback.previous = std::exchange(owner.last_callback, id);
  if (callback.previous == 0) {
    owner.first_callback = id;
  } else {
    callbacks_.get(callback.previous)->next = id;
  }
  return id;
}

bool CancelTree::remove(RegId id) {
  Callback* const callback = callbacks_.get(id);
  if (callback == nullptr) return false;
  // Ends last: what it owns may call in.
  const Job job = std::move(callback->job);
  const std::uint32_t slot = callback->slot;
  if (slot != kNone) unlink_callback(*callback);
  callbacks_.erase(id);
  if (slot != kNone) free_if_unused(slot);
  return true;
}

void CancelTree::queue_callbacks(std::uint32_t slot) {
  Token& token = tokens_[slot];
  RegId id = std::exchange(token.first_callback, 0);
  token.last_callback = 0;
  while (id != 0) {
    Callback& callback = *callbacks_.get(id);
    callback.slot = kNone;
    make_ready(id);
    id = callback.next;
  }
}

void CancelTree::make_ready(RegId id) {
  exec_.ready([this, id] { run_callback(id); });
}

void CancelTree::run_callback(RegId id) {
  Callback* const callback = callbacks_.get(id);
  if (callback == nullptr) return;
  Job job = std::move(callback->job);
  callbacks_.erase(id);
  job();
}

void CancelTree::unlink_callback(const Callback& callback) {
  Token& owner = tokens_[callback.slot];
  RegId& before =
      callback.previous == 0 ? owner.first_callback : callbacks_.get(callback.previous)->next;
  RegId& after = callback.next == 0 ? owner.last_callback : callbacks_.get(callback.next)->previous;
  before = callback.next;
  after = callback.previous;
}

void CancelTree::link(std::uint32_t slot, std::size_t which, std::uint32_t parent) {
  const EdgeId id = 2 * slot + static_cast<EdgeId>(which);
  const EdgeId next = std::exchange(tokens_[parent].first_child, id);
  edge(id) = Edge{parent, kNone, next};
  if (next != kNone) edge(next).previous = id;
}

void CancelTree::unlink(EdgeId id) {
  const Edge gone = std::exchange(edge(id), Edge{});
  if (gone.previous == kNone) {
    tokens_[gone.parent].first_child = gone.next;
  } else {
    edge(gone.previous).next = gone.next;
  }
  if (gone.next != kNone) edge(gone.next).previous = gone.previous;
}

bool CancelTree::is_unused(std::uint32_t slot) const {
  const Token& token = tokens_[slot];
  return token.holders == 0 && token.first_child == kNone && token.first_callback == 0;
}

void CancelTree::free_if_unused(std::uint32_t slot) {
  if (!is_unused(slot)) return;
  // A token may have been all that kept those above it; a list, because a chain may be long.
  tokens_[slot].next = kNone;
  std::uint32_t pending = slot;
  while (pending != kNone) {
    const std::uint32_t gone = pending;
    pending = tokens_[gone].next;
    for (EdgeId id = 2 * gone; id < 2 * gone + 2; ++id) {
      const std::uint32_t parent = edge(id).parent;
      if (parent == kNone) continue;
      unlink(id);
      if (!is_unused(parent)) continue;
      tokens_[parent].next = pending;
      pending = parent;
    }
    free(gone);
  }
}

void CancelTree::free(std::uint32_t slot) {
  Token& token = tokens_[slot];
  const std::uint64_t state = token.state.load(std::memory_order_relaxed);
  const std::uint32_t dead = generation(state) + 1;
  token.state.store(std::uint64_t{dead} << 32U, std::memory_order_release);
  --live_;
  if ((state & kSetBit) != 0) {
    Value cause;
    const std::lock_guard lock(cause_mutex_);
    cause = std::move(token.cause);
  }
  // After 2^31 lives one more would repeat old names.
  if (dead == 0) return;
  token.next = first_free_;
  first_free_ = slot;
}

}  // namespace keel::core
