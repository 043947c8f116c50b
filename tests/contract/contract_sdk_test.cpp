// SPDX-License-Identifier: MIT
#include <chrono>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "core/contract/contract_reader.hpp"
#include "core/contract/contract_registry.hpp"
#include "keel/value.hpp"

using keel::core::ContractReader;
using keel::core::ContractRegistry;

namespace {

std::vector<ContractRegistry::Source> sdk_contracts() {
  const std::filesystem::path folder = std::filesystem::path(KEEL_SOURCE_DIR) / "sdk/contracts";
  std::vector<ContractRegistry::Source> sources;
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    if (file.path().extension() != ".json") continue;
    std::ifstream in(file.path());
    std::stringstream text;
    text << in.rdbuf();
    auto document = ContractReader::parse(text.str(), file.path().filename().string());
    if (!document) FAIL(document.error().text());
    sources.push_back({std::move(*document), file.path().filename().string()});
  }
  return sources;
}

}  // namespace

TEST_CASE("contract: the contracts of the SDK are read together, in any order") {
  std::vector<ContractRegistry::Source> sources = sdk_contracts();
  REQUIRE_FALSE(sources.empty());
  const auto order = [](const auto& a, const auto& b) { return a.origin < b.origin; };
  std::sort(sources.begin(), sources.end(), order);
  if (GENERATE(false, true)) std::reverse(sources.begin(), sources.end());

  ContractRegistry registry;
  const auto holds = registry.add_all(sources);
  if (!holds) FAIL(keel::core::to_text(holds.error()));
  CHECK(registry.contracts().size() == sources.size());
  INFO(keel::core::to_text(registry.unresolved()));
  CHECK(registry.unresolved().empty());
}
