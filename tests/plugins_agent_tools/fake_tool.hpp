// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "keel/contracts/tools.hpp"
#include "keel/sdk.hpp"

namespace keel::testing {

/// A tool of the test: does what its functions say. Takes any arguments, unless told otherwise, and
/// gives text.
class FakeTool {
 public:
  using Execute = std::function<Task<Value>(Call, ValueView in)>;
  using Plain = std::function<Expected<Value>(ValueView in)>;

  Value parameters = json(R"({"type": "object", "properties": {"n": {"type": "integer"}}})");
  Value output = json(R"({"type": "string"})");
  /// More members of the metadata.
  std::vector<std::pair<std::string, Value>> more;

  /// The body. `execute` when it has to wait, otherwise `plain`, which gives a RunResult.
  Execute execute;
  Plain plain = [](ValueView) { return object({{"value", "done"}}); };
  Plain render = [](ValueView in) {
    const Value block = object({{"type", "text"}, {"text", in["value"].text()}});
    const Value meta = object({{"length", in["value"].text().size()}});
    return object({{"content", array({block})}, {"meta", meta}});
  };
  Plain classify = [](ValueView) { return object({{"concurrencySafe", true}}); };
  Plain finalize = [](ValueView) { return object({}); };

  std::size_t times_run = 0;

  Value metadata() const {
    Builder builder;
    builder.begin_object();
    builder.member("description", "A tool of the test");
    builder.member("parameters", static_cast<const ValueView&>(parameters));
    builder.name("output").begin_object();
    builder.member("schema", static_cast<const ValueView&>(output)).end();
    for (const auto& [name, value] : more) {
      builder.member(name, static_cast<const ValueView&>(value));
    }
    builder.end();
    return builder.finish_or_absent();
  }

  Expected<Registration> publish(const Context& context, const std::string& name) {
    return context.publish("tool/" + name, metadata(), kMethods, this);
  }

 private:
  Task<Value> on_execute(Call call, ValueView in) {
    ++times_run;
    if (execute) co_return co_await must(execute(call, in));
    Expected<Value> result = plain(in);
    if (!result) co_return result.error();
    co_return std::move(*result);
  }
  Expected<Value> on_render(Call, ValueView in) { return render(in); }
  Expected<Value> on_classify(Call, ValueView in) { return classify(in); }
  Expected<Value> on_finalize(Call, ValueView in) { return finalize(in); }

  static constexpr Methods kMethods{
      method<contracts::tools::Tool::kExecute, &FakeTool::on_execute>,
      method<contracts::tools::Tool::kRender, &FakeTool::on_render>,
      method<contracts::tools::Tool::kClassify, &FakeTool::on_classify>,
      method<contracts::tools::Tool::kFinalize, &FakeTool::on_finalize>};
};

}  // namespace keel::testing
