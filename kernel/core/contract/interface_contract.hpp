// SPDX-License-Identifier: MIT
// Methods of one kind of object.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/contract/message_contract.hpp"
#include "core/schema/schema.hpp"

namespace keel::core {

/// The stream whose reader is the first reference of a method's result.
struct StreamContract {
  std::optional<Schema> item;
  std::optional<Schema> end;  ///< nothing: the end carries no value
};

struct MethodContract {
  std::string name;
  std::string doc;
  MessageContract params;
  MessageContract result;
  std::vector<std::string> errors;  ///< codes that it may fail with; "*": any
  bool orphanable = false;          ///< a deadline may leave it behind
  std::optional<StreamContract> stream;

  bool may_fail_with(std::string_view code) const;
};

struct InterfaceContract {
  std::string name;  ///< "agent@0"
  std::string doc;
  std::vector<MethodContract> methods;  ///< by ordinal

  const MethodContract* method(std::uint32_t ordinal) const;
  const MethodContract* method(std::string_view method_name) const;
};

}  // namespace keel::core
