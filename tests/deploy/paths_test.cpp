// SPDX-License-Identifier: MIT
#include "core/deploy/paths.hpp"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "core/deploy/deploy_error.hpp"
#include "deploy_fixture.hpp"
#include "temporary_folder.hpp"

using namespace keel::core;   // NOLINT(google-build-using-namespace)
using namespace deploy_test;  // NOLINT(google-build-using-namespace)

namespace {

Environment with(const std::vector<std::pair<std::string, std::string>>& variables) {
  Environment::Entries entries;
  for (const auto& [name, value] : variables) {
    entries[name] = {value, EnvironmentSource::kProcess, "", 0};
  }
  return Environment(entries);
}

}  // namespace

TEST_CASE("KEEL_HOME holds everything") {
  const auto home = find_home(with({{"KEEL_HOME", "/k/"}, {"HOME", "/u"}}), "/w");
  REQUIRE(home);
  CHECK(home->config_file == "/k/config.toml");
  CHECK(home->env_file == "/k/.env");
  CHECK(home->sessions == "/k/sessions");
  CHECK(home->cache == "/k/cache");
  CHECK(find_home(with({{"KEEL_HOME", "sub/../k"}}), "/w")->sessions == "/w/k/sessions");
}

TEST_CASE("without KEEL_HOME the XDG folders hold it, with their defaults") {
  const auto defaults = find_home(with({{"KEEL_HOME", ""}, {"HOME", "/u"}}), "/w");
  REQUIRE(defaults);
  CHECK(defaults->config_file == "/u/.config/keel/config.toml");
  CHECK(defaults->env_file == "/u/.config/keel/.env");
  CHECK(defaults->sessions == "/u/.local/share/keel/sessions");
  CHECK(defaults->cache == "/u/.cache/keel");
  const auto given = find_home(with({{"HOME", "/u"},
                                     {"XDG_CONFIG_HOME", "/c"},
                                     {"XDG_DATA_HOME", "/d/"},
                                     {"XDG_CACHE_HOME", "relative"}}),
                               "/w");
  REQUIRE(given);
  CHECK(given->config_file == "/c/keel/config.toml");
  CHECK(given->sessions == "/d/keel/sessions");
  CHECK(given->cache == "/u/.cache/keel");
  const auto none = find_home(with({}), "/w");
  REQUIRE_FALSE(none);
  CHECK(has(none.error().message, "Set KEEL_HOME"));
  CHECK(find_home(
      with({{"XDG_CONFIG_HOME", "/c"}, {"XDG_DATA_HOME", "/d"}, {"XDG_CACHE_HOME", "/e"}}), "/w"));
}

TEST_CASE("paths under home lie where its folders are") {
  const HomePaths home{"/c/keel/config.toml", "/c/keel/.env", "/d/keel/sessions", "/e/keel"};
  CHECK(home.under("") == "/c/keel");
  CHECK(home.under("skills/x") == "/c/keel/skills/x");
  CHECK(home.under("sessions") == "/d/keel/sessions");
  CHECK(home.under("./sessions/a") == "/d/keel/sessions/a");
  CHECK(home.under("sessionsx") == "/c/keel/sessionsx");
  CHECK(home.under("cache/") == "/e/keel");
}

TEST_CASE("plugins are looked for beside the executable, then in KEEL_PLUGIN_PATH") {
  CHECK(plugin_folders("/opt/keel/bin/keel", with({}), "/w") ==
        std::vector<std::filesystem::path>{"/opt/keel/lib/keel/plugins"});
  CHECK(plugin_folders("/opt/keel/bin/keel", with({{"KEEL_PLUGIN_PATH", ":/a/b/::rel:"}}), "/w") ==
        std::vector<std::filesystem::path>{"/opt/keel/lib/keel/plugins", "/a/b", "/w/rel"});
}

TEST_CASE("a plugin id is a file name in the folders; the first folder that has it wins") {
  const TemporaryFolder folder;
  const auto second = folder.write("two/llm.openai.so", "x");
  const std::vector<std::filesystem::path> folders{folder.path() / "one", folder.path() / "two"};
  CHECK(*find_plugin("llm/openai", folders) == second);
  const auto first = folder.write("one/llm.openai.so", "x");
  CHECK(*find_plugin("llm/openai", folders) == first);

  std::filesystem::create_directories(folder.path() / "one/tool.dir.so");
  const auto missing = find_plugin("llm/openia", folders);
  REQUIRE_FALSE(missing);
  CHECK(missing.error().code == deploy_code::kNotFound);
  CHECK(has(missing.error().message, "no library of plugin \"llm/openia\""));
  CHECK(has(missing.error().message, (folder.path() / "one/llm.openia.so").string()));
  CHECK(has(missing.error().message, (folder.path() / "two/llm.openia.so").string()));
  CHECK(has(missing.error().message, "Did you mean \"llm/openai\"?"));
  CHECK_FALSE(find_plugin("tool/dir", folders));
  CHECK(has(find_plugin("a/b", {}).error().message, "there is no plugin folder"));
  for (const char* id : {"", "openai", "a/b/c", "../x/y", "a/", "/b", "a/.b", "a/b\n"}) {
    CHECK(has(find_plugin(id, folders).error().message, "is no plugin name"));
  }
}

TEST_CASE("the library of a row is its own file or that of its plugin") {
  const TemporaryFolder folder;
  const auto file = folder.write("llm.openai.so", "x");
  Row row;
  row.id = "r";
  row.plugin = "llm/openai";
  CHECK(*find_row_library(row, "d.toml:1:1", {folder.path()}) == file);
  row.plugin = "llm/none";
  CHECK(has(find_row_library(row, "d.toml:1:1", {folder.path()}).error().message,
            "d.toml:1:1: row \"r\": no library of plugin \"llm/none\""));
  row.plugin.clear();
  row.library = "llm.openai.so";
  row.library_path = file;
  CHECK(*find_row_library(row, "d.toml:1:1", {}) == file);
  row.library_path = folder.path() / "none.so";
  CHECK(has(find_row_library(row, "d.toml:1:1", {}).error().message, "row \"r\": no file"));
}
