// SPDX-License-Identifier: MIT
#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <string>
#include <vector>

#include "world.hpp"

using namespace keel;
using Catch::Matchers::Contains;
using keel::testing::content_of;
using keel::testing::mode_of;
using keel::testing::staging_left;
using keel::testing::ToolRun;
using keel::testing::World;
namespace stdfs = std::filesystem;

namespace {

Value edit_arguments(std::string_view path, std::string_view old_text, std::string_view new_text,
                     bool all = false) {
  return object({{"file_path", path},
                 {"old_string", old_text},
                 {"new_string", new_text},
                 {"replace_all", all}});
}

/// Reads, then edits.
ToolRun edit(World& world, std::string_view path, std::string_view old_text,
             std::string_view new_text, bool all = false) {
  REQUIRE_FALSE(world.run("read", object({{"file_path", path}})).is_error);
  return world.run("edit", edit_arguments(path, old_text, new_text, all));
}

}  // namespace

TEST_CASE("edit replaces one match, keeps the mode, and shows its hunk") {
  World world;
  world.write("a.txt", "one\ntwo\nthree\n");
  REQUIRE(::chmod(world.path("a.txt").c_str(), 0600) == 0);
  const ToolRun run = edit(world, "a.txt", "two", "2");
  REQUIRE_FALSE(run.is_error);
  CHECK(content_of(world.path("a.txt")) == "one\n2\nthree\n");
  CHECK(mode_of(world.path("a.txt")) == 0600);
  CHECK_THAT(run.text, Contains("has been updated"));
  REQUIRE(run.meta["diffs"].size() == 1);
  CHECK(run.meta["diffs"].at(0)["path"].text() == world.path("a.txt").string());
  CHECK(run.value["before"].text() == "one\ntwo\nthree\n");
  CHECK(run.value["after"].text() == "one\n2\nthree\n");
}

TEST_CASE("An ambiguous match fails and the file is untouched") {
  World world;
  world.write("a.txt", "x = 1\ny = 2\nx = 1\n");
  const ToolRun run = edit(world, "a.txt", "x = 1", "x = 3");
  CHECK(run.code == "FS_AMBIGUOUS_EDIT");
  CHECK_THAT(run.text, Contains("2 times") && Contains("lines 1, 3"));
  CHECK(content_of(world.path("a.txt")) == "x = 1\ny = 2\nx = 1\n");
}

TEST_CASE("replace_all replaces every match, counted without overlap, literally") {
  World world;
  world.write("a.txt", "aaaaa");
  const ToolRun run = edit(world, "a.txt", "aa", "$0b", true);
  REQUIRE_FALSE(run.is_error);
  CHECK(content_of(world.path("a.txt")) == "$0b$0ba");
  CHECK(run.value["replacements"].integer_or(0) == 2);
  CHECK_THAT(run.text, Contains("All 2 occurrences were replaced"));
}

TEST_CASE("Text that is almost there is not found, and the file is untouched") {
  World world;
  world.write("a.txt", "if (x) {\n    go();\n}\n");
  const ToolRun run = edit(world, "a.txt", "if (x) {\n  go();\n}", "gone");
  CHECK(run.code == "FS_EDIT_NOT_FOUND");
  CHECK(content_of(world.path("a.txt")) == "if (x) {\n    go();\n}\n");
}

TEST_CASE("A CRLF file edited with an LF search string stays CRLF") {
  World world;
  world.write("a.txt", "one\r\ntwo\r\nthree\r\n");
  const ToolRun run = edit(world, "a.txt", "one\ntwo", "1\nand a half\n2");
  REQUIRE_FALSE(run.is_error);
  CHECK(content_of(world.path("a.txt")) == "1\r\nand a half\r\n2\r\nthree\r\n");
  CHECK(run.value["after"].text() == "1\nand a half\n2\nthree\n");
}

TEST_CASE("In a file with mixed line ends only the matched span changes") {
  World world;
  world.write("a.txt", "one\r\ntwo\nthree\r\nfour\nlone\rcr\n");
  REQUIRE_FALSE(edit(world, "a.txt", "two\nthree", "2\n3").is_error);
  CHECK(content_of(world.path("a.txt")) == "one\r\n2\n3\r\nfour\nlone\rcr\n");
}

TEST_CASE("The byte order mark and a missing final newline are kept") {
  World world;
  world.write("a.txt",
              "\xEF\xBB\xBF"
              "one\ntwo");
  REQUIRE_FALSE(edit(world, "a.txt", "two", "zwei").is_error);
  CHECK(content_of(world.path("a.txt")) ==
        "\xEF\xBB\xBF"
        "one\nzwei");
  REQUIRE_FALSE(world.run("edit", edit_arguments("a.txt", "one", "eins")).is_error);
  CHECK(content_of(world.path("a.txt")) ==
        "\xEF\xBB\xBF"
        "eins\nzwei");
}

