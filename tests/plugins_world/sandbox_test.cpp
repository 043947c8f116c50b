// SPDX-License-Identifier: MIT
//
// sandbox/bwrap. What confinement does is tested where the sandbox's own probe says that it works;
// a machine without it still tests that nothing runs.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "world.hpp"

using namespace keel;
using Catch::Matchers::Contains;
using contracts::proc::Sandbox;
using keel::testing::content_of;
using keel::testing::put;
using keel::testing::ToolRun;
using keel::testing::World;
namespace stdfs = std::filesystem;

namespace {

/// A world whose commands are confined; where that does not work, the branch of the verdict is
/// checked and the test is over.
bool confined(World& world) {
  if (world.confines()) return true;
  const ToolRun run = world.bash("touch ran");
  CHECK(run.code == "NO_SANDBOX");
  CHECK_FALSE(stdfs::exists(world.path("ran")));
  WARN("bubblewrap does not work here: only the refusal was tested");
  return false;
}

World::Settings mode(std::string_view name) {
  World::Settings settings;
  settings.config["sandbox/bwrap"] = "mode = \"" + std::string(name) + "\"";
  return settings;
}

}  // namespace

TEST_CASE(
    "The verdict has a kind, a mode and a network, and a reason exactly when it does not work") {
  World world;
  const auto status = world.host().call("sandbox/confine", Sandbox::kStatus);
  REQUIRE(status);
  CHECK((*status)["kind"].text() == "bubblewrap");
  CHECK((*status)["mode"].text() == "workspace-write");
  CHECK((*status)["network"].text() == "none");
  CHECK((*status)["works"].is_true() == (*status)["reason"].is_absent());
}

TEST_CASE(
    "A write outside fails with a nonzero exit and nothing there; a write inside succeeds; "
    "/dev/null is writable; reading and executing work") {
  for (const char* name : {"workspace-write", "read-only"}) {
    INFO(name);
    World world(mode(name));
    if (!confined(world)) return;
    stdfs::create_directories(world.outside());
    put(world.outside() / "readable.txt", "readable\n");
    const auto target = world.outside() / "victim.txt";
    const ToolRun denied = world.bash("echo x > " + target.string());
    CHECK_FALSE(denied.is_error);
    CHECK(denied.value["exitCode"].integer_or(0) != 0);
    CHECK(denied.value["sandbox"]["mode"].text() == name);
    CHECK(denied.value["sandbox"]["denied"].is_true());
    CHECK_THAT(denied.text,
               Contains("[sandbox: file access denied under " + std::string(name) + " mode]"));
    CHECK_FALSE(stdfs::exists(target));
    const ToolRun inside = world.bash("echo x > inside.txt");
    const bool writes = std::string_view(name) == "workspace-write";
    CHECK((inside.value["exitCode"].integer_or(0) == 0) == writes);
    CHECK(stdfs::exists(world.path("inside.txt")) == writes);
    const ToolRun read =
        world.bash("echo x > /dev/null && cat " + (world.outside() / "readable.txt").string());
    CHECK(read.text == "readable\n");
  }
}

TEST_CASE("The path matrix of the file tools holds for commands") {
  World world;
  if (!confined(world)) return;
  stdfs::create_directories(world.outside());
  stdfs::create_directory_symlink(world.outside(), world.path("out"));
  put(world.outside() / "victim.txt", "safe");
  stdfs::create_symlink(world.outside() / "victim.txt", world.path("link.txt"));
  for (const std::string& path : {std::string("out/a"), std::string("../outside/b"),
                                  (world.outside() / "c").string(), std::string("link.txt")}) {
    INFO(path);
    CHECK(world.bash("echo x > " + path).value["sandbox"]["denied"].is_true());
  }
  CHECK(content_of(world.outside() / "victim.txt") == "safe");
  CHECK(std::distance(stdfs::directory_iterator(world.outside()), {}) == 1);
}

