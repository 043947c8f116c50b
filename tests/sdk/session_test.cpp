// SPDX-License-Identifier: MIT
#include <catch2/catch.hpp>
#include <string>
#include <utility>

#include "keel/contracts/session.hpp"
#include "plugin_host/plugin_host.hpp"

using namespace keel;
using namespace keel::testing;
using keel::contracts::session::Sessions;

TEST_CASE("a session is found, appended to and read through the SDK", "[session]") {
  PluginHost host("row = []\n");
  REQUIRE(host.boot_error() == "");
  CHECK(Session::find(host.ctx(), "nobody").error().status == KEEL_UNAVAILABLE);
  Message created = must(host.call("kernel/sessions", Sessions::kCreate, object({})));
  const std::string id(created["id"].text());
  Session session = must(Session::find(host.ctx(), id));
  CHECK(must(session.header())["id"].text() == id);
  const std::int64_t first = session.next_seq();

  const SessionEvent start("turn/start", object({{"turn", 1}}));
  const Expected<Value> stored = session.append(start);
  INFO((stored ? std::string() : stored.error().message));
  REQUIRE(stored);
  CHECK((*stored)["seq"].integer_or(-1) == first);
  CHECK((*stored)["type"].text() == "turn/start");
  CHECK(session.next_seq() == first + 1);
  CHECK(must(session.tail()).size() == 1);
  CHECK(must(session.surface())["nodes"].is_array());
  CHECK(must(session.messages()).is_array());
  CHECK(must(session.request_header()).is_absent());

  const auto read = [](Session& of, std::int64_t from) -> Task<Message> {
    co_return co_await must(of.read(from, 10));
  };
  const Message events = must(host.await(read(session, first)));
  REQUIRE(events.value().size() == 1);
  CHECK(events.value().at(0)["type"].text() == "turn/start");

  const SessionEvent incomplete("turn/end", object({{"turn", 1}}));
  const Expected<Value> refused = session.append(incomplete);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().status == KEEL_REFUSED);
  CHECK_FALSE(refused.error().code.empty());
  CHECK(session.next_seq() == first + 1);

  Session same{created.take_ref(0)};
  CHECK(same.next_seq() == first + 1);
}
