// SPDX-License-Identifier: MIT
//
// Real libraries in a real kernel: starting, depending, failing, stopping, unmapping.
#include <catch2/catch.hpp>

#include "core/plugin_image/process_map.hpp"
#include "plugin_host/plugin_host.hpp"

using namespace keel;
using namespace keel::testing;

namespace {

constexpr std::string_view kToys = R"(
[[row]]
plugin = "toy/c"
[[row]]
plugin = "toy/cpp"
)";

}  // namespace

TEST_CASE("toys in C and C++ start, answer, stream and stop", "[plugin]") {
  PluginHost host(kToys);
  REQUIRE(host.boot_error() == "");
  for (const std::string name : {"toy/c", "toy/cpp"}) {
    INFO(name);
    auto sum = host.call(name, 1, object({{"a", 40}, {"b", 2}}));
    REQUIRE(sum);
    CHECK((*sum)["sum"].integer_or(0) == 42);
    auto failure = host.call(name, 2, object({{"message", "as asked"}}));
    REQUIRE_FALSE(failure);
    CHECK(failure.error().code == "TOY");
    CHECK(failure.error().message == "as asked");
    auto later = host.call(name, 3, object({{"ms", 5}, {"value", "done"}}));
    REQUIRE(later);
    CHECK(later->value().text() == "done");
  }
  host.shutdown();
}

TEST_CASE("unloading every plugin leaves tables empty and the libraries unmapped", "[plugin]") {
  PluginHost host(kToys);
  REQUIRE(host.boot_error() == "");
  bool stopped = false;
  host.host().supervisor().stop_all([&] { stopped = true; });
  host.run_until([&] { return stopped; });
  const auto& unloads = host.host().supervisor().unloads();
  REQUIRE(unloads.size() == 2);
  for (const auto& [path, proof] : unloads) {
    INFO(path << ": " << proof.reason);
    CHECK(proof.state == core::UnloadProof::State::unmapped);
    CHECK_FALSE(core::is_mapped(path));
  }
  // kernel/host, kernel/schema and kernel/sessions are the host's own.
  std::size_t of_plugins = 0;
  host.kernel().services().each([&](const core::ServiceSlot& slot) {
    if (slot.family != "kernel") ++of_plugins;
  });
  CHECK(of_plugins == 0);
  CHECK(host.kernel().bus().listener_count() == 0);
  CHECK(host.kernel().calls().pending_count() == 0);
}

TEST_CASE("a plugin whose config fails validation never runs; the failure names the path",
          "[plugin]") {
  PluginHost host(R"(
[[row]]
plugin = "toy/cpp"
config = { colour = "blue" }
)");
  CHECK(host.boot_error().find("takes no config") != std::string::npos);
  CHECK(host.boot_error().find("config.colour") != std::string::npos);
}

TEST_CASE("an unknown plugin names where it was looked for", "[plugin]") {
  PluginHost host(R"(
[[row]]
plugin = "toy/none"
)");
  CHECK(host.boot_error().find("toy.none.so") != std::string::npos);
}
