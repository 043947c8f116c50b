// SPDX-License-Identifier: MIT
#include "core/deploy/environment.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <system_error>
#include <utility>

#include "core/deploy/deploy_error.hpp"
#include "core/deploy/dotenv.hpp"
#include "core/deploy/file_text.hpp"

namespace keel::core {

namespace {

constexpr std::size_t kLargestFile = 1024 * 1024;

constexpr std::array<std::string_view, 4> kForbiddenPrefixes = {"KEEL_", "XDG_", "DYLD_",
                                                                "BASH_FUNC_"};

constexpr std::string_view kForbiddenNames[] = {
    "PATH",
    "HOME",
    "USERPROFILE",
    "SHELL",
    "NODE_OPTIONS",
    "NODE_PATH",
    "NODE_EXTRA_CA_CERTS",
    "LD_PRELOAD",
    "LD_LIBRARY_PATH",
    "LD_AUDIT",
    "BASH_ENV",
    "ENV",
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
    "DEEPSEEK_BASE_URL",
    "DEEPSEEK_SEARCH_BASE_URL",
    "SSL_CERT_FILE",
    "SSL_CERT_DIR",
    "HTTP_PROXY",
    "HTTPS_PROXY",
    "ALL_PROXY",
    "NO_PROXY",
    "REQUESTS_CA_BUNDLE",
    "CURL_CA_BUNDLE",
    "NODE_TLS_REJECT_UNAUTHORIZED",
};

/// Of the KEEL_ names, those that a file may set. The address of the model server is home's alone:
/// a checked-out project must not redirect requests, and the key in them.
bool is_allowed_keel_name(std::string_view name, EnvironmentSource source) {
  if (name == "KEEL_API_KEY" || name == "KEEL_MODEL") return true;
  return name == "KEEL_BASE_URL" && source == EnvironmentSource::kHomeFile;
}

/// One .env file, read and checked. `path` is empty when there is nothing in it to apply.
struct ReadFile {
  std::string path;
  std::vector<DotenvEntry> entries;
};

std::optional<Error> find_forbidden(const ReadFile& file, EnvironmentSource source) {
  for (const DotenvEntry& entry : file.entries) {
    if (!is_forbidden_name(entry.name, source)) continue;
    return deploy_error(deploy_code::kForbidden, file.path + ":" + std::to_string(entry.line),
                        "a .env file may not set " + printable(entry.name),
                        "Set it in the environment that Keel is started from");
  }
  return {};
}

Expected<ReadFile> read_file(const std::filesystem::path& path, EnvironmentSource source,
                             std::vector<std::string>& warnings) {
  ReadFile file;
  if (path.empty()) return file;
  const auto text = read_file_text(path, kLargestFile);
  if (!text) {
    if (text.error().kind != FileFaultKind::kMissing) {
      warnings.push_back(printable(path.string()) + ": left out: the file " + text.error().cause);
    }
    return file;
  }
  file.path = printable(path.string());
  auto entries = parse_dotenv(*text);
  if (!entries) {
    return tl::make_unexpected(deploy_error(deploy_code::kSyntax,
                                            file.path + ":" + std::to_string(entries.error().line),
                                            entries.error().cause, "Write NAME=value, one a line"));
  }
  file.entries = std::move(*entries);
  if (auto error = find_forbidden(file, source)) return tl::make_unexpected(std::move(*error));
  return file;
}

void apply(Environment::Entries& entries, ReadFile file, EnvironmentSource source) {
  Environment::Entries own;
  for (DotenvEntry& entry : file.entries) {
    // Within one file the last line of a name holds.
    own.insert_or_assign(std::move(entry.name),
                         Environment::Entry{std::move(entry.value), source, file.path, entry.line});
  }
  entries.merge(own);
}

}  // namespace

std::string_view environment_source_name(EnvironmentSource source) {
  switch (source) {
    case EnvironmentSource::kProcess:
      return "process";
    case EnvironmentSource::kProjectFile:
      return "project-env";
    case EnvironmentSource::kHomeFile:
      return "user-env";
  }
  return "unknown";
}

Environment Environment::from_process(const char* const* variables) {
  Entries entries;
  for (; variables != nullptr && *variables != nullptr; ++variables) {
    const std::string_view variable(*variables);
    const std::size_t equals = variable.find('=');
    if (equals == std::string_view::npos || equals == 0) continue;
    // getenv() takes the first of several equal names.
    entries.emplace(
        std::string(variable.substr(0, equals)),
        Entry{std::string(variable.substr(equals + 1)), EnvironmentSource::kProcess, {}, 0});
  }
  return Environment(std::move(entries));
}

const Environment::Entry* Environment::find(std::string_view name) const {
  const auto found = entries_.find(name);
  return found == entries_.end() ? nullptr : &found->second;
}

std::optional<std::string_view> Environment::get(std::string_view name) const {
  const Entry* entry = find(name);
  if (entry == nullptr) return std::nullopt;
  return entry->value;
}

std::optional<std::string_view> Environment::get_filled(std::string_view name) const {
  const std::optional<std::string_view> value = get(name);
  return value && !value->empty() ? value : std::nullopt;
}

std::vector<std::string> Environment::variables() const {
  std::vector<std::string> variables;
  variables.reserve(entries_.size());
  for (const auto& [name, entry] : entries_) variables.push_back(name + "=" + entry.value);
  return variables;
}

bool is_forbidden_name(std::string_view name, EnvironmentSource source) {
  if (is_allowed_keel_name(name, source)) return false;
  std::string upper(name);
  for (char& c : upper) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  const auto begins = [&upper](std::string_view prefix) { return upper.starts_with(prefix); };
  return std::any_of(kForbiddenPrefixes.begin(), kForbiddenPrefixes.end(), begins) ||
         std::find(std::begin(kForbiddenNames), std::end(kForbiddenNames), upper) !=
             std::end(kForbiddenNames);
}

Expected<LayeredEnvironment> layer_environment(const Environment& inherited,
                                               const EnvironmentFiles& files) {
  LayeredEnvironment layered;
  std::error_code ignored;
  // Started in home itself, the one file is home's.
  const bool same = !files.project.empty() && !files.home.empty() &&
                    std::filesystem::equivalent(files.project, files.home, ignored);
  Expected<ReadFile> project = read_file(same ? std::filesystem::path() : files.project,
                                         EnvironmentSource::kProjectFile, layered.warnings);
  if (!project) return tl::make_unexpected(std::move(project.error()));
  Expected<ReadFile> home = read_file(files.home, EnvironmentSource::kHomeFile, layered.warnings);
  if (!home) return tl::make_unexpected(std::move(home.error()));

  Environment::Entries entries = inherited.entries();
  apply(entries, std::move(*project), EnvironmentSource::kProjectFile);
  apply(entries, std::move(*home), EnvironmentSource::kHomeFile);
  layered.environment = Environment(std::move(entries));
  return layered;
}

}  // namespace keel::core