TEST_CASE("PID namespace identity differs from the host's, and /proc/1/root leads nowhere new") {
  World world;
  if (!confined(world)) return;
  stdfs::create_directories(world.outside());
  const std::string here = stdfs::read_symlink("/proc/self/ns/pid").string();
  const ToolRun run = world.bash("readlink /proc/self/ns/pid");
  CHECK(run.text != here + "\n");
  const auto target = world.outside() / "x";
  CHECK(world.bash("echo x > /proc/1/root" + target.string()).value["exitCode"].integer_or(0) != 0);
  CHECK_FALSE(stdfs::exists(target));
}

TEST_CASE("A file written in /tmp is gone afterwards, and nothing of the host's /tmp is seen") {
  World world;
  if (!confined(world)) return;
  const std::string name = "/tmp/keel-test-private-" + std::to_string(::getpid());
  CHECK(world.bash("echo x > " + name + " && cat " + name).text == "x\n");
  CHECK_FALSE(stdfs::exists(name));
}

TEST_CASE("Network is absent under none and present under full") {
  World none;
  if (!confined(none)) return;
  CHECK(none.bash("ls /sys/class/net 2>/dev/null; cut -d: -f1 -s /proc/net/dev | tr -d ' '").text ==
        none.bash("ls /sys/class/net 2>/dev/null; echo lo").text);
  World::Settings settings;
  settings.config["sandbox/bwrap"] = "network = \"full\"";
  World full(settings);
  const std::string here = stdfs::read_symlink("/proc/self/ns/net").string();
  CHECK(none.bash("readlink /proc/self/ns/net").text != here + "\n");
  CHECK(full.bash("readlink /proc/self/ns/net").text == here + "\n");
}

TEST_CASE(
    "Inside, the effective capability set is empty, and a remount followed by a write outside "
    "fails") {
  World world;
  if (!confined(world)) return;
  stdfs::create_directories(world.outside());
  CHECK_THAT(world.bash("grep CapEff /proc/self/status").text, Contains("0000000000000000"));
  const auto target = world.outside() / "x";
  const ToolRun run = world.bash("mount -o remount,rw /; echo x > " + target.string());
  CHECK(run.value["exitCode"].integer_or(0) != 0);
  CHECK_FALSE(stdfs::exists(target));
}

TEST_CASE("A descriptor opened for writing by the host cannot be used by the confined command") {
  World world;
  if (!confined(world)) return;
  stdfs::create_directories(world.outside());
  const auto file = world.outside() / "open";
  // Not close-on-exec, on purpose.
  const int fd = ::open(file.c_str(), O_WRONLY | O_CREAT, 0600);
  REQUIRE(fd >= 0);
  const std::string number = std::to_string(fd);
  const ToolRun run = world.bash("ls /proc/$$/fd | tr '\\n' ' '; echo x >&" + number);
  ::close(fd);
  CHECK_THAT(run.text, Catch::StartsWith("0 1 2 "));
  CHECK(content_of(file).empty());
}

TEST_CASE(
    "Descendants are signalled and waited for: nothing of a confined command survives its "
    "timeout") {
  World world;
  if (!confined(world)) return;
  const ToolRun run = world.run(
      "bash", object({{"command",
                       "setsid bash -c 'trap \"\" TERM; while true; do date +%s%N > beat; "
                       "sleep 0.02; done' & sleep 100"},
                      {"description", "a test"},
                      {"timeoutMs", 600}}));
  CHECK_THAT(run.text, Contains("[timed out after 600ms]"));
  const std::string last = content_of(world.path("beat"));
  CHECK_FALSE(last.empty());
  // A beat would come within 20 ms.
  REQUIRE_FALSE(world.bash("sleep 0.3").is_error);
  CHECK(content_of(world.path("beat")) == last);
}

TEST_CASE("A confined command may handle TERM: its end is its own") {
  World world;
  if (!confined(world)) return;
  const ToolRun run = world.run(
      "bash", object({{"command",
                       "trap 'echo cleaned; exit 0' TERM; echo begun; while true; do sleep "
                       "0.02; done"},
                      {"description", "a test"},
                      {"timeoutMs", 600}}));
  CHECK(run.text == "begun\ncleaned\n[timed out after 600ms]");
}

