// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "keel/error.hpp"
#include "keel/value.hpp"

namespace keel::session {

/// Where in an event's data a check stands: a chain of names on the call stack, spelt out only when
/// something is wrong.
struct ShapePath {
  const ShapePath* parent = nullptr;
  std::string_view name;
  /// Index in an array when `name` is empty.
  std::size_t index = 0;

  std::string text() const;
};

/// Kinds of members that core events have.
enum class Expect : std::uint8_t {
  kString,
  kNonEmptyString,
  kPositive,  ///< A safe integer from 1.
  kCount,     ///< A safe integer from 0.
  kNumber,
  kBoolean,
  kTrue,
  kArray,
  kObject,
};

/// Collects the first fault of one event's data. After a fault every further check answers false.
class ShapeCheck {
 public:
  explicit ShapeCheck(std::string_view type) : type_(type) {}

  /// True when `object` has the member and it is as expected.
  bool member(ValueView object, const Key& key, Expect expect, const ShapePath& at);
  /// True when the member is missing or as expected.
  bool optional_member(ValueView object, const Key& key, Expect expect, const ShapePath& at);
  bool object(ValueView value, const ShapePath& at);
  /// True when the member is a string equal to one of `allowed`.
  bool one_of(ValueView object, const Key& key, std::initializer_list<std::string_view> allowed,
              const ShapePath& at);

  bool fail(const std::string& path, std::string_view expected, std::string_view found);
  bool failed() const { return fault_.has_value(); }
  std::optional<Error> take() { return std::move(fault_); }

 private:
  bool value(ValueView value, Expect expect, const ShapePath& at);

  std::string_view type_;
  std::optional<Error> fault_;
};

}  // namespace keel::session
