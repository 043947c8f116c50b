// SPDX-License-Identifier: MIT
//
// fs/workspace as a plugin sees it.
#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <string>

#include "world.hpp"

using namespace keel;
using keel::testing::content_of;
using keel::testing::staging_left;
using keel::testing::World;
namespace stdfs = std::filesystem;
using contracts::fs::Fs;

namespace {

std::string identity(World& world, std::string_view name) {
  const auto stat = world.fs(Fs::kStat, object({{"path", world.path(name).string()}}));
  REQUIRE(stat);
  return std::string((*stat)["identity"].text());
}

Value write_request(World& world, std::string_view name, std::string_view content,
                    std::string_view expect = {}) {
  return object({{"path", world.path(name).string()},
                 {"cwd", world.root().string()},
                 {"content", content},
                 {"expect", expect.empty() ? Value() : Value(expect)}});
}

/// Starts both calls before either can end, and gives how they ended.
std::pair<Expected<Message>, Expected<Message>> both(World& world, std::uint32_t first,
                                                     const Value& first_in, std::uint32_t second,
                                                     const Value& second_in) {
  struct Calls {
    static Task<Message> one(Context context, RefView service, std::uint32_t ordinal, Value in) {
      co_return co_await must(context.invoke(service, ordinal, in));
    }
  };
  auto service = world.host().ctx().resolve("fs/workspace");
  REQUIRE(service);
  std::vector<Task<Message>> tasks;
  tasks.push_back(Calls::one(world.host().ctx(), *service, first, first_in));
  tasks.push_back(Calls::one(world.host().ctx(), *service, second, second_in));
  struct Both {
    static Task<void> wait(std::vector<Task<Message>> tasks,
                           std::vector<Expected<Message>>& results) {
      std::vector<Expected<Message>> ended = co_await all(std::move(tasks));
      results = std::move(ended);
    }
  };
  std::vector<Expected<Message>> results;
  REQUIRE(world.host().await(Both::wait(std::move(tasks), results)));
  return {std::move(results.at(0)), std::move(results.at(1))};
}

}  // namespace

TEST_CASE("A key computed before creation equals the key after, with a symlinked ancestor") {
  World world;
  stdfs::create_directory(world.path("real"));
  stdfs::create_directory_symlink("real", world.path("link"));
  const Value in = object({{"path", world.path("link/new/a.txt").string()}});
  const auto before = world.fs(Fs::kResolve, in);
  REQUIRE(before);
  CHECK((*before)["path"].text() == world.path("real/new/a.txt").string());
  REQUIRE(world.fs(Fs::kWrite, write_request(world, "link/new/a.txt", "x")));
  const auto after = world.fs(Fs::kResolve, in);
  REQUIRE(after);
  CHECK((*before)["path"].text() == (*after)["path"].text());
}

TEST_CASE("Two concurrent guarded writes: exactly one succeeds, the other is FS_STALE_VERSION") {
  World world;
  world.write("a.txt", "old");
  const std::string seen = identity(world, "a.txt");
  auto [one, other] = both(world, Fs::kWrite, write_request(world, "a.txt", "one", seen),
                           Fs::kWrite, write_request(world, "a.txt", "other", seen));
  CHECK(one.has_value() != other.has_value());
  CHECK((one ? other.error() : one.error()).code == "FS_STALE_VERSION");
  CHECK(content_of(world.path("a.txt")) == (one ? "one" : "other"));
}

TEST_CASE("A concurrent guarded write and edit behave the same") {
  World world;
  world.write("a.txt", "old");
  const std::string seen = identity(world, "a.txt");
  const Value edit = object({{"path", world.path("a.txt").string()},
                             {"cwd", world.root().string()},
                             {"old_text", "old"},
                             {"new_text", "edited"},
                             {"expect", seen}});
  auto [written, edited] =
      both(world, Fs::kWrite, write_request(world, "a.txt", "written", seen), Fs::kEdit, edit);
  CHECK(written.has_value() != edited.has_value());
  CHECK((written ? edited.error() : written.error()).code == "FS_STALE_VERSION");
}

TEST_CASE("createIfAbsent racing another creator keeps the competitor and fails FS_NOT_OBSERVED") {
  World world;
  auto [one, other] = both(world, Fs::kWrite, write_request(world, "a.txt", "one", "none"),
                           Fs::kWrite, write_request(world, "a.txt", "other", "none"));
  CHECK(one.has_value() != other.has_value());
  CHECK((one ? other.error() : one.error()).code == "FS_NOT_OBSERVED");
  CHECK(content_of(world.path("a.txt")) == (one ? "one" : "other"));
}

TEST_CASE("A cancelled write leaves the old content and no staging directory") {
  World world;
  world.write("a.txt", "old");
  auto cancel = world.host().ctx().token();
  REQUIRE(cancel);
  REQUIRE(cancel->cancel("stop"));
  CallOptions options;
  options.cancel = cancel->raw();
  const auto written = world.fs(Fs::kWrite, write_request(world, "a.txt", "new"), options);
  REQUIRE_FALSE(written);
  CHECK(content_of(world.path("a.txt")) == "old");
  CHECK(staging_left(world.root()) == 0);
}

