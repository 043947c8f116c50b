// SPDX-License-Identifier: MIT
// A marker stands for every secret; nothing that people see may hold it.

#include <catch2/catch.hpp>
#include <functional>
#include <string>
#include <vector>

#include "core/deploy/computed.hpp"
#include "core/deploy/dump.hpp"
#include "core/deploy/mount_list.hpp"
#include "deploy_fixture.hpp"
#include "temporary_folder.hpp"

using namespace keel::core;   // NOLINT(google-build-using-namespace)
using namespace deploy_test;  // NOLINT(google-build-using-namespace)

namespace {

constexpr const char* kMarker = "sk-MARKER-5b1f";

/// Every text that a run of the folder shows to people.
class Shown {
 public:
  void error(const keel::Error& error) {
    texts_.push_back(error.message);
    texts_.push_back(error.code);
    if (!error.data.is_absent()) texts_.push_back(keel::to_json(error.data));
    ++errors_;
  }
  void text(const std::string& text) { texts_.push_back(text); }
  void warnings(const std::vector<std::string>& warnings) {
    texts_.insert(texts_.end(), warnings.begin(), warnings.end());
  }
  void check() const {
    for (const std::string& text : texts_) {
      INFO(text);
      CHECK_FALSE(has(text, "MARKER"));
    }
  }
  std::size_t errors() const { return errors_; }

 private:
  std::vector<std::string> texts_;
  std::size_t errors_ = 0;
};

Environment marked_environment() {
  Environment::Entries entries;
  entries["MY_TOKEN"] = {kMarker, EnvironmentSource::kProcess, "", 0};
  entries["BYTES_KEY"] = {std::string(kMarker) + "\xFF", EnvironmentSource::kProcess, "", 0};
  return Environment(entries);
}

CommandRunner marked_runner(bool fails) {
  return [fails](std::span<const std::string>,
                 const CommandLimits&) -> tl::expected<std::string, std::string> {
    if (fails) return tl::make_unexpected(std::string("ended with status 1"));
    return std::string(kMarker) + "\n";
  };
}

}  // namespace