TEST_CASE("What a confined command left running ends with it") {
  World world;
  if (!confined(world)) return;
  const std::int64_t start = Context::now_ms();
  CHECK(world.bash("sleep 60 & echo done").text == "done\n");
  CHECK(Context::now_ms() - start < 2000);
}

TEST_CASE("Exit codes of the command are its own: 7, 125, 126, and 128 and the signal") {
  World world;
  if (!confined(world)) return;
  for (const int code : {7, 125, 126}) {
    const ToolRun run = world.bash("exit " + std::to_string(code));
    CHECK_FALSE(run.is_error);
    CHECK(run.value["exitCode"].integer_or(0) == code);
  }
  CHECK(world.bash("kill -KILL $$").value["exitCode"].integer_or(0) == 137);
}

TEST_CASE("A command that prints like a failed runner is no failed runner") {
  World world;
  if (!confined(world)) return;
  const ToolRun run = world.bash("echo 'bwrap: forged' >&2; exit 1");
  CHECK_FALSE(run.is_error);
  CHECK(run.value["exitCode"].integer_or(0) == 1);
}

TEST_CASE("A runner that fails is NO_SANDBOX: missing, not executable, or unable to confine") {
  World probe;
  put(probe.outside() / "not-executable", "#!/bin/sh\nexit 0\n");
  const auto fails = probe.outside() / "fails";
  put(fails, "#!/bin/sh\necho 'bwrap: setting up uid map: Permission denied' >&2\nexit 1\n");
  const auto lies = probe.outside() / "lies";
  // Runs the command as it is.
  put(lies, "#!/bin/sh\nwhile [ \"$1\" != -- ]; do shift; done\nshift\nexec \"$@\"\n");
  ::chmod(fails.c_str(), 0755);
  ::chmod(lies.c_str(), 0755);
  struct Case {
    std::string bwrap;
    std::string reason;
  };
  for (const Case& one : {Case{"/nonexistent/bwrap", "/nonexistent/bwrap"},
                          Case{(probe.outside() / "not-executable").string(), "not-executable"},
                          Case{fails.string(), "user namespaces are restricted"},
                          Case{lies.string(), "could write outside of the sandbox"}}) {
    INFO(one.bwrap);
    World::Settings settings;
    settings.config["sandbox/bwrap"] = "bwrap = \"" + one.bwrap + "\"";
    World world(settings);
    const auto status = world.host().call("sandbox/confine", Sandbox::kStatus);
    REQUIRE(status);
    CHECK_FALSE((*status)["works"].is_true());
    CHECK_THAT(std::string((*status)["reason"].text()), Contains(one.reason));
    CHECK(world.bash("touch ran").code == "NO_SANDBOX");
    CHECK_FALSE(stdfs::exists(world.path("ran")));
  }
}

TEST_CASE("The verdict is asked for once, also by calls at the same time") {
  World maker;
  const auto counted = maker.outside() / "counted";
  put(counted, "#!/bin/sh\necho x >> " + (maker.outside() / "count").string() + "\nexit 1\n");
  ::chmod(counted.c_str(), 0755);
  World::Settings settings;
  settings.config["sandbox/bwrap"] = "bwrap = \"" + counted.string() + "\"";
  World world(settings);
  auto service = world.host().ctx().resolve("sandbox/confine");
  REQUIRE(service);
  int answered = 0;
  struct Ask {
    static Task<void> once(Context context, RefView service, int& answered) {
      const Expected<Message> verdict = co_await context.invoke(service, Sandbox::kStatus);
      answered += verdict ? 1 : 0;
    }
  };
  for (int i = 0; i < 5; ++i) {
    world.host().ctx().spawn(Ask::once(world.host().ctx(), *service, answered));
  }
  world.host().run_until([&] { return answered == 5; });
  CHECK_FALSE(world.confines());
  CHECK(content_of(maker.outside() / "count") == "x\n");
}

