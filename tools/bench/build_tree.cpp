// SPDX-License-Identifier: MIT
#include "build_tree.hpp"

#include <algorithm>
#include <system_error>
#include <vector>

#include "core/deploy/compose.hpp"

namespace keel::bench::build_tree {

namespace fs = std::filesystem;

namespace {

std::string file_of(const std::string& plugin) {
  std::string name = plugin + ".so";
  std::replace(name.begin(), name.end(), '/', '.');
  return name;
}

void find_missing_rows(const std::vector<core::Row>& rows, std::string& missing) {
  for (const core::Row& row : rows) {
    find_missing_rows(row.rows, missing);
    if (row.plugin.empty() || fs::exists(plugins() / file_of(row.plugin))) continue;
    missing += (missing.empty() ? "" : ", ") + row.plugin;
  }
}

}  // namespace

fs::path program() { return fs::read_symlink("/proc/self/exe"); }

fs::path program(const std::string& name) { return program().parent_path() / name; }

fs::path plugins() { return program().parent_path().parent_path() / "lib/keel/plugins"; }

fs::path default_deployment() {
  return program().parent_path().parent_path() / "share/keel/deployments/default.toml";
}

std::string find_missing() {
  std::string missing;
  for (const char* name : {"keel", "keel-model-server"}) {
    if (fs::exists(program(name))) continue;
    missing += (missing.empty() ? "" : ", ") + std::string(name);
  }
  if (!fs::exists(default_deployment())) return missing;
  core::DeploymentSources sources;
  sources.deployment = default_deployment();
  sources.working_directory = fs::current_path();
  const auto composition = core::load_composition(sources);
  if (!composition) return composition.error().message;
  find_missing_rows(composition->rows, missing);
  return missing;
}

}  // namespace keel::bench::build_tree
