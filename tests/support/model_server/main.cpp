// keel-model-server: the scripted model server as a program. Stops on SIGINT or SIGTERM.
#include <signal.h>

#include <CLI/CLI.hpp>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <optional>
#include <stdexcept>
#include <string>

#include "model_server.hpp"
#include "scenario.hpp"
#include "temporary_certificate.hpp"

namespace {

namespace fs = std::filesystem;
using keel::testing::ModelServer;
using keel::testing::Script;
using keel::testing::ServerOptions;
using keel::testing::TlsFiles;

struct Arguments {
  std::uint16_t port = 0;
  std::string port_file;
  std::string scenario;
  std::string log;
  std::optional<std::size_t> burst;
  std::string certificate;
  std::string key;
  std::string self_signed;
};

void declare(CLI::App& app, Arguments& arguments) {
  app.add_option("--port", arguments.port, "port on 127.0.0.1; 0 picks a free one");
  app.add_option("--port-file", arguments.port_file, "write the port number there when ready");
  app.add_option("--scenario", arguments.scenario,
                 "what to answer, a JSON file; without it the prompt decides");
  app.add_option("--log", arguments.log, "append one JSON line per request and per ended answer");
  app.add_option("--burst", arguments.burst, "events per socket write");
  auto* certificate =
      app.add_option("--certificate", arguments.certificate, "PEM certificate: serve https");
  auto* key = app.add_option("--key", arguments.key, "PEM key of --certificate");
  certificate->needs(key);
  key->needs(certificate);
  app.add_option("--self-signed", arguments.self_signed,
                 "serve https with a certificate made now; cert.pem and key.pem are written into "
                 "this existing folder")
      ->excludes(certificate);
}

Script read_script(const Arguments& arguments) {
  Script script = Script::directives();
  if (!arguments.scenario.empty()) {
    auto loaded = keel::testing::load_scenario(arguments.scenario);
    if (!loaded) throw std::runtime_error(loaded.error());
    script = std::move(*loaded);
  }
  if (arguments.burst) script.burst = *arguments.burst;
  return script;
}

ServerOptions read_options(const Arguments& arguments) {
  ServerOptions options;
  options.port = arguments.port;
  if (!arguments.log.empty()) options.log = arguments.log;
  if (!arguments.certificate.empty()) options.tls = TlsFiles{arguments.certificate, arguments.key};
  if (!arguments.self_signed.empty()) {
    options.tls = keel::testing::write_self_signed(arguments.self_signed);
  }
  return options;
}

// Renamed into place: who polls for the file never reads half a number.
void write_port_file(const fs::path& file, std::uint16_t port) {
  fs::path unfinished = file;
  unfinished += ".new";
  std::ofstream out(unfinished, std::ios::trunc);
  out << port << '\n';
  out.close();
  if (!out) throw std::runtime_error("cannot write the port file " + unfinished.string());
  fs::rename(unfinished, file);
}

void serve(const Arguments& arguments) {
  // Blocked before the server's thread exists, so that it inherits the mask and sigwait gets them.
  sigset_t ends;
  sigemptyset(&ends);
  sigaddset(&ends, SIGINT);
  sigaddset(&ends, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &ends, nullptr);

  ModelServer server(read_script(arguments), read_options(arguments));
  if (!arguments.port_file.empty()) write_port_file(arguments.port_file, server.port());
  std::cout << "keel-model-server listens on " << server.base_url() << std::endl;
  int received = 0;
  sigwait(&ends, &received);
  server.stop();
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("A scripted model service for tests and benches, on loopback only");
  Arguments arguments;
  declare(app, arguments);
  CLI11_PARSE(app, argc, argv);
  try {
    serve(arguments);
  } catch (const std::exception& error) {
    std::cerr << "keel-model-server: " << error.what() << '\n';
    return 1;
  }
  return 0;
}
