// SPDX-License-Identifier: MIT
#include "model_info.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_set>

namespace keel::llm_runtime {

namespace {

/// The largest integer that every reader of the log can hold.
constexpr std::int64_t kMaxSafeInteger = 9007199254740991;

bool is_count(ValueView value) {
  const std::optional<std::int64_t> number = value.is_number() ? value.integer() : std::nullopt;
  return number && *number > 0 && *number <= kMaxSafeInteger;
}

std::string place(std::string_view route, std::string_view model) {
  return "route \"" + std::string(route) + "\", model \"" + std::string(model) + "\": ";
}

std::string reasoning_fault(ValueView reasoning) {
  const ValueView efforts = reasoning["efforts"];
  if (!efforts.is_array() || efforts.empty()) return "reasoning.efforts must name at least one";
  std::unordered_set<std::string_view> ids;
  for (const ValueView effort : efforts.items()) {
    const std::string_view id = effort["id"].text();
    if (id.empty() || effort["name"].text().empty()) {
      return "an entry of reasoning.efforts has no id or no name";
    }
    if (!ids.insert(id).second) return "reasoning.efforts names " + std::string(id) + " twice";
  }
  const ValueView chosen = reasoning["defaultEffort"];
  if (chosen.is_absent() || ids.count(chosen.text()) != 0) return {};
  return "reasoning.defaultEffort is not one of reasoning.efforts";
}

}  // namespace

Expected<void> check_model(ValueView info, std::string_view route, std::string_view model) {
  const std::string where = place(route, model);
  if (info["provider"].text() != route || info["id"].text() != model) {
    return fail("INVALID_MODEL_INFO", where + "the adapter describes provider \"" +
                                          std::string(info["provider"].text()) + "\", model \"" +
                                          std::string(info["id"].text()) + "\" instead");
  }
  if (info["name"].text().empty()) return fail("INVALID_MODEL_INFO", where + "it has no name");
  const ValueView modalities = info["inputModalities"];
  if (!modalities.is_absent() && !modalities.is_array()) {
    return fail("INVALID_MODEL_INFO", where + "inputModalities is no list");
  }
  const ValueView context = info["context"];
  if (!context.is_absent() && !is_count(context["contextWindow"])) {
    return fail("INVALID_MODEL_CONTEXT", where + "context.contextWindow must be above 0");
  }
  const ValueView max_tokens = info["defaultMaxTokens"];
  if (!max_tokens.is_absent() && !is_count(max_tokens)) {
    return fail("INVALID_MODEL_MAX_TOKENS", where + "defaultMaxTokens must be above 0");
  }
  const ValueView reasoning = info["reasoning"];
  const std::string fault = reasoning.is_absent() ? std::string() : reasoning_fault(reasoning);
  if (!fault.empty()) return fail("INVALID_MODEL_REASONING", where + fault);
  return {};
}

Value unknown_model(std::string_view route, std::string_view model) {
  return object({{"provider", route}, {"id", model}, {"name", model}});
}

Expected<void> check_catalog(ValueView models, std::string_view route) {
  const std::string where = "the models of route \"" + std::string(route) + "\": ";
  if (!models.is_array()) return fail("INVALID_CATALOG", where + "expected a list");
  std::unordered_set<std::string_view> ids;
  for (const ValueView model : models.items()) {
    const std::string_view id = model["id"].text();
    if (id.empty() || model["name"].text().empty() || model["provider"].text() != route) {
      return fail("INVALID_CATALOG",
                  where + "an entry has no id or name, or is of another provider");
    }
    if (!ids.insert(id).second) {
      return fail("INVALID_CATALOG", where + "\"" + std::string(id) + "\" stands there twice");
    }
  }
  return {};
}

bool is_text_only(ValueView info) {
  const ValueView modalities = info["inputModalities"];
  if (!modalities.is_array()) return false;
  for (const ValueView modality : modalities.items()) {
    if (modality.text() == "image") return false;
  }
  return true;
}

}  // namespace keel::llm_runtime
