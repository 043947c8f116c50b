// SPDX-License-Identifier: MIT
#include "tool_report.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "wildcard.hpp"

namespace keel::llm_scripted {

namespace {

constexpr std::array<std::string_view, 3> kNothing{"No files found", "No matches found",
                                                   "(no output)"};
constexpr std::array<std::string_view, 3> kFailureMarks{
    "[exit code: ", "[killed by signal: ", "[timed out after "};

std::size_t number(std::string_view text, std::size_t fallback) {
  std::size_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end != text.data() ? value : fallback;
}

bool starts_with(std::string_view text, std::string_view head) {
  return text.substr(0, head.size()) == head;
}

/// The line without "12: ", when it has that.
std::optional<std::string_view> without_number(std::string_view line) {
  std::size_t digits = 0;
  while (digits < line.size() && line[digits] >= '0' && line[digits] <= '9') ++digits;
  if (digits == 0 || line.substr(digits, 2) != ": ") return std::nullopt;
  return line.substr(digits + 2);
}

std::string_view base_name(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

std::string all_text(ValueView content) {
  std::string text;
  for (const ValueView block : content.items()) {
    if (block["type"].text() != "text") continue;
    if (!text.empty()) text += '\n';
    text += block["text"].text();
  }
  return text;
}

}  // namespace

ToolReport::ToolReport(ValueView block) {
  const std::string text = all_text(block["content"]);
  read_lines(text);
  if (block["isError"].is_true()) {
    state_ = State::kFailed;
    error_ = lines_.empty() ? "no reason was given" : lines_.front();
    if (starts_with(error_, "Error: ")) error_.erase(0, 7);
    return;
  }
  const bool says_nothing =
      lines_.empty() || (lines_.size() == 1 && std::find(kNothing.begin(), kNothing.end(),
                                                         lines_.front()) != kNothing.end());
  if (says_nothing) {
    state_ = State::kEmpty;
    return;
  }
  for (const std::string_view mark : kFailureMarks) {
    if (!starts_with(lines_.back(), mark)) continue;
    state_ = State::kFailed;
    error_ = lines_.size() > 1 ? lines_.front() + " " + lines_.back() : lines_.back();
  }
}

void ToolReport::read_lines(std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    if (line.find_first_not_of(" \t") == std::string_view::npos) continue;
    const bool is_footer = line.front() == '(' && line.back() == ')' && line != "(no output)";
    if (is_footer) {
      const std::size_t of = line.find(" of ");
      if (of != std::string_view::npos) total_ = number(line.substr(of + 4), 0);
      continue;
    }
    if (const auto content = without_number(line)) {
      if (content->find_first_not_of(" \t") != std::string_view::npos) {
        numbered_.emplace_back(*content);
      }
    }
    lines_.emplace_back(line);
  }
}

std::optional<std::string> ToolReport::part(std::string_view name,
                                            std::string_view argument) const {
  if (name == "error") return state_ == State::kFailed ? std::optional(error_) : std::nullopt;
  if (state_ == State::kFailed) return std::nullopt;
  if (name == "count") return std::to_string(count());
  if (state_ == State::kEmpty) return std::nullopt;
  if (name == "head") return lines_.front();
  if (name == "bullets") return bullets(number(argument, lines_.size()));
  if (name == "quote") return quote(number(argument, lines_.size()));
  if (name == "first") return first(argument);
  return std::nullopt;
}

std::size_t ToolReport::count() const {
  return state_ == State::kEmpty ? 0 : std::max(total_, lines_.size());
}

std::string ToolReport::bullets(std::size_t limit) const {
  std::string text;
  const std::size_t shown = std::min(limit, lines_.size());
  for (std::size_t i = 0; i < shown; ++i) text += "\n- " + lines_[i];
  if (count() > shown) text += "\n- and " + std::to_string(count() - shown) + " more";
  return text;
}

std::string ToolReport::quote(std::size_t limit) const {
  const std::vector<std::string>& from = numbered_.empty() ? lines_ : numbered_;
  std::string text;
  for (std::size_t i = 0; i < std::min(limit, from.size()); ++i) text += "\n> " + from[i];
  return text;
}

/// Of the lines whose last path component fits one of the patterns, the one nearest to the top.
std::optional<std::string> ToolReport::first(std::string_view patterns) const {
  while (!patterns.empty()) {
    const std::size_t bar = std::min(patterns.find('|'), patterns.size());
    const std::string_view pattern = patterns.substr(0, bar);
    patterns.remove_prefix(std::min(bar + 1, patterns.size()));
    const std::string* best = nullptr;
    std::size_t best_depth = 0;
    for (const std::string& line : lines_) {
      if (!fits_wildcard(base_name(line), pattern)) continue;
      const auto depth = static_cast<std::size_t>(std::count(line.begin(), line.end(), '/'));
      if (best != nullptr && (depth > best_depth || (depth == best_depth && *best <= line))) {
        continue;
      }
      best = &line;
      best_depth = depth;
    }
    if (best != nullptr) return *best;
  }
  return std::nullopt;
}

}  // namespace keel::llm_scripted
