// SPDX-License-Identifier: MIT
#include "core/deploy/dump.hpp"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "deploy_fixture.hpp"

using namespace keel::core;   // NOLINT(google-build-using-namespace)
using namespace deploy_test;  // NOLINT(google-build-using-namespace)

namespace {

constexpr const char* kBase = R"(
[deployment]
name = "d"
[[row]]
id = "llm"
plugin = "llm/openai"
config = { model = "base", url = "u", list = [1, 2.0, "x\n\"\u0007"], nested = { "a b" = { c = true }, e = {} } }
[[row]]
plugin = "tool/read"
config = {}
disabled = { "$env" = "OFF", default = "no" }
[[row]]
id = "g"
isolate = { http = true, "llm.adapter/x y" = "pool" }
[[row.rows]]
id = "own"
library = "lib/x.so"
sha256 = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"
isolation = "process"
watch = true
config.path = { "$home" = "skills" }
[[row.rows]]
id = "empty"
rows = []
[[row.rows]]
id = "inner"
[[row.rows.rows]]
plugin = "a/c"
config = { x = 1 }
[[row.rows.rows]]
plugin = "a/d"
[[row]]
plugin = "last/one"
)";

const std::vector<PatchFile>& layers() {
  static const std::vector<PatchFile> files = {
      patches("[[patch]]\nid='llm'\nconfig = { model='h', url='u2', list=[1, 2] }\n", "home.toml",
              ConfigLayerKind::kHome),
      patches("[[patch]]\nid='g'\ninsert=[{id='late',plugin='a/b'}]\n")};
  return files;
}

void check_equal(const std::vector<Row>& a, const std::vector<Row>& b) {
  REQUIRE(a.size() == b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    INFO(a[i].address);
    CHECK(a[i].address == b[i].address);
    CHECK(a[i].plugin == b[i].plugin);
    CHECK(a[i].library_path == b[i].library_path);
    CHECK(a[i].sha256 == b[i].sha256);
    CHECK(keel::to_json(a[i].config) == keel::to_json(b[i].config));
    CHECK(keel::to_json(a[i].disabled) == keel::to_json(b[i].disabled));
    CHECK(a[i].isolate == b[i].isolate);
    CHECK(a[i].isolation == b[i].isolation);
    CHECK(a[i].watch == b[i].watch);
    CHECK(a[i].group == b[i].group);
    check_equal(a[i].rows, b[i].rows);
  }
}

/// The line of the dump that begins with `start`.
std::string line_of(const std::string& dump, const std::string& start) {
  const std::size_t at = dump.find("\n" + start);
  if (at == std::string::npos) FAIL("no line " << start << " in\n" << dump);
  return dump.substr(at + 1, dump.find('\n', at + 1) - at - 1);
}

}  // namespace

TEST_CASE(
    "--dump-config equals the tree that boots and shows, per row, the source layer and every layer "
    "that changed it") {
  const Composition composition =
      composed({kBase, layers(), {"llm.list.1=9", "llm.http.timeout=5"}});
  const std::string dump = dump_composition(composition);
  INFO(dump);
  const auto again = parse_deployment(dump, "/elsewhere/dump.toml");
  if (!again) FAIL(again.error().message);
  const auto recomposed = compose({*again, {}, {}, "/work"});
  REQUIRE(recomposed);
  check_equal(composition.rows, recomposed->rows);
  CHECK(again->settings.name == "d");

  CHECK(has(dump,
            "#   deployment: /deploy/base.toml\n#   home: /deploy/home.toml\n"
            "#   patch: /deploy/patch.toml\n#   set: --set llm.list.1\n"));
  CHECK(has(dump,
            "[[row]]  # /deploy/base.toml:4:1, changed by /deploy/home.toml, --set llm.list.1, "
            "--set llm.http.timeout\n"));
  CHECK(line_of(dump, "model") ==
        "model = \"h\"  # /deploy/base.toml:7:20, changed by /deploy/home.toml:3:18");
  CHECK(line_of(dump, "list") ==
        "list = [1, 9]  # /deploy/base.toml:7:46, changed by /deploy/home.toml:3:38, --set "
        "llm.list.1");
  CHECK(line_of(dump, "http.timeout") == "http.timeout = 5  # --set llm.http.timeout");
  CHECK(line_of(dump, "stop_grace_ms") == "stop_grace_ms = 5000  # built in");
  CHECK(line_of(dump, "name") == "name = \"d\"  # /deploy/base.toml:3:8");
  CHECK(has(dump, "[[row.rows]]  # /deploy/patch.toml:3:9\nid = \"late\""));
  CHECK(has(dump, "id = \"tool/read\"  # from the plugin's name"));
  CHECK(has(dump, "library = \"/deploy/lib/x.so\""));
}

