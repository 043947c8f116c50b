// SPDX-License-Identifier: MIT
#include "core/deploy/toml_file.hpp"

#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "core/deploy/deploy_error.hpp"
#include "core/deploy/toml_document.hpp"
#include "deploy_fixture.hpp"
#include "temporary_folder.hpp"

using namespace keel::core;   // NOLINT(google-build-using-namespace)
using namespace deploy_test;  // NOLINT(google-build-using-namespace)

TEST_CASE("a deployment gives its rows with every field") {
  const DeploymentFile file = deployment(R"(
[deployment]
name = "default"
stop_grace_ms = 250
watchdog_ms = 1000
workers = 3
checked = true

[[row]]
id = "llm"
plugin = "llm/openai"
sha256 = "00112233445566778899AABBCCDDEEFF00112233445566778899aabbccddeeff"
isolation = "process"
watch = true
config = { z = 1, a = [1.5, true, "x"], nested = { "key with blank" = {} } }

[[row]]
id = "local"
library = "../plugins/x.so"
disabled = { "$env" = "NO_LOCAL", default = false }

[[row]]
id = "group"
isolate = { http = true, fs = "shared" }
[[row.rows]]
plugin = "tool/read"
)");
  CHECK(file.settings.name == "default");
  CHECK(file.settings.stop_grace.count() == 250);
  CHECK(file.settings.watchdog.count() == 1000);
  CHECK(file.settings.workers == 3);
  CHECK(file.settings.checked);
  REQUIRE(file.rows.size() == 3);
  const Row& llm = file.rows[0];
  CHECK(llm.plugin == "llm/openai");
  CHECK(llm.sha256 == "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff");
  CHECK(llm.isolation == "process");
  CHECK(llm.watch);
  CHECK(keel::to_json(llm.config) ==
        R"({"z":1,"a":[1.5,true,"x"],"nested":{"key with blank":{}}})");
  CHECK(file.rows[1].library == "../plugins/x.so");
  CHECK(file.rows[1].library_path == "/plugins/x.so");
  CHECK(file.rows[1].disabled["$env"].text() == "NO_LOCAL");
  const Row& group = file.rows[2];
  CHECK(group.group);
  CHECK(group.isolate.at("http") == std::nullopt);
  CHECK(group.isolate.at("fs") == "shared");
  REQUIRE(group.rows.size() == 1);
  CHECK(group.rows[0].id == "tool/read");
  CHECK_FALSE(group.rows[0].id_given);
}

TEST_CASE("members keep the order of the file however they are written") {
  const DeploymentFile file = deployment(R"(
[[row]]
plugin = "a/b"
[row.config]
zeta = 1
http.b = 1
alpha = { y = 1, x = 2 }
http.a = 2
[row.config.sub]
q = 1
)");
  CHECK(keel::to_json(file.rows[0].config) ==
        R"({"zeta":1,"http":{"b":1,"a":2},"alpha":{"y":1,"x":2},"sub":{"q":1}})");
}

TEST_CASE("every value knows its line and column") {
  const DeploymentFile file = deployment(
      "[[row]]\n"
      "plugin = \"a/b\"\n"
      "  config = { \"\xC3\xA9\" = 1, list = [10,\n"
      "    { deep = true }] }\n"
      "\n"
      "[[row]]\n"
      "id = 'two'\n"
      "plugin = 'a/c'\n"
      "[row.config.http]\n"
      "timeout = 5\n"
      "[[row.config.routes]]\n"
      "name = 'x'\n");
  const auto at = [](const Row& row, const ValuePath& path) {
    const Origin origin = row.config_origins.nearest(row.config, path);
    return std::to_string(origin.line) + ":" + std::to_string(origin.column);
  };
  const Row& one = file.rows[0];
  CHECK(one.origin.line == 1);
  CHECK(one.origins.at(RowField::kPlugin)[0] == Origin{0, 2, 10});
  CHECK(at(one, {}) == "3:12");
  CHECK(at(one, {"\xC3\xA9"}) == "3:20");
  CHECK(at(one, {"list"}) == "3:30");
  CHECK(at(one, {"list", "0"}) == "3:31");
  CHECK(at(one, {"list", "1", "deep"}) == "4:14");
  CHECK(at(one, {"list", "7"}) == "3:30");
  const Row& two = file.rows[1];
  CHECK(two.origin.line == 6);
  CHECK(at(two, {"http"}) == "9:1");
  CHECK(at(two, {"http", "timeout"}) == "10:11");
  CHECK(at(two, {"routes", "0"}) == "11:1");
  CHECK(at(two, {"routes", "0", "name"}) == "12:8");
}

