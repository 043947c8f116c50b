// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "keel/value.hpp"

namespace keel::cli {

enum class OutputFormat { kText, kJson, kStreamJson };

/// Prints one run: text on stdout and tool activity on stderr, or JSON. A closed stdout ends the
/// printing, not the run.
class RunOutput {
 public:
  explicit RunOutput(OutputFormat format) : format_(format) {}

  /// The session that the run drives, with the first line of its log.
  void begin(std::string_view session_id, std::string_view header_line);
  /// One event of this run, as committed.
  void event(ValueView event);
  /// After the last one. Json: the summary.
  void end();

  /// Kind of the last turn/end of this run: "completed", ...; empty when no turn ended.
  const std::string& stop_reason() const { return stop_reason_; }
  bool stdout_closed() const { return closed_; }

 private:
  void chunk(ValueView chunk);
  void tool_call(ValueView data);
  void tool_result(ValueView data);
  void turn_end(ValueView data);
  void add_usage(ValueView usage);
  void write(std::string_view text);
  void finish_line();

  OutputFormat format_;
  std::string session_id_;
  std::string text_;
  std::string turn_text_;
  std::string stop_reason_;
  std::string error_;
  std::int64_t turns_ = 0;
  std::int64_t usage_[5] = {0, 0, 0, 0, 0};
  bool has_usage_ = false;
  bool closed_ = false;
  bool line_open_ = false;
};

}  // namespace keel::cli
