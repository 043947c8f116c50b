// SPDX-License-Identifier: MIT
#include "match_list.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "kit/ripgrep.hpp"
#include "kit/run_place.hpp"
#include "text/utf8.hpp"

namespace keel::tool_grep {

namespace {

/// Most of what ripgrep prints besides matches; not worth parsing.
constexpr std::array<std::string_view, 4> kOtherRecords{
    R"({"type":"begin")", R"({"type":"end")", R"({"type":"summary")", R"({"type":"context")"};

int sextet_of(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  if (c == '+') return 62;
  return c == '/' ? 63 : -1;
}

/// What is not base64 ends it.
std::string from_base64(std::string_view text) {
  std::string bytes;
  unsigned held = 0;
  int bits = 0;
  for (const char c : text) {
    const int sextet = sextet_of(c);
    if (sextet < 0) break;
    held = (held << 6U) | static_cast<unsigned>(sextet);
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push_back(static_cast<char>((held >> static_cast<unsigned>(bits)) & 0xFFU));
  }
  return bytes;
}

std::string path_text(ValueView path) {
  if (path["text"].is_string()) return std::string(path["text"].text());
  return text::replace_invalid(from_base64(path["bytes"].text()));
}

std::string line_text(ValueView lines) {
  if (!lines["text"].is_string()) return "(line is not valid UTF-8)";
  std::string_view line = lines["text"].text();
  if (line.ends_with('\n')) line.remove_suffix(1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return std::string(line);
}

tl::unexpected<Error> malformed(std::string_view record) {
  return tool_kit::search_fail(tool_kit::kSearchFailed,
                               "ripgrep printed something that is no record of a match: " +
                                   std::string(text::cut_bytes(record, 200)) +
                                   "; is another program called rg installed?");
}

/// Nothing for a record of another type.
Expected<std::optional<Match>> parse_record(std::string_view record, std::string_view workspace) {
  const auto value = parse_json(record, ParseMode::kLenient);
  if (!value || !(*value)["type"].is_string()) return malformed(record);
  if ((*value)["type"].text() != "match") return std::optional<Match>();
  const ValueView data = (*value)["data"];
  const std::optional<std::int64_t> number = data["line_number"].integer();
  if (!data["path"].is_object() || !data["lines"].is_object() || !number) return malformed(record);
  Match match;
  match.path = tool_kit::shown_path(path_text(data["path"]), workspace);
  match.line_number = *number;
  match.line = line_text(data["lines"]);
  return std::optional<Match>(std::move(match));
}

bool is_other_record(std::string_view record) {
  return std::any_of(kOtherRecords.begin(), kOtherRecords.end(),
                     [&](std::string_view start) { return record.starts_with(start); });
}

}  // namespace

Expected<std::vector<Match>> parse_matches(std::string_view output, std::string_view workspace) {
  std::vector<Match> matches;
  while (!output.empty()) {
    const std::string_view record = output.substr(0, output.find('\n'));
    output.remove_prefix(std::min(output.size(), record.size() + 1));
    if (record.empty() || is_other_record(record)) continue;
    Expected<std::optional<Match>> match = parse_record(record, workspace);
    if (!match) return tl::make_unexpected(std::move(match.error()));
    if (*match) matches.push_back(std::move(**match));
  }
  return matches;
}

}  // namespace keel::tool_grep