TEST_CASE("unknown keys are errors that name the place and suggest the nearest known key") {
  CHECK(has(deployment_error("[[row]]\nid = 'x'\n  plugn = \"a/b\"\n"),
            "/deploy/base.toml:3:3: unknown key \"plugn\" in a row. Did you mean \"plugin\"?"));
  CHECK(has(deployment_error("row = []\n[deployment]\nstop_grace = 5\n"),
            "/deploy/base.toml:3:1: unknown key \"stop_grace\" in [deployment]. Did you mean "
            "\"stop_grace_ms\"?"));
  CHECK(has(deployment_error("row = []\nrows = []\n"), "2:1: unknown key \"rows\""));
  CHECK(has(patches_error("[[patch]]\nid = 'x'\ndisbaled = true\n"),
            "/deploy/patch.toml:3:1: unknown key \"disbaled\" in a patch. Did you mean "
            "\"disabled\"?"));
  CHECK_FALSE(has(deployment_error("[[row]]\nqqqqqqqq = 1\n"), "Did you mean"));
}

TEST_CASE("ids are checked: empty, with a colon, twice, missing") {
  CHECK(has(deployment_error("[[row]]\nid = ''\nplugin = 'a/b'\n"), "2:6: id is empty"));
  CHECK(has(deployment_error("[[row]]\nid = 'a:b'\nplugin = 'a/b'\n"),
            "2:6: id \"a:b\" holds a ':'"));
  CHECK(has(deployment_error("[[row]]\nid = \"a\\nb\"\nplugin = 'a/b'\n"), "control character"));
  CHECK(has(deployment_error("[[row]]\nrows = []\n"), "a row without id"));

  const std::string twice =
      deployment_error("[[row]]\nid='a'\nplugin='a/b'\n[[row]]\nid='a'\nplugin='a/c'\n");
  CHECK(has(twice, "/deploy/base.toml:4:1: a second row with id \"a\""));
  CHECK(has(twice, "the first is at /deploy/base.toml:1:1"));
  const std::string unnamed = deployment_error("[[row]]\nplugin='a/b'\n[[row]]\nplugin='a/b'\n");
  CHECK(has(unnamed, "a second row with id \"a/b\""));
  CHECK(has(unnamed, "give it an id"));
  // The same id in two groups is two addresses.
  CHECK(
      deployment("[[row]]\nid='g'\nrows=[{plugin='a/b'}]\n[[row]]\nid='h'\nrows=[{plugin='a/b'}]\n")
          .rows.size() == 2);
}

TEST_CASE("a row is exactly one of plugin, library and group") {
  CHECK(has(deployment_error("[[row]]\nid='x'\n"), "1:1: row \"x\": nothing to mount"));
  CHECK(has(deployment_error("[[row]]\nid='x'\nplugin='a/b'\nlibrary='x.so'\n"),
            "4:9: row \"x\": more than one of plugin, library and rows"));
  CHECK(has(deployment_error("[[row]]\nid='x'\nplugin='a/b'\nisolate={http=true}\n"),
            "4:9: row \"x\": isolate on a row that is not a group"));
  CHECK(has(deployment_error("[[row]]\nid='x'\nrows=[]\nconfig={}\n"),
            "4:8: row \"x\": config on a group"));
  CHECK(has(deployment_error("[[row]]\nid='x'\nrows=[]\nwatch=true\n"), "watch on a group"));
}

TEST_CASE("values of the wrong kind or shape name what was expected") {
  CHECK(has(deployment_error("row = 3\n"), "1:7: a list of rows is integer, expected an array"));
  CHECK(has(deployment_error("row = [3]\n"), "1:8: a row is integer, expected a table"));
  CHECK(has(deployment_error("[[row]]\nplugin = 3\n"), "plugin is integer, expected text"));
  CHECK(
      has(deployment_error("[[row]]\nplugin = 'openai'\n"), "2:10: \"openai\" is no plugin name"));
  CHECK(has(deployment_error("[[row]]\nplugin = '../x/y'\n"), "no plugin name"));
  CHECK(has(deployment_error("[[row]]\nplugin='a/b'\nconfig = 'x'\n"), "config is string"));
  CHECK(has(deployment_error("[[row]]\nplugin='a/b'\nsha256 = 'abc'\n"), "64 hexadecimal digits"));
  CHECK(has(deployment_error("[[row]]\nplugin='a/b'\nwatch = 1\n"), "watch is integer"));
  CHECK(has(deployment_error("[[row]]\nplugin='a/b'\ndisabled = 'no'\n"), "disabled is string"));
  CHECK(has(deployment_error("[[row]]\nplugin='a/b'\nisolation = 'thread'\n"), "\"process\""));
  CHECK(has(deployment_error("[[row]]\nid='g'\nrows=[]\nisolate={a=false}\n"), "is false"));
  CHECK(has(deployment_error("row=[]\n[deployment]\nstop_grace_ms=-1\n"), "from 0 to 600000"));
  CHECK(has(deployment_error("row=[]\ndeployment=1\n"), "deployment is integer"));
}

