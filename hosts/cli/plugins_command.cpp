// SPDX-License-Identifier: MIT
#include "cli/plugins_command.hpp"

#include <cstdio>

#include "cli/exit_code.hpp"
#include "core/plugin/plugin_file.hpp"
#include "core/plugin_image/symbol_findings.hpp"

namespace keel::cli {

namespace {

std::string joined(const std::vector<std::string>& items) {
  std::string text;
  for (const std::string& item : items) text += (text.empty() ? "" : ", ") + item;
  return text.empty() ? "-" : text;
}

std::string_view severity_name(core::SymbolFinding::Severity severity) {
  switch (severity) {
    case core::SymbolFinding::Severity::note:
      return "note";
    case core::SymbolFinding::Severity::warn:
      return "warning";
    case core::SymbolFinding::Severity::refuse:
      return "refused";
  }
  return "?";
}

}  // namespace

int list_plugins(const DeploymentOptions& options) {
  auto booted = prepare(options);
  if (!booted) return report(booted.error());
  booted->host->mount();
  int code = kCompleted;
  for (const core::RowReport& row : booted->host->supervisor().report()) {
    std::printf("%-20s %-22s %-8s %s\n", row.row.c_str(), row.plugin.c_str(), row.version.c_str(),
                row.state == core::RowState::kUnresolved ? ("unresolved: " + row.error).c_str()
                : row.state == core::RowState::kDisabled ? "disabled"
                                                         : row.unload.c_str());
    if (row.state == core::RowState::kUnresolved) code = kPlugin;
  }
  return code;
}

int inspect_plugin(const DeploymentOptions& options, const std::string& file) {
  auto booted = prepare(options, [](const core::Row&) { return false; });
  if (!booted) return report(booted.error());
  auto plugin = core::PluginFile::open(file, booted->host->home().cache, std::nullopt);
  if (!plugin) {
    std::fprintf(stderr, "keel: %s\n", plugin.error().message.c_str());
    return kPlugin;
  }
  const core::Manifest& manifest = (*plugin)->manifest();
  const core::Image& image = (*plugin)->image();
  const core::UnloadClass& unload = image.unload_class();
  std::printf("id          %s %s\n", manifest.id.c_str(), manifest.version.c_str());
  std::printf("abi         %s\n", manifest.abi.c_str());
  std::printf("about       %s\n", manifest.description.c_str());
  std::printf("licence     %s\n", manifest.licence.c_str());
  std::printf("provides    %s\n", joined(manifest.provides).c_str());
  std::printf("requires    %s\n", joined(manifest.requires_).c_str());
  std::printf("optional    %s\n", joined(manifest.optional).c_str());
  std::printf("swap        %s\n", manifest.swap.c_str());
  std::printf("sha256      %s\n", image.sha256_hex().c_str());
  std::printf("build id    %s\n", image.build_id().c_str());
  std::printf("unload      %s\n", unload.kind == core::UnloadClass::Kind::resident
                                      ? ("stays mapped: " + unload.reason).c_str()
                                      : "unmappable");
  for (const Value& contract : manifest.contracts) {
    std::printf("contract    %s@%s\n", std::string(contract["contract"].text()).c_str(),
                std::string(contract["version"].text()).c_str());
  }
  int code = kCompleted;
  for (const core::SymbolFinding& finding : core::symbol_findings(image.symbols())) {
    std::printf("%-11s %s: %s %s\n", std::string(severity_name(finding.severity)).c_str(),
                std::string(finding.check).c_str(), finding.text.c_str(), finding.remedy.c_str());
    if (finding.severity == core::SymbolFinding::Severity::refuse) code = kPlugin;
  }
  return code;
}

}  // namespace keel::cli
