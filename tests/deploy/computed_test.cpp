// SPDX-License-Identifier: MIT
#include "core/deploy/computed.hpp"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "core/deploy/computed_form.hpp"
#include "core/deploy/deploy_error.hpp"
#include "deploy_fixture.hpp"
#include "temporary_folder.hpp"

using namespace keel::core;   // NOLINT(google-build-using-namespace)
using namespace deploy_test;  // NOLINT(google-build-using-namespace)

namespace {

/// A composition of one row "r", resolved against a small world.
class World {
 public:
  World() {
    entries_["MODEL"] = {"m1", EnvironmentSource::kProcess, "", 0};
    entries_["EMPTY"] = {"", EnvironmentSource::kProcess, "", 0};
    entries_["PORT"] = {"8080", EnvironmentSource::kProcess, "", 0};
    entries_["RATIO"] = {"0.5", EnvironmentSource::kProcess, "", 0};
    entries_["FLAG"] = {"on", EnvironmentSource::kProcess, "", 0};
    entries_["BAD"] = {"\xFF", EnvironmentSource::kProcess, "", 0};
    entries_["API_KEY"] = {"sk-marker-1", EnvironmentSource::kProcess, "", 0};
    home_ = {folder_.path() / "home/config.toml", folder_.path() / "home/.env",
             folder_.path() / "data/sessions", folder_.path() / "cache"};
  }

  keel::Expected<keel::Value> resolve(const std::string& config_toml) {
    compose_row("plugin='a/b'\n" + config_toml);
    const Environment environment(entries_);
    return resolve_config(row(composition_, "r"), context(environment));
  }
  keel::Expected<bool> disabled(const std::string& toml) {
    compose_row("plugin='a/b'\ndisabled = " + toml);
    const Environment environment(entries_);
    return resolve_disabled(row(composition_, "r"), context(environment));
  }
  std::string json(const std::string& config_toml) {
    const auto value = resolve(config_toml);
    if (!value) FAIL(value.error().message);
    return keel::to_json(*value);
  }
  std::string error(const std::string& config_toml) {
    const auto value = resolve(config_toml);
    if (value) FAIL("resolved: " << keel::to_json(*value));
    CHECK(value.error().code == deploy_code::kUnresolved);
    return value.error().message;
  }
  const TemporaryFolder& folder() const { return folder_; }
  const SecretSet& secrets() const { return secrets_; }
  CommandRunner runner;
  CommandLimits limits;

 private:
  void compose_row(const std::string& toml) {
    const auto path = folder_.write("deploy/d.toml", "[[row]]\nid='r'\n" + toml + "\n");
    auto composition = load_composition({path, {}, {}, {}, folder_.path() / "work"});
    if (!composition) FAIL(composition.error().message);
    composition_ = std::move(*composition);
  }
  ResolveContext context(const Environment& environment) {
    return {environment, home_,   folder_.path() / "work", composition_.layers, runner,
            limits,      secrets_};
  }

  TemporaryFolder folder_;
  Environment::Entries entries_;
  HomePaths home_;
  SecretSet secrets_;
  Composition composition_;
};

}  // namespace

TEST_CASE("a row without config resolves to an empty table, a plain config to itself") {
  World world;
  CHECK(world.json("") == "{}");
  CHECK(world.json("config = { a = [1, [], {}], b = { c = 'x' } }") ==
        R"({"a":[1,[],{}],"b":{"c":"x"}})");
}

TEST_CASE("computed values resolve wherever they stand in config") {
  World world;
  CHECK(world.json("config = { a = { '$env' = 'MODEL' }, b = [1, { c = { '$env' = 'MODEL' } }, "
                   "{ '$env' = 'MODEL' }], d = 2 }") ==
        R"({"a":"m1","b":[1,{"c":"m1"},"m1"],"d":2})");
}

TEST_CASE("$env: the variable, its default, the kind of the default") {
  World world;
  CHECK(world.json("config.x = { '$env' = 'NONE', default = 'y' }") == R"({"x":"y"})");
  CHECK(world.json("config.x = { '$env' = 'NONE', default = 3 }") == R"({"x":3})");
  CHECK(world.json("config.x = { '$env' = 'EMPTY', default = 'y' }") == R"({"x":""})");
  CHECK(world.json("config.x = { '$env' = 'PORT' }") == R"({"x":"8080"})");
  CHECK(world.json("config.x = { '$env' = 'PORT', default = 1 }") == R"({"x":8080})");
  CHECK(world.json("config.x = { '$env' = 'RATIO', default = 1.0 }") == R"({"x":0.5})");
  CHECK(world.json("config.x = { '$env' = 'FLAG', default = false }") == R"({"x":true})");
}

