// SPDX-License-Identifier: MIT
//
// kernel/sessions over session/jsonl: sessions that live, are stored, and come back.
#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>

#include "keel/contracts/session.hpp"
#include "plugin_host/plugin_host.hpp"

using namespace keel;
using namespace keel::testing;
namespace ids = keel::contracts::session;

namespace {

constexpr std::string_view kStore = R"(
[[row]]
plugin = "session/jsonl"
config = { root = { "$home" = "sessions" } }
)";

Value message_of(std::string_view id, std::string_view text) {
  const Value block = object({{"type", "text"}, {"text", text}});
  const Value content = array({block});
  const Value source = object({{"kind", "user"}});
  return object({{"id", id}, {"role", "user"}, {"content", content}, {"source", source}});
}

Expected<Message> append(PluginHost& host, RefView session, std::string_view type,
                         const Value& data, bool surface = false) {
  Value request = surface ? object({{"type", type}, {"data", data}, {"surfaceOp", "append"}})
                          : object({{"type", type}, {"data", data}});
  return host.call(session, ids::Session::kAppend, std::move(request));
}

/// One whole turn with a user message.
void add_turn(PluginHost& host, RefView session, std::int64_t turn, bool close = true) {
  REQUIRE(append(host, session, "turn/start", object({{"turn", turn}})));
  REQUIRE(append(host, session, "step/start", object({{"turn", turn}, {"step", 1}})));
  REQUIRE(
      append(host, session, "user/message", message_of("m" + std::to_string(turn), "hello"), true));
  if (!close) return;
  REQUIRE(append(host, session, "step/end", object({{"turn", turn}, {"step", 1}})));
  const Value reason = object({{"kind", "completed"}});
  REQUIRE(append(host, session, "turn/end", object({{"turn", turn}, {"reason", reason}})));
}

Message create(PluginHost& host, std::string_view id) {
  const Value meta = object({{"cwd", host.cwd().string()}});
  auto made =
      host.call("kernel/sessions", ids::Sessions::kCreate, object({{"id", id}, {"meta", meta}}));
  INFO((made ? std::string() : made.error().message));
  REQUIRE(made);
  return std::move(*made);
}

std::string events_text(PluginHost& host, std::string_view id) {
  auto inspected =
      host.call("kernel/sessions", ids::Sessions::kInspect, object({{"session_id", id}}));
  INFO((inspected ? std::string() : inspected.error().message));
  REQUIRE(inspected);
  return to_json((*inspected)["events"]);
}

struct TemporaryHome {
  TemporaryHome() {
    std::string pattern = (std::filesystem::temp_directory_path() / "keel-home-XXXXXX").string();
    path = mkdtemp(pattern.data());
  }
  ~TemporaryHome() {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }
  std::filesystem::path path;
};

}  // namespace

TEST_CASE("a session that is flushed comes back with the same events", "[session]") {
  const TemporaryHome home;
  PluginHost::Options options;
  options.home = home.path;
  std::string before;
  {
    PluginHost host(kStore, options);
    REQUIRE(host.boot_error() == "");
    Message session = create(host, "first");
    add_turn(host, session.ref(0), 1);
    auto flushed =
        host.call("kernel/sessions", ids::Sessions::kFlush, object({{"session_id", "first"}}));
    REQUIRE(flushed);
    CHECK((*flushed)["participants"].is_true());
    before = events_text(host, "first");
  }
  PluginHost host(kStore, options);
  CHECK(events_text(host, "first") == before);
  auto loaded =
      host.call("kernel/sessions", ids::Sessions::kLoad, object({{"session_id", "first"}}));
  INFO((loaded ? std::string() : loaded.error().message));
  REQUIRE(loaded);
  auto state = host.call(loaded->ref(0), ids::Session::kState);
  REQUIRE(state);
  // The seed's end is marked.
  CHECK((*state)["seq"].integer_or(0) == 6);
}

TEST_CASE("without a flush, shutdown drains what is waiting", "[session]") {
  const TemporaryHome home;
  PluginHost::Options options;
  options.home = home.path;
  {
    PluginHost host(kStore, options);
    Message session = create(host, "drained");
    add_turn(host, session.ref(0), 1);
  }
  PluginHost host(kStore, options);
  CHECK(events_text(host, "drained").find("turn/end") != std::string::npos);
}

