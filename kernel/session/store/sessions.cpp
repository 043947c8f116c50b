// SPDX-License-Identifier: MIT
#include "session/store/sessions.hpp"

#include <algorithm>
#include <random>
#include <utility>

#include "core/abi/host_tables.hpp"
#include "keel/contracts/session.hpp"
#include "session/log/fault.hpp"
#include "session/log/fork.hpp"
#include "session/log/log_seed.hpp"
#include "session/store/session_contract.hpp"
#include "session/store/session_table.hpp"

namespace keel::session {

namespace ids = contracts::session;
using Backend = contracts::session::SessionBackend;

namespace {

/// Marks objects of this store among all objects of a kernel.
constexpr char kSessionTag = 0;

std::string random_uuid() {
  static thread_local std::random_device device;
  constexpr std::string_view kHex = "0123456789abcdef";
  std::string text = "xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx";
  for (char& c : text) {
    if (c == 'x') c = kHex[device() & 15U];
    if (c == 'y') c = kHex[8U + (device() & 3U)];
  }
  return text;
}

Error not_found(std::string_view id) {
  return Error::failed("SESSION_NOT_FOUND", "there is no session \"" + std::string(id) + "\"");
}

Error already_exists(std::string_view id) {
  return Error::failed("SESSION_ALREADY_EXISTS",
                       "a session \"" + std::string(id) + "\" exists already");
}

std::optional<std::string> optional_text(ValueView value) {
  if (!value.is_string()) return std::nullopt;
  return std::string(value.text());
}

/// The members of SessionMeta, as a header of a new session.
Expected<SessionHeader> header_from_meta(std::string id, ValueView meta) {
  SessionHeader header;
  header.id = std::move(id);
  header.created_at = meta["createdAt"].integer_or(Context::wall_ms());
  header.cwd = optional_text(meta["cwd"]);
  header.parent_session = optional_text(meta["parentSession"]);
  if (const auto length = meta["seedLength"].integer()) header.seed_length = *length;
  header.subagent = meta["origin"].text() == "subagent";
  header.delegation_depth = meta["delegationDepth"].integer_or(0);
  header.agent_preset = optional_text(meta["agentPreset"]);
  if (auto fault = find_header_fault(header)) {
    return tl::make_unexpected(Error::failed("INVALID_META", fault->message, fault->data));
  }
  return header;
}

Message message_for(std::string_view session_id) { return object({{"session_id", session_id}}); }

Value array_of(const std::vector<Event>& events) {
  Builder builder;
  builder.begin_array();
  for (const Event& event : events) builder.put(static_cast<const ValueView&>(event.value()));
  builder.end();
  return builder.finish_or_absent();
}

Value value_of(const EventFields& fields) {
  Builder builder;
  builder.begin_object();
  builder.member("type", fields.type);
  builder.member("seq", fields.seq);
  builder.member("time", fields.time);
  builder.member("data", fields.data);
  if (fields.ignorable) builder.member("ignorable", true);
  if (fields.sources) {
    builder.name("sourceEventSeqs").begin_array();
    fields.sources->for_each([&](std::int64_t seq) { builder.put(seq); });
    builder.end();
  }
  if (fields.surface.kind == SurfaceOp::Kind::kAppend) builder.member("surfaceOp", "append");
  builder.end();
  return builder.finish_or_absent();
}

}  // namespace

/// What references to a session name.
class Sessions::Object {
 public:
  Object(Sessions& sessions, LiveSession& session) : sessions_(sessions), session_(session) {}
  ~Object() { sessions_.object_gone(session_); }

