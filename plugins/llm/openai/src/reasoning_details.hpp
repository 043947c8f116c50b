// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "keel/value.hpp"

namespace keel::llm_openai {

/// The `reasoning_details` of an answer, put together from its deltas so that they can be sent
/// back: some providers sign or encrypt what their models thought and ask for it in the next
/// request.
class ReasoningDetails {
 public:
  /// A list of a delta.
  void add(ValueView list);
  /// The readable text of a list, in order.
  static std::string text_of(ValueView list);

  /// The whole list; absent unless something in it is opaque, since text alone says nothing that
  /// the reasoning block does not say.
  Value to_value() const;

 private:
  using Members = std::vector<std::pair<std::string, Value>>;

  void merge(Members& into, ValueView detail);

  std::vector<Members> details_;
};

}  // namespace keel::llm_openai
