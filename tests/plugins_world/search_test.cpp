// SPDX-License-Identifier: MIT
#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "world.hpp"

using namespace keel;
using Catch::Matchers::Contains;
using keel::testing::content_of;
using keel::testing::ToolRun;
using keel::testing::World;
namespace stdfs = std::filesystem;

namespace {

/// Files in a directory, cheaply: links of one file in it. A file system may bound its links.
void fill(const stdfs::path& directory, int count) {
  const stdfs::path original = directory / "f0.txt";
  keel::testing::put(original, "hay\n");
  for (int i = 1; i < count; ++i) {
    const std::string name = directory.string() + "/f" + std::to_string(i) + ".txt";
    if (::link(original.c_str(), name.c_str()) != 0) throw std::runtime_error("link " + name);
  }
}

}  // namespace

TEST_CASE("glob lists matches relative to the workspace, newest first, without version control") {
  World world;
  world.write("src/old.cpp", "x");
  world.write(".hidden/new.cpp", "x");
  world.write(".git/objects/a.cpp", "x");
  world.write("sub/.svn/b.cpp", "x");
  world.write(".gitignore", "ignored.cpp\n");
  world.write("ignored.cpp", "x");
  const auto now = stdfs::file_time_type::clock::now();
  stdfs::last_write_time(world.path("src/old.cpp"), now - std::chrono::hours(2));
  stdfs::last_write_time(world.path("ignored.cpp"), now - std::chrono::hours(1));
  stdfs::last_write_time(world.path(".hidden/new.cpp"), now);
  const ToolRun run = world.run("glob", object({{"pattern", "**/*.cpp"}}));
  REQUIRE_FALSE(run.is_error);
  CHECK(run.text == ".hidden/new.cpp\nignored.cpp\nsrc/old.cpp");
  CHECK(run.value["root"].text() == world.root().string());
  CHECK(run.meta["shape"].text() == "paths");
  CHECK(run.meta["total"].integer_or(0) == 3);
  CHECK_FALSE(run.meta["truncated"].is_true());
}

TEST_CASE("Zero matches is a success") {
  World world;
  world.write("a.txt", "x\n");
  const ToolRun glob = world.run("glob", object({{"pattern", "*.none"}}));
  REQUIRE_FALSE(glob.is_error);
  CHECK(glob.text == "No files found");
  const ToolRun grep = world.run("grep", object({{"pattern", "absent"}}));
  REQUIRE_FALSE(grep.is_error);
  CHECK(grep.text == "No matches found");
}

TEST_CASE("grep shows lines by file, and the value keeps them all") {
  World world;
  world.write("a.txt", "one needle\nnothing\ntwo needles\n");
  world.write("sub/b.txt", "needle \xE2\x82\xAC\r\n");
  const ToolRun run = world.run("grep", object({{"pattern", "needle"}}));
  REQUIRE_FALSE(run.is_error);
  CHECK_THAT(run.text, Contains("Found 3 matches\n"));
  CHECK_THAT(run.text, Contains("\na.txt:\n  Line 1: one needle\n  Line 3: two needles\n"));
  CHECK_THAT(run.text, Contains("\nsub/b.txt:\n  Line 1: needle \xE2\x82\xAC"));
  CHECK(run.value["matches"].size() == 3);
  CHECK(run.meta["files"].size() == 2);
}

TEST_CASE("grep leaves ignored files out, and include says which files are searched") {
  World world;
  stdfs::create_directory(world.path(".git"));
  world.write(".gitignore", "build/\n");
  world.write("build/a.cpp", "needle\n");
  world.write("a.cpp", "needle\n");
  world.write("a.py", "needle\n");
  const ToolRun all = world.run("grep", object({{"pattern", "needle"}}));
  CHECK(all.value["matches"].size() == 2);
  const ToolRun some =
      world.run("grep", object({{"pattern", "needle"}, {"include", "*.{cpp,hpp}"}}));
  REQUIRE(some.value["matches"].size() == 1);
  CHECK(some.value["matches"].at(0)["path"].text() == "a.cpp");
  CHECK(world.run("grep", object({{"pattern", "x"}, {"include", "!*.py"}})).code == "INVALID_ARGS");
  CHECK(world.run("grep", object({{"pattern", "x"}, {"include", "*.a,*.b"}})).code ==
        "INVALID_ARGS");
}