TEST_CASE(
    "Hooks and settings of the repository are read-only inside, also after a rename above them") {
  World world;
  if (!confined(world)) return;
  world.write(".git/config", "[core]\n");
  world.write(".git/hooks/sample", "sample\n");
  world.write(".git/HEAD", "x");
  CHECK(world.bash("echo evil >> .git/config").value["exitCode"].integer_or(0) != 0);
  CHECK(world.bash("echo evil > .git/hooks/pre-commit").value["exitCode"].integer_or(0) != 0);
  CHECK(world.bash("mv .git moved && cp -r moved .git && echo evil > .git/config")
            .value["exitCode"]
            .integer_or(0) != 0);
  CHECK(world.bash("rm -rf .git/hooks").value["exitCode"].integer_or(0) != 0);
  CHECK(content_of(world.path(".git/config")) == "[core]\n");
  CHECK_FALSE(stdfs::exists(world.path(".git/hooks/pre-commit")));
  CHECK(world.bash("echo fine > .git/HEAD").value["exitCode"].integer_or(1) == 0);
}

TEST_CASE("Hooks that do not exist cannot be made") {
  World world;
  if (!confined(world)) return;
  world.write(".git/HEAD", "x");
  CHECK(world.bash("mkdir -p .git/hooks && echo evil > .git/hooks/pre-commit")
            .value["exitCode"]
            .integer_or(0) != 0);
  CHECK_FALSE(stdfs::exists(world.path(".git/hooks/pre-commit")));
}

TEST_CASE(".git that is a symlink does not fail the command, and is protected where it leads") {
  World world;
  if (!confined(world)) return;
  world.write("repo.git/config", "[core]\n");
  stdfs::create_directory_symlink("repo.git", world.path(".git"));
  const ToolRun run = world.bash("echo works && echo evil >> .git/config");
  CHECK_THAT(run.text, Catch::StartsWith("works\n"));
  CHECK(run.value["exitCode"].integer_or(0) != 0);
  CHECK(content_of(world.path("repo.git/config")) == "[core]\n");
}

TEST_CASE("Masked places are empty inside, the host's .env among them") {
  World maker;
  put(maker.outside() / "secret/file", "s3cret");
  put(maker.outside() / "token", "s3cret");
  World::Settings settings;
  settings.config["sandbox/bwrap"] = "mask = [\"" + (maker.outside() / "secret").string() +
                                     "\", \"" + (maker.outside() / "token").string() + "\"]";
  World world(settings);
  if (!confined(world)) return;
  put(world.host().home() / ".env", "DEEPSEEK_API_KEY=s3cret\n");
  const ToolRun run = world.bash("cat " + (maker.outside() / "secret/file").string() + " " +
                                 (maker.outside() / "token").string() + " " +
                                 (world.host().home() / ".env").string());
  CHECK_THAT(run.text, !Contains("s3cret"));
}

TEST_CASE("Sockets of the host's other programs are not named inside") {
  ::setenv("DOCKER_HOST", "unix:///x", 1);
  ::setenv("SSH_AUTH_SOCK", "/x", 1);
  World world;
  const bool works = confined(world);
  const ToolRun run =
      works ? world.bash("echo [$DOCKER_HOST$SSH_AUTH_SOCK$XDG_RUNTIME_DIR]") : ToolRun{};
  ::unsetenv("DOCKER_HOST");
  ::unsetenv("SSH_AUTH_SOCK");
  if (works) CHECK(run.text == "[]\n");
}

TEST_CASE("The temporary directory is shared by commands and file tools, and stays between calls") {
  World world;
  if (!confined(world)) return;
  CHECK(world.bash("echo one > $TMPDIR/a.txt").text == "(no output)");
  CHECK(world.bash("cat $TMPDIR/a.txt").text == "one\n");
}