TEST_CASE("dates, infinities, NaN and integers out of range are refused with their place") {
  const auto config = [](std::string_view value) {
    return deployment_error("[[row]]\nplugin = 'a/b'\nconfig.x = " + std::string(value) + "\n");
  };
  CHECK(has(config("2024-01-02"), "/deploy/base.toml:3:12: a date or time"));
  CHECK(has(config("[1, 07:32:00]"), "3:16: a date or time"));
  CHECK(has(config("1979-05-27T07:32:00Z"), "a date or time"));
  CHECK(has(config("inf"), "3:12: a number that is infinite"));
  CHECK(has(config("-nan"), "3:12: a number that is infinite"));
  CHECK(has(config("1e999"), "base.toml:3:"));
  CHECK(has(config("9223372036854775808"), "base.toml:3:"));
  CHECK(has(config("-9223372036854775809"), "base.toml:3:"));
  CHECK(keel::to_json(deployment("[[row]]\nplugin='a/b'\nconfig.x=[9223372036854775807,"
                                 "-9223372036854775808, 0xff, 1_000]\n")
                          .rows[0]
                          .config) ==
        R"({"x":[9223372036854775807,-9223372036854775808,255,1000]})");
}

TEST_CASE("computed values outside config and disabled are errors") {
  const auto message = [](std::string_view line) {
    return deployment_error("[[row]]\nid='x'\n" + std::string(line) + "\n");
  };
  const std::string where = "Computed values stand only inside config and in disabled";
  CHECK(has(message("plugin = { '$env' = 'X' }"), where));
  CHECK(has(message("library = { '$env' = 'X' }"), where));
  CHECK(has(deployment_error("[[row]]\nplugin='a/b'\nid = { '$env' = 'X' }\n"), where));
  CHECK(has(message("plugin='a/b'\nwatch = { '$env' = 'X' }"), where));
  CHECK(has(message("plugin='a/b'\nisolation = { '$env' = 'X' }"), where));
  CHECK(has(message("rows=[]\nisolate = { '$env' = 'X' }"), where));
  CHECK(has(message("rows=[]\nisolate = { a = { '$env' = 'X' } }"), where));
  CHECK(has(message("rows = { '$env' = 'X' }"), where));
  CHECK(has(message("plugin='a/b'\nconfig = { '$file' = 'X' }"), where));
  CHECK(has(message("plugin='a/b'\n'$env' = 'X'"), where));
  CHECK(has(deployment_error("row=[]\n[deployment]\nchecked={'$env'='X'}\n"), where));
}

TEST_CASE("any other key that begins with a dollar is an error wherever it stands") {
  const auto message = [](std::string_view value) {
    return deployment_error("[[row]]\nplugin='a/b'\nconfig.x = " + std::string(value) + "\n");
  };
  CHECK(has(message("{ '$envv' = 'X' }"),
            "3:12: \"$envv\" is no computed value. Did you mean \"$env\"?"));
  CHECK(has(message("[[{ '$js' = '1+1' }]]"), "\"$js\" is no computed value"));
  CHECK(has(message("{ '$env' = 'X', '$file' = 'y' }"), "two computed values"));
  CHECK(
      has(message("{ '$env' = 'X', fallback = 'y' }"), "\"fallback\" does not belong beside $env"));
  CHECK(
      has(message("{ '$file' = 'X', default = 'y' }"), "\"default\" does not belong beside $file"));
  CHECK(has(message("{ '$env' = '' }"), "$env takes a text"));
  CHECK(has(message("{ '$env' = 3 }"), "$env takes a text"));
  CHECK(has(message("{ '$env' = 'X', default = [1] }"), "default of $env"));
  CHECK(has(message("{ '$env' = 'X', secret = 'yes' }"), "secret takes true or false"));
  CHECK(has(message("{ '$command' = 'ls' }"), "$command takes an array"));
  CHECK(has(message("{ '$command' = [] }"), "$command takes an array"));
  CHECK(has(message("{ '$command' = ['ls', 3] }"), "$command takes an array"));
  CHECK(has(message("{ '$home' = '../x' }"), "$home takes a relative path"));
  CHECK(has(message("{ '$cwd' = '/etc' }"), "$cwd takes a relative path"));
  CHECK(has(deployment_error("[[row]]\nplugin='a/b'\ndisabled={'$home'='x'}\n"),
            "disabled is a path"));
}

