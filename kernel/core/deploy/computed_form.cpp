// SPDX-License-Identifier: MIT
#include "core/deploy/computed_form.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>

#include "core/deploy/deploy_error.hpp"
#include "core/deploy/nearest_name.hpp"

namespace keel::core {

namespace {

constexpr std::array<std::string_view, 5> kForms = {"$env", "$file", "$command", "$home", "$cwd"};
constexpr std::size_t kMostArguments = 256;

tl::unexpected<ComputedFault> fault(std::string cause, std::string remedy) {
  return tl::make_unexpected(ComputedFault{std::move(cause), std::move(remedy)});
}

bool has_nul(std::string_view text) { return text.find('\0') != std::string_view::npos; }

std::optional<ComputedKind> kind_of(std::string_view form) {
  const auto found = std::find(kForms.begin(), kForms.end(), form);
  if (found == kForms.end()) return std::nullopt;
  return static_cast<ComputedKind>(found - kForms.begin());
}

tl::unexpected<ComputedFault> unknown_form(std::string_view form) {
  std::string remedy = did_you_mean(form, kForms);
  if (!remedy.empty()) remedy += ' ';
  return fault(in_quotes(form) + " is no computed value",
               remedy + "The forms are $env, $file, $command, $home and $cwd");
}

std::optional<ComputedFault> check_name(ValueView text, std::string_view form) {
  const bool good = text.is_string() && !text.text().empty() && !has_nul(text.text());
  if (good && (form != "$env" || text.text().find('=') == std::string_view::npos)) return {};
  return ComputedFault{std::string(form) + " takes a text that is not empty, not this " +
                           std::string(kind_name(text.kind())),
                       form == "$env" ? "Name the environment variable" : "Name the file"};
}

std::optional<ComputedFault> check_arguments(ValueView list) {
  bool good = list.is_array() && !list.empty() && list.size() <= kMostArguments &&
              !list.at(0).text().empty();
  for (const ValueView argument : list.items()) {
    good = good && argument.is_string() && !has_nul(argument.text());
  }
  if (good) return {};
  return ComputedFault{"$command takes an array of texts, the program first",
                       "No shell reads it: write [\"sh\", \"-c\", \"...\"] where one is meant"};
}

std::optional<ComputedFault> check_sub_path(ValueView text, std::string_view form) {
  bool good = text.is_string() && !has_nul(text.text());
  const std::filesystem::path path(text.text());
  good = good && !path.is_absolute() && std::find(path.begin(), path.end(), "..") == path.end();
  if (good) return {};
  return ComputedFault{std::string(form) + " takes a relative path without \"..\"",
                       "Write other paths as plain text"};
}

std::optional<ComputedFault> check_main(ComputedKind kind, ValueView value) {
  const std::string_view form = kForms[static_cast<std::size_t>(kind)];
  switch (kind) {
    case ComputedKind::kEnv:
    case ComputedKind::kFile:
      return check_name(value, form);
    case ComputedKind::kCommand:
      return check_arguments(value);
    case ComputedKind::kHome:
    case ComputedKind::kCwd:
      return check_sub_path(value, form);
  }
  return {};
}

std::optional<ComputedFault> check_companion(ComputedKind kind, std::string_view name,
                                             ValueView value) {
  if (name == "secret") {
    if (value.is_bool()) return {};
    return ComputedFault{"secret takes true or false", ""};
  }
  if (name == "default" && kind == ComputedKind::kEnv) {
    if (!value.is_object() && !value.is_array()) return {};
    return ComputedFault{"the default of $env is text, a number or true or false", ""};
  }
  const std::string form(kForms[static_cast<std::size_t>(kind)]);
  return ComputedFault{in_quotes(name) + " does not belong beside " + form,
                       kind == ComputedKind::kEnv ? "Beside $env stand default and secret"
                                                  : "Beside it stands only secret"};
}

bool secret_by_nature(const Computed& computed) {
  switch (computed.kind) {
    case ComputedKind::kEnv:
      return is_secret_name(computed.text);
    case ComputedKind::kFile:
    case ComputedKind::kCommand:
      return true;
    case ComputedKind::kHome:
    case ComputedKind::kCwd:
      return false;
  }
  return true;
}

}  // namespace

bool looks_computed(ValueView value) {
  if (!value.is_object()) return false;
  for (const auto [name, member] : value.members()) {
    if (name.starts_with('$')) return true;
  }
  return false;
}

tl::expected<std::optional<Computed>, ComputedFault> read_computed(ValueView value) {
  if (!looks_computed(value)) return std::nullopt;
  std::optional<ComputedKind> kind;
  for (const auto [name, member] : value.members()) {
    if (!name.starts_with('$')) continue;
    if (kind) return fault("two computed values in one table", "Keep one key that begins with $");
    kind = kind_of(name);
    if (!kind) return unknown_form(name);
  }
  const ValueView main = value[kForms[static_cast<std::size_t>(*kind)]];
  if (std::optional<ComputedFault> wrong = check_main(*kind, main)) {
    return tl::make_unexpected(std::move(*wrong));
  }
  for (const auto [name, member] : value.members()) {
    if (name.starts_with('$')) continue;
    if (std::optional<ComputedFault> wrong = check_companion(*kind, name, member)) {
      return tl::make_unexpected(std::move(*wrong));
    }
  }
  Computed computed;
  computed.kind = *kind;
  computed.text = main.is_array() ? main.at(0).text() : main.text();
  computed.arguments = *kind == ComputedKind::kCommand ? main : ValueView();
  computed.fallback = value["default"];
  computed.secret = value["secret"].boolean().value_or(secret_by_nature(computed));
  return computed;
}

bool is_secret_name(std::string_view name) {
  std::string upper(name);
  for (char& c : upper) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  constexpr std::array<std::string_view, 4> kMarks = {"KEY", "TOKEN", "SECRET", "PASSWORD"};
  return std::any_of(kMarks.begin(), kMarks.end(), [&upper](std::string_view mark) {
    return upper.find(mark) != std::string::npos;
  });
}

std::string secret_label(const Computed& computed) {
  const std::string_view form = kForms[static_cast<std::size_t>(computed.kind)];
  return "<secret from " + std::string(form.substr(1)) + " " + printable(computed.text) + ">";
}

}  // namespace keel::core