TEST_CASE("$env of a missing variable without default names row, path and variable") {
  World world;
  const std::string message = world.error("config = { a = [{ b = { '$env' = 'NONE' } }] }");
  CHECK(has(message, "d.toml:4:23: row \"r\": config.a.0.b: environment variable NONE is not set"));
}

TEST_CASE("a variable that does not fit its default or is not UTF-8 fails without its value") {
  World world;
  const std::string message = world.error("config.x = { '$env' = 'MODEL', default = 1 }");
  CHECK(has(message, "environment variable MODEL does not read as integer"));
  CHECK_FALSE(has(message, "m1"));
  CHECK(
      has(world.error("config.x = { '$env' = 'RATIO', default = 1 }"), "does not read as integer"));
  CHECK(has(world.error("config.x = { '$env' = 'MODEL', default = true }"), "boolean"));
  CHECK(has(world.error("config.x = { '$env' = 'BAD' }"), "not UTF-8"));
}

TEST_CASE("$file: relative to the file that says it, without one final newline") {
  World world;
  world.folder().write("deploy/a.txt", "one\ntwo\n\n");
  world.folder().write("deploy/b.txt", "x\r\n");
  world.folder().write("deploy/c.txt", "");
  CHECK(world.json("config.x = { '$file' = 'a.txt' }") == R"({"x":"one\ntwo\n"})");
  CHECK(world.json("config.x = { '$file' = '../deploy/b.txt' }") == R"({"x":"x"})");
  CHECK(world.json("config.x = { '$file' = 'c.txt' }") == R"({"x":""})");
  const std::string absolute = (world.folder().path() / "deploy/b.txt").string();
  CHECK(world.json("config.x = { '$file' = '" + absolute + "' }") == R"({"x":"x"})");
}

TEST_CASE("$file: missing, too large, not a file, not UTF-8") {
  World world;
  world.folder().write("deploy/huge", std::string(kLargestComputedFile + 1, 'x'));
  world.folder().write("deploy/bytes", "\xFF\xFE");
  CHECK(has(world.error("config.x = { '$file' = 'none' }"), "deploy/none\" cannot be opened"));
  CHECK(has(world.error("config.x = { '$file' = 'huge' }"), "is larger than"));
  CHECK(has(world.error("config.x = { '$file' = '.' }"), "is a directory"));
  CHECK(has(world.error("config.x = { '$file' = '/dev/zero' }"), "not a regular file"));
  CHECK(has(world.error("config.x = { '$file' = 'bytes' }"), "not UTF-8"));
}

TEST_CASE("$home and $cwd give absolute paths") {
  World world;
  const std::string base = world.folder().path().string();
  CHECK(world.json("config.x = { '$home' = 'skills/a' }") ==
        "{\"x\":\"" + base + "/home/skills/a\"}");
  CHECK(world.json("config.x = { '$home' = '' }") == "{\"x\":\"" + base + "/home\"}");
  CHECK(world.json("config.x = { '$home' = 'sessions' }") ==
        "{\"x\":\"" + base + "/data/sessions\"}");
  CHECK(world.json("config.x = { '$home' = 'cache/images' }") ==
        "{\"x\":\"" + base + "/cache/images\"}");
  CHECK(world.json("config.x = { '$cwd' = '.keel' }") == "{\"x\":\"" + base + "/work/.keel\"}");
  CHECK(world.json("config.x = { '$cwd' = '.' }") == "{\"x\":\"" + base + "/work\"}");
}

