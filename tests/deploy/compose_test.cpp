// SPDX-License-Identifier: MIT
#include "core/deploy/compose.hpp"

#include <catch2/catch.hpp>
#include <string>

#include "core/deploy/deploy_error.hpp"
#include "core/deploy/mount_list.hpp"
#include "deploy_fixture.hpp"
#include "temporary_folder.hpp"

using namespace keel::core;   // NOLINT(google-build-using-namespace)
using namespace deploy_test;  // NOLINT(google-build-using-namespace)

namespace {

constexpr const char* kBase = R"(
[[row]]
id = "llm"
plugin = "llm/openai"
config = { model = "base", url = "u" }
[[row]]
id = "tools"
[[row.rows]]
id = "read"
plugin = "tool/read"
config.limit = 1
[[row.rows]]
id = "deep"
rows = [{ id = "bash", plugin = "tool/bash" }]
)";

std::string layer_name(const Composition& composition, const Origin& origin) {
  return composition.layers.at(origin.layer).name;
}

}  // namespace

TEST_CASE(
    "A home-level patch beats the base; --patch beats both; a later layer can patch a row inserted "
    "by an earlier one") {
  const PatchFile home = patches(R"(
[[patch]]
id = "llm"
config = { model = "home" }
[[patch]]
insert = [{ id = "extra", plugin = "a/b", config = { from = "home" } }]
)",
                                 "config.toml", ConfigLayerKind::kHome);
  CHECK(config(composed({kBase, {home}, {}}), "llm") == R"({"model":"home"})");
  const PatchFile overlay = patches(R"(
[[patch]]
id = "extra"
config = { from = "overlay" }
[[patch]]
id = "llm"
config = { model = "overlay" }
)");
  const Composition both = composed({kBase, {home, overlay}, {}});
  CHECK(config(both, "llm") == R"({"model":"overlay"})");
  CHECK(config(both, "extra") == R"({"from":"overlay"})");
  CHECK(both.warnings.empty());
  const Composition set = composed({kBase, {home, overlay}, {"llm.model=set"}});
  CHECK(config(set, "llm") == R"({"model":"set"})");
}

TEST_CASE(
    "A config patch that omits a key removes it; removing the patch restores the base's value "
    "exactly") {
  const DeploymentFile base = deployment(kBase);
  const PatchFile patch = patches("[[patch]]\nid='llm'\nconfig={ url = 'v' }\n");
  const auto patched = compose({base, {patch}, {}, "/work"});
  REQUIRE(patched);
  CHECK(config(*patched, "llm") == R"({"url":"v"})");
  const auto restored = compose({base, {}, {}, "/work"});
  REQUIRE(restored);
  CHECK(config(*restored, "llm") == R"({"model":"base","url":"u"})");
  CHECK(restored->rows[0].config_origins.nearest(restored->rows[0].config, ValuePath{"url"}) ==
        base.rows[0].config_origins.nearest(base.rows[0].config, ValuePath{"url"}));
}

TEST_CASE(
    "the result shares nothing with its layers, so that an inserted row is never changed for "
    "good") {
  const DeploymentFile base = deployment(kBase);
  const PatchFile insert = patches("[[patch]]\ninsert=[{id='n',plugin='a/b',config={x=1}}]\n");
  const PatchFile change = patches("[[patch]]\nid='n'\nconfig={x=2}\ndisabled=true\n");
  const auto changed = compose({base, {insert, change}, {"n.y=3"}, "/work"});
  REQUIRE(changed);
  CHECK(config(*changed, "n") == R"({"x":2,"y":3})");
  const auto again = compose({base, {insert}, {}, "/work"});
  REQUIRE(again);
  CHECK(config(*again, "n") == R"({"x":1})");
  CHECK(row(*again, "n").disabled.is_absent());
  CHECK(row(*again, "n").earlier_configs.empty());
}

TEST_CASE("A patch to an unknown id warns and boots") {
  const Composition composition =
      composed({kBase,
                {patches("[[patch]]\nid='lllm'\nwatch=true\n[[patch]]\nid='llm'\nwatch=true\n")},
                {}});
  CHECK(row(composition, "llm").watch);
  REQUIRE(composition.warnings.size() == 1);
  CHECK(composition.warnings[0] ==
        "/deploy/patch.toml:1:1: patch skipped: no row \"lllm\". Did you mean \"llm\"?");
}

