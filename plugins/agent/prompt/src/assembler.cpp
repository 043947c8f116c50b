// SPDX-License-Identifier: MIT
#include "assembler.hpp"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "keel/contracts/prompt.hpp"

namespace keel::agent_prompt {

using contracts::prompt::PromptText;
using contracts::prompt::PromptTools;

namespace {

/// The innermost function of system-prompt/assemble.
class AsBuilt {
 public:
  Value operator()(Call, ValueView in) const { return Value::share(in["assembly"]); }
};

Message request_of(ValueView session_id) {
  return Message(object({{"session_id", Value::share(session_id)}}));
}

Error wrapped(std::string what, const Error& error) {
  return Error::failed("PROMPT_FAILED", std::move(what) + ": " + error.message, error.data);
}

bool is_same(ValueView a, ValueView b) {
  return a.raw().head == b.raw().head && a.raw().body == b.raw().body;
}

std::vector<const Contribution*> pointers(const std::vector<Contribution>& list) {
  std::vector<const Contribution*> all;
  all.reserve(list.size());
  for (const Contribution& one : list) all.push_back(&one);
  return all;
}

/// The one section that stands for the whole prompt; null when there is none.
const Contribution* complete_section(const Contributions& all) {
  const Contribution* found = nullptr;
  for (const Contribution& section : all.sections) {
    if (!section.metadata["complete"].is_true()) continue;
    if (found != nullptr) {
      throw Failure("PROMPT_FAILED", "sections \"" + found->name + "\" and \"" + section.name +
                                         "\" both say that they are the complete prompt");
    }
    found = &section;
  }
  return found;
}

std::string texts_fault(std::string_view member, ValueView texts) {
  if (!texts.is_array()) {
    return std::string(member) + ": expected array, found " + std::string(kind_name(texts.kind()));
  }
  for (const ValueView item : texts.items()) {
    if (!item["name"].is_string() || !item["text"].is_string()) {
      return std::string(member) + ": expected items with a name and a text";
    }
  }
  return {};
}

std::string assembly_fault(ValueView assembly) {
  std::string fault = texts_fault("sections", assembly["sections"]);
  if (fault.empty()) fault = texts_fault("contexts", assembly["contexts"]);
  if (!fault.empty()) return fault;
  for (const ValueView tool : assembly["tools"].items()) {
    if (tool["name"].text().empty() || !tool["parameters"].is_object()) {
      return "tools: expected items with a name and parameters";
    }
  }
  if (!assembly["tools"].is_array()) return "tools: expected array";
  if (!assembly["variables"].is_object()) return "variables: expected object";
  return {};
}

/// What a listener may not undo: a complete section stands alone, suppressed contexts stay away.
Value enforced(ValueView answer, const Contributions& all, ValueView complete) {
  Builder builder;
  builder.begin_object();
  builder.member("sections", complete.is_absent() ? answer["sections"] : complete);
  builder.name("contexts").begin_array();
  for (const ValueView context : answer["contexts"].items()) {
    if (!all.is_suppressed(context["name"].text())) builder.put(context);
  }
  builder.end();
  builder.member("tools", answer["tools"]);
  builder.member("variables", answer["variables"]);
  builder.end();
  return builder.finish_or_absent();
}

}  // namespace

Assembler::Assembler(Context context, ToolOrder order)
    : context_(context),
      order_(std::move(order)),
      assemble_(must(context.event(contracts::prompt::events::kSystemPromptAssemble))),
      scopes_(std::move(context)) {}

// ---- What a scope contributes
// -----------------------------------------------------------------------

Assembler::Kept& Assembler::kept(keel_scope scope) {
  return scope.id == 0 ? global_ : *must(scopes_.get(scope));
}

std::vector<std::uint64_t> Assembler::chain_of(keel_scope scope) const {
  std::vector<std::uint64_t> chain;
  while (scope.id != 0) {
    scope = detail::call_api().scope_parent(context_.raw(), scope);
    if (scope.id != 0) chain.push_back(scope.id);
  }
  return chain;
}

std::shared_ptr<const Contributions> Assembler::contributions(keel_scope scope) {
  Kept& known = kept(scope);
  std::vector<std::uint64_t> chain = chain_of(scope);
  if (known.contributions == nullptr || known.registry_version != registry_version_ ||
      known.chain != chain) {
    known.contributions =
        std::make_shared<const Contributions>(Contributions::read(context_, scope));
    known.registry_version = registry_version_;
    known.chain = std::move(chain);
  }
  return known.contributions;
}

// ---- Parts of an assembly
// -------------------------------------------------------------------------------

/// A string; null when the contribution has nothing to say now.
Task<Value> Assembler::text_of(Call call, std::string_view what, const Contribution& contribution,
                               ValueView session_id) const {
  const ValueView fixed = contribution.metadata["text"];
  if (fixed.is_string()) co_return Value::share(fixed);
  Message in = request_of(session_id);
  const Expected<Message> answer =
      co_await call.invoke(contribution.ref, PromptText::kText, std::move(in));
  const std::string place = std::string(what) + " \"" + contribution.name + "\"";
  if (!answer) co_return wrapped(place, answer.error());
  const ValueView text = (*answer)["text"];
  if (text.is_absent()) co_return Value(nullptr);
  if (text.is_string()) co_return Value::share(text);
  co_return fail("PROMPT_FAILED",
                 place + ": expected text, found " + std::string(kind_name(text.kind())));
}

Task<Value> Assembler::named_texts(Call call, std::string_view what,
                                   const std::vector<const Contribution*>& list,
                                   ValueView session_id) const {
  Builder builder;
  builder.begin_array();
  for (const Contribution* contribution : list) {
    const Value text = co_await must(text_of(call, what, *contribution, session_id));
    builder.begin_object();
    builder.member("name", contribution->name);
    builder.member("text", text.text());
    builder.end();
  }
  builder.end();
  co_return builder.finish_or_absent();
}

Task<Value> Assembler::variables(Call call, const Contributions& all, ValueView session_id) const {
  Builder builder;
  builder.begin_object();
  for (const Contribution& variable : all.variables) {
    const Value text = co_await must(text_of(call, "variable", variable, session_id));
    builder.member(variable.name, static_cast<const ValueView&>(text));
  }
  builder.end();
  co_return builder.finish_or_absent();
}

Task<Value> Assembler::tools(Call call, const Contributions& all, ValueView session_id) {
  std::vector<Value> answers;
  for (const Contribution& source : all.tool_sources) {
    Message in = request_of(session_id);
    Expected<Message> answer =
        co_await call.invoke(source.ref, PromptTools::kSchemas, std::move(in));
    if (!answer) co_return wrapped("source of tools \"" + source.name + "\"", answer.error());
    answers.push_back(answer->take_value());
  }
  if (const ToolList* known = find_tool_list(answers)) co_return known->tools;
  Value ordered = must(ordered_tools(answers));
  if (tool_lists_.size() == kKeptToolLists) tool_lists_.pop_back();
  tool_lists_.push_front({std::move(answers), ordered});
  co_return ordered;
}

/// A source that keeps its answer gives the very same one again, which was sorted before.
const Assembler::ToolList* Assembler::find_tool_list(const std::vector<Value>& answers) {
  for (auto list = tool_lists_.begin(); list != tool_lists_.end(); ++list) {
    const bool is_known =
        std::equal(answers.begin(), answers.end(), list->answers.begin(), list->answers.end(),
                   [](const Value& a, const Value& b) { return is_same(a, b); });
    if (!is_known) continue;
    tool_lists_.splice(tool_lists_.begin(), tool_lists_, list);
    return &tool_lists_.front();
  }
  return nullptr;
}

Expected<Value> Assembler::ordered_tools(const std::vector<Value>& answers) const {
  std::vector<Value> tools;
  std::vector<std::string> known;
  std::unordered_set<std::string_view> names;
  for (const Value& answer : answers) {
    for (const ValueView tool : answer["schemas"].items()) {
      const std::string_view name = tool["name"].text();
      if (name.empty() || name == kUnlistedTools) {
        return fail("PROMPT_FAILED", "a source of tools offers one named \"" + std::string(name) +
                                         "\", which no tool may be");
      }
      if (!names.insert(name).second) {
        return fail("PROMPT_FAILED",
                    "two sources offer a tool \"" + std::string(name) + "\"; one has to go");
      }
      known.emplace_back(name);
      tools.push_back(Value::share(tool));
    }
    for (const ValueView name : answer["known_names"].items()) known.emplace_back(name.text());
  }
  const std::vector<std::string> missing = order_.missing_from(known);
  if (!missing.empty()) {
    return fail("UNKNOWN_TOOL_ORDER", "toolOrder names \"" + missing.front() +
                                          "\", which no source of tools knows; correct the name "
                                          "in the config of agent/prompt, or take it out");
  }
  order_.sort(tools);
  Builder builder;
  builder.begin_array();
  for (const Value& tool : tools) {
    // Nothing but what a model may see.
    builder.begin_object();
    builder.member("name", tool["name"]);
    builder.member("description", tool["description"].text());
    builder.member("parameters", tool["parameters"]);
    builder.end();
  }
  builder.end();
  auto [value, mistake] = builder.finish();
  if (mistake) return fail("PROMPT_FAILED", "a tool's schema is unusable: " + mistake->message);
  return std::move(value);
}

// ---- The whole
// ------------------------------------------------------------------------------------------

Task<Value> Assembler::assemble(Call call, ValueView session_id) {
  const std::shared_ptr<const Contributions> all = contributions(call.target());
  const Contribution* complete = complete_section(*all);
  std::vector<const Contribution*> used;
  if (complete == nullptr) {
    used = pointers(all->sections);
  } else {
    used.push_back(complete);
  }
  const Value sections = co_await must(named_texts(call, "section", used, session_id));
  used = pointers(all->contexts);
  const Value contexts = co_await must(named_texts(call, "context", used, session_id));
  const Value offered = co_await must(tools(call, *all, session_id));
  const Value values = co_await must(variables(call, *all, session_id));

  const Value built = object(
      {{"sections", sections}, {"contexts", contexts}, {"tools", offered}, {"variables", values}});
  Message in(object({{"assembly", built}, {"session_id", Value::share(session_id)}}));
  AsBuilt as_built;
  Expected<Message> answer =
      co_await call.dispatch_or(assemble_, call.target(), std::move(in), as_built);
  if (!answer) co_return wrapped("a listener of system-prompt/assemble", answer.error());
  Value assembly = answer->take_value();
  if (is_same(assembly, built)) co_return assembly;
  const std::string fault = assembly_fault(assembly);
  if (!fault.empty()) {
    co_return fail("PROMPT_FAILED",
                   "a listener of system-prompt/assemble gave no assembly: " + fault);
  }
  const Value only = complete == nullptr ? Value() : sections;
  co_return enforced(assembly, *all, only);
}

Task<std::vector<std::string>> Assembler::unknown_in_order() {
  std::vector<std::string> known;
  const std::vector<ServiceEntry> sources = must(context_.layers("prompt.tools", {0}));
  for (const ServiceEntry& source : sources) {
    const Message answer = co_await must(context_.invoke(source.ref, PromptTools::kSchemas));
    for (const ValueView tool : answer["schemas"].items()) known.emplace_back(tool["name"].text());
    for (const ValueView name : answer["known_names"].items()) known.emplace_back(name.text());
  }
  co_return order_.missing_from(known);
}

}  // namespace keel::agent_prompt
