// SPDX-License-Identifier: MIT
// Reading objects whose members are known beforehand.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/schema/violation.hpp"
#include "keel/value.hpp"

namespace keel::core {

/// Faults of one document, in the order in which they were found.
class FaultList {
 public:
  void add(std::string place, std::string message) {
    faults_.push_back({std::move(place), std::move(message)});
  }
  void add_all(const std::vector<Violation>& violations) {
    faults_.insert(faults_.end(), violations.begin(), violations.end());
  }
  bool empty() const { return faults_.empty(); }
  const std::vector<Violation>& all() const { return faults_; }

 private:
  std::vector<Violation> faults_;
};

/// "events" and "agent/status" give events["agent/status"].
std::string place_below(const std::string& place, std::string_view member);
std::string place_below(const std::string& place, std::size_t index);

/// One object of a document. Reports members that are not `known`, and members of the wrong kind as
/// they are asked for.
class MemberReader {
 public:
  MemberReader(ValueView value, std::string place, FaultList& faults,
               std::initializer_list<std::string_view> known);

  /// False when the value is not an object, which has been reported; every member then reads as
  /// missing.
  bool is_object() const { return value_.is_object(); }
  const std::string& place() const { return place_; }
  std::string place_of(std::string_view member) const { return place_below(place_, member); }
  ValueView get(std::string_view member) const { return value_[member]; }
  bool has(std::string_view member) const { return value_.has(member); }

  void fault(std::string_view member, std::string message);

  /// Text that must be there; it may be empty.
  std::string present_text(std::string_view member);
  /// Text that must be there and not empty.
  std::string required_text(std::string_view member);
  std::string text(std::string_view member);
  bool flag(std::string_view member, bool fallback);
  /// An object or list; absent, or empty after a fault, when it is not there.
  ValueView object(std::string_view member);
  ValueView list(std::string_view member);

 private:
  ValueView value_;
  std::string place_;
  FaultList& faults_;
};

}  // namespace keel::core
