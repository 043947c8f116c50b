// SPDX-License-Identifier: MIT
#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <string>

#include "world.hpp"

using namespace keel;
using Catch::Matchers::Contains;
using keel::testing::ToolRun;
using keel::testing::World;

namespace {

std::string lines(int count) {
  std::string text;
  for (int i = 1; i <= count; ++i) text += "line " + std::to_string(i) + "\n";
  return text;
}

}  // namespace

TEST_CASE("read shows numbered lines in its envelope and ends with the total") {
  World world;
  const auto file = world.write("a.cpp", "one\ntwo\n");
  const ToolRun run = world.run("read", object({{"file_path", "a.cpp"}}));
  REQUIRE_FALSE(run.is_error);
  CHECK(run.text == "<path>" + file.string() +
                        "</path>\n<type>file</type>\n<content>\n1: one\n2: two\n\n"
                        "(End of file - total 2 lines)\n</content>");
  CHECK(run.meta["lang"].text() == "cpp");
  CHECK(run.meta["totalLines"].integer_or(0) == 2);
  CHECK(run.value["lines"].at(1)["text"].text() == "two");
}

TEST_CASE("read goes on where it is told and says how to go on") {
  World world;
  world.write("long.txt", lines(50));
  const ToolRun run =
      world.run("read", object({{"file_path", "long.txt"}, {"offset", 10}, {"limit", 5}}));
  REQUIRE_FALSE(run.is_error);
  CHECK_THAT(run.text, Contains("10: line 10\n"));
  CHECK_THAT(run.text,
             Contains("14: line 14\n\n(Showing lines 10-14 of 50. Use offset=15 to continue.)"));
  CHECK_THAT(run.text, !Contains("15: "));
}

TEST_CASE("A capped read still reports the exact total") {
  World::Settings settings;
  settings.config["tool/read"] = "readMaxBytes = 100";
  World world(settings);
  world.write("long.txt", lines(500));
  const ToolRun run = world.run("read", object({{"file_path", "long.txt"}}));
  REQUIRE_FALSE(run.is_error);
  CHECK_THAT(run.text, Contains("(Output capped. Showing lines 1-13. Use offset=14 to continue.)"));
  CHECK(run.value["totalLines"].integer_or(0) == 500);
}

TEST_CASE(
    "A 5000-character line without newline streams in bounded memory and shows the truncation "
    "suffix") {
  World::Settings settings;
  settings.config["tool/read"] = "readStreamMinSize = 1000";
  World world(settings);
  world.write("wide.txt", std::string(5000, 'x'));
  const ToolRun run = world.run("read", object({{"file_path", "wide.txt"}}));
  REQUIRE_FALSE(run.is_error);
  const std::string shown = std::string(2000, 'x') + "... (line truncated to 2000 chars)";
  CHECK(run.value["lines"].at(0)["text"].text() == shown);
  CHECK(run.value["totalLines"].integer_or(0) == 1);
}

TEST_CASE("A file in pieces reads as the whole one, whatever is cut at their borders") {
  // 600 KiB: several pieces, with a character of three bytes across each border.
  std::string text;
  for (int i = 0; text.size() < 600 * 1024; ++i) {
    text += "\xE2\x82\xAC" + std::string(static_cast<std::size_t>(i % 7), 'a') + "\r\n";
  }
  World::Settings settings;
  settings.config["tool/read"] = "readStreamMinSize = 1000";
  World streamed(settings);
  World whole;
  streamed.write("a.txt", text);
  whole.write("a.txt", text);
  const Value arguments = object({{"file_path", "a.txt"}, {"offset", 60000}, {"limit", 50}});
  const ToolRun one = streamed.run("read", arguments);
  const ToolRun other = whole.run("read", arguments);
  REQUIRE_FALSE(one.is_error);
  CHECK(one.value["lines"] == other.value["lines"]);
  CHECK(one.value["totalLines"] == other.value["totalLines"]);
  CHECK(one.value["lines"].at(0)["text"].text().starts_with("\xE2\x82\xAC"));
}

