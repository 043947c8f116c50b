// SPDX-License-Identifier: MIT
//
// Context and Call: time, threads, descriptors, cancellation.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "keel/abi.h"
#include "keel/call.hpp"
#include "keel/context.hpp"
#include "keel/detail/awaiters.hpp"
#include "keel/detail/callback.hpp"
#include "keel/detail/context_calls.hpp"
#include "keel/detail/pool_job.hpp"
#include "keel/tables.hpp"

namespace keel {

namespace detail {

/// A posted function, owned by the instance until it has run.
class PostBase : public Owned {
 public:
  explicit PostBase(ContextCore& core) : core_(core) {}
  ContextCore& core() const { return core_; }

 private:
  // Not counted: a post is made on any thread, and runs only while its context lives.
  ContextCore& core_;
};

template <typename Run>
class Post final : public PostBase {
 public:
  Post(ContextCore& core, Run run) : PostBase(core), run_(std::move(run)) {}

  /// A keel_run.
  static void run(void* user) {
    auto self = std::unique_ptr<Post>(static_cast<Post*>(user));
    const Context context(self->core());
    self->core().instance->remove_post(self.get());
    run_callback(context, std::move(self),
                 [](std::unique_ptr<Post>& post) -> Run& { return post->run_; });
  }

 private:
  Run run_;
};

}  // namespace detail

template <typename Run>
bool Context::post(Run run) const {
  Instance* instance = core_->instance;
  auto* post = new detail::Post<Run>(*core_, std::move(run));
  instance->add_post(post);
  if (detail::exec_api().post(raw(), &detail::Post<Run>::run, post) == KEEL_OK) return true;
  instance->remove_post(post);
  delete post;
  return false;
}

template <typename Run>
Expected<Registration> Context::after(std::int64_t delay_ms, Run run) const {
  using Record = detail::CallbackRecord<Run>;
  auto* record = new Record(*core_, std::move(run), true);
  const std::int32_t status = detail::exec_api().timer(
      raw(), delay_ms, 0, &Record::run, static_cast<detail::Record*>(record), &record->reg);
  return detail::registered(record, status);
}

template <typename Run>
Expected<Registration> Context::every(std::int64_t period_ms, Run run) const {
  using Record = detail::CallbackRecord<Run>;
  auto* record = new Record(*core_, std::move(run), false);
  const std::int32_t status =
      detail::exec_api().timer(raw(), period_ms, period_ms, &Record::run,
                               static_cast<detail::Record*>(record), &record->reg);
  return detail::registered(record, status);
}

template <typename Run>
Expected<Registration> Context::on_cancel(CancelToken token, Run run) const {
  using Record = detail::CallbackRecord<Run>;
  auto* record = new Record(*core_, std::move(run), true);
  const std::int32_t status = detail::exec_api().on_cancel(
      raw(), token.raw(), &Record::run, static_cast<detail::Record*>(record), &record->reg);
  return detail::registered(record, status);
}

template <typename Ready>
Expected<Registration> Context::watch_fd(std::int32_t fd, std::uint32_t events, Ready ready) const {
  using Record = detail::CallbackRecord<Ready>;
  auto* record = new Record(*core_, std::move(ready), false);
  const std::int32_t status = detail::exec_api().watch_fd(
      raw(), fd, events, &Record::ready, static_cast<detail::Record*>(record), &record->reg);
  return detail::registered(record, status);
}

template <typename Ended>
Expected<Registration> Context::watch_child(std::int32_t pid, Ended ended) const {
  using Record = detail::CallbackRecord<Ended>;
  auto* record = new Record(*core_, std::move(ended), true);
  const std::int32_t status = detail::exec_api().watch_child(
      raw(), pid, &Record::ended, static_cast<detail::Record*>(record), &record->reg);
  return detail::registered(record, status);
}

inline Expected<CancelSource> Context::token(CancelToken parent) const {
  keel_token token{0};
  const std::int32_t status = detail::exec_api().token(raw(), parent.raw(), &token);
  if (status != KEEL_OK) return tl::make_unexpected(Error::from_outcome(status, {}));
  return CancelSource::take(raw(), token);
}

inline detail::SleepAwaiter Context::sleep_for(std::int64_t delay_ms, CancelToken token) const {
  return {raw(), delay_ms, token};
}
inline detail::CancelAwaiter Context::cancelled(CancelToken token) const { return {raw(), token}; }
inline detail::ChildAwaiter Context::child_ended(std::int32_t pid) const { return {raw(), pid}; }
template <typename Work>
detail::PoolAwaiter<std::decay_t<Work>> Context::pool(Work&& work) const {
  return {*this, detail::take_awaited(std::forward<Work>(work))};
}

inline detail::SleepAwaiter Call::sleep_for(std::int64_t delay_ms) const {
  return {ctx(), delay_ms, cancel_token()};
}

}  // namespace keel