TEST_CASE("$command: runs through the callback with its limits, output trimmed") {
  World world;
  std::vector<std::string> seen;
  world.limits.output = 100;
  world.runner = [&seen](std::span<const std::string> arguments,
                         const CommandLimits& limits) -> tl::expected<std::string, std::string> {
    seen.assign(arguments.begin(), arguments.end());
    CHECK(limits.output == 100);
    return "  out put\n\n";
  };
  CHECK(world.json("config.x = { '$command' = ['pass', 'show', 'a b'] }") == R"({"x":"out put"})");
  CHECK(seen == std::vector<std::string>{"pass", "show", "a b"});
  world.runner = [](std::span<const std::string>,
                    const CommandLimits&) -> tl::expected<std::string, std::string> {
    return std::string(101, 'x');
  };
  CHECK(has(world.error("config.x = { '$command' = ['p'] }"), "wrote more than 100 bytes"));
  world.runner = [](std::span<const std::string>,
                    const CommandLimits&) -> tl::expected<std::string, std::string> {
    return tl::make_unexpected("ended with status 1");
  };
  CHECK(has(world.error("config.x = { '$command' = ['p', 'arg'] }"),
            "row \"r\": config.x: command \"p\" ended with status 1"));
  world.runner = {};
  CHECK(has(world.error("config.x = { '$command' = ['p'] }"), "no command can be run here"));
}

TEST_CASE("disabled: computed values that read as true or false") {
  World world;
  CHECK(*world.disabled("true"));
  CHECK_FALSE(*world.disabled("false"));
  CHECK(*world.disabled("{ '$env' = 'FLAG' }"));
  CHECK_FALSE(*world.disabled("{ '$env' = 'EMPTY' }"));
  CHECK_FALSE(*world.disabled("{ '$env' = 'NONE', default = false }"));
  CHECK(*world.disabled("{ '$env' = 'NONE', default = 'yes' }"));
  CHECK(has(world.disabled("{ '$env' = 'NONE' }").error().message,
            "row \"r\": disabled: environment variable NONE is not set"));
  CHECK(has(world.disabled("{ '$env' = 'MODEL' }").error().message, "neither true nor false"));
  CHECK(
      has(world.disabled("{ '$env' = 'NONE', default = 3 }").error().message, "neither true nor"));
}

TEST_CASE("what is secret is reported before it is given to anyone") {
  World world;
  world.folder().write("deploy/token", "file-marker-2\n");
  world.runner = [](std::span<const std::string>,
                    const CommandLimits&) -> tl::expected<std::string, std::string> {
    return "command-marker-3\n";
  };
  const std::string json = world.json(
      "config = { a = { '$env' = 'API_KEY' }, b = { '$file' = 'token' }, "
      "c = { '$command' = ['p'] }, d = { '$env' = 'MODEL' }, "
      "e = { '$env' = 'PORT', secret = true }, f = { '$env' = 'NO_TOKEN', default = 'dflt' } }");
  CHECK(
      json ==
      R"({"a":"sk-marker-1","b":"file-marker-2","c":"command-marker-3","d":"m1","e":"8080","f":"dflt"})");
  CHECK(world.secrets().masked(json) ==
        R"({"a":"<secret>","b":"<secret>","c":"<secret>","d":"m1","e":"<secret>","f":"<secret>"})");
}

TEST_CASE("secret = false says that a file is none") {
  World world;
  world.folder().write("deploy/persona", "You are helpful.\n");
  CHECK(world.json("config.x = { '$file' = 'persona', secret = false }") ==
        R"({"x":"You are helpful."})");
  CHECK(world.secrets().empty());
}

TEST_CASE("the secret set masks JSON forms and single lines, and leaves short texts alone") {
  SecretSet secrets;
  secrets.add("abc");
  CHECK(secrets.empty());
  secrets.add("first-line\nsecond\"line");
  CHECK(secrets.masked("x first-line y") == "x <secret> y");
  CHECK(secrets.masked("x first-line\nsecond\"line y") == "x <secret> y");
  CHECK(secrets.masked(R"(x first-line\nsecond\"line y)") == "x <secret> y");
  secrets.add("first-line-longer");
  CHECK(secrets.masked("first-line-longer first-line") == "<secret> <secret>");
  secrets.add("secret");
  CHECK(secrets.masked("a secret secret") == "a <secret> <secret>");
}

TEST_CASE("names that speak of secrets") {
  CHECK(is_secret_name("DEEPSEEK_API_KEY"));
  CHECK(is_secret_name("gh_token"));
  CHECK(is_secret_name("ClientSecret"));
  CHECK(is_secret_name("DB_PASSWORD"));
  CHECK_FALSE(is_secret_name("KEEL_MODEL"));
}
