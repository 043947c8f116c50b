// SPDX-License-Identifier: MIT
#include "core/deploy/plugin_id.hpp"

#include <algorithm>

namespace keel::core {

namespace {

bool is_letter_or_digit(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

bool is_part(std::string_view part) {
  if (part.empty() || !is_letter_or_digit(part.front())) return false;
  return std::all_of(part.begin(), part.end(), [](char c) {
    return is_letter_or_digit(c) || c == '.' || c == '-' || c == '_';
  });
}

}  // namespace

bool is_plugin_id(std::string_view id) {
  constexpr std::size_t kLongest = 200;
  const std::size_t slash = id.find('/');
  if (slash == std::string_view::npos || id.size() > kLongest) return false;
  return is_part(id.substr(0, slash)) && is_part(id.substr(slash + 1));
}

std::string plugin_file_name(std::string_view id) {
  std::string name(id);
  std::replace(name.begin(), name.end(), '/', '.');
  return name + ".so";
}

}  // namespace keel::core
