// SPDX-License-Identifier: MIT
#include "bash_text.hpp"

#include <charconv>

#include "kit/answer.hpp"

namespace keel::tool_bash {

namespace {

constexpr std::string_view kExitMarker = "[exit code: ";
constexpr std::string_view kSignalMarker = "[killed by signal: ";

void add_line(std::string& text, std::string_view line) {
  if (!text.empty() && !text.ends_with('\n')) text += '\n';
  text.append(line);
}

void add_stream(std::string& text, ValueView stream) {
  const std::string_view output = stream["text"].text();
  if (!text.empty() && !text.ends_with('\n') && !output.empty()) text += '\n';
  text.append(output);
  if (!stream["truncated"].is_true()) return;
  const std::string_view path = stream["spillPath"].text_or("(unavailable)");
  add_line(text, "[output truncated; full output: " + std::string(path) + "]");
}

bool is_empty(ValueView stream) {
  return stream["text"].text().empty() && !stream["truncated"].is_true();
}

/// What stands between a marker's beginning and the bracket at the end.
std::optional<std::string_view> marker_content(std::string_view line, std::string_view marker) {
  if (!line.starts_with(marker) || !line.ends_with(']')) return std::nullopt;
  line.remove_prefix(marker.size());
  line.remove_suffix(1);
  return line;
}

}  // namespace

std::string run_text(ValueView value) {
  std::string text;
  add_stream(text, value["stdout"]);
  if (!is_empty(value["stderr"])) {
    add_line(text, "[stderr]");
    add_stream(text, value["stderr"]);
  }
  if (is_empty(value["stdout"]) && is_empty(value["stderr"])) text = "(no output)";
  if (value["note"].is_string()) add_line(text, value["note"].text());
  const ValueView sandbox = value["sandbox"];
  if (sandbox["denied"].is_true()) {
    add_line(text, tool_kit::denial_marker(sandbox["mode"].text()));
  }
  if (value["timedOut"].is_true()) {
    add_line(text, "[timed out after " + std::to_string(value["timeoutMs"].integer_or(0)) + "ms]");
  }
  if (value["signal"].is_string()) {
    add_line(text, std::string(kSignalMarker) + std::string(value["signal"].text()) + "]");
  } else if (value["exitCode"].integer_or(0) != 0) {
    add_line(text, std::string(kExitMarker) + std::to_string(*value["exitCode"].integer()) + "]");
  }
  return text;
}

ShownEnd read_end(std::string_view text) {
  ShownEnd end;
  end.output = text;
  end.exit_code = 0;
  const std::size_t line_end = text.rfind('\n');
  if (line_end == std::string_view::npos) return end;
  const std::string_view line = text.substr(line_end + 1);
  if (const auto code = marker_content(line, kExitMarker)) {
    std::int64_t number = 0;
    const auto [rest, error] = std::from_chars(code->data(), code->data() + code->size(), number);
    if (error != std::errc() || rest != code->data() + code->size()) return end;
    end.exit_code = number;
  } else if (const auto signal = marker_content(line, kSignalMarker)) {
    end.exit_code.reset();
    end.signal = std::string(*signal);
  } else {
    return end;
  }
  end.output = text.substr(0, line_end);
  return end;
}

}  // namespace keel::tool_bash