TEST_CASE("--leading patterns and paths never become ripgrep flags") {
  World world;
  world.write("a.txt", "has --files in it\n");
  world.write("--version", "plain\n");
  const ToolRun pattern = world.run("grep", object({{"pattern", "--files"}}));
  REQUIRE_FALSE(pattern.is_error);
  CHECK(pattern.value["matches"].size() == 1);
  const ToolRun path = world.run("grep", object({{"pattern", "plain"}, {"path", "--version"}}));
  REQUIRE_FALSE(path.is_error);
  CHECK(path.value["matches"].size() == 1);
  const ToolRun glob = world.run("glob", object({{"pattern", "--version"}}));
  REQUIRE_FALSE(glob.is_error);
  CHECK(glob.text == "--version");
}

TEST_CASE("A hostile RIPGREP_CONFIG_PATH has no effect") {
  World world;
  world.write("a.txt", "needle\n");
  const auto config = world.outside() / "ripgreprc";
  keel::testing::put(config, "--files-with-matches\n--pre=/bin/false\n");
  REQUIRE(::setenv("RIPGREP_CONFIG_PATH", config.c_str(), 1) == 0);
  const ToolRun run = world.run("grep", object({{"pattern", "needle"}}));
  ::unsetenv("RIPGREP_CONFIG_PATH");
  REQUIRE_FALSE(run.is_error);
  CHECK(run.value["matches"].size() == 1);
}

TEST_CASE("An invalid regex, and an invalid glob, is SEARCH_INVALID_PATTERN") {
  World world;
  const ToolRun regex = world.run("grep", object({{"pattern", "(unclosed"}}));
  CHECK(regex.code == "SEARCH_INVALID_PATTERN");
  CHECK(regex.kind == "SearchError");
  CHECK_THAT(regex.text, Contains("regex parse error"));
  CHECK(world.run("glob", object({{"pattern", "[z-a]"}})).code == "SEARCH_INVALID_PATTERN");
}

TEST_CASE("A search where nothing is fails and says what is missing") {
  World world;
  world.write("file", "x");
  CHECK(world.run("grep", object({{"pattern", "x"}, {"path", "missing"}})).code == "SEARCH_FAILED");
  CHECK(world.run("glob", object({{"pattern", "*"}, {"path", "file"}})).code == "SEARCH_FAILED");
}

TEST_CASE("Truncated stdout is an overflow error, never a partial list") {
  World::Settings settings;
  settings.config["tool/grep"] = "rawOutputMaxBytes = 1000";
  settings.config["tool/glob"] = "rawOutputMaxBytes = 50";
  World world(settings);
  std::string text;
  for (int i = 0; i < 100; ++i) text += "needle\n";
  world.write("a.txt", text);
  for (int i = 0; i < 20; ++i) world.write("file-" + std::to_string(i), "x");
  CHECK(world.run("grep", object({{"pattern", "needle"}})).code == "SEARCH_RAW_OUTPUT_OVERFLOW");
  CHECK(world.run("glob", object({{"pattern", "*"}})).code == "SEARCH_RAW_OUTPUT_OVERFLOW");
}

TEST_CASE("A file that cannot be read does not fail the search") {
  World world;
  world.write("a.txt", "needle\n");
  // Root may read everything, but not what fails to be read.
  stdfs::create_symlink("/proc/self/mem", world.path("mem"));
  const ToolRun run = world.run("grep", object({{"pattern", "needle"}, {"path", "mem"}}));
  REQUIRE_FALSE(run.is_error);
  CHECK_THAT(run.text, Contains("could not be searched"));
}

TEST_CASE("Long lines are cut where they are shown, at a character") {
  World world;
  std::string line = "needle ";
  while (line.size() < 5000) line += "\xE2\x82\xAC";
  world.write("a.txt", line + "\n");
  const ToolRun run = world.run("grep", object({{"pattern", "needle"}}));
  REQUIRE_FALSE(run.is_error);
  CHECK_THAT(run.text, Contains(" (line truncated)"));
  CHECK(run.text.size() < 2200);
  CHECK(run.value["matches"].at(0)["line"].text() == line);
}

TEST_CASE("A line that is not UTF-8 is found and says so") {
  World world;
  world.write("a.txt", "needle \xFF\n");
  const ToolRun run = world.run("grep", object({{"pattern", "needle"}}));
  REQUIRE_FALSE(run.is_error);
  CHECK(run.value["matches"].at(0)["line"].text() == "(line is not valid UTF-8)");
}

