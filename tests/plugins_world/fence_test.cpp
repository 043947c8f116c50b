// SPDX-License-Identifier: MIT
//
// What the file tools may change: the matrix of paths that commands are held against in
// sandbox_test.cpp.
#include <sys/stat.h>

#include <catch2/catch.hpp>
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

Value write_arguments(std::string_view path) {
  return object({{"file_path", path}, {"content", "written"}});
}

}  // namespace

TEST_CASE("workspace-write: writes that lead out are denied with nothing created") {
  World world;
  stdfs::create_directories(world.outside());
  stdfs::create_directory_symlink(world.outside(), world.path("out"));
  const std::string absolute = (world.outside() / "absolute.txt").string();
  for (const std::string& path :
       {std::string("out/through-link.txt"), std::string("../outside/dots.txt"), absolute,
        std::string("out/new/deep.txt"), std::string("out/../outside/dots.txt")}) {
    INFO(path);
    const ToolRun run = world.run("write", write_arguments(path));
    CHECK(run.is_error);
    CHECK(run.code == "FS_SANDBOX_DENIED");
    CHECK_THAT(run.text, Contains("[sandbox: file access denied under workspace-write mode]"));
  }
  CHECK(stdfs::is_empty(world.outside()));
}

TEST_CASE("A link whose target lies outside is not written through") {
  World world;
  keel::testing::put(world.outside() / "victim.txt", "safe");
  stdfs::create_symlink(world.outside() / "victim.txt", world.path("link.txt"));
  REQUIRE_FALSE(world.run("read", object({{"file_path", "link.txt"}})).is_error);
  CHECK(world.run("write", write_arguments("link.txt")).code == "FS_SANDBOX_DENIED");
  CHECK(
      world
          .run("edit",
               object({{"file_path", "link.txt"}, {"old_string", "safe"}, {"new_string", "gone"}}))
          .code == "FS_SANDBOX_DENIED");
  CHECK(content_of(world.outside() / "victim.txt") == "safe");
}

TEST_CASE("A path that swaps to an outside link between tool resolution and mutation is denied") {
  World world;
  stdfs::create_directories(world.outside());
  stdfs::create_directory(world.path("dir"));
  const auto resolved = world.fs(
      contracts::fs::Fs::kResolve,
      object({{"path", world.path("dir/a.txt").string()}, {"cwd", world.root().string()}}));
  REQUIRE(resolved);
  REQUIRE((*resolved)["writable"].is_true());
  stdfs::remove(world.path("dir"));
  stdfs::create_directory_symlink(world.outside(), world.path("dir"));
  const auto written =
      world.fs(contracts::fs::Fs::kWrite, object({{"path", (*resolved)["path"].text()},
                                                  {"cwd", world.root().string()},
                                                  {"content", "x"}}));
  REQUIRE_FALSE(written);
  CHECK(written.error().code == "FS_SANDBOX_DENIED");
  CHECK(stdfs::is_empty(world.outside()));
}

TEST_CASE("A link that leads from outside into the workspace is written: the real path counts") {
  World world;
  stdfs::create_directories(world.outside());
  stdfs::create_directory_symlink(world.root(), world.outside() / "in");
  const ToolRun run = world.run("write", write_arguments((world.outside() / "in/a.txt").string()));
  REQUIRE_FALSE(run.is_error);
  CHECK(content_of(world.path("a.txt")) == "written");
}

TEST_CASE("A prefix that ends in the middle of a name is no parent") {
  World world;
  const std::string sibling = world.root().string() + "-sibling";
  stdfs::create_directories(sibling);
  const ToolRun run = world.run("write", write_arguments(sibling + "/a.txt"));
  CHECK(run.code == "FS_SANDBOX_DENIED");
  CHECK(stdfs::is_empty(sibling));
}

