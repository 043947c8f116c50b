// SPDX-License-Identifier: MIT
#include "session/log/shape_check.hpp"

#include <algorithm>
#include <vector>

#include "session/log/fault.hpp"
#include "session/log/safe_integer.hpp"

namespace keel::session {

namespace {

bool matches(ValueView value, Expect expect) {
  switch (expect) {
    case Expect::kString:
      return value.is_string();
    case Expect::kNonEmptyString:
      return value.is_string() && !value.text().empty();
    case Expect::kPositive:
      return safe_count(value).value_or(0) > 0;
    case Expect::kCount:
      return safe_count(value).has_value();
    case Expect::kNumber:
      return value.is_number();
    case Expect::kBoolean:
      return value.is_bool();
    case Expect::kTrue:
      return value.is_true();
    case Expect::kArray:
      return value.is_array();
    case Expect::kObject:
      return value.is_object();
  }
  return false;
}

std::string_view expected_text(Expect expect) {
  switch (expect) {
    case Expect::kString:
      return "a string";
    case Expect::kNonEmptyString:
      return "a non-empty string";
    case Expect::kPositive:
      return "an integer from 1";
    case Expect::kCount:
      return "an integer from 0";
    case Expect::kNumber:
      return "a number";
    case Expect::kBoolean:
      return "a boolean";
    case Expect::kTrue:
      return "true, or no such member";
    case Expect::kArray:
      return "an array";
    case Expect::kObject:
      return "an object";
  }
  return "another value";
}

}  // namespace

std::string ShapePath::text() const {
  std::vector<const ShapePath*> chain;
  for (const ShapePath* at = this; at != nullptr; at = at->parent) chain.push_back(at);
  std::reverse(chain.begin(), chain.end());
  std::string result;
  for (const ShapePath* at : chain) {
    if (at->name.empty()) {
      result += '[' + std::to_string(at->index) + ']';
      continue;
    }
    if (!result.empty()) result += '.';
    result += at->name;
  }
  return result;
}

bool ShapeCheck::member(ValueView object, const Key& key, Expect expect, const ShapePath& at) {
  return value(object[key], expect, {&at, key.text()});
}

bool ShapeCheck::optional_member(ValueView object, const Key& key, Expect expect,
                                 const ShapePath& at) {
  const ValueView found = object[key];
  return found.is_absent() ? !failed() : value(found, expect, {&at, key.text()});
}

bool ShapeCheck::object(ValueView found, const ShapePath& at) {
  return value(found, Expect::kObject, at);
}

bool ShapeCheck::one_of(ValueView object, const Key& key,
                        std::initializer_list<std::string_view> allowed, const ShapePath& at) {
  if (failed()) return false;
  const ValueView found = object[key];
  if (found.is_string()) {
    if (std::find(allowed.begin(), allowed.end(), found.text()) != allowed.end()) return true;
  }
  std::string expected;
  for (const std::string_view name : allowed) {
    expected += (expected.empty() ? "" : " or ") + in_quotes(name);
  }
  return fail(ShapePath{&at, key.text()}.text(), expected, describe(found));
}

bool ShapeCheck::value(ValueView found, Expect expect, const ShapePath& at) {
  if (failed()) return false;
  if (matches(found, expect)) return true;
  return fail(at.text(), expected_text(expect), describe(found));
}

bool ShapeCheck::fail(const std::string& path, std::string_view expected, std::string_view found) {
  if (!fault_) fault_ = refused_shape(type_, path, expected, found);
  return false;
}

}  // namespace keel::session
