// SPDX-License-Identifier: MIT
#include "keel_runner.hpp"

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <utility>

#include "build_tree.hpp"
#include "keel/value.hpp"

namespace keel::bench {

namespace fs = std::filesystem;

KeelRunner::KeelRunner(bool tls) : tls_(tls), server_(folder_.path() / "server", tls) {
  fs::create_directories(folder_.path() / "home");
  fs::create_directories(folder_.path() / "work");
}

ProgramCall KeelRunner::call(std::vector<std::string> arguments) const {
  const fs::path& folder = folder_.path();
  const char* path = std::getenv("PATH");
  ProgramCall call;
  call.arguments = std::move(arguments);
  call.environment = {"PATH=" + std::string(path == nullptr ? "/usr/bin:/bin" : path),
                      "HOME=" + (folder / "home").string(),
                      "KEEL_HOME=" + (folder / "home").string(),
                      "KEEL_BASE_URL=" + server_.base_url(),
                      "KEEL_API_KEY=bench",
                      "KEEL_MODEL=scripted-model"};
  call.folder = folder / "work";
  call.output = folder / "output";
  call.errors = folder / "errors";
  return call;
}

ProgramEnd KeelRunner::run(const std::string& prompt, const std::vector<std::string>& options) {
  std::vector<std::string> arguments = {build_tree::program("keel"), "run"};
  if (tls_) {
    arguments.insert(arguments.end(),
                     {"--set", "http.caFile=\"" + server_.certificate().string() + "\""});
  }
  arguments.insert(arguments.end(), options.begin(), options.end());
  arguments.push_back(prompt);
  return run_or_throw(call(std::move(arguments)));
}

std::vector<std::string> KeelRunner::curl_arguments(const std::string& prompt) const {
  const Value message = object({{"role", "user"}, {"content", prompt}});
  const Value body =
      object({{"model", "scripted-model"}, {"stream", true}, {"messages", array({message})}});
  std::vector<std::string> arguments = {
      "curl",   "--silent",   "--fail", "--header", "Content-Type: application/json",
      "--data", to_json(body)};
  if (tls_) {
    arguments.insert(arguments.end(),
                     {"--capath", "/etc/ssl/certs", "--cacert", server_.certificate().string()});
  }
  arguments.push_back(server_.base_url() + "/chat/completions");
  return arguments;
}

ProgramEnd KeelRunner::run_curl() { return run_or_throw(call(curl_arguments("plain 1"))); }

ProgramEnd KeelRunner::run_program(std::vector<std::string> arguments) {
  return run_or_throw(call(std::move(arguments)));
}

std::string KeelRunner::fetch(const std::string& prompt) {
  run_or_throw(call(curl_arguments(prompt)));
  return output();
}

std::string KeelRunner::output() const {
  std::ifstream file(folder_.path() / "output");
  return std::string((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
}

}  // namespace keel::bench