TEST_CASE(
    "read-only: no mutation reaches disk, read works, and the error keeps its code and marker") {
  World::Settings settings;
  settings.config["sandbox/bwrap"] = "mode = \"read-only\"";
  World world(settings);
  world.write("a.txt", "old");
  REQUIRE_FALSE(world.run("read", object({{"file_path", "a.txt"}})).is_error);
  for (const char* path : {"a.txt", "new.txt"}) {
    const ToolRun run = world.run("write", write_arguments(path));
    CHECK(run.code == "FS_SANDBOX_DENIED");
    CHECK_THAT(run.text, Contains("[sandbox: file access denied under read-only mode]"));
  }
  CHECK(world
            .run("edit",
                 object({{"file_path", "a.txt"}, {"old_string", "old"}, {"new_string", "new"}}))
            .code == "FS_SANDBOX_DENIED");
  CHECK(content_of(world.path("a.txt")) == "old");
  CHECK_FALSE(stdfs::exists(world.path("new.txt")));
}

TEST_CASE("danger-full-access: files anywhere may be changed") {
  World::Settings settings;
  settings.config["sandbox/bwrap"] = "mode = \"danger-full-access\"";
  World world(settings);
  const auto target = world.outside() / "a.txt";
  REQUIRE_FALSE(world.run("write", write_arguments(target.string())).is_error);
  CHECK(content_of(target) == "written");
}

TEST_CASE("Hooks and settings of the repository, and the project's own settings, are protected") {
  World world;
  world.write(".git/config", "[core]\n");
  world.write(".git/HEAD", "ref: refs/heads/main\n");
  for (const char* path : {".git/config", ".git/hooks/pre-commit", ".keel/config.toml"}) {
    INFO(path);
    CHECK(world.run("write", write_arguments(path)).code == "FS_SANDBOX_DENIED");
  }
  CHECK(content_of(world.path(".git/config")) == "[core]\n");
  REQUIRE_FALSE(world.run("write", write_arguments(".git/description")).is_error);
}

TEST_CASE("A protected place behind a link is protected where it really is") {
  World world;
  world.write("repo.git/config", "[core]\n");
  stdfs::create_directory_symlink("repo.git", world.path(".git"));
  CHECK(world.run("write", write_arguments("repo.git/config")).code == "FS_SANDBOX_DENIED");
  CHECK(world.run("write", write_arguments(".git/config")).code == "FS_SANDBOX_DENIED");
  CHECK(world.run("write", write_arguments("repo.git/hooks/post-merge")).code ==
        "FS_SANDBOX_DENIED");
}

TEST_CASE("A .git that is a file is protected, and so is the repository it names") {
  World world;
  world.write("elsewhere/config", "[core]\n");
  world.write(".git", "gitdir: elsewhere\n");
  REQUIRE_FALSE(world.run("read", object({{"file_path", ".git"}})).is_error);
  CHECK(world.run("write", write_arguments(".git")).code == "FS_SANDBOX_DENIED");
  CHECK(world.run("write", write_arguments("elsewhere/config")).code == "FS_SANDBOX_DENIED");
}

TEST_CASE("More writable directories come from the config") {
  World plain;
  stdfs::create_directories(plain.outside());
  World::Settings settings;
  settings.config["sandbox/bwrap"] = "writable = [\"" + plain.outside().string() + "\"]";
  World world(settings);
  const auto target = plain.outside() / "a.txt";
  REQUIRE_FALSE(world.run("write", write_arguments(target.string())).is_error);
  CHECK(content_of(target) == "written");
}

