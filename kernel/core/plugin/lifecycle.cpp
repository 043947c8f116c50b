// SPDX-License-Identifier: MIT
#include "core/plugin/lifecycle.hpp"

#include <memory>
#include <utility>

#include "core/exec/frame.hpp"
#include "core/kernel.hpp"

namespace keel::core {

namespace {

const InterfaceInfo& lifecycle_interface() {
  static const InterfaceInfo* const info =
      new InterfaceInfo{"lifecycle",
                        Key("lifecycle").raw(),
                        {"START", "STOP", "QUIESCE", "RESUME", "SAVE", "RESTORE", "CONFIGURE"},
                        {true, true, true, true, true, true, true}};
  return *info;
}

}  // namespace

// ---- create, start, configure
// --------------------------------------------------------------------------------------

Expected<void> Lifecycle::create(Instance& instance, ValueView config) {
  instance.ctx = kernel_.contexts().begin_root(instance);
  instance.state = InstanceState::kCreated;
  keel_value why{0, 0};
  std::int32_t status = KEEL_FAILED;
  std::string thrown;
  {
    const Frame guard(kernel_.exec(),
                      FrameLabel{instance.key, lifecycle_interface().key, instance.generation, 0});
    try {
      status = instance.table.create(instance.ctx, config.raw(), &instance.self, &why);
    } catch (const std::exception& exception) {
      thrown = exception.what();
    } catch (...) {
      thrown = "a foreign exception";
    }
  }
  const Value reason = Value::take(why);
  if (status == KEEL_OK && thrown.empty()) return {};
  if (Context* context = kernel_.contexts().find_any(instance.ctx.id))
    kernel_.contexts().end(*context, nullptr, nullptr);
  instance.state = InstanceState::kFailed;
  if (!thrown.empty()) {
    return tl::make_unexpected(Error::failed(
        "PLUGIN_FAULT", instance.label() + ": create let an exception out: " + thrown));
  }
  Error error = Error::from_outcome(status, reason);
  error.message = instance.label() + ": create failed: " + error.message;
  return tl::make_unexpected(std::move(error));
}

/// A lifecycle call under way.
struct Lifecycle::Waiting {
  std::function<void(std::int32_t, Error)> done;
  Kernel* kernel;
};

void Lifecycle::on_done(void* user, std::int32_t status, keel_msg* outcome) {
  const std::unique_ptr<Waiting> waiting(static_cast<Waiting*>(user));
  const Error error = Error::from_outcome(status, ValueView(outcome->value));
  waiting->kernel->calls().clear(*outcome);
  waiting->done(status, error);
}

void Lifecycle::run(Instance& instance, std::uint32_t ordinal, ValueView in_value,
                    std::int64_t timeout_ms, std::function<void(std::int32_t, Error)> done) {
  auto waiting = std::make_unique<Waiting>(Waiting{std::move(done), &kernel_});
  const BoundMethod method{instance.table.lifecycle, instance.self, &instance, instance.ctx, 7,
                           &lifecycle_interface()};
  keel_call_options options{};
  options.size = sizeof(options);
  options.flags = KEEL_OPT_TIMEOUT;
  options.timeout_ms = timeout_ms;
  CallFrame frame;
  kernel_.calls().fill_frame(frame, nullptr, &options);
  keel_msg in{};
  in.value = in_value.raw();
  keel_msg out{};
  const std::int32_t status =
      kernel_.calls().run(frame, method, ordinal, in, nullptr, kernel_.host_ctx().id, &options, out,
                          &Lifecycle::on_done, waiting.get(), nullptr);
  Waiting* kept = waiting.release();
  if (status == KEEL_PENDING) return;
  kernel_.exec().ready(Job([kept, status, out]() mutable { on_done(kept, status, &out); }));
}

void Lifecycle::start(Instance& instance, std::int64_t timeout_ms, Done done) {
  instance.state = InstanceState::kStarting;
  run(instance, KEEL_LIFE_START, {}, timeout_ms,
      [&instance, done = std::move(done)](std::int32_t status, Error error) {
        if (status == KEEL_OK) {
          instance.state = InstanceState::kActive;
          done(std::nullopt);
          return;
        }
        instance.state = InstanceState::kFailed;
        error.message = instance.label() + ": start failed: " + error.message;
        done(std::move(error));
      });
}

void Lifecycle::configure(Instance& instance, ValueView config, Done done) {
  if ((instance.table.lifecycle_mask & KEEL_LIFE_BIT(KEEL_LIFE_CONFIGURE)) == 0) {
    done(Error{KEEL_UNIMPLEMENTED,
               "UNIMPLEMENTED",
               instance.label() + " takes new config only by a restart",
               {}});
    return;
  }
  run(instance, KEEL_LIFE_CONFIGURE, config, kernel_.options().stop_grace_ms,
      [&instance, done = std::move(done)](std::int32_t status, Error error) {
        if (status == KEEL_OK) {
          done(std::nullopt);
          return;
        }
        error.message = instance.label() + ": the new config was not taken: " + error.message;
        done(std::move(error));
      });
}

// ---- the stop protocol
// ---------------------------------------------------------------------------------------------

/// One stop under way. Owns itself until the report is given.
class Lifecycle::Stopping {
 public:
  Stopping(Lifecycle& lifecycle, Instance& instance, Stopped done)
      : lifecycle_(lifecycle),
        kernel_(lifecycle.kernel_),
        instance_(instance),
        done_(std::move(done)) {}