TEST_CASE("A file in another encoding is refused and left as it is") {
  World::Settings settings;
  settings.without = {"fs/read-before-write"};
  World world(settings);
  const std::string shift_jis = "\x93\xFA\x96\x7B = 1\n";
  const std::string utf16(
      "\xFF\xFE"
      "a\0=\0001\0",
      8);
  world.write("sjis.txt", shift_jis);
  world.write("utf16.txt", utf16);
  world.write("bin", std::string("= 1\0", 4));
  for (const char* name : {"sjis.txt", "utf16.txt", "bin"}) {
    INFO(name);
    const ToolRun run = world.run("edit", edit_arguments(name, "= 1", "= \xE2\x82\xAC"));
    CHECK(run.code == "FS_NOT_TEXT");
  }
  CHECK(content_of(world.path("sjis.txt")) == shift_jis);
  CHECK(content_of(world.path("utf16.txt")) == utf16);
}

TEST_CASE("Two edits of one file in one message both land") {
  World world;
  world.write("a.txt", "one\ntwo\n");
  REQUIRE_FALSE(world.run("read", object({{"file_path", "a.txt"}})).is_error);
  REQUIRE_FALSE(world.run("edit", edit_arguments("a.txt", "one", "1")).is_error);
  REQUIRE_FALSE(world.run("edit", edit_arguments("a.txt", "two", "2")).is_error);
  CHECK(content_of(world.path("a.txt")) == "1\n2\n");
}

TEST_CASE(
    "A stale edit whose text no longer exists reports FS_STALE_VERSION, not FS_EDIT_NOT_FOUND") {
  World world;
  world.write("a.txt", "old text\n");
  REQUIRE_FALSE(world.run("read", object({{"file_path", "a.txt"}})).is_error);
  world.write("a.txt", "something else\n");
  const ToolRun run = world.run("edit", edit_arguments("a.txt", "old text", "new"));
  CHECK(run.code == "FS_STALE_VERSION");
  CHECK_THAT(run.text, Contains("re-read the file, then retry"));
  CHECK(content_of(world.path("a.txt")) == "something else\n");
}

TEST_CASE(
    "Two symlink spellings of one file share one key: an edit through one makes the other stale") {
  World world;
  world.write("real.txt", "one\n");
  stdfs::create_symlink("real.txt", world.path("a.txt"));
  stdfs::create_symlink("real.txt", world.path("b.txt"));
  REQUIRE_FALSE(world.run("read", object({{"file_path", "b.txt"}})).is_error);
  const auto stat =
      world.fs(contracts::fs::Fs::kStat, object({{"path", world.path("b.txt").string()}}));
  REQUIRE(stat);
  CHECK((*stat)["path"].text() == world.path("real.txt").string());
  CHECK((*stat)["display_path"].text() == world.path("b.txt").string());
  const std::string seen((*stat)["identity"].text());
  // Reading through one spelling is enough for editing through the other.
  REQUIRE_FALSE(world.run("edit", edit_arguments("a.txt", "one", "1")).is_error);
  const auto stale =
      world.fs(contracts::fs::Fs::kEdit, object({{"path", world.path("b.txt").string()},
                                                 {"old_text", "1"},
                                                 {"new_text", "2"},
                                                 {"expect", seen}}));
  REQUIRE_FALSE(stale);
  CHECK(stale.error().code == "FS_STALE_VERSION");
}

TEST_CASE("Arguments that change nothing are refused before the file is looked at") {
  World world;
  CHECK(world.run("edit", edit_arguments("missing", "", "x")).code == "INVALID_ARGS");
  CHECK(world.run("edit", edit_arguments("missing", "x", "x")).code == "INVALID_ARGS");
  CHECK(world.run("edit", object({{"file_path", "a"}})).code == "INVALID_ARGS");
}

TEST_CASE("A file above the bound is not edited") {
  World::Settings settings;
  settings.config["fs/local"] = "editMaxBytes = 100";
  World world(settings);
  world.write("a.txt", "needle" + std::string(200, 'x'));
  CHECK(edit(world, "a.txt", "needle", "pin").code == "FS_TOO_LARGE");
}

TEST_CASE("Many edits of one file at once, each in its turn, leave no torn file and no staging") {
  World::Settings settings;
  settings.without = {"fs/read-before-write"};
  World world(settings);
  std::string text;
  for (int i = 0; i < 20; ++i) text += "<" + std::to_string(i) + ">\n";
  world.write("a.txt", text);
  auto service = world.host().ctx().resolve("fs/workspace");
  REQUIRE(service);
  int landed = 0;
  int ended = 0;
  for (int i = 0; i < 20; ++i) {
    const Value in = object({{"path", world.path("a.txt").string()},
                             {"cwd", world.root().string()},
                             {"old_text", "<" + std::to_string(i) + ">"},
                             {"new_text", "[" + std::to_string(i) + "]"}});
    struct Once {
      static Task<void> edit(Context context, RefView service, Value in, int& landed, int& ended) {
        const Expected<Message> done =
            co_await context.invoke(service, contracts::fs::Fs::kEdit, in);
        landed += done ? 1 : 0;
        ++ended;
      }
    };
    world.host().ctx().spawn(Once::edit(world.host().ctx(), *service, in, landed, ended));
  }
  world.host().run_until([&] { return ended == 20; });
  CHECK(landed == 20);
  const std::string result = content_of(world.path("a.txt"));
  CHECK(result.find('<') == std::string::npos);
  CHECK(result.size() == text.size());
  CHECK(staging_left(world.root()) == 0);
}
