// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/host/host.hpp"
#include "keel/sdk.hpp"
#include "session/log/event_pool.hpp"
#include "session/log/vocabulary.hpp"
#include "session/store/live_session.hpp"

namespace keel::session {

class LogSeed;

/// The service kernel/sessions and what table keel.session reads: live sessions of one kernel,
/// their publication on the bus, and their way to a session.backend. Lives between the host's
/// creation and its end. Kernel thread.
class Sessions {
 public:
  struct Options {
    std::int64_t write_batch_max_delay_ms = 200;
  };

  /// Declares the contract and publishes the service. Before the rows are mounted.
  static Expected<std::unique_ptr<Sessions>> create(core::Host& host, Options options);
  ~Sessions();
  Sessions(const Sessions&) = delete;
  Sessions& operator=(const Sessions&) = delete;

  /// Drains every live session; errors are logged. Before the backends stop. Runs the loop.
  void drain();

  // --- for table keel.session
  /// The session that a reference names, or null. Sets `kernel`, and `context` unless it is null.
  static LiveSession* find(keel_ctx ctx, keel_ref ref, core::Kernel** kernel,
                           core::Context** context);
  LiveSession* live(std::string_view id);
  /// Append, note for the backend, publish. The request's time is set here.
  Expected<Event> append(LiveSession& session, AppendRequest request);
  /// The same behind a publication under way; a failure is logged.
  void append_later(LiveSession& session, const AppendRequest& request);
  Expected<Message> hand_out(LiveSession& session);

 private:
  class Object;
  friend class Object;

  Sessions(core::Host& host, Options options);
  Expected<void> publish();

  Task<Message> create_session(Call call, ValueView in);
  Expected<Message> prepare(Call call, ValueView in);
  Task<Message> load(Call call, ValueView in);
  Task<Value> enter(Call call, MessageView in);
  Task<Value> announce(Call call, MessageView in);
  Task<Value> detach(Call call, MessageView in);
  Expected<Message> get(Call call, ValueView in);
  Value list();
  Task<Value> flush(Call call, ValueView in);
  Task<Message> fork(Call call, ValueView in);
  Task<Value> stored(Call call, ValueView in);
  Task<Value> inspect(Call call, ValueView in);
  Task<Value> raw(Call call, ValueView in);

  Expected<LiveSession*> build(std::string id, ValueView meta, ValueView seed);
  LiveSession& add(std::unique_ptr<Log> log);
  void object_gone(LiveSession& session);
  Task<void> enter_session(Call call, LiveSession& session, Ref self);
  Task<void> announce_session(Call call, LiveSession& session);
  Task<void> claim(LiveSession& session);
  Task<void> detach_session(LiveSession& session);
  Task<void> tell_flush(Call call, std::string id, keel_scope scope);
  static Task<void> nothing();
  Task<void> drain_all(bool* done);
  Task<void> read_stored(RefView store, RefView lease, LogSeed* seed, bool* torn);
  void publish_event(LiveSession& session, const Event& event);
  Expected<Ref> backend() const;
  Log::Options log_options();
  Vocabulary vocabulary() const;
  LiveSession* from_ref(RefView ref);

  core::Host& host_;
  Options options_;
  Instance instance_;
  std::optional<Context> context_;
  EventPool pool_;
  std::vector<std::unique_ptr<LiveSession>> sessions_;
  std::map<std::string, LiveSession*, std::less<>> live_;
  std::vector<std::string> order_;
  keel_event created_admit_{0};
  keel_event created_{0};
  keel_event disposed_{0};
  keel_event event_{0};
  keel_event flush_{0};
  bool ending_ = false;
};

}  // namespace keel::session
