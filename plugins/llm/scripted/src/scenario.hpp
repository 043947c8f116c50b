// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "keel/error.hpp"
#include "keel/value.hpp"

namespace keel::llm_scripted {

/// A tool call of a scenario. Strings of its arguments may hold {{call.part}}.
struct ScriptCall {
  std::string name;
  std::string tool;
  Value arguments;
};

/// What is said and called at once.
struct ScriptStep {
  std::string say;
  std::vector<ScriptCall> calls;
};

/// A piece of the answer, with a condition "call.state" or none.
struct AnswerPart {
  std::string condition;
  std::string text;
};

/// A scenario file: {steps: [{say?, calls: [{id, tool, arguments}]}], answer: [{if?, text}]}.
struct Scenario {
  std::vector<ScriptStep> steps;
  std::vector<AnswerPart> answer;

  /// Error CONFIG, naming `origin` and the place.
  static Expected<Scenario> parse(std::string_view json, const std::string& origin);
  /// From a file; error CONFIG also when it cannot be read.
  static Expected<Scenario> load(const std::string& path);
};

}  // namespace keel::llm_scripted
