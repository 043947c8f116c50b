// SPDX-License-Identifier: MIT
// Whether a schema may replace another one within a major version.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/contract/member_reader.hpp"
#include "keel/value.hpp"

namespace keel::core {

/// Compares schemas of two versions of a contract, both of which compile. The newer one may add
/// optional members, values of open enums and branches of open unions, and change annotations;
/// everything else is a fault: plugins built against either version are on both ends of every
/// message. Nothing recurses.
class SchemaSuperset {
 public:
  /// `older_types` and `newer_types` are the `types` of the two contract files.
  SchemaSuperset(ValueView older_types, ValueView newer_types, FaultList& faults);

  /// Absent stands for a message without a value.
  void compare(ValueView older, ValueView newer, const std::string& place);

 private:
  struct Pair {
    ValueView older;
    ValueView newer;
    std::string place;
  };

  void compare_pair(Pair pair);
  /// Goes through local references. False when the pair has been compared before, or names the same
  /// foreign type.
  bool dereference(Pair& pair);
  void compare_unions(const Pair& pair);
  void compare_objects(const Pair& pair);
  void compare_required(const Pair& pair);
  void compare_choices(const Pair& pair);
  void compare_limits(const Pair& pair);
  void fault(const Pair& pair, std::string_view member, std::string message);

  ValueView older_types_;
  ValueView newer_types_;
  FaultList& faults_;
  std::vector<Pair> open_;
  std::set<std::pair<std::string, std::string>> compared_;
};

}  // namespace keel::core