TEST_CASE("an empty or comment-only patch file fails; patch = [] is accepted") {
  CHECK(has(patches_error(""), "/deploy/patch.toml: no [[patch]] table"));
  CHECK(has(patches_error("# nothing\n\n"), "no [[patch]] table"));
  CHECK(patches("patch = []\n").patches.empty());
  CHECK(has(patches_error("patch = {}\n"), "patch is object, expected an array of tables"));
  CHECK(has(patches_error("patch = ['x']\n"), "a patch is string, expected a table"));
  CHECK(has(deployment_error(""), "no [[row]] table"));
  CHECK(deployment("row = []\n").rows.empty());
}

TEST_CASE("a deployment given as a patch file, and the reverse, is told apart") {
  CHECK(has(patches_error("[[row]]\nplugin='a/b'\n"), "this is a deployment"));
  CHECK(has(deployment_error("[[patch]]\nid='x'\n"), "this is a patch file"));
}

TEST_CASE("a patch that inserts does nothing else") {
  CHECK(has(patches_error("[[patch]]\ninsert=[{plugin='a/b'}]\nwatch=true\n"),
            "1:1: a patch that inserts rows and does more"));
  CHECK(has(patches_error("[[patch]]\ninsert={plugin='a/b'}\n"), "insert is object"));
}

TEST_CASE("only home's patch file may be absent") {
  const TemporaryFolder folder;
  const auto home = read_home_patches(folder.path() / "config.toml");
  REQUIRE(home);
  CHECK_FALSE(*home);
  const auto listed = read_patches(folder.path() / "absent.toml");
  REQUIRE_FALSE(listed);
  CHECK(listed.error().code == deploy_code::kUnreadable);
  CHECK(has(listed.error().message, "absent.toml: the patch file cannot be opened"));
  CHECK(has(read_deployment(folder.path() / "absent.toml").error().message, "--config"));

  folder.write("config.toml", "# comment only\n");
  CHECK_FALSE(read_home_patches(folder.path() / "config.toml"));
  folder.write("config.toml", "[[patch]]\nid='x'\nlibrary='x.so'\n");
  const auto full = read_home_patches(folder.path() / "config.toml");
  REQUIRE(full);
  CHECK((*full)->layer.kind == ConfigLayerKind::kHome);
  CHECK((*full)->layer.directory == folder.path());
}

TEST_CASE("a folder, a pipe and a device are refused and never waited for") {
  const TemporaryFolder folder;
  const auto pipe = folder.path() / "pipe.toml";
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  CHECK(has(read_deployment(pipe).error().message, "is not a regular file"));
  CHECK(has(read_deployment(folder.path()).error().message, "is a directory"));
  CHECK(has(read_deployment("/dev/zero").error().message, "is not a regular file"));
  CHECK(has(read_home_patches(folder.path()).error().message, "is a directory"));
}

