// SPDX-License-Identifier: MIT
#include "core/deploy/environment.hpp"

#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "core/deploy/deploy_error.hpp"
#include "core/deploy/dotenv.hpp"
#include "deploy_fixture.hpp"
#include "temporary_folder.hpp"

using namespace keel::core;   // NOLINT(google-build-using-namespace)
using namespace deploy_test;  // NOLINT(google-build-using-namespace)

namespace {

Environment inherited() {
  const char* const variables[] = {"PATH=/bin", "SHARED=process", "EMPTY=", "EQ=a=b",
                                   "=odd",      "noequals",       nullptr};
  return Environment::from_process(variables);
}

std::string dotenv_value(std::string_view text) {
  const auto entries = parse_dotenv(text);
  if (!entries) FAIL(entries.error().cause);
  REQUIRE(entries->size() == 1);
  CHECK(entries->front().name == "A");
  return entries->front().value;
}

DotenvFault dotenv_fault(std::string_view text) {
  const auto entries = parse_dotenv(text);
  if (entries) FAIL("accepted: " << text);
  return entries.error();
}

}  // namespace

TEST_CASE("the process environment is a snapshot") {
  const Environment environment = inherited();
  CHECK(environment.get("SHARED") == "process");
  CHECK(environment.get("EMPTY") == "");
  CHECK_FALSE(environment.get_filled("EMPTY"));
  CHECK(environment.get("EQ") == "a=b");
  CHECK_FALSE(environment.get("shared"));
  CHECK(environment.entries().size() == 4);
  CHECK(environment.variables() ==
        std::vector<std::string>{"EMPTY=", "EQ=a=b", "PATH=/bin", "SHARED=process"});
  CHECK(Environment::from_process(nullptr).entries().empty());
}

TEST_CASE(
    "layering: process, then project, then home; nothing inherited is overwritten; sources are "
    "kept") {
  const TemporaryFolder folder;
  const auto project = folder.write("p/.env", "SHARED=project\nBOTH=project\nEMPTY=project\n");
  const auto home = folder.write("h/.env", "\nBOTH=home\nHOMEONLY=home\nKEEL_BASE_URL=http://x\n");
  const auto layered = layer_environment(inherited(), {project, home});
  REQUIRE(layered);
  CHECK(layered->warnings.empty());
  const Environment& environment = layered->environment;
  CHECK(environment.get("SHARED") == "process");
  CHECK(environment.get("EMPTY") == "");
  CHECK(environment.get("BOTH") == "project");
  CHECK(environment.get("HOMEONLY") == "home");
  CHECK(environment.find("SHARED")->source == EnvironmentSource::kProcess);
  CHECK(environment.find("BOTH")->source == EnvironmentSource::kProjectFile);
  CHECK(environment.find("BOTH")->file == project.string());
  CHECK(environment.find("BOTH")->line == 2);
  CHECK(environment.find("HOMEONLY")->source == EnvironmentSource::kHomeFile);
  CHECK(environment.find("HOMEONLY")->line == 3);
  CHECK(environment_source_name(environment.find("BOTH")->source) == "project-env");
  CHECK(environment_source_name(EnvironmentSource::kHomeFile) == "user-env");
}

TEST_CASE(
    "A .env containing LD_PRELOAD or keel_home (any case) aborts before either file is applied") {
  const TemporaryFolder folder;
  const auto good = folder.write("good/.env", "FINE=1\n");
  for (const std::string name :
       {"LD_PRELOAD", "ld_preload", "keel_home", "KEEL_HOME", "Keel_Anything", "xdg_data_home",
        "DYLD_INSERT_LIBRARIES", "BASH_FUNC_x%%", "path", "Env", "https_proxy", "DEEPSEEK_BASE_URL",
        "keel_api_key", "KEEL_BASE_URL"}) {
    const auto bad = folder.write("bad/.env", "OK=1\nexport " + name + "=marker-value\n");
    const auto as_project = layer_environment(inherited(), {bad, good});
    REQUIRE_FALSE(as_project);
    CHECK(as_project.error().code == deploy_code::kForbidden);
    CHECK(has(as_project.error().message, bad.string() + ":2: a .env file may not set " + name));
    CHECK_FALSE(has(as_project.error().message, "marker-value"));
    if (name == "KEEL_BASE_URL") continue;
    CHECK_FALSE(layer_environment(inherited(), {good, bad}));
  }
}

