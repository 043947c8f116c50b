// SPDX-License-Identifier: MIT
//
// The tool bash. What it says of the sandbox is asserted as the sandbox's own verdict has it.
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

World::Settings unconfined() {
  World::Settings settings;
  settings.config["sandbox/bwrap"] = "mode = \"danger-full-access\"";
  settings.config["proc/local"] = "interruptMs = 200, graceMs = 400";
  return settings;
}

Value bash_arguments(std::string_view command) {
  return object({{"command", command}, {"description", "a test"}});
}

}  // namespace

TEST_CASE("The text is stdout, stderr under its heading, and markers; a clean exit adds none") {
  World world(unconfined());
  CHECK(world.bash("echo out").text == "out\n");
  CHECK(world.bash("true").text == "(no output)");
  CHECK(world.bash("echo out; echo err >&2").text == "out\n[stderr]\nerr\n");
  CHECK(world.bash("printf no-newline; echo err >&2; exit 2").text ==
        "no-newline\n[stderr]\nerr\n[exit code: 2]");
  CHECK(world.bash("exit 1").text == "(no output)\n[exit code: 1]");
  CHECK(world.bash("kill -TERM $$").text == "(no output)\n[killed by signal: SIGTERM]");
}

TEST_CASE("Nonzero exit is a success with a marker, and the value has every fact") {
  World world(unconfined());
  const ToolRun run = world.bash("exit 7");
  CHECK_FALSE(run.is_error);
  CHECK(run.value["kind"].text() == "foreground");
  CHECK(run.value["exitCode"].integer_or(0) == 7);
  CHECK(run.value["signal"].is_null());
  CHECK(run.value["timedOut"].is_bool());
  CHECK(run.value["sandbox"]["mode"].text() == "danger-full-access");
  CHECK_FALSE(run.value["sandbox"]["denied"].is_true());
}

TEST_CASE(
    "A command that traps TERM and exits 0 after its timeout shows the timeout marker and no exit "
    "marker") {
  World world(unconfined());
  const ToolRun run = world.run(
      "bash",
      object({{"command", "trap 'exit 0' TERM; echo begun; while true; do sleep 0.02; done"},
              {"description", "a test"},
              {"timeoutMs", 400}}));
  CHECK_FALSE(run.is_error);
  CHECK(run.text == "begun\n[timed out after 400ms]");
}

TEST_CASE("A timeout of the config holds when none is given, and a given one is bounded") {
  World::Settings settings = unconfined();
  settings.config["tool/bash"] = "timeoutMs = 200, maxTimeoutMs = 300";
  World world(settings);
  CHECK_THAT(world.bash("sleep 100").text, Contains("[timed out after 200ms]"));
  const ToolRun bounded = world.run(
      "bash",
      object({{"command", "sleep 100"}, {"description", "a test"}, {"timeoutMs", 1000000}}));
  CHECK_THAT(bounded.text, Contains("[timed out after 300ms]"));
  const ToolRun refused =
      world.run("bash", object({{"command", "true"}, {"description", "a test"}, {"timeoutMs", 0}}));
  CHECK(refused.code == "INVALID_ARGS");
}

TEST_CASE("A cancelled call is an error named AbortError") {
  World world(unconfined());
  auto cancel = world.host().ctx().token();
  REQUIRE(cancel);
  const auto started = world.path("started");
  const auto watcher = world.host().ctx().every(20, [&] {
    if (stdfs::exists(started)) static_cast<void>(cancel->cancel("stop"));
  });
  CallOptions options;
  options.cancel = cancel->raw();
  const Value arguments = bash_arguments("touch started; sleep 100");
  const ToolRun run = world.run("bash", arguments, world.session(), options);
  CHECK(run.is_error);
  CHECK(run.code == "ABORTED");
  CHECK(run.kind == "AbortError");
}

TEST_CASE("Two sessions with different workspaces run pwd and each sees its own") {
  World world(unconfined());
  stdfs::create_directory(world.path("one"));
  stdfs::create_directory(world.path("two"));
  const std::string one = world.session(world.path("one"));
  const std::string two = world.session(world.path("two"));
  CHECK(world.bash("pwd", one).text == world.path("one").string() + "\n");
  CHECK(world.bash("pwd", two).text == world.path("two").string() + "\n");
}

TEST_CASE("workdir is where it runs: relative to the workspace, or absolute, and it has to exist") {
  World world(unconfined());
  stdfs::create_directory(world.path("sub"));
  const auto pwd = [&](std::string_view workdir) {
    return world.run("bash",
                     object({{"command", "pwd"}, {"description", "a test"}, {"workdir", workdir}}));
  };
  CHECK(pwd("sub").text == world.path("sub").string() + "\n");
  CHECK(pwd("/usr").text == "/usr\n");
  CHECK(pwd("missing").code == "INVALID_ARGS");
}

