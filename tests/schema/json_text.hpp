// SPDX-License-Identifier: MIT
// JSON for the tests of this folder.
#pragma once

#include <string>
#include <string_view>

#include <catch2/catch.hpp>

#include "core/schema/schema.hpp"
#include "keel/value.hpp"

namespace keel::test {

inline Value json(std::string_view text) {
  auto value = parse_json(text);
  if (!value) FAIL("bad JSON in a test: " + value.error().message + " in " + std::string(text));
  return std::move(*value);
}

inline core::Schema compiled(ValueView schema, core::Dialect dialect = core::Dialect::kContract) {
  auto result = core::Schema::compile(schema, dialect);
  if (!result) FAIL(core::to_text(result.error()));
  return std::move(*result);
}

inline core::Schema compiled(std::string_view text,
                             core::Dialect dialect = core::Dialect::kContract) {
  const Value schema = json(text);
  return compiled(static_cast<ValueView>(schema), dialect);
}

/// The faults of a schema, or "compiles".
inline std::string faults_of_schema(std::string_view text,
                                    core::Dialect dialect = core::Dialect::kContract) {
  const Value schema = json(text);
  const auto result = core::Schema::compile(schema, dialect);
  return result ? "compiles" : core::to_text(result.error());
}

/// The faults of a value, or "". Checks that the fast answer agrees.
inline std::string faults(const core::Schema& schema, ValueView value,
                          std::string_view root = "arguments") {
  const auto violations = schema.validate(value, root);
  CHECK(schema.matches(value) == violations.empty());
  return core::to_text(violations);
}

inline std::string faults(std::string_view schema, std::string_view value,
                          core::Dialect dialect = core::Dialect::kContract) {
  INFO(schema);
  return faults(compiled(schema, dialect), json(value));
}

}  // namespace keel::test