TEST_CASE("of the KEEL_ names a file may set the key and the model, and home's the address") {
  const TemporaryFolder folder;
  const auto file = folder.write(".env", "KEEL_API_KEY=k\nKEEL_MODEL=m\n");
  CHECK(layer_environment(inherited(), {file, {}}));
  CHECK(layer_environment(inherited(), {{}, file}));
  CHECK_FALSE(is_forbidden_name("KEEL_BASE_URL", EnvironmentSource::kHomeFile));
  CHECK(is_forbidden_name("KEEL_BASE_URL", EnvironmentSource::kProjectFile));
  CHECK(is_forbidden_name("Keel_Base_Url", EnvironmentSource::kHomeFile));
  CHECK_FALSE(is_forbidden_name("DEEPSEEK_API_KEY", EnvironmentSource::kProjectFile));
  CHECK_FALSE(is_forbidden_name("ENVIRONMENT", EnvironmentSource::kProjectFile));
  for (const char* name : {"USERPROFILE",
                           "SHELL",
                           "NODE_OPTIONS",
                           "NODE_PATH",
                           "NODE_EXTRA_CA_CERTS",
                           "LD_LIBRARY_PATH",
                           "LD_AUDIT",
                           "BASH_ENV",
                           "SHELLOPTS",
                           "BASHOPTS",
                           "PERL5OPT",
                           "PERL5LIB",
                           "PYTHONSTARTUP",
                           "PYTHONPATH",
                           "PYTHONHOME",
                           "RUBYOPT",
                           "RUBYLIB",
                           "JAVA_TOOL_OPTIONS",
                           "_JAVA_OPTIONS",
                           "JDK_JAVA_OPTIONS",
                           "GIT_SSH",
                           "GIT_SSH_COMMAND",
                           "GIT_EXTERNAL_DIFF",
                           "GIT_PAGER",
                           "GIT_EDITOR",
                           "GIT_ASKPASS",
                           "SSH_ASKPASS",
                           "GIT_CONFIG_GLOBAL",
                           "GIT_CONFIG_SYSTEM",
                           "GIT_CONFIG_COUNT",
                           "EDITOR",
                           "VISUAL",
                           "PAGER",
                           "BROWSER",
                           "DEEPSEEK_SEARCH_BASE_URL",
                           "SSL_CERT_FILE",
                           "SSL_CERT_DIR",
                           "HTTP_PROXY",
                           "ALL_PROXY",
                           "NO_PROXY",
                           "REQUESTS_CA_BUNDLE",
                           "CURL_CA_BUNDLE",
                           "NODE_TLS_REJECT_UNAUTHORIZED",
                           "HOME"}) {
    CHECK(is_forbidden_name(name, EnvironmentSource::kHomeFile));
  }
}

TEST_CASE("started in home itself the one file counts as home's") {
  const TemporaryFolder folder;
  const auto file = folder.write(".env", "KEEL_BASE_URL=http://x\n");
  const auto layered = layer_environment(inherited(), {folder.path() / "." / ".env", file});
  REQUIRE(layered);
  CHECK(layered->environment.find("KEEL_BASE_URL")->source == EnvironmentSource::kHomeFile);
}