TEST_CASE("A workspace that was deleted: the command runs above it and says so") {
  World world(unconfined());
  stdfs::create_directory(world.path("gone"));
  const std::string session = world.session(world.path("gone"));
  stdfs::remove(world.path("gone"));
  const ToolRun run = world.bash("pwd", session);
  CHECK_FALSE(run.is_error);
  CHECK_THAT(run.text,
             Contains(world.root().string() + "\n") && Contains("does not exist any more"));
}

TEST_CASE("Injected argument keys have no effect; the session id inside is that of the caller") {
  World world(unconfined());
  const std::string session = world.session();
  const ToolRun run =
      world.run("bash",
                object({{"command", "echo [$INJECTED] [$KEEL_SESSION_ID] [$KEEL_SHELL]; cat"},
                        {"description", "a test"},
                        {"env", object({{"INJECTED", "yes"}, {"KEEL_SESSION_ID", "forged"}})},
                        {"stdin", "forged"},
                        {"confine", false}}),
                session);
  CHECK(run.text == "[] [" + session + "] [1]\n");
}

TEST_CASE("TMPDIR is the session's private directory, shared with the file tools") {
  World world(unconfined());
  const std::string session = world.session();
  const ToolRun run = world.bash("echo from bash > $TMPDIR/a.txt; echo -n $TMPDIR", session);
  const auto temp = world.fs(contracts::fs::Fs::kTempDir, object({{"session_id", session}}));
  REQUIRE(temp);
  CHECK(run.text == std::string((*temp)["path"].text()));
  CHECK(content_of(stdfs::path(run.text) / "a.txt") == "from bash\n");
}

TEST_CASE("Output that is cut names the file with all of it, which read can show") {
  World::Settings settings = unconfined();
  settings.config["tool/bash"] = "maxOutputBytes = 200";
  World world(settings);
  const ToolRun run = world.bash("for i in $(seq 1 1000); do echo line $i; done");
  CHECK_FALSE(run.is_error);
  const std::string path(run.value["stdout"]["spillPath"].text());
  CHECK_THAT(run.text, Contains("line 1\n") && Contains("line 1000\n"));
  CHECK_THAT(run.text, Contains("[output truncated; full output: " + path + "]"));
  const ToolRun read =
      world.run("read", object({{"file_path", path}, {"offset", 500}, {"limit", 1}}));
  CHECK_THAT(read.text, Contains("500: line 500\n"));
}

TEST_CASE("cat as a tool reads nothing of what the host reads") {
  World world(unconfined());
  CHECK(world.bash("cat").text == "(no output)");
}

TEST_CASE("Output ending in text that looks like a marker is no exit code of the command's card") {
  World world(unconfined());
  const auto card = [&](std::string_view text) {
    const Value block = object({{"type", "text"}, {"text", text}});
    const Value result = object({{"content", array({block})}, {"isError", false}});
    const auto shown = world.host().call(
        "tool/bash", 4, object({{"arguments", bash_arguments("x")}, {"result", result}}));
    REQUIRE(shown);
    return Value::share((*shown)["result"]);
  };
  CHECK(card("text [exit code: 3]")["exitCode"].integer_or(-1) == 0);
  CHECK(card("text\n[exit code: 3]")["exitCode"].integer_or(-1) == 3);
  CHECK(card("text\n[exit code: 3]")["output"].text() == "text");
  CHECK(card("text\n[exit code: x]")["exitCode"].integer_or(-1) == 0);
  CHECK(card("text\n[killed by signal: SIGKILL]")["signal"].text() == "SIGKILL");
  CHECK(card("text\n[killed by signal: SIGKILL]")["exitCode"].is_absent());
}

TEST_CASE("Arguments that are no command are refused") {
  World world(unconfined());
  CHECK(world.run("bash", object({{"command", "true"}, {"description", " "}})).code ==
        "INVALID_ARGS");
  CHECK(world.run("bash", object({{"description", "x"}})).code == "INVALID_ARGS");
  const std::string nul("a\0b", 3);
  CHECK(world.run("bash", bash_arguments(nul)).code == "INVALID_ARGS");
}

TEST_CASE("Where bubblewrap does not work bash is refused with the reason, and nothing runs") {
  World::Settings settings;
  settings.config["sandbox/bwrap"] = "bwrap = \"/nonexistent/bwrap\"";
  World world(settings);
  CHECK_FALSE(world.confines());
  const ToolRun run = world.bash("touch ran");
  CHECK(run.is_error);
  CHECK(run.code == "NO_SANDBOX");
  CHECK(run.kind == "SandboxUnavailableError");
  CHECK_THAT(run.text, Contains("was not run") && Contains("workspace-write") &&
                           Contains("/nonexistent/bwrap"));
  CHECK_FALSE(stdfs::exists(world.path("ran")));
}

TEST_CASE("Without a sandbox in the deployment bash is refused") {
  World::Settings settings;
  settings.without = {"sandbox/bwrap"};
  World world(settings);
  const ToolRun run = world.bash("touch ran");
  CHECK(run.code == "NO_SANDBOX");
  CHECK_FALSE(stdfs::exists(world.path("ran")));
}
