// SPDX-License-Identifier: MIT
#include "core/deploy/set_option.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/deploy/deploy_error.hpp"
#include "core/deploy/nearest_name.hpp"
#include "core/deploy/toml_document.hpp"
#include "core/value/utf8.hpp"

namespace keel::core {

namespace {

constexpr std::size_t kLongestPath = 64;
constexpr std::string_view kShape = "Write --set row.path=literal, as in --set llm.model=\"x\"";

/// The longest address in front of `option` with a '.' or '=' behind it.
std::string_view find_address(std::string_view option,
                              std::span<const std::string_view> addresses) {
  std::string_view best;
  for (const std::string_view address : addresses) {
    if (address.size() <= best.size() || !option.starts_with(address)) continue;
    const std::string_view rest = option.substr(address.size());
    if (rest.starts_with('.') || rest.starts_with('=')) best = address;
  }
  return best;
}

Error unknown_row(std::string_view option, std::span<const std::string_view> addresses) {
  constexpr std::size_t kMostListed = 60;
  const std::string_view left = option.substr(0, option.find('='));
  const std::string_view wanted = left.substr(0, left.find('.'));
  std::string remedy = did_you_mean(wanted, addresses);
  remedy += remedy.empty() ? "Rows: " : " Rows: ";
  for (std::size_t i = 0; i < std::min(addresses.size(), kMostListed); ++i) {
    if (i > 0) remedy += ", ";
    remedy += addresses[i];
  }
  if (addresses.size() > kMostListed) remedy += ", ...";
  if (addresses.empty()) remedy += "none";
  return deploy_error(deploy_code::kUnknownRow, set_layer_name(option),
                      "the deployment has no row " + in_quotes(wanted), remedy);
}

Error misshapen(std::string_view option, std::string_view cause) {
  return deploy_error(deploy_code::kInvalid, set_layer_name(option), cause, kShape);
}

/// One quoted step at the start of `text`, quotes included, or nothing when it does not end.
std::optional<std::string_view> quoted_step(std::string_view text) {
  const char quote = text.front();
  std::size_t at = 1;
  while (at < text.size() && text[at] != quote) at += quote == '"' && text[at] == '\\' ? 2 : 1;
  if (at >= text.size()) return std::nullopt;
  return text.substr(0, at + 1);
}

std::optional<std::string> unquote(std::string_view step) {
  const Expected<TomlDocument> read = parse_toml("v = " + std::string(step), "--set");
  if (!read || !read->root["v"].is_string()) return std::nullopt;
  return std::string(read->root["v"].text());
}

struct PathRead {
  ValuePath path;
  std::string_view literal;
};

/// Reads ".step.step=literal"; nothing when it is not of that shape.
std::optional<PathRead> read_path(std::string_view text) {
  PathRead read;
  while (!text.empty() && text.front() == '.') {
    text.remove_prefix(1);
    if (text.starts_with('"') || text.starts_with('\'')) {
      const std::optional<std::string_view> step = quoted_step(text);
      if (!step) return std::nullopt;
      std::optional<std::string> name = unquote(*step);
      if (!name) return std::nullopt;
      read.path.push_back(std::move(*name));
      text.remove_prefix(step->size());
      continue;
    }
    const std::size_t end = std::min(text.find_first_of(".="), text.size());
    if (end == 0) return std::nullopt;
    read.path.emplace_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  if (!text.starts_with('=') || read.path.size() > kLongestPath) return std::nullopt;
  read.literal = text.substr(1);
  return read;
}

}  // namespace

std::string set_layer_name(std::string_view option) {
  constexpr std::size_t kLongest = 120;
  return "--set " + printable(option.substr(0, option.find('=')), kLongest);
}

Expected<SetOption> parse_set_option(std::string_view option,
                                     std::span<const std::string_view> addresses) {
  if (!utf8::validate(option)) {
    return tl::make_unexpected(misshapen(option, "text that is not UTF-8"));
  }
  if (option.find('=') == std::string_view::npos) {
    return tl::make_unexpected(misshapen(option, "no '='"));
  }
  const std::string_view address = find_address(option, addresses);
  if (address.empty()) return tl::make_unexpected(unknown_row(option, addresses));
  std::optional<PathRead> read = read_path(option.substr(address.size()));
  if (!read) return tl::make_unexpected(misshapen(option, "the path cannot be read"));
  if (read->path.empty()) return tl::make_unexpected(misshapen(option, "it names no setting"));
  return SetOption{std::string(address), std::move(read->path), std::string(read->literal)};
}

Expected<Value> set_literal_value(const SetOption& option, std::string_view place) {
  const Expected<TomlDocument> read = parse_toml("v = " + option.literal, place);
  if (read && read->root.size() == 1) return Value::share(read->root["v"]).detached();
  if (read || read.error().code != deploy_code::kInvalid) return Value(option.literal);
  return tl::make_unexpected(deploy_error(
      deploy_code::kInvalid, place, "the literal is a date, a time or a number without bounds",
      "Write it as text: in double quotes, which the shell must not take away"));
}

bool is_broken_literal(std::string_view literal, ValueView value) {
  constexpr std::string_view kOpening = "[{\"'";
  return !literal.empty() && kOpening.find(literal.front()) != std::string_view::npos &&
         value.is_string() && value.text() == literal;
}

}  // namespace keel::core
