// SPDX-License-Identifier: MIT
#include "core/deploy/command.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <chrono>
#include <string>
#include <vector>

#include "deploy_fixture.hpp"
#include "temporary_folder.hpp"

using namespace keel::core;   // NOLINT(google-build-using-namespace)
using namespace deploy_test;  // NOLINT(google-build-using-namespace)

namespace {

tl::expected<std::string, std::string> run(const std::vector<std::string>& arguments,
                                           const CommandLimits& limits = {},
                                           const std::filesystem::path& directory = "/") {
  Environment::Entries entries;
  entries["ONLY"] = {"value", EnvironmentSource::kProcess, "", 0};
  return run_bounded_command(arguments, limits, Environment(entries), directory);
}

}  // namespace

TEST_CASE("a command gives its output, in the folder and with the variables it was given") {
  const TemporaryFolder folder;
  CHECK(*run({"/bin/sh", "-c", "printf '%s|%s|' \"$ONLY\" \"$HOME\"; pwd"}, {}, folder.path()) ==
        "value||" + folder.path().string() + "\n");
  CHECK(run({"/bin/sh", "-c", "cat"})->empty());
  CHECK(*run({"/bin/echo", "a b", "$ONLY"}) == "a b $ONLY\n");
  CHECK(run({"/bin/sh", "-c", "head -c 65536 /dev/zero"})->size() == 65536);
}

TEST_CASE("a command that fails, is missing or is killed says so without its output") {
  CHECK(run({"/bin/sh", "-c", "echo marker; exit 3"}).error() == "ended with status 3");
  CHECK(run({"/bin/sh", "-c", "kill -9 $$"}).error() == "was ended by signal 9");
  CHECK(has(run({"/no/such/program"}).error(), "cannot be started"));
  CHECK(run({}).error() == "is missing");
  CHECK_FALSE(run({"/bin/echo"}, {}, "/no/such/folder"));
}

TEST_CASE("a command is bounded in time and size, and what it started ends with it") {
  CommandLimits limits;
  limits.output = 1000;
  CHECK(run({"/bin/sh", "-c", "while :; do echo x; done"}, limits).error() ==
        "wrote more than 1000 bytes");
  limits.time = std::chrono::milliseconds(200);
  CHECK(run({"/bin/sh", "-c", "sleep 60 & wait"}, limits).error() == "did not end in time");
  // Closes its output and stays.
  CHECK(run({"/bin/sh", "-c", "exec >&-; sleep 60"}, limits).error() == "did not end in time");
}

TEST_CASE("what a command started in the background ends with it") {
  const TemporaryFolder folder;
  const auto pipe = folder.path() / "held";
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  const int reader = ::open(pipe.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  REQUIRE(reader >= 0);
  CommandLimits limits;
  limits.time = std::chrono::milliseconds(200);
  REQUIRE_FALSE(run({"/bin/sh", "-c", "exec 3> held; sleep 600 & wait"}, limits, folder.path()));
  // Hung up once the last process that holds the other end is gone.
  pollfd waiting{reader, POLLIN, 0};
  constexpr int kHalfMinute = 30'000;
  CHECK(::poll(&waiting, 1, kHalfMinute) == 1);
  CHECK((waiting.revents & POLLHUP) != 0);
  ::close(reader);
}
