// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "keel/contracts/tools.hpp"
#include "keel/sdk.hpp"

namespace keel::testing {

/// A tool of the test. It answers with the text of its argument `say`; with `gate` in its
/// arguments it waits until that gate is opened.
class TestTool {
 public:
  TestTool(Context context, const std::string& name, bool parallel = true)
      : context_(context), gates_(std::move(context)) {
    const Value schema = json(R"({"type": "object"})");
    const Value output = object({{"schema", json(R"({"type": "string"})")}});
    const Value metadata = object({{"description", "A tool of the test"},
                                   {"parameters", schema},
                                   {"output", output},
                                   {"concurrencySafe", parallel}});
    registration_ = must(context_.publish("tool/" + name, metadata, kMethods, this));
  }

  /// Gives every result of calls with this `say` a context, and may conclude the turn.
  void add_context(const std::string& say, const Value& message) { contexts_[say] = message; }
  bool concludes = false;

  void open(const std::string& gate) {
    opened_[gate] = true;
    gates_.pulse();
  }
  std::size_t running() const { return running_; }
  std::size_t most_running() const { return most_running_; }
  /// The `say` of the calls in the order in which their bodies began.
  const std::vector<std::string>& started() const { return started_; }

 private:
  Task<Value> on_execute(Call, ValueView in) {
    const std::string say(in["arguments"]["say"].text());
    const std::string gate(in["arguments"]["gate"].text());
    started_.push_back(say);
    ++running_;
    most_running_ = std::max(most_running_, running_);
    // Also when cancelled it takes its time: a result is awaited, not abandoned.
    while (!gate.empty() && !opened_[gate]) co_await gates_.wait();
    --running_;
    const auto context = contexts_.find(say);
    Value contexts = context == contexts_.end() ? Value() : array({context->second});
    co_return object({{"value", say},
                      {"contexts", contexts},
                      {"concludesTurn", concludes ? Value(true) : Value()}});
  }

  Value on_render(Call, ValueView in) {
    const Value block = object({{"type", "text"}, {"text", Value::share(in["value"])}});
    return object({{"content", array({block})}});
  }

  static constexpr Methods kMethods{method<contracts::tools::Tool::kExecute, &TestTool::on_execute>,
                                    method<contracts::tools::Tool::kRender, &TestTool::on_render>};

  Context context_;
  Signal gates_;
  std::map<std::string, bool> opened_;
  std::map<std::string, Value> contexts_;
  std::size_t running_ = 0;
  std::size_t most_running_ = 0;
  std::vector<std::string> started_;
  Registration registration_;
};

}  // namespace keel::testing
