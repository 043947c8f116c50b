#include "shell_call.hpp"

#include <algorithm>
#include <array>
#include <boost/json.hpp>
#include <cctype>

namespace keel::testing {
namespace {

namespace json = boost::json;

constexpr std::array<std::string_view, 8> kShellNames{
    "bash",          "shell",    "exec_command", "run_shell_command",
    "shell_command", "terminal", "run_command",  "exec"};
constexpr std::array<std::string_view, 5> kShellWords{"bash", "shell", "exec", "command",
                                                      "terminal"};
constexpr std::array<std::string_view, 4> kCommandKeys{"command", "cmd", "script", "input"};

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

// The type of a property; of a list of types the first.
std::string_view type_of(const json::object& property) {
  const json::value* type = property.if_contains("type");
  if (!type) return "string";
  if (const json::array* several = type->if_array(); several && !several->empty()) {
    type = &several->front();
  }
  return type->is_string() ? std::string_view(type->get_string()) : std::string_view("string");
}

json::value neutral_value(const json::object& property) {
  for (const std::string_view key : {"default", "const", "minimum"}) {
    if (const json::value* given = property.if_contains(key)) return *given;
  }
  const json::value* choices = property.if_contains("enum");
  if (choices && choices->is_array() && !choices->get_array().empty()) {
    return choices->get_array().front();
  }
  const std::string_view type = type_of(property);
  if (type == "integer" || type == "number") return 1000;
  if (type == "boolean") return false;
  if (type == "array") return json::array();
  if (type == "object") return json::object();
  if (type == "null") return nullptr;
  return "run true";
}

json::object property_named(const json::object& properties, std::string_view name) {
  const json::value* found = properties.if_contains(name);
  const json::object* object = found ? found->if_object() : nullptr;
  return object ? *object : json::object();
}

std::string command_key(const json::object& properties) {
  for (const std::string_view key : kCommandKeys) {
    if (properties.contains(key)) return std::string(key);
  }
  return properties.empty() ? "command" : std::string(properties.begin()->key());
}

}  // namespace

const DeclaredTool* find_shell_tool(const std::vector<DeclaredTool>& tools) {
  for (const std::string_view name : kShellNames) {
    const auto found = std::find_if(tools.begin(), tools.end(), [&](const DeclaredTool& tool) {
      return lower(tool.name) == name;
    });
    if (found != tools.end()) return &*found;
  }
  for (const DeclaredTool& tool : tools) {
    const std::string name = lower(tool.name);
    for (const std::string_view word : kShellWords) {
      if (name.find(word) != std::string::npos) return &tool;
    }
  }
  return nullptr;
}

std::string shell_arguments(const DeclaredTool& tool, std::string_view command) {
  const json::value* declared = tool.parameters.if_contains("properties");
  const json::object properties =
      declared && declared->is_object() ? declared->get_object() : json::object();
  const std::string key = command_key(properties);
  json::object arguments;
  if (type_of(property_named(properties, key)) == "array") {
    arguments[key] = json::array{"bash", "-c", json::string(command)};
  } else {
    arguments[key] = command;
  }
  const json::value* required = tool.parameters.if_contains("required");
  if (!required || !required->is_array()) return json::serialize(arguments);
  for (const json::value& name : required->get_array()) {
    if (!name.is_string() || arguments.contains(name.get_string())) continue;
    arguments[name.get_string()] = neutral_value(property_named(properties, name.get_string()));
  }
  return json::serialize(arguments);
}

}  // namespace keel::testing
