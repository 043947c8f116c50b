// SPDX-License-Identifier: MIT
#include "scenario.hpp"

#include <fstream>
#include <iterator>
#include <utility>

namespace keel::llm_scripted {

namespace {

constexpr std::size_t kMaxFileSize = std::size_t{1} << 20U;

/// Reads parts of a scenario; a mistake ends it with a Failure that names the place.
class ScenarioReader {
 public:
  explicit ScenarioReader(const std::string& origin) : origin_(origin) {}

  Scenario read(ValueView root) const {
    Scenario scenario;
    std::size_t index = 0;
    for (const ValueView step : list(root, "steps", "").items()) {
      scenario.steps.push_back(read_step(step, "steps[" + std::to_string(index++) + "]."));
    }
    index = 0;
    for (const ValueView part : list(root, "answer", "").items()) {
      const std::string place = "answer[" + std::to_string(index++) + "].";
      scenario.answer.push_back({std::string(part["if"].text()), text(part, "text", place)});
    }
    return scenario;
  }

 private:
  ScriptStep read_step(ValueView value, const std::string& place) const {
    ScriptStep step;
    step.say = value["say"].text();
    std::size_t index = 0;
    for (const ValueView call : list(value, "calls", place).items()) {
      const std::string call_place = place + "calls[" + std::to_string(index++) + "].";
      ScriptCall read;
      read.name = text(call, "id", call_place);
      read.tool = text(call, "tool", call_place);
      read.arguments = Value::share(call["arguments"]);
      if (!read.arguments.is_object()) fail_at(call_place + "arguments", "expected object");
      step.calls.push_back(std::move(read));
    }
    return step;
  }

  ValueView list(ValueView object, std::string_view member, const std::string& place) const {
    const ValueView value = object[member];
    if (!value.is_array()) fail_at(place + std::string(member), "expected array");
    return value;
  }

  std::string text(ValueView object, std::string_view member, const std::string& place) const {
    const ValueView value = object[member];
    if (value.text().empty()) {
      fail_at(place + std::string(member), "expected a text that is not empty");
    }
    return std::string(value.text());
  }

  [[noreturn]] void fail_at(const std::string& place, const char* what) const {
    throw Failure("CONFIG", "scenario " + origin_ + ": " + place + ": " + what);
  }

  const std::string& origin_;
};

}  // namespace

Expected<Scenario> Scenario::parse(std::string_view json, const std::string& origin) {
  const auto parsed = parse_json(json);
  if (!parsed) {
    return fail("CONFIG", "scenario " + origin + ": line " + std::to_string(parsed.error().line) +
                              ", column " + std::to_string(parsed.error().column) + ": " +
                              parsed.error().message);
  }
  try {
    return ScenarioReader(origin).read(*parsed);
  } catch (Failure& failure) {
    return fail(failure.take());
  }
}

Expected<Scenario> Scenario::load(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string text;
  if (file) text.assign(std::istreambuf_iterator<char>(file), {});
  if (!file || file.bad()) {
    return fail("CONFIG", "scenario " + path +
                              ": the file cannot be read; correct the config of "
                              "llm/scripted");
  }
  if (text.size() > kMaxFileSize) return fail("CONFIG", "scenario " + path + ": above 1 MiB");
  return parse(text, path);
}

}  // namespace keel::llm_scripted
