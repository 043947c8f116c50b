// SPDX-License-Identifier: MIT
#include "child_environment.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>

namespace keel::proc_local {

namespace {

using Variables = std::map<std::string, std::string, std::less<>>;

/// What a program should see that has nobody to ask: no editor, no pager, no prompt, no colours.
constexpr std::array<std::pair<std::string_view, std::string_view>, 14> kUnattended{{
    {"NO_COLOR", "1"},
    {"TERM", "dumb"},
    {"PAGER", "cat"},
    {"GIT_PAGER", "cat"},
    {"MANPAGER", "cat"},
    {"SYSTEMD_PAGER", "cat"},
    {"EDITOR", "true"},
    {"VISUAL", "true"},
    {"GIT_EDITOR", "true"},
    {"GIT_SEQUENCE_EDITOR", "true"},
    {"GIT_TERMINAL_PROMPT", "0"},
    // Empty rather than unset: git would fall back to SSH_ASKPASS.
    {"GIT_ASKPASS", ""},
    {"SSH_ASKPASS_REQUIRE", "never"},
    {"DEBIAN_FRONTEND", "noninteractive"},
}};

/// They would run a file before a command that asked for no start-up files.
constexpr std::array<std::string_view, 2> kStartupFiles{"BASH_ENV", "ENV"};

std::string upper(std::string_view name) {
  std::string result(name);
  for (char& c : result) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return result;
}

bool is_passed(std::string_view name, const EnvironmentRules& rules) {
  if (std::find(rules.passed.begin(), rules.passed.end(), name) != rules.passed.end()) return true;
  if (std::find(kStartupFiles.begin(), kStartupFiles.end(), name) != kStartupFiles.end()) {
    return false;
  }
  const std::string folded = upper(name);
  if (folded.starts_with("KEEL_")) return false;
  return std::none_of(
      rules.secret_words.begin(), rules.secret_words.end(),
      [&](const std::string& word) { return folded.find(word) != std::string::npos; });
}

bool is_name(std::string_view name) {
  return !name.empty() && name.find('=') == std::string_view::npos &&
         name.find('\0') == std::string_view::npos;
}

}  // namespace

std::vector<std::string> child_environment(const char* const* host, const EnvironmentRules& rules,
                                           ValueView own) {
  Variables variables;
  for (; host != nullptr && *host != nullptr; ++host) {
    const std::string_view entry(*host);
    const std::size_t sign = entry.find('=');
    if (sign == std::string_view::npos || sign == 0) continue;
    const std::string_view name = entry.substr(0, sign);
    if (is_passed(name, rules)) variables[std::string(name)] = entry.substr(sign + 1);
  }
  for (const auto& [name, value] : kUnattended) variables[std::string(name)] = value;
  for (auto [name, value] : own.members()) {
    if (!is_name(name)) continue;
    if (value.is_string() && value.text().find('\0') == std::string_view::npos) {
      variables[std::string(name)] = value.text();
    } else if (value.is_null()) {
      const auto place = variables.find(name);
      if (place != variables.end()) variables.erase(place);
    }
  }
  std::vector<std::string> entries;
  entries.reserve(variables.size());
  for (const auto& [name, value] : variables) entries.push_back(name + "=" + value);
  return entries;
}

std::string_view variable(const std::vector<std::string>& environment, std::string_view name) {
  for (const std::string& entry : environment) {
    if (entry.starts_with(name) && entry.size() > name.size() && entry[name.size()] == '=') {
      return std::string_view(entry).substr(name.size() + 1);
    }
  }
  return {};
}

}  // namespace keel::proc_local
