// SPDX-License-Identifier: MIT
#include "core/contract/contract_names.hpp"

#include <algorithm>
#include <charconv>

namespace keel::core {

namespace {

bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Parts between separators, each a lower-case letter followed by lower-case letters, digits and
/// `extra`.
bool is_in_parts(std::string_view name, char separator, std::string_view extra) {
  bool at_start = true;
  for (const char c : name) {
    if (at_start) {
      if (!is_lower(c)) return false;
      at_start = false;
    } else if (c == separator) {
      at_start = true;
    } else if (!is_lower(c) && !is_digit(c) && extra.find(c) == std::string_view::npos) {
      return false;
    }
  }
  return !at_start;
}

std::optional<std::uint32_t> whole_number(std::string_view text) {
  std::uint32_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  const bool padded = text.size() > 1 && text[0] == '0';
  if (error != std::errc() || stop != end || padded) return std::nullopt;
  return number;
}

}  // namespace

bool is_dotted_name(std::string_view name) { return is_in_parts(name, '.', "-_"); }

bool is_slashed_name(std::string_view name) { return is_in_parts(name, '/', "-_."); }

bool is_member_name(std::string_view name) {
  return !name.empty() && is_lower(name[0]) && std::all_of(name.begin(), name.end(), [](char c) {
    return is_lower(c) || is_upper(c) || is_digit(c) || c == '_';
  });
}

bool is_type_name(std::string_view name) {
  return !name.empty() && is_upper(name[0]) && std::all_of(name.begin(), name.end(), [](char c) {
    return is_lower(c) || is_upper(c) || is_digit(c);
  });
}

bool is_error_code(std::string_view name) {
  return !name.empty() && (is_lower(name[0]) || is_upper(name[0])) &&
         std::all_of(name.begin(), name.end(), [](char c) {
           return is_lower(c) || is_upper(c) || is_digit(c) || c == '_' || c == '-' || c == '.';
         });
}

bool is_interface_reference(std::string_view name) {
  const std::size_t at = name.find('@');
  return at != std::string_view::npos && is_dotted_name(name.substr(0, at)) &&
         whole_number(name.substr(at + 1)).has_value();
}

std::optional<ContractVersion> parse_contract_version(std::string_view text) {
  const std::size_t dot = text.find('.');
  if (dot == std::string_view::npos) return std::nullopt;
  const std::optional<std::uint32_t> major = whole_number(text.substr(0, dot));
  const std::optional<std::uint32_t> minor = whole_number(text.substr(dot + 1));
  if (!major || !minor) return std::nullopt;
  return ContractVersion{*major, *minor};
}

}  // namespace keel::core