  Expected<Value> append(Call, ValueView in) {
    AppendRequest request;
    const std::string type(in["type"].text());
    request.type = type;
    request.data = Value::share(in["data"]);
    request.ignorable = in["ignorable"].is_true();
    request.out_of_band = in["out_of_band"].is_true();
    const ValueView surface = in["surfaceOp"];
    if (surface.text() == "append") request.surface = SurfaceOp::append();
    if (surface.is_object()) {
      request.surface =
          SurfaceOp::replace(surface["start"].integer_or(-1), surface["end"].integer_or(-1));
    }
    std::vector<std::int64_t> sources;
    if (in["sourceEventSeqs"].is_array()) {
      for (const ValueView seq : in["sourceEventSeqs"].items())
        sources.push_back(seq.integer_or(-1));
      request.sources = sources;
    }
    auto event = sessions_.append(session_, request);
    if (!event)
      return tl::make_unexpected(
          Error::failed(event.error().code, event.error().message, event.error().data));
    return event->value();
  }

  Expected<Value> read(Call, ValueView in) {
    auto events = session_.log->read(in["from"].integer_or(0), in["count"].integer_or(INT64_MAX));
    if (!events) return tl::make_unexpected(events.error());
    return object({{"events", array_of(*events)}});
  }

  Value state() {
    const Log& log = *session_.log;
    return object({{"header", log.header_object()},
                   {"seq", log.seq()},
                   {"surface", log.surface_value()},
                   {"requestHeader", log.request_header()},
                   {"requestContext", log.request_context()}});
  }

  static constexpr Methods kMethods{method<ids::Session::kAppend, &Object::append>,
                                    method<ids::Session::kRead, &Object::read>,
                                    method<ids::Session::kState, &Object::state>};