TEST_CASE("inspect leaves the bytes untouched; load of the same log writes closers once",
          "[session]") {
  const TemporaryHome home;
  PluginHost::Options options;
  options.home = home.path;
  {
    PluginHost host(kStore, options);
    Message session = create(host, "open");
    add_turn(host, session.ref(0), 1, false);
  }
  const auto bytes = [&] {
    std::uintmax_t total = 0;
    for (const auto& entry :
         std::filesystem::recursive_directory_iterator(home.path / "sessions")) {
      if (entry.path().filename() == "session.jsonl.zstd") total += entry.file_size();
    }
    return total;
  };
  const std::uintmax_t stored = bytes();
  REQUIRE(stored > 0);
  {
    PluginHost host(kStore, options);
    CHECK(events_text(host, "open").find("interrupted") != std::string::npos);
  }
  CHECK(bytes() == stored);
  for (int round = 0; round < 2; ++round) {
    PluginHost host(kStore, options);
    auto loaded =
        host.call("kernel/sessions", ids::Sessions::kLoad, object({{"session_id", "open"}}));
    REQUIRE(loaded);
    CHECK(events_text(host, "open").find("interrupted") != std::string::npos);
  }
  const std::uintmax_t repaired = bytes();
  CHECK(repaired > stored);
  {
    PluginHost host(kStore, options);
    CHECK(host.call("kernel/sessions", ids::Sessions::kLoad, object({{"session_id", "open"}})));
  }
  CHECK(bytes() == repaired);
}

TEST_CASE("two creations racing on one id: one wins, the other fails", "[session]") {
  PluginHost host(kStore);
  Message first = create(host, "same");
  auto second = host.call("kernel/sessions", ids::Sessions::kCreate, object({{"id", "same"}}));
  REQUIRE_FALSE(second);
  CHECK(second.error().code == "SESSION_ALREADY_EXISTS");
}

TEST_CASE("an append outside a turn is refused and leaves the log unchanged", "[session]") {
  PluginHost host(kStore);
  Message session = create(host, "strict");
  auto refused = append(host, session.ref(0), "todo/write", object({{"todos", array({})}}));
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == "OUTSIDE_TURN");
  CHECK(events_text(host, "strict") == "[]");
}

TEST_CASE("an observer that appends to the same session is rejected and contained", "[session]") {
  PluginHost host(kStore);
  Message session = create(host, "observed");
  std::string code;
  int later_observers = 0;
  auto first = host.ctx().listen("session/event", 0, [&](Call, MessageView in) {
    keel_append what{};
    const std::string type = "turn/start";
    const Value data = object({{"turn", 1}});
    what.size = sizeof(what);
    what.type = detail::to_str(type);
    what.data = data.raw();
    keel_value why{0, 0};
    const std::int32_t status =
        detail::session_api().append(host.ctx().raw(), in.ref(0).raw(), &what, nullptr, &why);
    code = Error::from_outcome(status, Value::take(why)).code;
  });
  auto second =
      host.ctx().listen("session/event", 1, [&](Call, MessageView) { ++later_observers; });
  REQUIRE(first);
  REQUIRE(second);
  REQUIRE(append(host, session.ref(0), "turn/start", object({{"turn", 1}})));
  CHECK(code != "");
  CHECK(later_observers == 1);
  auto state = host.call(session.ref(0), ids::Session::kState);
  CHECK((*state)["seq"].integer_or(0) == 1);
}

TEST_CASE(
    "fork at a turn/end succeeds; inside an open turn it fails OPEN_TURN before anything is "
    "created",
    "[session]") {
  PluginHost host(kStore);
  Message session = create(host, "source");
  add_turn(host, session.ref(0), 1);
  auto child = host.call("kernel/sessions", ids::Sessions::kFork,
                         object({{"source", "source"}, {"child_id", "child"}}));
  REQUIRE(child);
  auto state = host.call(child->ref(0), ids::Session::kState);
  REQUIRE(state);
  CHECK((*state)["header"]["parentSession"].text() == "source");
  CHECK((*state)["header"]["seedLength"].integer_or(0) == 5);
  add_turn(host, session.ref(0), 2, false);
  auto refused = host.call("kernel/sessions", ids::Sessions::kFork, object({{"source", "source"}}));
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == "OPEN_TURN");
}

TEST_CASE("a creation that is refused leaves no trace and emits neither created nor disposed",
          "[session]") {
  PluginHost host(kStore);
  int told = 0;
  auto refusing = host.ctx().listen("session/created/admit", 0,
                                    [](Call) -> Expected<void> { return fail("NO", "not today"); });
  auto created = host.ctx().listen("session/created", 0, [&](Call) { ++told; });
  auto disposed = host.ctx().listen("session/disposed", 0, [&](Call) { ++told; });
  auto made = host.call("kernel/sessions", ids::Sessions::kCreate, object({{"id", "refused"}}));
  REQUIRE_FALSE(made);
  CHECK(made.error().code == "REJECTED");
  CHECK(made.error().message.find("not today") != std::string::npos);
  CHECK(told == 0);
  auto listed = host.call("kernel/sessions", ids::Sessions::kList);
  CHECK((*listed)["sessions"].empty());
}

TEST_CASE("without a backend everything proceeds and flush reports no participant", "[session]") {
  PluginHost host("row = []\n");
  REQUIRE(host.boot_error() == "");
  Message session = create(host, "resident");
  add_turn(host, session.ref(0), 1);
  auto flushed =
      host.call("kernel/sessions", ids::Sessions::kFlush, object({{"session_id", "resident"}}));
  REQUIRE(flushed);
  CHECK_FALSE((*flushed)["participants"].is_true());
}