TEST_CASE("no message, warning or dump holds a secret, whatever goes wrong") {
  const TemporaryFolder folder;
  const std::string marker = kMarker;
  folder.write("token", marker + "\n");
  folder.write("bytes", marker + "\xFF");
  folder.write("long", std::string(kLargestComputedFile, 'x') + marker);
  Shown shown;
  SecretSet secrets;
  const HomePaths home{};

  // Through the whole of a good run.
  const auto path = folder.write("d.toml", R"(
[[row]]
id = "r"
plugin = "a/b"
disabled = { "$env" = "ABSENT", default = false }
[row.config]
a = { "$env" = "MY_TOKEN" }
b = [{ "$file" = "token" }]
c = { "$command" = ["pass"] }
)");
  const auto composition =
      load_composition({path, {}, {}, {"r.d=" + marker, "r.e=[" + marker}, folder.path()});
  REQUIRE(composition);
  shown.warnings(composition->warnings);
  CHECK(composition->warnings.size() == 1);
  const Environment environment = marked_environment();
  const ResolveContext good{environment,          home, folder.path(), composition->layers,
                            marked_runner(false), {},   secrets};
  const auto config = resolve_config(row(*composition, "r"), good);
  REQUIRE(config);
  CHECK((*config)["a"].text() == marker);
  CHECK((*config)["b"].at(0).text() == marker);
  CHECK((*config)["c"].text() == marker);
  CHECK_FALSE(has(secrets.masked(keel::to_json(*config)), "MARKER"));
  for (const ConfigLayer& layer : composition->layers) shown.text(layer.name);

  // A literal on the command line is the user's own; the layers are named without it.
  const auto plain = load_composition({path, {}, {}, {}, folder.path()});
  REQUIRE(plain);
  shown.text(dump_composition(*plain));

  // Everything that can fail while it resolves.
  const auto fails = [&](const std::string& value, bool command_fails = false) {
    const auto file =
        folder.write("e.toml", "[[row]]\nid='r'\nplugin='a/b'\nconfig.x = " + value + "\n");
    const auto failing = load_composition({file, {}, {}, {}, folder.path()});
    REQUIRE(failing);
    const ResolveContext context{
        environment, home,   folder.path(), failing->layers, marked_runner(command_fails),
        {},          secrets};
    const auto result = resolve_config(row(*failing, "r"), context);
    INFO(value);
    REQUIRE_FALSE(result);
    shown.error(result.error());
  };
  fails("{ '$env' = 'MY_TOKEN', default = 3 }");
  fails("{ '$env' = 'MY_TOKEN', default = 3.5 }");
  fails("{ '$env' = 'MY_TOKEN', default = true }");
  fails("{ '$env' = 'BYTES_KEY' }");
  fails("{ '$file' = 'bytes' }");
  fails("{ '$file' = 'long' }");
  fails("{ '$command' = ['pass', '" + marker + "'] }", true);
  const auto off =
      folder.write("f.toml", "[[row]]\nid='r'\nplugin='a/b'\ndisabled={'$env'='MY_TOKEN'}\n");
  const auto disabled = load_composition({off, {}, {}, {}, folder.path()});
  REQUIRE(disabled);
  shown.text(dump_composition(*disabled));
  const ResolveContext context{environment,          home, folder.path(), disabled->layers,
                               marked_runner(false), {},   secrets};
  const auto mounts = mount_list(*disabled, context);
  REQUIRE_FALSE(mounts);
  shown.error(mounts.error());

  // Literals that are refused.
  const auto sets_badly = [&](const std::string& option) {
    const auto result = load_composition({path, {}, {}, {option}, folder.path()});
    INFO(option);
    REQUIRE_FALSE(result);
    shown.error(result.error());
  };
  sets_badly("none.key=" + marker);
  sets_badly("r=" + marker);
  sets_badly("r..key=" + marker);
  sets_badly("r.watch=" + marker);
  sets_badly("r.disabled=" + marker);
  sets_badly("r.sha256=" + marker);
  sets_badly("r.config=" + marker);
  sets_badly("r.rows=" + marker);
  sets_badly("r.a.key=" + marker);
  sets_badly("r.key=" + marker + "\xFF");

  // Values in files that are malformed.
  const auto reads_badly = [&](const std::string& text) {
    const auto result = parse_deployment(text, "/deploy/base.toml");
    INFO(text);
    REQUIRE_FALSE(result);
    shown.error(result.error());
  };
  reads_badly("[[row]]\nplugin='a/b'\nconfig.key = " + marker + "\n");
  reads_badly("[[row]]\nplugin='a/b'\nconfig.key = 12" + marker + "\n");
  reads_badly("[[row]]\nplugin='a/b'\nconfig.key = true" + marker + "\n");
  reads_badly("[[row]]\nplugin='a/b'\nconfig.key = \"" + marker + "\n");
  reads_badly("[[row]]\nplugin='a/b'\nconfig.key = '" + marker + "' x\n");
  reads_badly("[[row]]\nplugin='a/b'\nconfig = \"" + marker + "\"\n");
  reads_badly("[[row]]\nplugin='a/b'\nconfig.key = { '$env' = 'X', default = ['" + marker +
              "'] }\n");
  reads_badly("[[row]]\nplugin='a/b'\nsha256 = '" + marker + "'\n");

  // .env files.
  for (const std::string& text :
       {"KEEL_HOME=" + marker, "A=\"" + marker, "A='x' " + marker, "A=\"\\q" + marker + "\"",
        "export LD_PRELOAD='" + marker + "'", "A=" + marker + "\xFF", "A-B " + marker}) {
    const auto file = folder.write("bad.env", text + "\n");
    const auto layered = layer_environment(environment, {file, {}});
    INFO(text);
    REQUIRE_FALSE(layered);
    shown.error(layered.error());
  }
  CHECK(shown.errors() > 30);
  shown.check();
}