TEST_CASE("Names that are not UTF-8, and names with line ends, do not fail a search") {
  World world;
  keel::testing::put(world.root() / "bad\xFF.txt", "needle\n");
  keel::testing::put(world.root() / "two\nlines.txt", "needle\n");
  const ToolRun glob = world.run("glob", object({{"pattern", "*.txt"}}));
  REQUIRE_FALSE(glob.is_error);
  CHECK(glob.value["paths"].size() == 2);
  CHECK_THAT(glob.text, Contains("not UTF-8"));
  const ToolRun grep = world.run("grep", object({{"pattern", "needle"}}));
  REQUIRE_FALSE(grep.is_error);
  CHECK(grep.value["matches"].size() == 2);
}

TEST_CASE("Over its cap, glob takes some of each entry in turn and keeps the full list") {
  World world;
  fill(world.path("big"), 300);
  world.write("small/only.txt", "x");
  const ToolRun run = world.run("glob", object({{"pattern", "**/*.txt"}}));
  REQUIRE_FALSE(run.is_error);
  CHECK_THAT(run.text, Contains("small/only.txt"));
  CHECK_THAT(run.text, Contains("(Showing 100 of 301 paths, from 2 of 2 entries of "));
  CHECK(run.meta["paths"].size() == 100);
  CHECK(run.meta["truncated"].is_true());
  const std::string saved(run.value["saved"].text());
  REQUIRE(stdfs::exists(saved));
  CHECK_THAT(content_of(saved), Contains("big/f299.txt\n") && Contains("small/only.txt\n"));
}

TEST_CASE("Over its cap, grep shows the first matches of all of them") {
  World::Settings settings;
  settings.config["tool/grep"] = "grepMaxMatches = 3";
  World world(settings);
  world.write("a.txt", "needle\nneedle\nneedle\nneedle\nneedle\n");
  const ToolRun run = world.run("grep", object({{"pattern", "needle"}}));
  REQUIRE_FALSE(run.is_error);
  CHECK_THAT(run.text, Contains("Found 3 of 5 matches\n") && Contains("full list is in"));
  CHECK(run.value["matches"].size() == 5);
  CHECK(run.meta["total"].integer_or(0) == 5);
}

TEST_CASE("Search meta keeps at least one group and fits its bound") {
  World::Settings settings;
  settings.config["tool/grep"] = "searchMetaMaxBytes = 200";
  World world(settings);
  for (int i = 0; i < 10; ++i) {
    world.write("file-" + std::to_string(i), "needle " + std::string(100, 'x') + "\n");
  }
  const ToolRun run = world.run("grep", object({{"pattern", "needle"}}));
  CHECK(run.meta["files"].size() == 1);
  CHECK(run.meta["truncated"].is_true());
  CHECK(run.meta["total"].integer_or(0) == 10);
}

TEST_CASE("A tree of 100,000 files is searched by name and by content") {
  World::Settings settings;
  settings.config["tool/glob"] = "timeoutMs = 120000";
  settings.config["tool/grep"] = "timeoutMs = 120000";
  World world(settings);
  // A directory entry costs what a link does; a file would cost a block.
  world.write("needle-file", "needle\n");
  for (int i = 0; i < 100; ++i) fill(world.path("tree/d" + std::to_string(i)), 1000);
  const ToolRun all = world.run("glob", object({{"pattern", "tree/**/*.txt"}}));
  REQUIRE_FALSE(all.is_error);
  CHECK(all.value["paths"].size() == 100000);
  CHECK_THAT(all.text, Contains("(Showing 100 of 100000 paths"));
  const ToolRun one = world.run("grep", object({{"pattern", "needle"}}));
  REQUIRE_FALSE(one.is_error);
  CHECK(one.value["matches"].size() == 1);
}

TEST_CASE("Aborting a search kills ripgrep and reports SEARCH_ABORTED") {
  World world;
  // Ripgrep waits for a writer of the FIFO: the search does not end by itself.
  REQUIRE(::mkfifo(world.path("fifo").c_str(), 0600) == 0);
  auto cancel = world.host().ctx().token();
  REQUIRE(cancel);
  const auto timer = world.host().ctx().after(200, [&] { CHECK(cancel->cancel("stop")); });
  auto tool = world.host().ctx().resolve("tool/grep");
  REQUIRE(tool);
  CallOptions options;
  options.cancel = cancel->raw();
  const Value in = object({{"arguments", object({{"pattern", "x"}, {"path", "fifo"}})},
                           {"callId", "c"},
                           {"rootCallId", "c"},
                           {"cwd", world.root().string()}});
  const auto outcome = world.host().call(*tool, 0, in, options);
  REQUIRE_FALSE(outcome);
  CHECK(outcome.error().code == "SEARCH_ABORTED");
}
