// SPDX-License-Identifier: MIT
#include "language.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace keel::tool_read {

namespace {

using Entry = std::pair<std::string_view, std::string_view>;

/// Sorted by ending.
constexpr std::array<Entry, 44> kLanguages{{
    {"bash", "bash"},    {"c", "c"},         {"cc", "cpp"},         {"cpp", "cpp"},
    {"cs", "csharp"},    {"css", "css"},     {"cxx", "cpp"},        {"diff", "diff"},
    {"go", "go"},        {"h", "c"},         {"hpp", "cpp"},        {"htm", "html"},
    {"html", "html"},    {"ini", "ini"},     {"java", "java"},      {"js", "javascript"},
    {"json", "json"},    {"jsx", "jsx"},     {"kt", "kotlin"},      {"lua", "lua"},
    {"m", "objectivec"}, {"md", "markdown"}, {"mjs", "javascript"}, {"patch", "diff"},
    {"php", "php"},      {"pl", "perl"},     {"proto", "protobuf"}, {"py", "python"},
    {"r", "r"},          {"rb", "ruby"},     {"rs", "rust"},        {"scala", "scala"},
    {"scss", "scss"},    {"sh", "bash"},     {"sql", "sql"},        {"swift", "swift"},
    {"tex", "latex"},    {"toml", "toml"},   {"ts", "typescript"},  {"tsx", "tsx"},
    {"xml", "xml"},      {"yaml", "yaml"},   {"yml", "yaml"},       {"zig", "zig"},
}};

}  // namespace

std::string_view language_of(std::string_view path) {
  const std::string_view name = path.substr(path.rfind('/') + 1);
  if (name == "Makefile" || name == "GNUmakefile") return "makefile";
  if (name == "Dockerfile") return "dockerfile";
  if (name == "CMakeLists.txt" || name.ends_with(".cmake")) return "cmake";
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos) return {};
  const std::string_view ending = name.substr(dot + 1);
  const auto place = std::lower_bound(
      kLanguages.begin(), kLanguages.end(), ending,
      [](const Entry& entry, std::string_view wanted) { return entry.first < wanted; });
  return place != kLanguages.end() && place->first == ending ? place->second : std::string_view();
}

}  // namespace keel::tool_read
