// SPDX-License-Identifier: MIT
#include <csignal>
#include <cstdio>
#include <iostream>
#include <iterator>
#include <map>
#include <string>

#include <CLI/CLI.hpp>

#include "cli/config_command.hpp"
#include "cli/doctor_command.hpp"
#include "cli/exit_code.hpp"
#include "cli/plugins_command.hpp"
#include "cli/run_command.hpp"
#include "cli/sessions_command.hpp"

namespace keel::cli {

namespace {

void add_deployment_options(CLI::App& command, DeploymentOptions& options) {
  command.add_option("--config", options.config, "deployment file; without it the default one");
  command.add_option("--patch", options.patches, "patch file, applied in order")
      ->take_all()
      ->expected(1);
  command.add_option("--set", options.sets, "row.path=value, applied last")
      ->take_all()
      ->expected(1);
  command.add_option("--cwd", options.cwd, "directory to work in");
  command.add_flag("--verbose", options.verbose, "log more");
}

std::string read_stdin() {
  return {std::istreambuf_iterator<char>(std::cin), std::istreambuf_iterator<char>()};
}

int parse_and_run(int argc, char** argv) {
  CLI::App app("Keel: a microkernel host for agents", "keel");
  app.require_subcommand(1);
  app.set_version_flag("--version", "keel " KEEL_VERSION " (ABI " + std::to_string(KEEL_ABI_MAJOR) +
                                        "." + std::to_string(KEEL_ABI_MINOR) + ")");
  int code = kCompleted;

  RunOptions run_options;
  CLI::App* run_command = app.add_subcommand("run", "one prompt, to its end");
  add_deployment_options(*run_command, run_options.deployment);
  run_command->add_option("--model", run_options.model, "route/model")
      ->check([](const std::string& text) {
        const std::size_t slash = text.find('/');
        const bool sound = slash != std::string::npos && slash > 0 && slash + 1 < text.size();
        return sound ? std::string()
                     : "expected route/model, as in deepseek-official/deepseek-v4-flash";
      });
  auto* session = run_command->add_option("--session", run_options.session,
                                          "id of a stored session to go on with");
  run_command
      ->add_flag("--continue", run_options.continue_last,
                 "go on with this directory's newest session")
      ->excludes(session);
  run_command->add_option("--permission", run_options.permission, "what tools may do")
      ->check(CLI::IsMember({"read-only", "workspace-write", "full"}));
  const std::map<std::string, OutputFormat> formats = {{"text", OutputFormat::kText},
                                                       {"json", OutputFormat::kJson},
                                                       {"stream-json", OutputFormat::kStreamJson}};
  run_command->add_option("--output", run_options.output, "text, json or stream-json")
      ->transform(CLI::CheckedTransformer(formats).description("{text,json,stream-json}"));
  run_command->add_option("prompt", run_options.prompt, "the prompt; - reads standard input")
      ->required();
  run_command->callback([&] {
    if (run_options.prompt == "-") run_options.prompt = read_stdin();
    if (run_options.prompt.empty()) throw CLI::ValidationError("prompt", "the prompt is empty");
    code = run(run_options);
  });

  DeploymentOptions deployment;
  std::string id;
  std::string file;
  bool json = false;
  bool unpacked = false;
  CLI::App* sessions = app.add_subcommand("sessions", "stored sessions")->require_subcommand(1);
  CLI::App* list =
      sessions->add_subcommand("list", "newest first; with --cwd those of one directory");
  add_deployment_options(*list, deployment);
  list->add_flag("--json", json, "as JSON");
  list->callback([&] { code = list_sessions(deployment, json); });
  CLI::App* show = sessions->add_subcommand("show", "a transcript");
  add_deployment_options(*show, deployment);
  show->add_option("id", id)->required();
  show->callback([&] { code = show_session(deployment, id); });
  CLI::App* exported = sessions->add_subcommand("export", "the log as it is stored");
  add_deployment_options(*exported, deployment);
  exported->add_flag("--unpacked", unpacked, "every event on a line of its own");
  exported->add_option("id", id)->required();
  exported->callback([&] { code = export_session(deployment, id, unpacked); });

  CLI::App* plugins =
      app.add_subcommand("plugins", "plugins of a deployment")->require_subcommand(1);
  CLI::App* plugin_list = plugins->add_subcommand("list", "rows and the files behind them");
  add_deployment_options(*plugin_list, deployment);
  plugin_list->callback([&] { code = list_plugins(deployment); });
  CLI::App* inspect =
      plugins->add_subcommand("inspect", "what a plugin file says and is, without running it");
  add_deployment_options(*inspect, deployment);
  inspect->add_option("file", file)->required();
  inspect->callback([&] { code = inspect_plugin(deployment, file); });

  CLI::App* config = app.add_subcommand("config", "the deployment")->require_subcommand(1);
  CLI::App* check = config->add_subcommand("check", "find mistakes without running plugins");
  add_deployment_options(*check, deployment);
  check->callback([&] { code = check_config(deployment); });
  CLI::App* dump =
      config->add_subcommand("dump", "the rows that boot, with the origin of each value");
  add_deployment_options(*dump, deployment);
  dump->callback([&] { code = dump_config(deployment); });

  CLI::App* doctor_command = app.add_subcommand("doctor", "what works on this machine");
  add_deployment_options(*doctor_command, deployment);
  doctor_command->callback([&] { code = doctor(deployment); });

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    const int cli_code = app.exit(error);
    return cli_code == 0 ? kCompleted : kUsage;
  }
  return code;
}

}  // namespace

}  // namespace keel::cli

int main(int argc, char** argv) {
  // A reader that goes away must not end the run before its log is closed.
  std::signal(SIGPIPE, SIG_IGN);
  try {
    return keel::cli::parse_and_run(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "keel: %s\n", error.what());
    return keel::cli::kNotCompleted;
  }
}