  /// Steps 1 to 3.
  void begin() {
    was_started_ =
        instance_.state == InstanceState::kActive || instance_.state == InstanceState::kStarting;
    instance_.state = InstanceState::kDraining;
    const Value cause = object({{"kind", "disposed"}});
    kernel_.calls().cancel_all(instance_, cause);
    wait_until(
        [this] {
          return instance_.inbound.empty() && instance_.outbound.empty() && instance_.frames == 0;
        },
        &Stopping::settle);
  }

 private:
  using Step = void (Stopping::*)();

  /// Goes on when the condition holds or the grace is over. The condition is looked at whenever a
  /// call of the instance ends, which is what it depends on.
  void wait_until(std::function<bool()> condition, Step next) {
    if (condition()) {
      kernel_.exec().ready(Job([this, next] { (this->*next)(); }));
      return;
    }
    waiting_ = std::move(condition);
    instance_.on_quiet = [this, next] {
      if (!waiting_ || !waiting_()) return;
      leave_wait();
      kernel_.exec().ready(Job([this, next] { (this->*next)(); }));
    };
    timer_ = kernel_.exec().timer(kernel_.options().stop_grace_ms, 0, Job([this, next] {
                                    timer_ = 0;
                                    leave_wait();
                                    (this->*next)();
                                  }));
  }

  void leave_wait() {
    waiting_ = nullptr;
    instance_.on_quiet = nullptr;
    if (timer_ != 0) kernel_.exec().cancel_timer(std::exchange(timer_, 0));
  }

  /// Step 4.
  void settle() {
    instance_.state = InstanceState::kStopping;
    if (!instance_.inbound.empty()) {
      find(std::to_string(instance_.inbound.size()) + " call(s) were still pending " +
           std::to_string(kernel_.options().stop_grace_ms) +
           " ms after their cancel: " + pending_names());
    }
    kernel_.calls().settle_all(instance_);
    kernel_.streams().cancel_waiting(instance_);
    // Continuations that were just given an outcome may have left work in the ready queue.
    kernel_.exec().ready(Job([this] { stop(); }));
  }

  std::string pending_names() const {
    std::string names;
    for (const CallRecord& record : instance_.inbound) {
      const InterfaceInfo* interface = record.frame.interface;
      if (!names.empty()) names += ", ";
      names += interface == nullptr
                   ? std::string("?")
                   : interface->name + "." + std::string(interface->method(record.frame.ordinal));
    }
    return names;
  }

