// SPDX-License-Identifier: MIT
#include "core/deploy/deployment_settings.hpp"

#include <array>
#include <optional>
#include <utility>

namespace keel::core {

namespace {

constexpr std::array<std::string_view, 5> kSettings = {"name", "stop_grace_ms", "watchdog_ms",
                                                       "workers", "checked"};

Expected<std::int64_t> read_count(const Located& value, std::string_view name, std::int64_t least,
                                  std::int64_t most, const RowReader& reader) {
  const std::string range =
      "an integer from " + std::to_string(least) + " to " + std::to_string(most);
  if (!value.value().is_integer()) {
    return tl::make_unexpected(reader.wrong_kind(value, name, range));
  }
  const std::int64_t count = value.value().integer_or(-1);
  if (count >= least && count <= most) return count;
  return tl::make_unexpected(reader.fail(
      value.origin(), std::string(name) + " is " + std::to_string(count) + ", expected " + range,
      "Correct the value"));
}

std::optional<Error> read_setting(DeploymentSettings& settings, std::string_view name,
                                  const Located& value, const RowReader& reader) {
  constexpr std::int64_t kTenMinutes = 600'000;
  constexpr std::int64_t kHour = 3'600'000;
  if (name == "name") {
    if (!value.value().is_string()) return reader.wrong_kind(value, name, "text");
    settings.name = value.value().text();
    return {};
  }
  if (name == "checked") {
    if (!value.value().is_bool()) return reader.wrong_kind(value, name, "true or false");
    settings.checked = value.value().is_true();
    return {};
  }
  if (name == "stop_grace_ms") {
    const auto count = read_count(value, name, 0, kTenMinutes, reader);
    if (!count) return count.error();
    settings.stop_grace = std::chrono::milliseconds(*count);
    return {};
  }
  if (name == "watchdog_ms") {
    const auto count = read_count(value, name, 100, kHour, reader);
    if (!count) return count.error();
    settings.watchdog = std::chrono::milliseconds(*count);
    return {};
  }
  if (name == "workers") {
    const auto count = read_count(value, name, 0, 256, reader);
    if (!count) return count.error();
    settings.workers = static_cast<std::uint32_t>(*count);
    return {};
  }
  return reader.unknown_key(value, name, "[deployment]", kSettings);
}

}  // namespace

Expected<DeploymentSettings> read_settings(const Located& table, const RowReader& reader) {
  if (!table.value().is_object()) {
    return tl::make_unexpected(reader.wrong_kind(table, "deployment", "a table"));
  }
  DeploymentSettings settings;
  for (const auto& [name, value] : table.children()) {
    if (std::optional<Error> error = read_setting(settings, name, value, reader)) {
      return tl::make_unexpected(std::move(*error));
    }
    settings.origins.emplace(name, value.origin());
  }
  return settings;
}

}  // namespace keel::core