TEST_CASE("the dump of the base alone and of nothing read back the same") {
  for (const char* base : {kBase, "row = []\n"}) {
    const Composition composition = composed({base, {}, {}});
    const auto again = parse_deployment(dump_composition(composition), "/elsewhere/dump.toml");
    if (!again) FAIL(again.error().message << "\n" << dump_composition(composition));
    const auto recomposed = compose({*again, {}, {}, "/work"});
    REQUIRE(recomposed);
    check_equal(composition.rows, recomposed->rows);
  }
}

TEST_CASE("numbers, texts and keys survive the dump") {
  const std::string base =
      "[[row]]\nplugin='a/b'\nconfig = { a = 1.0, b = 1e300, c = -9223372036854775808, d = 5e-324, "
      "\"\" = '\\', \"k\\u0001\" = \"\\u0000\\t\\u007f\xC3\xA9\", e = [[], {}, [{}], { x = [] }], "
      "f.\"g.h\".i = 'j' }\n";
  const Composition composition = composed({base, {}, {}});
  const auto again = parse_deployment(dump_composition(composition), "/deploy/base.toml");
  if (!again) FAIL(again.error().message << "\n" << dump_composition(composition));
  CHECK(keel::to_json(again->rows[0].config) == keel::to_json(composition.rows[0].config));
  CHECK(again->rows[0].config["a"].kind() == keel::Kind::kDouble);
}

TEST_CASE("secrets are shown as where they come from, other computed values as they are written") {
  const std::string dump = dump_composition(composed({R"(
[[row]]
plugin = "a/b"
disabled = { "$file" = "off" }
[row.config]
a = { "$env" = "MY_API_KEY", default = "marker-default" }
b = { "$file" = "/run/secret" }
c = { "$command" = ["pass", "marker-argument"] }
d = { "$env" = "MODEL", default = "m" }
e = { "$env" = "MODEL", secret = true }
f = [{ "$file" = "x" }, { g = { "$command" = ["y"] } }]
h = { "$file" = "persona.md", secret = false }
i = { "$home" = "x", secret = true }
)",
                                                      {},
                                                      {}}));
  INFO(dump);
  CHECK(has(dump, "a = \"<secret from env MY_API_KEY>\"  #"));
  CHECK(has(dump, "b = \"<secret from file /run/secret>\"  #"));
  CHECK(has(dump, "c = \"<secret from command pass>\"  #"));
  CHECK(has(dump, "d = { \"$env\" = \"MODEL\", default = \"m\" }  #"));
  CHECK(has(dump, "e = \"<secret from env MODEL>\"  #"));
  CHECK(has(dump, "f = [\"<secret from file x>\", { g = \"<secret from command y>\" }]  #"));
  CHECK(has(dump, "h = { \"$file\" = \"persona.md\", secret = false }  #"));
  CHECK(has(dump, "i = \"<secret from home x>\"  #"));
  CHECK(has(dump, "disabled = \"<secret from file off>\"  #"));
  CHECK_FALSE(has(dump, "marker"));
}

TEST_CASE("a file name with a line break cannot leave its comment") {
  auto file = parse_deployment("row=[{id='a',plugin='a/b'}]\n", "/deploy/x\nplugin = 'evil/y'\n#");
  REQUIRE(file);
  const auto composition = compose({*file, {}, {}, "/work"});
  REQUIRE(composition);
  const auto again = parse_deployment(dump_composition(*composition), "/deploy/dump.toml");
  REQUIRE(again);
  CHECK(again->rows[0].plugin == "a/b");
}