  /// Step 5.
  void stop() {
    if (!was_started_ || (instance_.table.lifecycle_mask & KEEL_LIFE_BIT(KEEL_LIFE_STOP)) == 0) {
      undo();
      return;
    }
    lifecycle_.run(instance_, KEEL_LIFE_STOP, {}, kernel_.options().stop_grace_ms,
                   [this](std::int32_t status, const Error& error) {
                     if (status != KEEL_OK) find("STOP: " + error.message);
                     undo();
                   });
  }

  /// Step 6. An undo step that never settles is answered by the host after the grace, and the next
  /// one runs.
  void undo() {
    kernel_.calls().settle_all(instance_);
    Context* context = kernel_.contexts().find_any(instance_.ctx.id);
    if (context == nullptr) {
      wait_for_jobs();
      return;
    }
    watch_undo();
    kernel_.contexts().end(*context, &Stopping::on_undone, this);
  }

  void watch_undo() {
    timer_ = kernel_.exec().timer(kernel_.options().stop_grace_ms, 0, Job([this] {
                                    find("an undo step did not finish within " +
                                         std::to_string(kernel_.options().stop_grace_ms) + " ms");
                                    timer_ = 0;
                                    watch_undo();
                                    kernel_.calls().settle_all(instance_);
                                  }));
  }

  static void on_undone(void* user, std::int32_t, keel_msg*) {
    auto* stopping = static_cast<Stopping*>(user);
    stopping->kernel_.exec().ready(Job([stopping] {
      stopping->leave_wait();
      stopping->wait_for_jobs();
    }));
  }

  /// Step 7: nothing of the instance may run any more.
  void wait_for_jobs() {
    kernel_.calls().settle_all(instance_);
    wait_until([this] { return instance_.jobs == 0 && instance_.frames == 0; }, &Stopping::destroy);
  }

  void destroy() {
    kernel_.services().end_leases_of(instance_);
    if (instance_.jobs > 0 || instance_.frames > 0) {
      find(std::to_string(instance_.jobs) +
           " job(s) of it still run on worker threads: it was not destroyed");
      finish(false);
      return;
    }
    try {
      const Frame guard(kernel_.exec(), FrameLabel{instance_.key, lifecycle_interface().key,
                                                   instance_.generation, 1});
      instance_.table.destroy(instance_.self);
    } catch (...) {
      find("destroy let an exception out");
    }
    instance_.state = InstanceState::kDestroyed;
    finish(true);
  }

  void finish(bool destroyed) {
    report_faults();
    report_.destroyed = destroyed;
    for (const std::string& finding : report_.findings) kernel_.report(instance_, finding);
    const std::unique_ptr<Stopping> self(this);
    done_(std::move(report_));
  }

  void report_faults() {
    const FaultCounts& faults = instance_.faults;
    if (faults.exceptions > 0)
      find(std::to_string(faults.exceptions) + " exception(s) crossed its boundary");
    if (faults.protocol > 0)
      find(std::to_string(faults.protocol) + " answer(s) broke the protocol");
    if (faults.double_settles > 0)
      find(std::to_string(faults.double_settles) + " call(s) were settled twice");
    if (faults.stream_pushes > 0)
      find(std::to_string(faults.stream_pushes) + " push(es) on a full or ended stream");
  }

  void find(std::string text) { report_.findings.push_back(std::move(text)); }

  Lifecycle& lifecycle_;
  Kernel& kernel_;
  Instance& instance_;
  Stopped done_;
  StopReport report_;
  bool was_started_ = false;
  std::function<bool()> waiting_;
  std::uint64_t timer_ = 0;
};

void Lifecycle::stop(Instance& instance, Stopped done) {
  auto* stopping = new Stopping(*this, instance, std::move(done));
  kernel_.exec().ready(Job([stopping] { stopping->begin(); }));
}

}  // namespace keel::core
