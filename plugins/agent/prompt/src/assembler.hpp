// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <list>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "contributions.hpp"
#include "keel/sdk.hpp"
#include "tool_order.hpp"

namespace keel::agent_prompt {

/// Makes assemblies. Keeps what a scope contributes until the registry changes, so that a step
/// computes only what has to be computed anew. Kernel thread.
class Assembler {
 public:
  /// Error CONFIG for an order that is none.
  Assembler(Context context, ToolOrder order);

  /// The assembly of the call's target scope, after system-prompt/assemble. Error PROMPT_FAILED or
  /// UNKNOWN_TOOL_ORDER.
  Task<Value> assemble(Call call, ValueView session_id);

  /// A registration of one of the prompt's families has changed.
  void invalidate() { ++registry_version_; }

  /// What the order names and no global source of tools knows.
  Task<std::vector<std::string>> unknown_in_order();

 private:
  struct Kept {
    std::shared_ptr<const Contributions> contributions;
    std::uint64_t registry_version = 0;
    std::vector<std::uint64_t> chain;
  };
  /// What sources of tools answered, and what was made of it.
  struct ToolList {
    std::vector<Value> answers;
    Value tools;
  };
  /// Agents with the same tools share one list; more kinds of agents than these take turns.
  static constexpr std::size_t kKeptToolLists = 16;

  Kept& kept(keel_scope scope);
  std::vector<std::uint64_t> chain_of(keel_scope scope) const;
  std::shared_ptr<const Contributions> contributions(keel_scope scope);

  Task<Value> text_of(Call call, std::string_view what, const Contribution& contribution,
                      ValueView session_id) const;
  Task<Value> named_texts(Call call, std::string_view what,
                          const std::vector<const Contribution*>& list, ValueView session_id) const;
  Task<Value> variables(Call call, const Contributions& all, ValueView session_id) const;
  Task<Value> tools(Call call, const Contributions& all, ValueView session_id);
  const ToolList* find_tool_list(const std::vector<Value>& answers);
  Expected<Value> ordered_tools(const std::vector<Value>& answers) const;

  Context context_;
  ToolOrder order_;
  keel_event assemble_;
  std::uint64_t registry_version_ = 1;
  Kept global_;
  PerScope<Kept> scopes_;
  /// Most recently used first.
  std::list<ToolList> tool_lists_;
};

}  // namespace keel::agent_prompt