TEST_CASE(
    "The text of a line has no CR at its end, no byte order mark, and LF at the end makes no "
    "line") {
  World world;
  world.write("a.txt",
              "\xEF\xBB\xBF"
              "first\r\nsecond\r\n");
  const ToolRun run = world.run("read", object({{"file_path", "a.txt"}}));
  REQUIRE_FALSE(run.is_error);
  CHECK(run.value["lines"].size() == 2);
  CHECK(run.value["lines"].at(0)["text"].text() == "first");
  CHECK(run.value["lines"].at(1)["text"].text() == "second");
}

TEST_CASE("An empty file reads at offset 1 and nowhere else") {
  World world;
  world.write("empty", "");
  const ToolRun run = world.run("read", object({{"file_path", "empty"}}));
  REQUIRE_FALSE(run.is_error);
  CHECK_THAT(run.text, Contains("<content>\n(End of file - total 0 lines)\n</content>"));
  const ToolRun past = world.run("read", object({{"file_path", "empty"}, {"offset", 2}}));
  CHECK(past.code == "FS_NOT_FOUND");
}

TEST_CASE("What is no text is refused by one rule, with the reason") {
  World world;
  world.write("nul", std::string("abc\0def", 7));
  world.write("late-nul", std::string(20000, 'a') + std::string("\0", 1));
  world.write("latin1", "caf\xE9\n");
  world.write("cut", "abc\xE2\x82");
  world.write("utf16", std::string("\xFF\xFE"
                                   "a\0b\0",
                                   6));
  for (const char* name : {"nul", "late-nul", "latin1", "cut", "utf16"}) {
    INFO(name);
    const ToolRun run = world.run("read", object({{"file_path", name}}));
    CHECK(run.code == "FS_NOT_TEXT");
  }
  CHECK_THAT(world.run("read", object({{"file_path", "utf16"}})).text, Contains("UTF-16"));
}

TEST_CASE("What is no regular file is refused without waiting for it") {
  World world;
  REQUIRE(::mkfifo(world.path("fifo").c_str(), 0600) == 0);
  CHECK(world.run("read", object({{"file_path", "fifo"}})).code == "FS_NOT_REGULAR_FILE");
  const ToolRun directory = world.run("read", object({{"file_path", "."}}));
  CHECK(directory.code == "FS_NOT_REGULAR_FILE");
  CHECK_THAT(directory.text, Contains("glob"));
  CHECK(world.run("read", object({{"file_path", "/dev/zero"}})).code == "FS_NOT_REGULAR_FILE");
}

TEST_CASE("Missing files, blank paths and a file as directory are FS_NOT_FOUND") {
  World world;
  world.write("file", "x");
  for (const char* path : {"missing", "  ", "file/below", "missing/../file"}) {
    INFO(path);
    CHECK(world.run("read", object({{"file_path", path}})).code == "FS_NOT_FOUND");
  }
}

TEST_CASE("Files of /proc read although their size is 0") {
  World world;
  const ToolRun run = world.run("read", object({{"file_path", "/proc/self/status"}}));
  REQUIRE_FALSE(run.is_error);
  CHECK_THAT(run.text, Contains("CapEff:"));
}

TEST_CASE("Names and contents that are not ASCII read as they are") {
  World world;
  world.write("\xE6\x97\xA5\xE6\x9C\xAC/\xF0\x9F\x98\x80 na\xC3\xAFve.txt", "\xE2\x82\xAC\n");
  const ToolRun run = world.run(
      "read",
      object({{"file_path", "\xE6\x97\xA5\xE6\x9C\xAC/\xF0\x9F\x98\x80 na\xC3\xAFve.txt"}}));
  REQUIRE_FALSE(run.is_error);
  CHECK_THAT(run.text, Contains("1: \xE2\x82\xAC\n"));
}

TEST_CASE("read refuses numbers that name no line") {
  World world;
  world.write("a", "x\n");
  CHECK(world.run("read", object({{"file_path", "a"}, {"offset", 0}})).code == "INVALID_ARGS");
  CHECK(world.run("read", object({{"file_path", "a"}, {"limit", 1.5}})).code == "INVALID_ARGS");
}
