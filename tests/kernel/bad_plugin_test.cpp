// SPDX-License-Identifier: MIT
//
// Each way of misbehaving, by a library that does only that: the host lives, names the plugin, and
// goes on.
#include <catch2/catch.hpp>

#include "core/plugin_image/process_map.hpp"
#include "plugin_host/plugin_host.hpp"

using namespace keel;
using namespace keel::testing;

namespace {

std::string deployment(std::string_view name) {
  return "[deployment]\nstop_grace_ms = 100\n[[row]]\nid = \"bad\"\nplugin = \"bad/" +
         std::string(name) + "\"\n[[row]]\nplugin = \"toy/cpp\"\n";
}

/// The good plugin beside the bad one still answers.
void check_alive(PluginHost& host) {
  auto echo = host.call("toy/cpp", 0, object({{"still", "here"}}));
  REQUIRE(echo);
  CHECK((*echo)["still"].text() == "here");
}

bool unmapped(PluginHost& host) {
  bool stopped = false;
  host.host().supervisor().stop_all([&] { stopped = true; });
  host.run_until([&] { return stopped; });
  for (const auto& [path, proof] : host.host().supervisor().unloads()) {
    if (proof.state != core::UnloadProof::State::unmapped || core::is_mapped(path)) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("a plugin that throws from a method fails that call only", "[badplugins]") {
  PluginHost host(deployment("throws_from_method"));
  REQUIRE(host.boot_error() == "");
  for (std::uint32_t ordinal = 0; ordinal < 3; ++ordinal) {
    auto outcome = host.call("bad/throws_from_method", ordinal);
    REQUIRE_FALSE(outcome);
    CHECK(outcome.error().code == "PLUGIN_FAULT");
    CHECK(outcome.error().message.find("bad/throws_from_method (row bad, generation 1)") !=
          std::string::npos);
  }
  check_alive(host);
  CHECK(host.logged("bad@0"));
}

TEST_CASE("garbage statuses and messages become faults that name plugin, contract and method",
          "[badplugins]") {
  for (const std::string name : {"garbage_status", "garbage_out"}) {
    INFO(name);
    PluginHost host(deployment(name));
    REQUIRE(host.boot_error() == "");
    for (std::uint32_t ordinal = 0; ordinal < 3; ++ordinal) {
      auto outcome = host.call("bad/" + name, ordinal);
      REQUIRE_FALSE(outcome);
      // KEEL_FAILED without an error value is within the protocol, if unkind.
      const bool bare_failure = name == "garbage_out" && ordinal == 2;
      CHECK(outcome.error().code == (bare_failure ? "failed" : "PLUGIN_FAULT"));
    }
    CHECK(host.logged("method first of bad@0"));
    check_alive(host);
    CHECK(unmapped(host));
  }
}

TEST_CASE("a call settled twice is answered once", "[badplugins]") {
  PluginHost host(deployment("settles_twice"));
  REQUIRE(host.boot_error() == "");
  auto first = host.call("bad/settles_twice", 0);
  REQUIRE(first);
  CHECK((*first)["answer"].integer_or(0) == 1);
  auto forbidden = host.call("bad/settles_twice", 1);
  REQUIRE_FALSE(forbidden);
  CHECK(forbidden.error().status == KEEL_ABANDONED);
  auto dropped = host.call("bad/settles_twice", 2);
  REQUIRE_FALSE(dropped);
  CHECK(dropped.error().status == KEEL_ABANDONED);
  CHECK(host.kernel().calls().late_settles() >= 3);
  check_alive(host);
  CHECK(unmapped(host));
}

TEST_CASE("a plugin still pending stop_grace after its cancel is settled by the host and named",
          "[badplugins]") {
  for (const std::string name : {"pending_for_ever", "settles_late"}) {
    INFO(name);
    PluginHost host(deployment(name));
    REQUIRE(host.boot_error() == "");
    std::optional<Expected<Message>> outcome;
    auto service = host.ctx().resolve("bad/" + name);
    REQUIRE(service);
    host.ctx().spawn(
        [](Context context, RefView ref, std::optional<Expected<Message>>* into) -> Task<void> {
          Expected<Message> answer = co_await context.invoke(ref, 0);
          into->emplace(std::move(answer));
        }(host.ctx(), *service, &outcome));
    bool stopped = false;
    host.host().supervisor().stop_row("bad", [&] { stopped = true; });
    host.run_until([&] { return stopped && outcome.has_value(); });
    REQUIRE_FALSE(*outcome);
    CHECK(outcome->error().status == KEEL_UNAVAILABLE);
    CHECK(host.logged("bad@0.first"));
    CHECK(host.logged("bad/" + name + " (row bad, generation 1)"));
    check_alive(host);
    CHECK(unmapped(host));
  }
}

TEST_CASE("a STOP that never ends is given up after the grace; shutdown goes on", "[badplugins]") {
  PluginHost host(deployment("never_stops"));
  REQUIRE(host.boot_error() == "");
  CHECK(unmapped(host));
  CHECK(host.logged("did not answer STOP in time"));
}

TEST_CASE("pushes after the end or on a full stream are refused and counted", "[badplugins]") {
  PluginHost host(deployment("pushes_after_end"));
  REQUIRE(host.boot_error() == "");
  auto opened = host.call("bad/pushes_after_end", 0);
  REQUIRE(opened);
  StreamReader reader = StreamReader(opened->take_ref(0));
  int items = 0;
  auto count = [](StreamReader* from, int* into) -> Task<void> {
    for (;;) {
      Expected<std::optional<Message>> item = co_await from->next();
      if (!item || !*item) co_return;
      ++*into;
    }
  };
  REQUIRE(host.await(count(&reader, &items)));
  CHECK(items == 1);
  bool stopped = false;
  host.host().supervisor().stop_row("bad", [&] { stopped = true; });
  host.run_until([&] { return stopped; });
  CHECK(host.logged("push(es) on a full or ended stream"));
  check_alive(host);
}

TEST_CASE("plugins that cannot be used are refused with what was expected and found",
          "[badplugins]") {
  const std::pair<std::string, std::string> cases[] = {
      {"throws_in_create", "create let an exception out"},
      {"half_filled", "left out"},
      {"short_table", "bytes of keel_plugin"},
      {"wrong_abi", "built for ABI"},
      {"wrong_id", "its manifest says"},
      {"entry_fails", "keel_plugin_entry failed"},
      {"start_fails", "start failed"},
      {"wrong_abi_manifest", "built for ABI 9.9"},
      {"no_note", "note"}};
  for (const auto& [name, text] : cases) {
    INFO(name);
    PluginHost host(deployment(name));
    INFO(host.boot_error());
    CHECK(host.boot_error().find("row \"bad\"") != std::string::npos);
    CHECK(host.boot_error().find(text) != std::string::npos);
  }
}

TEST_CASE("registering in create is refused; registering in destroy leaves no residue",
          "[badplugins]") {
  {
    PluginHost host(deployment("registers_in_create"));
    check_alive(host);
    CHECK_FALSE(host.ctx().resolve("bad/registers_in_create"));
  }
  PluginHost host(deployment("registers_in_destroy"));
  REQUIRE(host.boot_error() == "");
  CHECK(unmapped(host));
  CHECK_FALSE(host.ctx().resolve("bad/left_over"));
  CHECK(host.kernel().bus().listener_count() == 0);
}
