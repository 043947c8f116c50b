// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <string>

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

Value write_arguments(std::string_view path, std::string_view content) {
  return object({{"file_path", path}, {"content", content}});
}

}  // namespace

TEST_CASE("write makes a file with its directories, and says so") {
  World world;
  const ToolRun run = world.run("write", write_arguments("new/deep/a.txt", "hello\n"));
  REQUIRE_FALSE(run.is_error);
  CHECK(content_of(world.path("new/deep/a.txt")) == "hello\n");
  CHECK_THAT(run.text, Contains("<content>\nCreated file\n</content>"));
  CHECK(run.meta["diffs"].size() == 0);
  CHECK(run.value["operation"].text() == "create");
  CHECK(run.value["before"].is_null());
  CHECK(staging_left(world.path("new/deep")) == 0);
}

TEST_CASE("A new file gets 0666 less the umask, a replaced one keeps its mode") {
  World world;
  const mode_t mask = ::umask(027);
  const bool made = !world.run("write", write_arguments("a.txt", "x")).is_error;
  ::umask(mask);
  REQUIRE(made);
  CHECK(mode_of(world.path("a.txt")) == 0640);

  world.write("run.sh", "old");
  REQUIRE(::chmod(world.path("run.sh").c_str(), 0751) == 0);
  REQUIRE_FALSE(world.run("read", object({{"file_path", "run.sh"}})).is_error);
  REQUIRE_FALSE(world.run("write", write_arguments("run.sh", "new")).is_error);
  CHECK(mode_of(world.path("run.sh")) == 0751);
}

TEST_CASE("write over a file that was not read is FS_NOT_OBSERVED with the read remedy") {
  World world;
  world.write("a.txt", "old");
  const ToolRun run = world.run("write", write_arguments("a.txt", "new"));
  CHECK(run.code == "FS_NOT_OBSERVED");
  CHECK(run.kind == "FsError");
  CHECK_THAT(run.text, Contains("read the file, then retry"));
  CHECK(content_of(world.path("a.txt")) == "old");
}

TEST_CASE("write over a file that has changed since it was read is FS_STALE_VERSION") {
  World world;
  world.write("a.txt", "old");
  REQUIRE_FALSE(world.run("read", object({{"file_path", "a.txt"}})).is_error);
  world.write("a.txt", "somebody else");
  const ToolRun run = world.run("write", write_arguments("a.txt", "new"));
  CHECK(run.code == "FS_STALE_VERSION");
  CHECK_THAT(run.text, Contains("re-read the file, then retry"));
  CHECK(content_of(world.path("a.txt")) == "somebody else");
}

TEST_CASE("A rewrite of equal size with the old time is a change all the same") {
  World world;
  world.write("a.txt", "old");
  REQUIRE_FALSE(world.run("read", object({{"file_path", "a.txt"}})).is_error);
  struct stat before {};
  REQUIRE(::stat(world.path("a.txt").c_str(), &before) == 0);
  world.write("a.txt", "new");
  const timespec times[2] = {before.st_atim, before.st_mtim};
  REQUIRE(::utimensat(AT_FDCWD, world.path("a.txt").c_str(), times, 0) == 0);
  CHECK(world.run("write", write_arguments("a.txt", "xxx")).code == "FS_STALE_VERSION");
}

TEST_CASE("An overwrite shows its hunks") {
  World world;
  world.write("a.txt", "one\ntwo\nthree\n");
  REQUIRE_FALSE(world.run("read", object({{"file_path", "a.txt"}})).is_error);
  const ToolRun run = world.run("write", write_arguments("a.txt", "one\n2\nthree\n"));
  REQUIRE_FALSE(run.is_error);
  CHECK_THAT(run.text, Contains("Updated file"));
  REQUIRE(run.meta["diffs"].size() == 1);
  CHECK(run.meta["diffs"].at(0)["oldText"].text() == "one\ntwo\nthree\n");
  CHECK(run.meta["diffs"].at(0)["newText"].text() == "one\n2\nthree\n");
}

TEST_CASE("An overwrite above the diff bound still succeeds with before null") {
  World::Settings settings;
  settings.config["fs/local"] = "diffBasisMaxBytes = 100";
  World world(settings);
  world.write("a.txt", std::string(100, 'a'));
  REQUIRE_FALSE(world.run("read", object({{"file_path", "a.txt"}})).is_error);
  const ToolRun run = world.run("write", write_arguments("a.txt", "short"));
  REQUIRE_FALSE(run.is_error);
  CHECK(run.value["before"].is_null());
  CHECK(content_of(world.path("a.txt")) == "short");
}

TEST_CASE("An overwrite of a binary file succeeds and has nothing to compare with") {
  World world;
  world.write("a.bin", std::string("\0\1\2", 3));
  const Value in = object({{"path", world.path("a.bin").string()}, {"content", "text"}});
  const auto written = world.fs(contracts::fs::Fs::kWrite, in);
  REQUIRE(written);
  CHECK((*written)["before"].is_null());
}

TEST_CASE("The byte order mark is kept on overwrite, and so are CRLF line ends") {
  World world;
  world.write("a.txt",
              "\xEF\xBB\xBF"
              "one\r\ntwo\r\n");
  REQUIRE_FALSE(world.run("read", object({{"file_path", "a.txt"}})).is_error);
  const ToolRun run = world.run("write", write_arguments("a.txt", "one\n2\nthree"));
  REQUIRE_FALSE(run.is_error);
  CHECK(content_of(world.path("a.txt")) ==
        "\xEF\xBB\xBF"
        "one\r\n2\r\nthree");
  CHECK_THAT(run.text, Contains("kept the byte order mark") && Contains("kept the CRLF"));
}