TEST_CASE(
    "Two sessions with different roots run concurrently: each writes its own root and is denied in "
    "the other's") {
  World world;
  if (!confined(world)) return;
  stdfs::create_directory(world.path("one"));
  stdfs::create_directory(world.path("two"));
  const std::string one = world.session(world.path("one"));
  const std::string two = world.session(world.path("two"));
  CHECK(world.bash("echo x > mine", one).value["exitCode"].integer_or(1) == 0);
  CHECK(world.bash("echo x > ../two/theirs", one).value["sandbox"]["denied"].is_true());
  CHECK(world.bash("echo x > mine; echo x > ../one/theirs", two)
            .value["sandbox"]["denied"]
            .is_true());
  CHECK(stdfs::exists(world.path("two/mine")));
  CHECK_FALSE(stdfs::exists(world.path("one/theirs")));
}

TEST_CASE("A workspace that is the whole file system runs commands that may only read") {
  World world;
  if (!confined(world)) return;
  const std::string session = world.session("/");
  const ToolRun run = world.bash("pwd; echo x > /keel-test-must-not-exist", session);
  CHECK_THAT(run.text, Catch::StartsWith("/\n"));
  CHECK(run.value["sandbox"]["denied"].is_true());
  CHECK_FALSE(stdfs::exists("/keel-test-must-not-exist"));
}

TEST_CASE("A command may start in a directory below /tmp that it may not write") {
  World world;
  if (!confined(world)) return;
  put(world.outside() / "seen.txt", "seen\n");
  const ToolRun run = world.run("bash", object({{"command", "pwd; cat seen.txt; echo x > new"},
                                                {"description", "a test"},
                                                {"workdir", world.outside().string()}}));
  CHECK_THAT(run.text, Catch::StartsWith(world.outside().string() + "\nseen\n"));
  CHECK(run.value["sandbox"]["denied"].is_true());
  CHECK_FALSE(stdfs::exists(world.outside() / "new"));
}

TEST_CASE("A session's mode is the last one in its log, and only its own") {
  World world;
  const std::string one = world.session();
  const std::string other = world.session();
  const auto mode_of = [&](const std::string& session) {
    const auto policy =
        world.host().call("sandbox/confine", Sandbox::kPolicy, object({{"session_id", session}}));
    REQUIRE(policy);
    return std::string((*policy)["mode"].text());
  };
  CHECK(mode_of(one) == "workspace-write");
  REQUIRE(world.host().call("sandbox/confine", Sandbox::kSetMode,
                            object({{"session_id", one}, {"mode", "read-only"}})));
  CHECK(mode_of(one) == "read-only");
  CHECK(mode_of(other) == "workspace-write");
  CHECK(world.run("write", object({{"file_path", "a"}, {"content", "x"}}), one).code ==
        "FS_SANDBOX_DENIED");
  REQUIRE(world.host().call("sandbox/confine", Sandbox::kSetMode,
                            object({{"session_id", one}, {"mode", "danger-full-access"}})));
  CHECK(world.bash("echo unconfined", one).value["sandbox"]["mode"].text() == "danger-full-access");
  const auto gone = world.host().call("sandbox/confine", Sandbox::kSetMode,
                                      object({{"session_id", "none"}, {"mode", "read-only"}}));
  REQUIRE_FALSE(gone);
  CHECK(gone.error().code == "NO_SESSION");
}

TEST_CASE("A mode in the log is found by a sandbox that did not write it") {
  World world;
  const std::string session = world.session();
  auto live = Session::find(world.host().ctx(), session);
  REQUIRE(live);
  SessionEvent event("sandbox/mode", object({{"mode", "read-only"}}));
  event.out_of_band();
  REQUIRE(live->append(event));
  const auto policy =
      world.host().call("sandbox/confine", Sandbox::kPolicy, object({{"session_id", session}}));
  REQUIRE(policy);
  CHECK((*policy)["mode"].text() == "read-only");
}

TEST_CASE("Twenty confined bash -c true cost little each") {
  World world;
  if (!confined(world)) return;
  const std::int64_t start = Context::now_ms();
  for (int i = 0; i < 20; ++i) REQUIRE_FALSE(world.bash("true").is_error);
  const std::int64_t took = Context::now_ms() - start;
  INFO(took << " ms for 20 runs");
  CHECK(took < 20 * 250);
}