TEST_CASE("hostile TOML: deep nesting ends in an error, not in a deep stack") {
  const auto nested = [](std::string_view open, std::size_t count, std::string_view middle,
                         std::string_view close) {
    std::string text = "[[row]]\nplugin='a/b'\nconfig.x = ";
    for (std::size_t i = 0; i < count; ++i) text += open;
    text += middle;
    for (std::size_t i = 0; i < count; ++i) text += close;
    return text + "\n";
  };
  const std::string deep = "nested deeper than 100";
  CHECK(has(deployment_error(nested("[", 200'000, "1", "]")), deep));
  CHECK(has(deployment_error(nested("{a=", 100'000, "1", "}")), deep));
  CHECK(has(deployment_error(nested("{a.b.c=", 60, "1", "}")), deep));
  CHECK(has(deployment_error(nested("[", 200'000, "", "")), deep));
  std::string dotted = "[[row]]\nplugin='a/b'\nconfig.a";
  for (int i = 0; i < 300'000; ++i) dotted += ".a";
  CHECK(has(deployment_error(dotted + " = 1\n"), "/deploy/base.toml:3:"));
  CHECK(has(deployment_error("[" + dotted.substr(dotted.find("config")) + "]\n"), deep));
  // Strings and comments may hold what they like.
  const std::string brackets(500, '[');
  CHECK(deployment("[[row]]\nplugin='a/b' # " + brackets + "\nconfig.x = \"" + brackets +
                   "\"\nconfig.y = '''\n" + brackets + "''''\nconfig.z = \"\"\"\\\"\"" + brackets +
                   "\"\"\"\n")
            .rows.size() == 1);
  CHECK(deployment(nested("[", 90, "1", "]")).rows.size() == 1);
}

TEST_CASE("hostile TOML: huge files and groups nested too deep are refused") {
  const TemporaryFolder folder;
  const std::string huge = "row = [] # " + std::string(kLargestTomlFile, 'x');
  CHECK(has(deployment_error(huge), "larger than 1048576 bytes"));
  CHECK(has(read_deployment(folder.write("huge.toml", huge)).error().message, "is larger than"));
  std::string rows = "row = [";
  for (int i = 0; i < 20; ++i) rows += "{id='x',rows=[";
  for (int i = 0; i < 20; ++i) rows += "]}";
  CHECK(has(deployment_error(rows + "]\n"), "groups nested deeper than 16"));
}

TEST_CASE("hostile TOML: bytes that are not UTF-8 name their place") {
  CHECK(has(deployment_error("[[row]]\n# \xC3\xA9\xC3\xA9 \xFF\n"),
            "/deploy/base.toml:2:6: a byte that is not UTF-8"));
  CHECK(has(deployment_error("[[row]]\nplugin = \"\xED\xA0\x80\"\n"),
            "2:11: a byte that is not UTF-8"));
  CHECK(has(deployment_error("[[row]]\nid = \"\\uD800\"\n"), "base.toml:2:"));
  CHECK(has(deployment_error(std::string("[[row]]\nid = \"a\0b\"\n", 18)), "base.toml:2:"));
}

TEST_CASE(
    "hostile TOML: letters beyond ASCII where no text stands are errors, in text they are kept") {
  for (const char* letter :
       {"\xC3\xA9", "\xE3\x81\xB2", "\xEF\xBB\xBF", "\xC2\xA0", "\xF0\x9F\x98\x80"}) {
    const std::string text(letter);
    for (const std::string& damage :
         {text + " = 1\n", "row = [] " + text + "\n", "row = " + text + "\n",
          "row" + text + " = []\n", "[" + text + "]\n", "row = [{id='x' " + text + "}]\n",
          "row = [[1" + text + "]]\n"}) {
      CHECK(has(deployment_error("# \xC3\xA9\n" + damage), "/deploy/base.toml:"));
    }
    CHECK(has(deployment_error("row = [] # a\nx = \"\"\"\\" + text + "\"\"\"\n"), "base.toml:2:"));
    const DeploymentFile file =
        deployment("[[row]]\nplugin='a/b' # " + text + "\nconfig.x = \"\"\"\\\n  " + text +
                   " y\"\"\"\nconfig.'" + text + "' = '" + text + "'\n");
    CHECK(file.rows[0].config["x"].text() == text + " y");
    CHECK(file.rows[0].config[text].text() == text);
  }
}

TEST_CASE("hostile TOML: every prefix and every one-byte damage of a file is an answer") {
  const std::string good =
      "[deployment]\nname = \"d\"\n[[row]]\nid = 'g'\nisolate.http = true\n[[row.rows]]\n"
      "plugin = \"a/b\"\nconfig = { x = [1, 2.5, '''y'''], k = { \"$env\" = \"X\" } }\n";
  REQUIRE(deployment(good).rows.size() == 1);
  std::size_t accepted = 0;
  for (std::size_t i = 0; i < good.size(); ++i) {
    accepted += parse_deployment(good.substr(0, i), "/deploy/base.toml") ? 1 : 0;
    for (const char damage : {'"', '\'', '[', '{', '.', '\\', '\n', '\0', '\x80', '$', ':'}) {
      std::string bad = good;
      bad[i] = damage;
      const auto file = parse_deployment(bad, "/deploy/base.toml");
      accepted += file ? 1 : 0;
      if (!file) CHECK(has(file.error().message, "/deploy/base.toml"));
    }
  }
  CHECK(accepted > 0);
}

TEST_CASE("syntax errors name the place and do not quote values") {
  const std::string bare = deployment_error("[[row]]\nplugin='a/b'\nconfig.key = 12sk-marker-99\n");
  CHECK(has(bare, "/deploy/base.toml:3:"));
  CHECK_FALSE(has(bare, "marker"));
  CHECK(has(deployment_error("[[row]]\nid='a'\nid='b'\n"), "cannot redefine existing string 'id'"));
}