TEST_CASE("A file with mixed line ends, or content with CR of its own, is written as it is") {
  World world;
  world.write("mixed.txt", "one\r\ntwo\n");
  world.write("crlf.txt", "one\r\n");
  REQUIRE_FALSE(world.run("read", object({{"file_path", "mixed.txt"}})).is_error);
  REQUIRE_FALSE(world.run("read", object({{"file_path", "crlf.txt"}})).is_error);
  REQUIRE_FALSE(world.run("write", write_arguments("mixed.txt", "a\nb\n")).is_error);
  REQUIRE_FALSE(world.run("write", write_arguments("crlf.txt", "a\r\nb\n")).is_error);
  CHECK(content_of(world.path("mixed.txt")) == "a\nb\n");
  CHECK(content_of(world.path("crlf.txt")) == "a\r\nb\n");
}

TEST_CASE("Write to a symlink goes through to its target and keeps the link") {
  World world;
  world.write("real/target.txt", "old");
  stdfs::create_symlink("real/target.txt", world.path("link.txt"));
  REQUIRE_FALSE(world.run("read", object({{"file_path", "link.txt"}})).is_error);
  REQUIRE_FALSE(world.run("write", write_arguments("link.txt", "new")).is_error);
  CHECK(stdfs::is_symlink(world.path("link.txt")));
  CHECK(content_of(world.path("real/target.txt")) == "new");
}

TEST_CASE(
    "createIfAbsent against a dangling symlink fails FS_NOT_REGULAR_FILE and the link survives") {
  World world;
  stdfs::create_symlink("nowhere.txt", world.path("link.txt"));
  const ToolRun run = world.run("write", write_arguments("link.txt", "new"));
  CHECK(run.code == "FS_NOT_REGULAR_FILE");
  CHECK(stdfs::is_symlink(world.path("link.txt")));
  CHECK_FALSE(stdfs::exists(world.path("nowhere.txt")));
}

TEST_CASE("Directories and devices are not written") {
  World world;
  stdfs::create_directory(world.path("dir"));
  REQUIRE(::mkfifo(world.path("fifo").c_str(), 0600) == 0);
  CHECK(world.run("write", write_arguments("dir", "x")).code == "FS_NOT_REGULAR_FILE");
  CHECK(world.run("write", write_arguments("fifo", "x")).code == "FS_NOT_REGULAR_FILE");
}

TEST_CASE("A file as directory fails and nothing is made") {
  World world;
  world.write("file", "x");
  const ToolRun run = world.run("write", write_arguments("file/below.txt", "x"));
  CHECK(run.is_error);
  CHECK(run.code == "FS_NOT_FOUND");
  CHECK(content_of(world.path("file")) == "x");
}

TEST_CASE("Names of 255 bytes and names that are not ASCII are written") {
  World world;
  const std::string longest(255, 'n');
  const std::string other = "\xE6\x97\xA5\xE6\x9C\xAC \xF0\x9F\x98\x80.txt";
  REQUIRE_FALSE(world.run("write", write_arguments(longest, "x")).is_error);
  REQUIRE_FALSE(world.run("write", write_arguments(other, "\xE2\x82\xAC")).is_error);
  CHECK(content_of(world.path(longest)) == "x");
  CHECK(content_of(world.path(other)) == "\xE2\x82\xAC");
  CHECK(staging_left(world.root()) == 0);
}

TEST_CASE(
    "After external deletion read records absence, edit gives FS_NOT_FOUND, write recreates") {
  World world;
  const auto file = world.write("a.txt", "old");
  const Value edit = object({{"file_path", "a.txt"}, {"old_string", "old"}, {"new_string", "new"}});
  CHECK(world.run("edit", edit).code == "FS_NOT_OBSERVED");
  CHECK_THAT(world.run("edit", edit).text,
             Contains("edit requires reading \"" + file.string() + "\" first"));
  REQUIRE_FALSE(world.run("read", object({{"file_path", "a.txt"}})).is_error);
  stdfs::remove(file);
  CHECK(world.run("write", write_arguments("a.txt", "again")).code == "FS_STALE_VERSION");
  CHECK(world.run("read", object({{"file_path", "a.txt"}})).code == "FS_NOT_FOUND");
  CHECK(world.run("edit", edit).code == "FS_NOT_FOUND");
  REQUIRE_FALSE(world.run("write", write_arguments("a.txt", "again")).is_error);
  CHECK(content_of(file) == "again");
}

TEST_CASE("What one session has read says nothing about another one") {
  World world;
  world.write("a.txt", "old");
  const std::string other = world.session();
  REQUIRE_FALSE(world.run("read", object({{"file_path", "a.txt"}})).is_error);
  CHECK(world.run("write", write_arguments("a.txt", "x"), other).code == "FS_NOT_OBSERVED");
  REQUIRE_FALSE(world.run("write", write_arguments("a.txt", "x")).is_error);
}

TEST_CASE("Without the policy, write and edit ask for nothing") {
  World::Settings settings;
  settings.without = {"fs/read-before-write"};
  World world(settings);
  world.write("a.txt", "old");
  REQUIRE_FALSE(world.run("write", write_arguments("a.txt", "new")).is_error);
  REQUIRE_FALSE(
      world
          .run("edit",
               object({{"file_path", "a.txt"}, {"old_string", "new"}, {"new_string", "newer"}}))
          .is_error);
  CHECK(content_of(world.path("a.txt")) == "newer");
}