TEST_CASE("read gives bytes as they are, up to its bound and no cut") {
  World world;
  const std::string bytes("\0\xFF\r\n", 4);
  world.write("a.bin", bytes);
  const std::string path = world.path("a.bin").string();
  const auto whole = world.fs(Fs::kRead, object({{"path", path}, {"max_bytes", 4}}));
  REQUIRE(whole);
  CHECK((*whole)["content"].bytes() == bytes);
  CHECK((*whole)["identity"].text() == identity(world, "a.bin"));
  const auto over = world.fs(Fs::kRead, object({{"path", path}, {"max_bytes", 3}}));
  REQUIRE_FALSE(over);
  CHECK(over.error().code == "FS_TOO_LARGE");
}

TEST_CASE("stat sees through links, and does not when it is told so") {
  World world;
  world.write("a.txt", "abc");
  stdfs::create_symlink("a.txt", world.path("link"));
  const std::string link = world.path("link").string();
  const auto through = world.fs(Fs::kStat, object({{"path", link}}));
  REQUIRE(through);
  CHECK((*through)["type"].text() == "file");
  CHECK((*through)["bytes"].integer_or(0) == 3);
  const auto itself = world.fs(Fs::kStat, object({{"path", link}, {"no_follow", true}}));
  REQUIRE(itself);
  CHECK((*itself)["type"].text() == "link");
  const auto none = world.fs(Fs::kStat, object({{"path", world.path("a.txt/x").string()}}));
  REQUIRE(none);
  CHECK((*none)["type"].text() == "none");
}

TEST_CASE("list is sorted by name; broken links and names that are not UTF-8 are listed too") {
  World world;
  world.write("b.txt", "22");
  world.write("A.txt", "1");
  stdfs::create_directory(world.path("dir"));
  stdfs::create_symlink("nowhere", world.path("broken"));
  keel::testing::put(world.root() / "z\xFF.txt", "x");
  const auto listed = world.fs(Fs::kList, object({{"path", world.root().string()}}));
  REQUIRE(listed);
  const ValueView entries = (*listed)["entries"];
  REQUIRE(entries.size() == 5);
  CHECK(entries.at(0)["name"].text() == "A.txt");
  CHECK(entries.at(1)["name"].text() == "b.txt");
  CHECK(entries.at(1)["bytes"].integer_or(0) == 2);
  CHECK(entries.at(2)["name"].text() == "broken");
  CHECK(entries.at(2)["type"].text() == "other");
  CHECK(entries.at(3)["type"].text() == "directory");
  CHECK(entries.at(4)["name"].text() == "z\xEF\xBF\xBD.txt");
  const auto file = world.fs(Fs::kList, object({{"path", world.path("b.txt").string()}}));
  REQUIRE_FALSE(file);
  CHECK(file.error().code == "FS_NOT_DIRECTORY");
}

TEST_CASE("remove takes the link and not what it names, and no directory") {
  World world;
  world.write("a.txt", "x");
  stdfs::create_directory(world.path("dir"));
  stdfs::create_symlink(world.path("a.txt"), world.path("link"));
  const auto request = [&](std::string_view name) {
    return object({{"path", world.path(name).string()}, {"cwd", world.root().string()}});
  };
  REQUIRE(world.fs(Fs::kRemove, request("link")));
  CHECK_FALSE(stdfs::is_symlink(world.path("link")));
  CHECK(stdfs::exists(world.path("a.txt")));
  const auto directory = world.fs(Fs::kRemove, request("dir"));
  REQUIRE_FALSE(directory);
  CHECK(directory.error().code == "FS_NOT_REGULAR_FILE");
  const auto missing = world.fs(Fs::kRemove, request("missing"));
  REQUIRE_FALSE(missing);
  CHECK(missing.error().code == "FS_NOT_FOUND");
  keel::testing::put(world.outside() / "a.txt", "x");
  const auto outside = world.fs(Fs::kRemove, object({{"path", (world.outside() / "a.txt").string()},
                                                     {"cwd", world.root().string()}}));
  REQUIRE_FALSE(outside);
  CHECK(outside.error().code == "FS_SANDBOX_DENIED");
}

TEST_CASE("A stream gives the whole file in order") {
  World world;
  std::string text;
  for (int i = 0; i < 200000; ++i) text += std::to_string(i) + "\n";
  world.write("a.txt", text);
  auto outcome = world.fs(Fs::kStream, object({{"path", world.path("a.txt").string()}}));
  REQUIRE(outcome);
  CHECK((*outcome)["bytes"].integer_or(0) == static_cast<std::int64_t>(text.size()));
  struct Reading {
    static Task<std::string> all(StreamReader reader) {
      std::string got;
      while (true) {
        std::optional<Message> part = co_await must(reader.next());
        if (!part) break;
        got.append(part->value().bytes());
      }
      co_return got;
    }
  };
  const auto got = world.host().await(Reading::all(StreamReader(outcome->take_ref(0))));
  REQUIRE(got);
  CHECK(*got == text);
}

TEST_CASE("A stream that nobody reads to its end lets go of the file") {
  World world;
  world.write("a.txt", std::string(4 * 1024 * 1024, 'x'));
  world.host().drain();
  const std::size_t before = keel::testing::open_descriptors();
  {
    auto outcome = world.fs(Fs::kStream, object({{"path", world.path("a.txt").string()}}));
    REQUIRE(outcome);
    StreamReader reader(outcome->take_ref(0));
  }
  world.host().run_until([&] { return keel::testing::open_descriptors() == before; });
}