TEST_CASE("patches that cannot apply warn and are skipped") {
  const Composition composition = composed({kBase,
                                            {patches(R"(
[[patch]]
watch = true
[[patch]]
id = "llm"
plugin = "llm/anthropic"
watch = true
[[patch]]
id = "llm"
library = "x.so"
watch = true
[[patch]]
id = "absent"
insert = [{ plugin = "a/b" }]
[[patch]]
id = "llm"
insert = [{ plugin = "a/b" }]
[[patch]]
id = "read"
watch = true
[[patch]]
id = "llm"
plugin = "llm/openai"
)")},
                                            {}});
  CHECK_FALSE(row(composition, "llm").watch);
  REQUIRE(composition.warnings.size() == 7);
  CHECK(has(composition.warnings[6], "it changes nothing"));
  CHECK(has(composition.warnings[0], ":2:1: patch skipped: it has neither id nor insert"));
  CHECK(has(composition.warnings[1], "row \"llm\" is not the plugin \"llm/anthropic\""));
  CHECK(has(composition.warnings[2], "row \"llm\" is not the library \"x.so\""));
  CHECK(has(composition.warnings[3], "no group \"absent\""));
  CHECK(has(composition.warnings[4], "row \"llm\" is not a group"));
  CHECK(has(composition.warnings[5], "no row \"read\". Did you mean \"tools:read\"?"));
}

TEST_CASE("a guard that matches lets the patch through and renames nothing") {
  const std::string base = "[[row]]\nid='p'\nplugin='a/b'\n[[row]]\nid='l'\nlibrary='lib/x.so'\n";
  const Composition composition =
      composed({base,
                {patches("[[patch]]\nid='p'\nplugin='a/b'\nwatch=true\n"
                         "[[patch]]\nid='l'\nlibrary='lib/../lib/x.so'\n"
                         "watch=true\n")},
                {}});
  CHECK(composition.warnings.empty());
  CHECK(row(composition, "p").watch);
  CHECK(row(composition, "l").watch);
  CHECK(row(composition, "l").library == "lib/x.so");
}

TEST_CASE("nested rows are addressed outer:inner and inserted into groups") {
  const Composition composition = composed({kBase,
                                            {patches(R"(
[[patch]]
id = "tools:read"
config = { limit = 2 }
[[patch]]
id = "tools:deep"
insert = [{ id = "more", rows = [{ id = "grep", plugin = "tool/grep" }] }]
[[patch]]
id = "tools:deep:more:grep"
config = { fast = true }
[[patch]]
id = "tools:deep:bash"
disabled = true
)")},
                                            {"tools:deep:more:grep.depth=3"}});
  CHECK(composition.warnings.empty());
  CHECK(config(composition, "tools:read") == R"({"limit":2})");
  CHECK(config(composition, "tools:deep:more:grep") == R"({"fast":true,"depth":3})");
  CHECK(row(composition, "tools:deep:bash").disabled.is_true());
  CHECK(row(composition, "tools:deep").rows.size() == 2);
}

TEST_CASE("rows of a group are replaced whole, and the new ones can be patched") {
  const Composition composition = composed({kBase,
                                            {patches(R"(
[[patch]]
id = "tools"
rows = [{ id = "grep", plugin = "tool/grep" }]
[[patch]]
id = "tools:grep"
config = { x = 1 }
[[patch]]
id = "tools:read"
config = { x = 1 }
)")},
                                            {}});
  CHECK(row(composition, "tools").rows.size() == 1);
  CHECK(config(composition, "tools:grep") == R"({"x":1})");
  REQUIRE(composition.warnings.size() == 1);
  CHECK(has(composition.warnings[0], "no row \"tools:read\""));
}

TEST_CASE("Two rows with one id are rejected before anything starts") {
  const keel::Error error =
      compose_error({kBase, {patches("[[patch]]\ninsert=[{id='llm',plugin='llm/other'}]\n")}, {}});
  CHECK(error.code == deploy_code::kDuplicate);
  CHECK(has(error.message,
            "/deploy/patch.toml:2:9: a second row with id \"llm\"; the first is at "
            "/deploy/base.toml:2:1"));
  const keel::Error nested = compose_error(
      {kBase, {patches("[[patch]]\nid='tools'\ninsert=[{id='read',plugin='a/b'}]\n")}, {}});
  CHECK(has(nested.message, "a second row with id \"tools:read\""));
  const keel::Error unnamed = compose_error(
      {"[[row]]\nplugin='a/b'\n", {patches("[[patch]]\ninsert=[{plugin='a/b'}]\n")}, {}});
  CHECK(has(unnamed.message, "give it an id"));
}

TEST_CASE("a patch whose row no longer fits together fails, naming the field's place") {
  CHECK(has(compose_error({kBase, {patches("[[patch]]\nid='tools'\nconfig={}\n")}, {}}).message,
            "/deploy/patch.toml:3:8: row \"tools\": config on a group"));
  CHECK(has(compose_error({kBase, {patches("[[patch]]\nid='llm'\nrows=[]\n")}, {}}).message,
            "/deploy/patch.toml:3:6: row \"llm\": more than one of"));
  CHECK(
      has(compose_error({kBase, {patches("[[patch]]\nid='llm'\nisolate={a=true}\n")}, {}}).message,
          "isolate on a row that is not a group"));
}

TEST_CASE("groups cannot be nested without bound by inserting one into another") {
  std::string patch;
  std::string address = "tools";
  for (int i = 0; i < 40; ++i) {
    patch += "[[patch]]\nid='" + address + "'\ninsert=[{id='g',rows=[]}]\n";
    address += ":g";
  }
  CHECK(has(compose_error({kBase, {patches(patch)}, {}}).message, "groups nested deeper than 16"));
}

TEST_CASE("every field knows the layer that set it and the layers that changed it") {
  const Composition composition = composed(
      {kBase,
       {patches("[[patch]]\nid='llm'\nconfig={ model='h' }\n", "home.toml", ConfigLayerKind::kHome),
        patches("[[patch]]\nid='llm'\nconfig={ model='p', url='p' }\nwatch=true\n")},
       {"llm.model=s"}});
  REQUIRE(composition.layers.size() == 4);
  CHECK(composition.layers[3].name == "--set llm.model");
  const Row& llm = row(composition, "llm");
  const auto& history = llm.origins.at(RowField::kConfig);
  REQUIRE(history.size() == 4);
  CHECK(layer_name(composition, history[0]) == "/deploy/base.toml");
  CHECK(layer_name(composition, history[1]) == "/deploy/home.toml");
  CHECK(layer_name(composition, history[2]) == "/deploy/patch.toml");
  CHECK(layer_name(composition, history[3]) == "--set llm.model");
  CHECK(place_of(composition.layers, llm.config_origins.nearest(llm.config, ValuePath{"url"})) ==
        "/deploy/patch.toml:3:25");
  CHECK(place_of(composition.layers, llm.config_origins.nearest(llm.config, ValuePath{"model"})) ==
        "--set llm.model");
  CHECK(llm.earlier_configs.size() == 3);
}

TEST_CASE("relative libraries start at the folder of the layer that names them") {
  const TemporaryFolder folder;
  DeploymentSources sources;
  sources.deployment = folder.write("a/deploy.toml", "[[row]]\nid='one'\nlibrary='x.so'\n");
  sources.home_patches =
      folder.write("h/config.toml", "[[patch]]\ninsert=[{id='two',library='x.so'}]\n");
  sources.patches = {
      folder.write("p/p.toml", "[[patch]]\ninsert=[{id='three',library='../x.so'}]\n")};
  sources.sets = {"one.watch=true"};
  sources.working_directory = folder.path() / "w";
  const auto composition = load_composition(sources);
  REQUIRE(composition);
  CHECK(row(*composition, "one").library_path == folder.path() / "a/x.so");
  CHECK(row(*composition, "two").library_path == folder.path() / "h/x.so");
  CHECK(row(*composition, "three").library_path == folder.path() / "x.so");
  sources.sets = {"one.library=./y.so"};
  const auto set = load_composition(sources);
  REQUIRE(set);
  CHECK(row(*set, "one").library_path == folder.path() / "w/y.so");
  sources.home_patches = folder.path() / "h/absent.toml";
  CHECK(load_composition(sources));
  sources.patches.push_back(folder.path() / "absent.toml");
  CHECK_FALSE(load_composition(sources));
}

TEST_CASE(
    "disabled on an outer row stops nested rows; a shared table of services is found by its "
    "label") {
  const Composition composition = composed({R"(
[[row]]
id = "off"
disabled = true
isolate = { http = true }
[[row.rows]]
id = "a"
plugin = "a/b"
disabled = { "$env" = "NOT_THERE" }
[[row.rows]]
id = "inner"
[[row.rows.rows]]
plugin = "a/b"
[[row]]
id = "on"
isolate = { http = "pool", fs = true }
[[row.rows]]
id = "a"
plugin = "a/b"
disabled = { "$env" = "OFF", default = "no" }
[[row.rows]]
id = "b"
plugin = "a/b"
disabled = true
[[row.rows]]
id = "inner"
isolate = { fs = true }
rows = [{ id = "c", plugin = "a/c" }]
)",
                                            {},
                                            {}});
  const Environment environment;
  const HomePaths home;
  SecretSet secrets;
  const ResolveContext context{environment, home, "/work", composition.layers, {}, {}, secrets};
  const auto mounts = mount_list(composition, context);
  REQUIRE(mounts);
  REQUIRE(mounts->size() == 5);
  const auto& list = *mounts;
  CHECK(list[0].row->address == "off:a");
  CHECK(list[0].disabled);
  CHECK(list[0].disabled_by == "off");
  CHECK(list[1].row->address == "off:inner:a/b");
  CHECK(list[1].disabled_by == "off");
  CHECK(list[1].realms.at("http") == "off");
  CHECK(list[2].row->address == "on:a");
  CHECK_FALSE(list[2].disabled);
  CHECK(list[2].realms.at("http") == "=pool");
  CHECK(list[3].disabled_by == "on:b");
  CHECK(list[4].realms.at("fs") == "on:inner");
  CHECK(list[4].realms.at("http") == "=pool");
}

TEST_CASE("a thousand patches over a thousand rows compose in order") {
  std::string base;
  std::string patch;
  for (int i = 0; i < 1000; ++i) {
    const std::string id = "r" + std::to_string(i);
    base += "[[row]]\nid='" + id + "'\nplugin='a/b'\nconfig.n=0\n";
    patch += "[[patch]]\nid='" + id + "'\nconfig.n=" + std::to_string(i) + "\n";
  }
  const Composition composition = composed({base, {patches(patch)}, {}});
  REQUIRE(composition.rows.size() == 1000);
  CHECK(composition.rows[999].config["n"].integer() == 999);
  CHECK(composition.warnings.empty());
}
