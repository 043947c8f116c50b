// SPDX-License-Identifier: MIT
//
// Spec 01 A9: plugins that depend on one another.
#include <catch2/catch.hpp>

#include "plugin_host/plugin_host.hpp"

using namespace keel;
using namespace keel::testing;

namespace {

constexpr std::string_view kProvider = "[[row]]\nplugin = \"link/provider\"\n";
constexpr std::string_view kConsumer = "[[row]]\nplugin = \"link/consumer\"\n";

std::int64_t seen(PluginHost& host) {
  auto answer = host.call("link/seen", 0);
  return answer ? (*answer)["value"].integer_or(-1) : -1;
}

core::RowState state_of(PluginHost& host, std::string_view row) {
  for (const core::RowReport& report : host.host().supervisor().report()) {
    if (report.row == row) return report.state;
  }
  return core::RowState::kUnresolved;
}

std::uint32_t generation_of(PluginHost& host, std::string_view row) {
  for (const core::RowReport& report : host.host().supervisor().report()) {
    if (report.row == row) return report.generation;
  }
  return 0;
}

template <typename Start>
void wait_for(PluginHost& host, Start start) {
  bool done = false;
  start([&done] { done = true; });
  host.run_until([&done] { return done; });
}

}  // namespace

TEST_CASE("two plugins listed in either order, one needing the other's service: same result",
          "[plugin]") {
  const bool provider_first = GENERATE(true, false);
  const std::string rows = provider_first ? std::string(kProvider) + std::string(kConsumer)
                                          : std::string(kConsumer) + std::string(kProvider);
  PluginHost host(rows);
  REQUIRE(host.boot_error() == "");
  CHECK(seen(host) == 1);
  const std::string log = host.log_text();
  CHECK(log.find("provider started") < log.find("consumer started"));
}

TEST_CASE(
    "an enabled row waiting for a service that never appears fails the boot naming row and service",
    "[plugin]") {
  PluginHost host(kConsumer);
  CHECK(host.boot_error().find("row \"link/consumer\"") != std::string::npos);
  CHECK(host.boot_error().find("link/value") != std::string::npos);
}

TEST_CASE(
    "unloading a provider unloads the consumer first, whose disposer can still call the service",
    "[plugin]") {
  PluginHost host(std::string(kProvider) + std::string(kConsumer));
  REQUIRE(host.boot_error() == "");
  auto& supervisor = host.host().supervisor();
  wait_for(host, [&](auto done) { supervisor.stop_row("link/provider", done); });
  CHECK(host.logged("consumer's disposer still reached the provider"));
  const std::string log = host.log_text();
  CHECK(log.find("consumer's disposer") < log.find("provider stopped"));
  CHECK(state_of(host, "link/consumer") == core::RowState::kPending);
  CHECK(seen(host) == -1);
}

TEST_CASE("replacing a provider restarts the consumer exactly once with the new value",
          "[plugin]") {
  PluginHost host(std::string(kProvider) + std::string(kConsumer));
  REQUIRE(host.boot_error() == "");
  auto& supervisor = host.host().supervisor();
  bool updated = false;
  std::optional<Error> failure;
  // The plugin does not take this config live: it is stopped and started again, and its consumer
  // with it.
  supervisor.update_config("link/provider", object({{"value", 7}}),
                           [&](std::optional<Error> error) {
                             failure = std::move(error);
                             updated = true;
                           });
  host.run_until([&] { return updated; });
  CHECK(failure.has_value());
  CHECK(seen(host) == 1);
  wait_for(host, [&](auto done) { supervisor.stop_row("link/provider", done); });
  wait_for(host, [&](auto done) { supervisor.start_row("link/provider", done); });
  CHECK(seen(host) == 1);
  CHECK(generation_of(host, "link/consumer") == 2);
  CHECK(generation_of(host, "link/provider") == 2);
}

TEST_CASE(
    "updating to an invalid config keeps the previous instance active with its previous config",
    "[plugin]") {
  PluginHost host(kProvider);
  REQUIRE(host.boot_error() == "");
  std::optional<Error> failure;
  bool updated = false;
  host.host().supervisor().update_config("link/provider", object({{"value", -3}}),
                                         [&](std::optional<Error> error) {
                                           failure = std::move(error);
                                           updated = true;
                                         });
  host.run_until([&] { return updated; });
  REQUIRE(failure);
  INFO(failure->message);
  CHECK(failure->message.find("config.value") != std::string::npos);
  CHECK(state_of(host, "link/provider") == core::RowState::kActive);
  CHECK(generation_of(host, "link/provider") == 1);
  updated = false;
  host.host().supervisor().update_config("link/provider", object({{"value", 9}, {"live", true}}),
                                         [&](std::optional<Error> error) {
                                           failure = std::move(error);
                                           updated = true;
                                         });
  host.run_until([&] { return updated; });
  CHECK_FALSE(failure);
  auto value = host.call("link/value", 0);
  REQUIRE(value);
  CHECK((*value)["value"].integer_or(0) == 9);
  CHECK(generation_of(host, "link/provider") == 1);
}

TEST_CASE("two isolated groups each see their own provider; outside sees none", "[plugin]") {
  PluginHost host(R"(
[[row]]
id = "left"
isolate = { "link/value" = true, "link/seen" = true }
rows = [
  { id = "p", plugin = "link/provider", config = { value = 3 } },
  { id = "c", plugin = "link/consumer" },
]
[[row]]
id = "right"
isolate = { "link/value" = true, "link/seen" = true }
rows = [
  { id = "p", plugin = "link/provider", config = { value = 4 } },
  { id = "c", plugin = "link/consumer" },
]
)");
  REQUIRE(host.boot_error() == "");
  CHECK(host.logged("consumer started with 3"));
  CHECK(host.logged("consumer started with 4"));
  CHECK(seen(host) == -1);
}

TEST_CASE("two rows that publish one service: the second is refused naming the first", "[plugin]") {
  PluginHost host(R"(
[[row]]
id = "one"
plugin = "link/provider"
[[row]]
id = "two"
plugin = "link/provider"
)");
  CHECK(host.boot_error().find("link/value") != std::string::npos);
  CHECK(host.boot_error().find("link/provider (row one, generation 1)") != std::string::npos);
}
