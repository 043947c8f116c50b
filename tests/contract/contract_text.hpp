// SPDX-License-Identifier: MIT
// Contracts for the tests of this folder.
#pragma once

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <catch2/catch.hpp>

#include "core/contract/contract_registry.hpp"
#include "keel/value.hpp"

namespace keel::test {

inline std::string fixture(std::string_view name) {
  const std::filesystem::path path =
      std::filesystem::path(KEEL_SOURCE_DIR) / "tests/contract/fixtures" / name;
  std::ifstream in(path);
  if (!in) FAIL("no fixture " + path.string());
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

inline Value json(std::string_view text) {
  auto value = parse_json(text);
  if (!value) FAIL("bad JSON in a test: " + value.error().message + " in " + std::string(text));
  return std::move(*value);
}

/// A contract with this name and version; `members` is JSON that goes on after the comma, or empty.
inline std::string contract_json(std::string_view name, std::string_view version,
                                 std::string_view members = "") {
  std::string text = R"({"contract":")" + std::string(name) + R"(","version":")" +
                     std::string(version) + R"(","doc":"d")";
  if (!members.empty()) text += "," + std::string(members);
  return text + "}";
}

/// The errors of adding a contract, or "added". The contract stays only while this runs.
inline std::string errors_of(core::ContractRegistry& registry, std::string_view json_text,
                             std::string origin = "test") {
  const auto hold = registry.add(json_text, std::move(origin));
  return hold ? "added" : core::to_text(hold.error());
}

inline std::string errors_of(std::string_view json_text) {
  core::ContractRegistry registry;
  return errors_of(registry, json_text);
}

inline core::ContractHold added(core::ContractRegistry& registry, std::string_view json_text,
                                std::string origin = "test") {
  auto hold = registry.add(json_text, std::move(origin));
  if (!hold) FAIL(core::to_text(hold.error()));
  return std::move(*hold);
}

}  // namespace keel::test
