// SPDX-License-Identifier: MIT
// The slow check: every fault, with its place.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/schema/json_path.hpp"
#include "core/schema/schema_program.hpp"
#include "core/schema/violation_list.hpp"
#include "keel/value.hpp"

namespace keel::core {

/// One check of one value.
class SchemaReporter {
 public:
  explicit SchemaReporter(std::string_view root) : root_(root) {}

  std::vector<Violation> run(const SchemaProgram& program, std::uint32_t node, ValueView value);

 private:
  struct Frame {
    const SchemaProgram* program = nullptr;
    const SchemaNode* node = nullptr;
    ValueView value;
    std::size_t next = 0;  ///< the child after the one that is being checked
  };

  void enter(const SchemaProgram& program, std::uint32_t node, ValueView value);
  void enter_one_of(const SchemaProgram& program, const SchemaNode& node, ValueView value);
  void refuse_variant(const SchemaProgram& program, const SchemaNode& node, ValueView value);
  void report_missing(const SchemaProgram& program, const SchemaNode& node, ValueView value);
  void step();
  void fault(std::string message);
  void fault_at(std::string_view member, std::string message);
  JsonPath here() const;
  void report_lossy(ValueView value);

  std::string root_;
  std::vector<Frame> frames_;
  ViolationList violations_;
};

}  // namespace keel::core