 private:
  Sessions& sessions_;
  LiveSession& session_;
};

// ---- set-up
// --------------------------------------------------------------------------------------------------------

Sessions::Sessions(core::Host& host, Options options)
    : host_(host),
      options_(options),
      instance_(host.kernel().host_ctx()),
      context_(instance_.context()) {}

Sessions::~Sessions() {
  ending_ = true;
  host_.kernel().set_extension(nullptr);
  for (const auto& session : sessions_) session->self.reset();
}

Expected<std::unique_ptr<Sessions>> Sessions::create(core::Host& host, Options options) {
  core::add_table("keel.session", &keel_host_session_api);
  if (auto declared = host.supervisor().declare(session_contract(), "the host"); !declared) {
    return tl::make_unexpected(declared.error());
  }
  std::unique_ptr<Sessions> sessions(new Sessions(host, options));
  host.kernel().set_extension(sessions.get());
  if (auto published = sessions->publish(); !published)
    return tl::make_unexpected(published.error());
  return sessions;
}

Expected<void> Sessions::publish() {
  const std::pair<std::string_view, keel_event*> events[] = {
      {"session/created/admit", &created_admit_},
      {"session/created", &created_},
      {"session/disposed", &disposed_},
      {"session/event", &event_},
      {"session/flush", &flush_}};
  for (const auto& [name, into] : events) {
    auto found = context_->event(name);
    if (!found) return tl::make_unexpected(found.error());
    *into = *found;
  }
  static constexpr Methods kMethods{method<ids::Sessions::kCreate, &Sessions::create_session>,
                                    method<ids::Sessions::kPrepare, &Sessions::prepare>,
                                    method<ids::Sessions::kLoad, &Sessions::load>,
                                    method<ids::Sessions::kEnter, &Sessions::enter>,
                                    method<ids::Sessions::kAnnounce, &Sessions::announce>,
                                    method<ids::Sessions::kDetach, &Sessions::detach>,
                                    method<ids::Sessions::kGet, &Sessions::get>,
                                    method<ids::Sessions::kList, &Sessions::list>,
                                    method<ids::Sessions::kFlush, &Sessions::flush>,
                                    method<ids::Sessions::kFork, &Sessions::fork>,
                                    method<ids::Sessions::kStored, &Sessions::stored>,
                                    method<ids::Sessions::kInspect, &Sessions::inspect>,
                                    method<ids::Sessions::kRaw, &Sessions::raw>};
  auto registration =
      context_->publish("kernel/sessions", object({{"interface", "sessions@0"}}), kMethods, this);
  if (!registration) return tl::make_unexpected(registration.error());
  registration->detach();
  return {};
}

Log::Options Sessions::log_options() {
  Log::Options options;
  options.pool = &pool_;
  options.standalone = [this](std::string_view type) {
    const core::DurableContract* durable = host_.supervisor().contracts().durable(type);
    return durable != nullptr && durable->standalone;
  };
  options.checked = host_.kernel().options().checked;
  return options;
}

Vocabulary Sessions::vocabulary() const {
  return Vocabulary([this](std::string_view type) {
    return host_.supervisor().contracts().durable(type) != nullptr;
  });
}

Expected<Ref> Sessions::backend() const {
  auto entries = context_->layers("session.backend", keel_scope{0});
  if (!entries) return tl::make_unexpected(entries.error());
  if (entries->empty()) {
    return tl::make_unexpected(
        Error::failed("NO_BACKEND", "no session.backend is mounted: nothing is stored"));
  }
  return context_->resolve((*entries)[0].name, keel_scope{0});
}

// ---- sessions in memory
// --------------------------------------------------------------------------------------------

LiveSession* Sessions::live(std::string_view id) {
  const auto at = live_.find(id);
  return at == live_.end() ? nullptr : at->second;
}

LiveSession& Sessions::add(std::unique_ptr<Log> log) {
  auto session = std::make_unique<LiveSession>();
  session->sessions = this;
  session->log = std::move(log);
  sessions_.push_back(std::move(session));
  return *sessions_.back();
}

/// A reference for the caller. The first one makes the object.
Expected<Message> Sessions::hand_out(LiveSession& session) {
  const std::string id = session.id();
  Ref given;
  if (session.self) {
    auto copy = session.self.dup();
    if (!copy) return tl::make_unexpected(copy.error());
    given = std::move(*copy);
  } else {
    auto made =
        context_->object("session@0", std::make_unique<Object>(*this, session), Object::kMethods);
    if (!made) return tl::make_unexpected(made.error());
    given = std::move(*made);
    core::Kernel& kernel = host_.kernel();
    core::ObjectSlot& slot =
        *kernel.calls().find_object(kernel.contexts().find_ref(given.raw())->target);
    slot.host_tag = &kSessionTag;
    slot.host_object = &session;
  }
  return Message(object({{"id", id}})).with(std::move(given));
}

void Sessions::object_gone(LiveSession& session) {
  if (ending_ || session.is_live()) return;
  std::erase_if(sessions_, [&](const auto& entry) { return entry.get() == &session; });
}

LiveSession* Sessions::find(keel_ctx ctx, keel_ref ref, core::Kernel** kernel,
                            core::Context** context) {
  core::Context* found = core::Kernel::context(ctx, kernel);
  if (found == nullptr) return nullptr;
  if (context != nullptr) *context = found;
  core::RefHandle* handle = (*kernel)->contexts().find_ref(ref);
  if (handle == nullptr || handle->kind != core::RefHandle::Kind::kObject) return nullptr;
  const core::ObjectSlot* slot = (*kernel)->calls().find_object(handle->target);
  if (slot == nullptr || slot->host_tag != &kSessionTag) return nullptr;
  return static_cast<LiveSession*>(slot->host_object);
}

LiveSession* Sessions::from_ref(RefView ref) {
  core::Kernel* kernel = nullptr;
  return find(context_->raw(), ref.raw(), &kernel, nullptr);
}

Expected<LiveSession*> Sessions::build(std::string id, ValueView meta, ValueView seed) {
  if (id.empty()) id = "session-" + random_uuid();
  if (live(id) != nullptr) return tl::make_unexpected(already_exists(id));
  auto header = header_from_meta(std::move(id), meta);
  if (!header) return tl::make_unexpected(header.error());
  if (seed.is_absent()) return &add(std::make_unique<Log>(*header, log_options()));
  LogSeed::Options seed_options;
  seed_options.origin = LogSeed::Origin::kValues;
  LogSeed log_seed(*header, log_options(), seed_options);
  for (const ValueView event : seed.items()) {
    if (auto fault = log_seed.add_row(event)) {
      return tl::make_unexpected(Error::failed("INVALID_SEED", fault->message, fault->data));
    }
  }
  return &add(log_seed.finish(Context::wall_ms()));
}

Expected<Message> Sessions::prepare(Call, ValueView in) {
  auto session = build(std::string(in["id"].text()), in["meta"], in["seed"]);
  if (!session) return tl::make_unexpected(session.error());
  return hand_out(**session);
}

Task<Message> Sessions::create_session(Call call, ValueView in) {
  Message prepared = must(prepare(call, in));
  LiveSession* session = from_ref(prepared.ref(0));
  Ref self = must(context_->keep_ref(prepared.ref(0)));
  Task<void> entering = enter_session(call, *session, std::move(self));
  co_await must(std::move(entering));
  Task<void> announcing = announce_session(call, *session);
  co_await must(std::move(announcing));
  co_return std::move(prepared);
}

Task<Value> Sessions::enter(Call call, MessageView in) {
  LiveSession* session = from_ref(in.ref(0));
  if (session == nullptr) co_return fail("SESSION_NOT_FOUND", "enter: refs[0] is no session");
  Ref self = must(context_->keep_ref(in.ref(0)));
  Task<void> entering = enter_session(call, *session, std::move(self));
  co_await must(std::move(entering));
  co_return object({});
}

/// Asks for admission, claims the id in the store, makes the session live. A failure leaves it
/// prepared.
Task<void> Sessions::enter_session(Call call, LiveSession& session, Ref self) {
  if (session.state != LiveSession::State::kPrepared) {
    co_await fail("SESSION_ALREADY_EXISTS",
                  "session " + session.id() + " has been entered already");
  }
  if (live(session.id()) != nullptr)
    co_await fail("SESSION_ALREADY_EXISTS", already_exists(session.id()).message);
  Message question =
      Message(object({{"session_id", session.id()}, {"header", session.log->header_object()}}))
          .with(must(self.dup()));
  Expected<Message> admitted =
      co_await call.dispatch(created_admit_, call.target(), std::move(question));
  if (!admitted)
    co_await fail("REJECTED",
                  "session " + session.id() + " was refused: " + admitted.error().message);
  Task<void> claiming = claim(session);
  co_await must(std::move(claiming));
  if (live(session.id()) != nullptr)
    co_await fail("SESSION_ALREADY_EXISTS", already_exists(session.id()).message);
  session.scope = call.target();
  session.self = std::move(self);
  session.state = LiveSession::State::kEntered;
  live_[session.id()] = &session;
  order_.push_back(session.id());
}

/// A fresh session takes its id in the backend, with whatever it was seeded with, before anyone can
/// use it.
Task<void> Sessions::claim(LiveSession& session) {
  if (session.writer != nullptr) co_return;
  Expected<Ref> store = backend();
  if (!store) co_return;
  Message request = object({{"header", session.log->header_object()}});
  Message claimed = co_await must(context_->invoke(*store, Backend::kCreate, std::move(request)));
  session.writer =
      std::make_unique<WriteBehind>(*context_, *session.log, std::move(*store), claimed.take_ref(0),
                                    0, options_.write_batch_max_delay_ms);
  if (session.log->seq() == 0) co_return;
  Task<void> seed_stored = session.writer->flush();
  co_await must(std::move(seed_stored));
}

Task<Value> Sessions::announce(Call call, MessageView in) {
  LiveSession* session = from_ref(in.ref(0));
  if (session == nullptr) co_return fail("SESSION_NOT_FOUND", "announce: refs[0] is no session");
  Task<void> announcing = announce_session(call, *session);
  co_await must(std::move(announcing));
  co_return object({});
}

Task<void> Sessions::announce_session(Call call, LiveSession& session) {
  if (session.state != LiveSession::State::kEntered) {
    co_await fail("ANNOUNCED", "session " + session.id() + " is not waiting to be announced");
  }
  session.state = LiveSession::State::kAnnounced;
  Message notice =
      Message(object({{"session_id", session.id()}, {"header", session.log->header_object()}}))
          .with(must(session.self.dup()));
  static_cast<void>(call.emit(created_, session.scope, notice));
}

Task<Value> Sessions::detach(Call, MessageView in) {
  LiveSession* session = from_ref(in.ref(0));
  if (session == nullptr || !session->is_live()) co_return object({});
  Task<void> leaving = detach_session(*session);
  Expected<void> left = co_await leaving;
  if (!left) context_->error("session end: " + left.error().message);
  co_return object({});
}

Task<void> Sessions::detach_session(LiveSession& session) {
  const bool announced = session.state == LiveSession::State::kAnnounced;
  const std::string id = session.id();
  session.state = LiveSession::State::kDetached;
  Expected<void> drained;
  if (session.writer != nullptr) {
    Task<void> closing = session.writer->close();
    drained = co_await closing;
    session.writer.reset();
  }
  // The id is free only now: a successor would meet the claim of this one.
  live_.erase(id);
  std::erase(order_, id);
  if (announced) static_cast<void>(context_->emit(disposed_, session.scope, message_for(id)));
  session.self.reset();
  if (!drained) {
    Error error = drained.error();
    co_await fail(std::move(error.code), std::move(error.message));
  }
}

Expected<Message> Sessions::get(Call, ValueView in) {
  LiveSession* session = live(in["session_id"].text());
  if (session == nullptr) return tl::make_unexpected(not_found(in["session_id"].text()));
  return hand_out(*session);
}

Value Sessions::list() {
  Builder builder;
  builder.begin_object().name("sessions").begin_array();
  for (const std::string& id : order_) builder.put(id);
  builder.end().end();
  return builder.finish_or_absent();
}

// ---- append and publication
// ----------------------------------------------------------------------------------------

Expected<Event> Sessions::append(LiveSession& session, AppendRequest request) {
  request.time = Context::wall_ms();
  auto event = session.log->append(request);
  if (!event) return event;
  if (!session.is_live()) return event;
  if (session.writer != nullptr) session.writer->note_event();
  publish_event(session, *event);
  return event;
}

void Sessions::publish_event(LiveSession& session, const Event& event) {
  core::Kernel& kernel = host_.kernel();
  core::EventSlot& slot = *kernel.bus().find(event_.id);
  if (slot.listener_count == 0) return;
  const Log::Publication publication(*session.log);
  const Value event_value = event.value();
  const Value value = object({{"session_id", session.id()}, {"event", event_value}});
  keel_msg in{};
  in.value = value.raw();
  in.ref_count = 1;
  in.refs[0] = session.self.raw();
  kernel.bus().emit(kernel.host_context(), nullptr, slot, session.scope.id, in);
}

void Sessions::append_later(LiveSession& session, const AppendRequest& request) {
  struct Kept {
    std::string type;
    AppendRequest request;
    std::vector<std::int64_t> sources;
  };
  auto kept = std::make_shared<Kept>();
  kept->type = request.type;
  kept->request = request;
  kept->request.type = kept->type;
  if (request.sources) {
    kept->sources.assign(request.sources->begin(), request.sources->end());
    kept->request.sources = kept->sources;
  }
  auto self = session.self.dup();
  if (!self) return;
  auto held = std::make_shared<Ref>(std::move(*self));
  context_->post([this, kept, held] {
    LiveSession* later = from_ref(*held);
    if (later == nullptr) return;
    if (auto event = append(*later, kept->request); !event) {
      context_->error("append_later of " + kept->type + " to session " + later->id() + ": " +
                      event.error().message);
    }
  });
}

// ---- durability
// ----------------------------------------------------------------------------------------------------

Task<Value> Sessions::flush(Call call, ValueView in) {
  LiveSession* session = live(in["session_id"].text());
  if (session == nullptr)
    co_return fail("SESSION_NOT_FOUND", not_found(in["session_id"].text()).message);
  core::EventSlot& slot = *host_.kernel().bus().find(flush_.id);
  const bool participants = session->writer != nullptr || slot.listener_count > 0;
  // Listeners and the store's own barrier run side by side; all are awaited, the first failure is
  // told.
  Task<void> barrier = session->writer == nullptr ? nothing() : session->writer->flush();
  std::vector<Task<void>> both;
  both.push_back(tell_flush(call, session->id(), session->scope));
  both.push_back(std::move(barrier));
  auto all_done = all(std::move(both));
  std::vector<Expected<void>> results = co_await all_done;
  for (const Expected<void>& result : results) {
    if (!result) co_return fail("FLUSH_FAILED", result.error().message);
  }
  co_return object({{"participants", participants}});
}

Task<void> Sessions::nothing() { co_return; }

Task<void> Sessions::tell_flush(Call call, std::string id, keel_scope scope) {
  Message notice = message_for(id);
  static_cast<void>(co_await must(call.dispatch(flush_, scope, std::move(notice))));
}

void Sessions::drain() {
  bool done = false;
  context_->spawn(drain_all(&done));
  host_.kernel().exec().run_until([&done] { return done; });
}

Task<void> Sessions::drain_all(bool* done) {
  const std::vector<std::string> ids = order_;
  for (const std::string& id : ids) {
    LiveSession* session = live(id);
    if (session == nullptr) continue;
    Task<void> leaving = detach_session(*session);
    Expected<void> left = co_await leaving;
    if (!left) context_->error("session " + id + ": " + left.error().message);
  }
  *done = true;
}

// ---- stored sessions
// -----------------------------------------------------------------------------------------------

/// Everything a backend has of a session, as a seed; closers of an open turn are in it, unwritten
/// ones in `closers`.
Task<void> Sessions::read_stored(RefView store, RefView lease, LogSeed* seed, bool* torn) {
  std::int64_t next = 0;
  for (;;) {
    Message request = Message(object({{"from", next}})).with(must(context_->keep_ref(lease)));
    Message page = co_await must(context_->invoke(store, Backend::kRead, std::move(request)));
    *torn = *torn || page["torn"].is_true();
    const ValueView rows = page["rows"];
    if (rows.empty()) co_return;
    for (const ValueView row : rows.items()) {
      if (auto fault = seed->add_row(row))
        co_await fail(std::move(fault->code), std::move(fault->message));
    }
    next = seed->next_seq();
    if (next >= page["next_seq"].integer_or(next)) co_return;
  }
}

Task<Message> Sessions::load(Call, ValueView in) {
  const std::string id(in["session_id"].text());
  if (live(id) != nullptr)
    co_return fail("SESSION_ALREADY_EXISTS", "session " + id + " is live in this process");
  Ref store = must(backend());
  Message open = object({{"session_id", id}, {"mode", "write"}});
  Message opened = co_await must(context_->invoke(store, Backend::kOpen, std::move(open)));
  Ref lease = opened.take_ref(0);
  SessionHeader header = must(parse_header(opened["header"]));
  const Vocabulary known = vocabulary();
  LogSeed::Options seed_options;
  seed_options.vocabulary = &known;
  LogSeed seed(header, log_options(), seed_options);
  bool torn = false;
  Task<void> reading = read_stored(store, lease, &seed, &torn);
  co_await must(std::move(reading));

  std::int64_t stored = seed.next_seq();
  std::vector<EventFields> closers = seed.closers();
  if (torn || !closers.empty()) {
    Builder builder;
    builder.begin_object().member("from_seq", stored).name("rows").begin_array();
    for (const EventFields& closer : closers)
      builder.put(static_cast<const ValueView&>(value_of(closer)));
    builder.end().end();
    Message repair = Message(builder.finish_or_absent()).with(must(context_->keep_ref(lease)));
    static_cast<void>(
        co_await must(context_->invoke(store, Backend::kReplaceTail, std::move(repair))));
    for (EventFields& closer : closers) {
      if (auto fault = seed.add(std::move(closer)))
        co_return fail(std::move(fault->code), std::move(fault->message));
    }
    stored = seed.next_seq();
  }
  LiveSession& session = add(seed.finish(Context::wall_ms()));
  session.loaded = true;
  session.writer =
      std::make_unique<WriteBehind>(*context_, *session.log, std::move(store), std::move(lease),
                                    stored, options_.write_batch_max_delay_ms);
  co_return must(hand_out(session));
}

Task<Message> Sessions::fork(Call, ValueView in) {
  const std::string child_id(in["child_id"].text());
  if (!child_id.empty() && live(child_id) != nullptr) {
    co_return fail("SESSION_ALREADY_EXISTS", already_exists(child_id).message);
  }
  LiveSession* source = live(in["source"].text());
  if (source == nullptr)
    co_return fail("SESSION_NOT_FOUND", not_found(in["source"].text()).message);
  const std::int64_t length = must(fork_length(*source->log, in["boundary"]));
  const std::string id = child_id.empty() ? "session-" + random_uuid() : child_id;
  SessionHeader header = fork_header(*source->log, length, id, Context::wall_ms());
  LogSeed seed(header, log_options(), LogSeed::Options{});
  if (auto fault = seed.add_prefix(*source->log, length)) {
    co_return fail(std::move(fault->code), std::move(fault->message));
  }
  LiveSession& child = add(seed.finish(Context::wall_ms()));
  co_return must(hand_out(child));
}

Task<Value> Sessions::stored(Call, ValueView in) {
  Ref store = must(backend());
  Message request = in["cwd"].is_string() ? object({{"cwd", in["cwd"].text()}}) : object({});
  Message answer = co_await must(context_->invoke(store, Backend::kList, std::move(request)));
  std::vector<ValueView> entries;
  for (const ValueView entry : answer["sessions"].items()) entries.push_back(entry);
  std::stable_sort(entries.begin(), entries.end(), [](ValueView a, ValueView b) {
    return a["header"]["createdAt"].integer_or(0) > b["header"]["createdAt"].integer_or(0);
  });
  const auto limit = static_cast<std::size_t>(in["limit"].integer_or(INT64_MAX));
  Builder builder;
  builder.begin_object().name("sessions").begin_array();
  for (std::size_t i = 0; i < std::min(limit, entries.size()); ++i) builder.put(entries[i]);
  builder.end().end();
  co_return builder.finish_or_absent();
}

Task<Value> Sessions::inspect(Call, ValueView in) {
  const std::string id(in["session_id"].text());
  if (LiveSession* session = live(id)) {
    auto events = must(session->log->read(0, session->log->seq()));
    co_return object({{"header", session->log->header_object()}, {"events", array_of(events)}});
  }
  Ref store = must(backend());
  Message open = object({{"session_id", id}, {"mode", "read"}});
  Message opened = co_await must(context_->invoke(store, Backend::kOpen, std::move(open)));
  Ref lease = opened.take_ref(0);
  SessionHeader header = must(parse_header(opened["header"]));
  const Vocabulary known = vocabulary();
  LogSeed::Options seed_options;
  seed_options.vocabulary = &known;
  LogSeed seed(header, log_options(), seed_options);
  bool torn = false;
  Task<void> reading = read_stored(store, lease, &seed, &torn);
  Expected<void> complete = co_await reading;
  Message close = Message(Value()).with(std::move(lease));
  static_cast<void>(co_await context_->invoke(store, Backend::kClose, std::move(close)));
  must(std::move(complete));
  std::vector<EventFields> closers = seed.closers();
  for (EventFields& closer : closers) {
    if (auto fault = seed.add(std::move(closer)))
      co_return fail(std::move(fault->code), std::move(fault->message));
  }
  const std::unique_ptr<Log> log = seed.finish_unmarked();
  auto events = must(log->read(0, log->seq()));
  co_return object({{"header", log->header_object()}, {"events", array_of(events)}});
}

Task<Value> Sessions::raw(Call, ValueView in) {
  Ref store = must(backend());
  Message request = message_for(in["session_id"].text());
  Message answer = co_await must(context_->invoke(store, Backend::kRaw, std::move(request)));
  co_return answer.take_value();
}

}  // namespace keel::session