TEST_CASE(
    "A session's private temporary directory is 0700, may be written, and goes with the session") {
  World world;
  const std::string session = world.session();
  const auto made = world.fs(contracts::fs::Fs::kTempDir, object({{"session_id", session}}));
  REQUIRE(made);
  const stdfs::path folder((*made)["path"].text());
  CHECK(keel::testing::mode_of(folder) == 0700);
  const auto again = world.fs(contracts::fs::Fs::kTempDir, object({{"session_id", session}}));
  CHECK((*again)["path"].text() == folder.string());
  const std::string file = (folder / "sub/a.txt").string();
  REQUIRE_FALSE(world.run("write", write_arguments(file), session).is_error);
  // Another session has another one.
  CHECK(world.run("write", write_arguments((folder / "b.txt").string())).code ==
        "FS_SANDBOX_DENIED");
  world.end_session(session);
  world.host().run_until([&] { return !stdfs::exists(folder); });
}

TEST_CASE("Temporary directories go with the plugin") {
  stdfs::path folder;
  {
    World world;
    const std::string session = world.session();
    const auto made = world.fs(contracts::fs::Fs::kTempDir, object({{"session_id", session}}));
    REQUIRE(made);
    folder = (*made)["path"].text();
    REQUIRE(stdfs::exists(folder));
  }
  CHECK_FALSE(stdfs::exists(folder));
}

TEST_CASE("Two sessions with different roots: each writes its own and is denied in the other's") {
  World world;
  stdfs::create_directory(world.path("one"));
  stdfs::create_directory(world.path("two"));
  const std::string one = world.session(world.path("one"));
  const std::string two = world.session(world.path("two"));
  REQUIRE_FALSE(world.run("write", write_arguments("a.txt"), one).is_error);
  REQUIRE_FALSE(world.run("write", write_arguments("a.txt"), two).is_error);
  CHECK(stdfs::exists(world.path("one/a.txt")));
  CHECK(stdfs::exists(world.path("two/a.txt")));
  CHECK(world.run("write", write_arguments("../two/b.txt"), one).code == "FS_SANDBOX_DENIED");
  CHECK(world.run("write", write_arguments(world.path("one/b.txt").string()), two).code ==
        "FS_SANDBOX_DENIED");
}

TEST_CASE("A symlinked cwd with .. grants the directory where the command actually runs") {
  World world;
  stdfs::create_directories(world.path("real/deep"));
  stdfs::create_directory_symlink(world.path("real/deep"), world.path("link"));
  const std::string session = world.session(world.path("link") / "..");
  // link/.. is real, not the workspace.
  REQUIRE_FALSE(world.run("write", write_arguments("a.txt"), session).is_error);
  CHECK(content_of(world.path("real/a.txt")) == "written");
  CHECK(world.run("write", write_arguments(world.path("b.txt").string()), session).code ==
        "FS_SANDBOX_DENIED");
}

TEST_CASE("A workspace that is the whole file system or the home directory is not granted") {
  World world;
  for (const std::string& root : {std::string("/"), std::string(::getenv("HOME"))}) {
    INFO(root);
    const std::string session = world.session(root);
    const ToolRun run = world.run("write", write_arguments("keel-test-must-not-exist"), session);
    CHECK(run.code == "FS_SANDBOX_DENIED");
    CHECK_THAT(run.text, Contains("the workspace"));
    CHECK_FALSE(stdfs::exists(root + "/keel-test-must-not-exist"));
  }
}

TEST_CASE("The host's own settings below a workspace are protected") {
  World world;
  // The home of the host lies beside the workspace: a session above both holds it.
  const std::string session = world.session(world.root().parent_path());
  CHECK(world.run("write", write_arguments("home/config.toml"), session).code ==
        "FS_SANDBOX_DENIED");
  REQUIRE_FALSE(world.run("write", write_arguments("work/a.txt"), session).is_error);
}

TEST_CASE("Without a sandbox in the deployment the workspace is the fence") {
  World::Settings settings;
  settings.without = {"sandbox/bwrap"};
  World world(settings);
  stdfs::create_directories(world.outside());
  REQUIRE_FALSE(world.run("write", write_arguments("a.txt")).is_error);
  CHECK(world.run("write", write_arguments((world.outside() / "a").string())).code ==
        "FS_SANDBOX_DENIED");
}