TEST_CASE("an absent file is nothing, an unreadable one warns, a malformed one fails") {
  const TemporaryFolder folder;
  const auto absent = layer_environment(inherited(), {folder.path() / "none/.env", {}});
  REQUIRE(absent);
  CHECK(absent->warnings.empty());

  std::filesystem::create_directory(folder.path() / ".env");
  const auto pipe = folder.path() / "pipe";
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  const auto unreadable = layer_environment(inherited(), {folder.path() / ".env", pipe});
  REQUIRE(unreadable);
  REQUIRE(unreadable->warnings.size() == 2);
  CHECK(has(unreadable->warnings[0], "/.env: left out: the file is a directory"));
  CHECK(has(unreadable->warnings[1], "is not a regular file"));

  const auto malformed = folder.write("bad/.env", "A=1\nmarker value\n");
  const auto failed = layer_environment(inherited(), {malformed, {}});
  REQUIRE_FALSE(failed);
  CHECK(failed.error().code == deploy_code::kSyntax);
  CHECK(has(failed.error().message, "bad/.env:2: no '=' behind the name"));
  CHECK_FALSE(has(failed.error().message, "marker"));
}

TEST_CASE("dotenv: plain values, comments, export, blanks, line ends") {
  CHECK(dotenv_value("A=b") == "b");
  CHECK(dotenv_value("A=").empty());
  CHECK(dotenv_value("  export   A = b c  \n") == "b c");
  CHECK(dotenv_value("A=b # comment") == "b");
  CHECK(dotenv_value("A=b#c") == "b#c");
  CHECK(dotenv_value("A=#c") == "#c");
  CHECK(dotenv_value("A= # comment").empty());
  CHECK(dotenv_value("# c\r\n\r\nA=b\r\n") == "b");
  CHECK(dotenv_value("\xEF\xBB\xBF"
                     "A=b") == "b");
  CHECK(dotenv_value("A=x=y;$HOME \\n") == "x=y;$HOME \\n");
  CHECK(parse_dotenv("")->empty());
  CHECK(parse_dotenv("export=1")->front().name == "export");
}

TEST_CASE("dotenv: quotes and escapes, without interpolation") {
  CHECK(dotenv_value("A=\"a\\n\\t\\r\\\"\\\\\\$x $HOME\" # c") == "a\n\t\r\"\\$x $HOME");
  CHECK(dotenv_value("A='a\\n \\' \\\\ \"'") == "a\\n ' \\ \"");
  CHECK(dotenv_value("A=\"two\nlines\"\r\n") == "two\nlines");
  CHECK(dotenv_value("A=''").empty());
  const auto entries = parse_dotenv("A=\"x\ny\"\nB='z'\nA=2\n");
  REQUIRE(entries);
  REQUIRE(entries->size() == 3);
  CHECK((*entries)[1].line == 3);
  CHECK((*entries)[2].value == "2");
}

TEST_CASE("dotenv: faults name their line and never the text") {
  CHECK(dotenv_fault("A=1\nB\n").line == 2);
  CHECK(dotenv_fault("A=1\n\nexport B\n").line == 3);
  CHECK(dotenv_fault("=x").cause == "no name in front of the value");
  CHECK(dotenv_fault("A=1\nB=\"marker\n\n").line == 2);
  CHECK(dotenv_fault("A='x' marker").cause == "text behind the closing quote");
  CHECK(dotenv_fault("A=\"\\q\"").line == 1);
  CHECK(dotenv_fault("A=1\nB=\xFF\n").line == 2);
  CHECK(dotenv_fault(std::string_view("A=1\nB=\0\n", 8)).line == 2);
  CHECK(dotenv_fault("A=\"x\\").cause == "a quote that is never closed");
  CHECK(dotenv_fault("B$C=1").cause == "no '=' behind the name");
}

TEST_CASE("dotenv: every prefix and every damage of a file is an answer") {
  const std::string good = "# c\nexport A=\"x\\n\ny\" # d\nB='q\\'r'\nC=plain # e\n";
  for (std::size_t i = 0; i < good.size(); ++i) {
    for (const char damage : {'"', '\'', '\\', '\n', '=', '#', '\0', '\xFF', ' '}) {
      std::string bad = good;
      bad[i] = damage;
      for (const std::string& text : {bad, good.substr(0, i), bad.substr(i)}) {
        const auto entries = parse_dotenv(text);
        if (!entries) CHECK(entries.error().line >= 1);
        if (entries) CHECK(entries->size() <= 8);
      }
    }
  }
}
