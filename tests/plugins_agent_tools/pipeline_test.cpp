// SPDX-License-Identifier: MIT
#include <catch2/catch.hpp>

#include <string>
#include <utility>

#include "tools_fixture.hpp"

namespace keel::testing {
namespace {

Value message(std::string_view id) {
  const Value block = object({{"type", "text"}, {"text", "context"}});
  const Value source = object({{"kind", "plugin"}, {"plugin", "test/tools"}});
  return object({{"id", id}, {"role", "user"}, {"content", array({block})}, {"source", source}});
}

Value success(std::string_view text) {
  const Value block = object({{"type", "text"}, {"text", "made up"}});
  return object({{"isError", false}, {"content", array({block})}, {"value", text}});
}

/// A success as tools/execute carries it, whose value is no text.
Value broken_success() {
  return object({{"isError", false}, {"content", array({})}, {"value", 7}});
}

}  // namespace

TEST_CASE_METHOD(ToolsFixture, "a call runs the tool and gives its value, content and meta") {
  FakeTool tool;
  tool.plain = [](ValueView in) {
    CHECK(in["arguments"]["n"].integer_or(0) == 3);
    CHECK(in["callId"].text() == "call-1");
    CHECK(in["rootCallId"].text() == "call-1");
    return object({{"value", "three"}});
  };
  add(tool, "count");
  const Value result = execute("count", object({{"n", 3}}));
  CHECK_FALSE(result["isError"].is_true());
  CHECK(result["value"].text() == "three");
  CHECK(text_of(result) == "three");
  CHECK(result["meta"]["length"].integer_or(0) == 5);
  CHECK(results == 1);
  CHECK(posts == 1);
  CHECK(last_result == result);
}

TEST_CASE_METHOD(ToolsFixture, "every failure yields one isError result and one tools/result") {
  FakeTool tool;
  add(tool, "tool");

  SECTION("unknown tool") {
    const Value result = execute("nothing");
    CHECK(result["isError"].is_true());
    CHECK(code_of(result) == "UNKNOWN_TOOL");
    CHECK(text_of(result) == "Error: there is no tool \"nothing\"");
    CHECK(posts == 1);
  }
  SECTION("invalid arguments") {
    const Value result = execute("tool", object({{"n", "x"}}));
    CHECK(code_of(result) == "INVALID_ARGS");
    CHECK(result["error"]["info"]["name"].text() == "ToolArgsError");
    CHECK(text_of(result).find("n: expected integer, found string") != std::string::npos);
    CHECK(tool.times_run == 0);
    CHECK(posts == 1);
  }
  SECTION("failing body keeps its code") {
    tool.plain = [](ValueView) -> Expected<Value> {
      return fail("FS_NOT_FOUND", "no such file", object({{"name", "FsError"}}));
    };
    const Value result = execute("tool");
    CHECK(code_of(result) == "FS_NOT_FOUND");
    CHECK(result["error"]["info"]["name"].text() == "FsError");
    CHECK(text_of(result) == "Error: no such file");
    CHECK(posts == 1);
  }
  SECTION("throwing body carries only a message") {
    tool.plain = [](ValueView) -> Expected<Value> { throw std::runtime_error("it broke"); };
    const Value result = execute("tool");
    CHECK(result["isError"].is_true());
    CHECK(result["error"]["message"].text() == "it broke");
    CHECK(result["error"]["info"].is_absent());
    CHECK(posts == 1);
  }
  SECTION("throwing pre-execute listener skips post-execute") {
    listen("tools/pre-execute", 0, [](Call) -> Value { throw std::runtime_error("pre"); });
    const Value result = execute("tool");
    CHECK(result["error"]["message"].text() == "pre");
    CHECK(tool.times_run == 0);
    CHECK(posts == 0);
  }
  SECTION("pre-execute listener without a decision is no allowance") {
    listen("tools/pre-execute", 0, [](Call) { return object({{"kind", "perhaps"}}); });
    const Value result = execute("tool");
    CHECK(result["isError"].is_true());
    CHECK(text_of(result).find("perhaps") != std::string::npos);
    CHECK(tool.times_run == 0);
  }
  SECTION("throwing execute listener skips post-execute") {
    listen("tools/execute", 0, [](Call) -> Value { throw std::runtime_error("around"); });
    const Value result = execute("tool");
    CHECK(result["error"]["message"].text() == "around");
    CHECK(posts == 0);
  }
  SECTION("throwing post-execute listener") {
    listen("tools/post-execute", 0, [](Call) -> Value { throw std::runtime_error("post"); });
    const Value result = execute("tool");
    CHECK(result["error"]["message"].text() == "post");
    CHECK(posts == 1);
  }
  SECTION("lossy value") {
    tool.output = object({});
    tool.plain = [](ValueView) { return object({{"value", Value::bytes_of("\x01")}}); };
    kept.pop_back();
    add(tool, "lossy");
    const Value result = execute("lossy");
    CHECK(code_of(result) == "INVALID_TOOL_OUTPUT");
    CHECK(posts == 1);
  }
  SECTION("lossy arguments") {
    const Value result = execute("tool", object({{"n", -0.0}}));
    CHECK(result["isError"].is_true());
    CHECK(text_of(result).find("plain JSON") != std::string::npos);
    CHECK(posts == 0);
  }
  SECTION("value that does not fit the output schema") {
    tool.plain = [](ValueView) { return object({{"value", 7}}); };
    const Value result = execute("tool");
    CHECK(code_of(result) == "INVALID_TOOL_OUTPUT");
    CHECK(text_of(result).find("value: expected string, found integer") != std::string::npos);
  }
  SECTION("failing render") {
    tool.render = [](ValueView) -> Expected<Value> { return fail("X", "cannot draw"); };
    const Value result = execute("tool");
    CHECK(code_of(result) == "INVALID_TOOL_OUTPUT");
  }
  SECTION("render that gives no blocks") {
    tool.render = [](ValueView) { return object({{"content", array({"text"})}}); };
    CHECK(code_of(execute("tool")) == "INVALID_TOOL_OUTPUT");
  }
  CHECK(results == 1);
}

TEST_CASE_METHOD(ToolsFixture, "arguments that are not JSON end in INVALID_ARGS, quoted") {
  FakeTool tool;
  add(tool, "tool");
  const Value result = execute("tool", Value("file_path=foo"));
  CHECK(code_of(result) == "INVALID_ARGS");
  CHECK(text_of(result).find("file_path=foo") != std::string::npos);
  CHECK(text_of(result).find("13 bytes") != std::string::npos);
  CHECK(tool.times_run == 0);
}

TEST_CASE_METHOD(ToolsFixture, "a tool with rawParameters checks its own arguments") {
  FakeTool tool;
  tool.parameters = json(R"({"type": "object", "properties": {"n": {"anyOf": [{}]}}})");
  CHECK(tool.publish(host.ctx(), "raw").error().code == "UNSUPPORTED_SCHEMA");
  tool.more = {{"rawParameters", true}};
  add(tool, "raw");
  CHECK_FALSE(execute("raw", object({{"n", "anything"}}))["isError"].is_true());
}

TEST_CASE_METHOD(ToolsFixture, "an allow of one listener cannot override a guard's denial") {
  FakeTool tool;
  add(tool, "tool");
  std::size_t asked = 0;
  keep(host.ctx().publish("tool.guard/never", object({}), [&asked](Call, ValueView in) {
    ++asked;
    CHECK(in["execution"]["name"].text() == "tool");
    return object({{"reason", "the guard says no"}});
  }));
  SECTION("allowed by a listener, denied by the guard") {
    listen("tools/pre-execute", 0, [](Call) { return object({{"kind", "allow"}}); });
    const Value result = execute("tool");
    CHECK(text_of(result) == "Error: the guard says no");
    CHECK(result["error"]["info"].is_absent());
    CHECK(asked == 1);
  }
  SECTION("a guard never runs for a call that was denied before") {
    listen("tools/pre-execute", 0, [](Call) {
      return object({{"kind", "deny"}, {"reason", "policy"}});
    });
    CHECK(text_of(execute("tool")) == "Error: policy");
    CHECK(asked == 0);
  }
  CHECK(tool.times_run == 0);
  CHECK(posts == 1);
  CHECK(results == 1);
}

TEST_CASE_METHOD(ToolsFixture,
                 "guards are asked global first, then from the far end of the chain") {
  FakeTool tool;
  add(tool, "tool");
  TestScope parent(host.ctx());
  TestScope child(host.ctx(), parent.raw());
  std::string order;
  const auto guard = [&order](std::string name) {
    return [&order, name](Call) {
      order += name;
      return object({});
    };
  };
  keep(child->publish("tool.guard/a", object({}), guard("child ")));
  keep(parent->publish("tool.guard/b", object({}), guard("parent ")));
  keep(host.ctx().publish("tool.guard/c", object({}), guard("global ")));
  CHECK_FALSE(execute("tool", object({}), child.raw())["isError"].is_true());
  CHECK(order == "global parent child ");
}

TEST_CASE_METHOD(ToolsFixture, "a failing guard ends the call") {
  FakeTool tool;
  add(tool, "tool");
  keep(host.ctx().publish("tool.guard/broken", object({}), [](Call) -> Expected<Value> {
    return fail("GUARD", "the guard broke");
  }));
  CHECK(text_of(execute("tool")) == "Error: the guard broke");
  CHECK(tool.times_run == 0);
  CHECK(posts == 0);
}

TEST_CASE_METHOD(ToolsFixture, "ask without an approval service denies, with the asker's reason") {
  FakeTool tool;
  add(tool, "tool");
  SECTION("with a reason") {
    listen("tools/pre-execute", 0, [](Call) {
      return object({{"kind", "ask"}, {"reason", "it writes to /etc"}});
    });
    CHECK(text_of(execute("tool")) == "Error: it writes to /etc");
  }
  SECTION("without one") {
    listen("tools/pre-execute", 0, [](Call) { return object({{"kind", "ask"}}); });
    CHECK(text_of(execute("tool")).find("approval") != std::string::npos);
  }
  CHECK(tool.times_run == 0);
  CHECK(posts == 1);
}

TEST_CASE_METHOD(ToolsFixture, "abort before the body: it is never invoked") {
  FakeTool tool;
  add(tool, "tool");
  CancelSource stop = must(host.ctx().token());
  SECTION("before the pipeline") {
    must(stop.cancel(object({})));
    const Value result = execute("tool", object({}), {0}, stop.raw());
    CHECK(code_of(result) == "ABORTED_BEFORE_DISPATCH");
    CHECK(result["error"]["info"]["name"].text() == "AbortError");
    CHECK(posts == 0);
  }
  SECTION("during policy") {
    listen("tools/pre-execute", 0, [&stop](Call call) {
      must(stop.cancel(object({})));
      return call.forward();
    });
    CHECK(code_of(execute("tool", object({}), {0}, stop.raw())) == "ABORTED_BEFORE_DISPATCH");
    CHECK(posts == 1);
  }
  CHECK(tool.times_run == 0);
  CHECK(results == 1);
}

TEST_CASE_METHOD(ToolsFixture, "abort during the body: it is awaited") {
  FakeTool tool;
  CancelSource stop = must(host.ctx().token());
  Signal started(host.ctx());
  Signal finish_body(host.ctx());
  Value answer = object({{"value", "late"}, {"contexts", array({message("m-1")})}});
  std::optional<Error> failure;
  tool.execute = [&](Call call, ValueView) -> Task<Value> {
    started.set();
    static_cast<void>(co_await call.context().cancelled(call.cancel_token()));
    co_await finish_body.wait();
    if (failure) co_return *failure;
    co_return answer;
  };
  add(tool, "slow");
  AgentHost::Pending pending;
  CallOptions options;
  options.cancel = stop.raw();
  host.begin("agent/tools", tools::Tools::kExecute, request("slow", object({})), options, pending);
  host->run_until([&] { return started.is_set(); });
  must(stop.cancel(object({{"kind", "user"}})));
  host->drain();
  CHECK_FALSE(pending.is_settled());

  SECTION("a success becomes ABORTED, and keeps its contexts") {
    finish_body.set();
    host.wait(pending);
    const ValueView result = must(std::move(*pending.outcome)).value();
    CHECK(last_result["error"]["info"]["code"].text() == "ABORTED");
    CHECK(last_result["additionalContexts"].size() == 1);
    static_cast<void>(result);
  }
  SECTION("an error of the tool's own stays") {
    failure = Error::failed("OWN", "its own words");
    finish_body.set();
    host.wait(pending);
    CHECK(code_of(last_result) == "OWN");
  }
  SECTION("a tool that only says that it was cancelled is ABORTED") {
    Error cancelled;
    cancelled.code = "cancelled";
    cancelled.message = "cancelled";
    failure = cancelled;
    finish_body.set();
    host.wait(pending);
    CHECK(code_of(last_result) == "ABORTED");
  }
  CHECK(results == 1);
  CHECK(posts == 1);
}

TEST_CASE_METHOD(ToolsFixture,
                 "deferred contexts come before the wrapper's and after a block not at all") {
  FakeTool tool;
  tool.plain = [](ValueView) {
    return object({{"value", "x"}, {"contexts", array({message("body")})}});
  };
  add(tool, "tool");
  SECTION("order") {
    listen("tools/execute", 0, [](Call call) -> Task<Value> {
      const Message inner = co_await must(call.next());
      Builder result;
      result.begin_object();
      for (const auto [name, value] : inner.value().members()) result.member(name, value);
      const Value own = array({message("wrapper")});
      result.member("additionalContexts", static_cast<const ValueView&>(own));
      result.end();
      co_return result.finish_or_absent();
    });
    listen("tools/post-execute", 0, [](Call) {
      return object({{"kind", "accept"}, {"additionalContexts", array({message("post")})}});
    });
    const Value result = execute("tool");
    REQUIRE(result["additionalContexts"].size() == 3);
    CHECK(result["additionalContexts"].at(0)["id"].text() == "body");
    CHECK(result["additionalContexts"].at(1)["id"].text() == "wrapper");
    CHECK(result["additionalContexts"].at(2)["id"].text() == "post");
  }
  SECTION("block") {
    listen("tools/post-execute", 0, [](Call) {
      const Value text = object({{"type", "text"}, {"text", "not like this"}});
      const Value image = object({{"type", "image"}});
      return object({{"kind", "block"},
                     {"feedback", array({text, image})},
                     {"additionalContexts", array({message("post")})}});
    });
    const Value result = execute("tool");
    CHECK(result["isError"].is_true());
    CHECK(result["error"]["message"].text() == "not like this\n[image content]");
    CHECK(result["content"].size() == 2);
    REQUIRE(result["additionalContexts"].size() == 1);
    CHECK(result["additionalContexts"].at(0)["id"].text() == "post");
  }
}

TEST_CASE_METHOD(ToolsFixture, "a wrapper that swaps the token cannot detach the caller's") {
  FakeTool tool;
  CancelSource stop = must(host.ctx().token());
  Signal started(host.ctx());
  bool body_saw_cancel = false;
  tool.execute = [&](Call call, ValueView) -> Task<Value> {
    started.set();
    static_cast<void>(co_await call.context().cancelled(call.cancel_token()));
    body_saw_cancel = call.cancelled();
    co_return object({{"value", "x"}});
  };
  add(tool, "slow");
  CancelSource own = must(host.ctx().token());
  listen("tools/execute", 0, [&own](Call call) -> Task<Message> {
    CallOptions options;
    options.cancel = own.raw();
    co_return co_await must(call.next(std::nullopt, options));
  });
  bool post_saw_cancel = false;
  listen("tools/post-execute", 0, [&](Call call) {
    post_saw_cancel = call.cancelled();
    return call.forward();
  });
  AgentHost::Pending pending;
  CallOptions options;
  options.cancel = stop.raw();
  host.begin("agent/tools", tools::Tools::kExecute, request("slow", object({})), options, pending);
  host->run_until([&] { return started.is_set(); });

  SECTION("the caller cancels") {
    must(stop.cancel(object({})));
    host.wait(pending);
    CHECK(body_saw_cancel);
    CHECK(post_saw_cancel);
    CHECK(code_of(last_result) == "ABORTED");
  }
  SECTION("the wrapper cancels: its token is gone after the body") {
    must(own.cancel(object({})));
    host.wait(pending);
    CHECK(body_saw_cancel);
    CHECK_FALSE(post_saw_cancel);
    // The fused token was set while the body ran.
    CHECK(code_of(last_result) == "ABORTED");
  }
}

TEST_CASE_METHOD(ToolsFixture, "a success that a wrapper makes is checked and rendered anew") {
  FakeTool tool;
  add(tool, "tool");
  SECTION("valid") {
    listen("tools/execute", 0, [](Call) { return success("from a cache"); });
    const Value result = execute("tool");
    CHECK(text_of(result) == "from a cache");
    CHECK(result["meta"]["length"].integer_or(0) == 12);
    CHECK(tool.times_run == 0);
  }
  SECTION("invalid") {
    listen("tools/execute", 0, [](Call) { return broken_success(); });
    CHECK(code_of(execute("tool")) == "INVALID_TOOL_OUTPUT");
  }
  SECTION("garbage") {
    listen("tools/execute", 0, [](Call) { return Value("what?"); });
    CHECK(code_of(execute("tool")) == "INVALID_TOOL_OUTPUT");
  }
  SECTION("an error is kept") {
    listen("tools/execute", 0, [](Call) {
      const Value info = object({{"name", "ToolTimeoutError"}, {"code", "TOOL_TIMEOUT"}});
      const Value error = object({{"message", "timed out after 5ms"}, {"info", info}});
      return object({{"isError", true}, {"content", array({})}, {"error", error}});
    });
    const Value result = execute("tool");
    CHECK(code_of(result) == "TOOL_TIMEOUT");
    CHECK(text_of(result) == "Error: timed out after 5ms");
  }
  CHECK(results == 1);
}

TEST_CASE_METHOD(ToolsFixture, "a value that post-execute replaces renders content and meta anew") {
  FakeTool tool;
  add(tool, "tool");
  SECTION("value") {
    listen("tools/post-execute", 0, [](Call) {
      return object({{"kind", "accept"}, {"value", "shorter"}});
    });
    const Value result = execute("tool");
    CHECK(result["value"].text() == "shorter");
    CHECK(text_of(result) == "shorter");
    CHECK(result["meta"]["length"].integer_or(0) == 7);
  }
  SECTION("invalid value") {
    listen("tools/post-execute", 0, [](Call) {
      return object({{"kind", "accept"}, {"value", 1}});
    });
    CHECK(code_of(execute("tool")) == "INVALID_TOOL_OUTPUT");
  }
  SECTION("content keeps value and meta") {
    listen("tools/post-execute", 0, [](Call) {
      const Value block = object({{"type", "text"}, {"text", "spilled"}});
      return object({{"kind", "accept"}, {"content", array({block})}});
    });
    const Value result = execute("tool");
    CHECK(text_of(result) == "spilled");
    CHECK(result["value"].text() == "done");
    CHECK(result["meta"]["length"].integer_or(0) == 4);
  }
  SECTION("both") {
    listen("tools/post-execute", 0, [](Call) {
      return object({{"kind", "accept"}, {"value", "x"}, {"content", array({})}});
    });
    CHECK(execute("tool")["isError"].is_true());
  }
  SECTION("a value for a failed call") {
    tool.plain = [](ValueView) -> Expected<Value> { return fail("X", "failed"); };
    listen("tools/post-execute", 0, [](Call) {
      return object({{"kind", "accept"}, {"value", "x"}});
    });
    CHECK(text_of(execute("tool")).find("gave a value to a failed call") != std::string::npos);
  }
}

TEST_CASE_METHOD(ToolsFixture, "a wrapper may run the body again") {
  FakeTool tool;
  tool.plain = [&tool](ValueView) -> Expected<Value> {
    if (tool.times_run == 1) return fail("BUSY", "not yet");
    return object({{"value", "second try"}});
  };
  add(tool, "tool");
  listen("tools/execute", 0, [](Call call) -> Task<Message> {
    Message first = co_await must(call.next());
    if (!first["isError"].is_true()) co_return first;
    co_return co_await must(call.next());
  });
  CHECK(text_of(execute("tool")) == "second try");
  CHECK(tool.times_run == 2);
}

TEST_CASE_METHOD(ToolsFixture, "concludesTurn rides only a success of the body's own") {
  FakeTool tool;
  tool.plain = [](ValueView) { return object({{"value", "x"}, {"concludesTurn", true}}); };
  add(tool, "tool");
  CHECK(execute("tool")["concludesTurn"].is_true());
  SECTION("replaced") {
    listen("tools/execute", 0, [](Call call) -> Task<Value> {
      co_await must(call.next());
      co_return success("another");
    });
    CHECK(execute("tool")["concludesTurn"].is_absent());
  }
  SECTION("blocked") {
    listen("tools/post-execute", 0, [](Call) {
      return object({{"kind", "block"}, {"feedback", array({})}});
    });
    CHECK(execute("tool")["concludesTurn"].is_absent());
  }
}

TEST_CASE_METHOD(ToolsFixture, "finalize has the last word on the content, and only on it") {
  FakeTool tool;
  tool.more = {{"finalizes", true}};
  std::size_t asked = 0;
  tool.finalize = [&](ValueView in) -> Expected<Value> {
    ++asked;
    CHECK(in["execution"]["name"].text() == "tool");
    if (in["result"]["isError"].is_true()) return fail("X", "cannot finish");
    const Value block = object({{"type", "text"}, {"text", "final"}});
    return object({{"content", array({block})}});
  };
  add(tool, "tool");
  SECTION("success") {
    const Value result = execute("tool");
    CHECK(text_of(result) == "final");
    CHECK(result["value"].text() == "done");
  }
  SECTION("a failing one makes an error") {
    const Value result = execute("tool", object({{"n", "x"}}));
    CHECK(result["isError"].is_true());
    CHECK(text_of(result).find("cannot finish") != std::string::npos);
  }
  CHECK(asked == 1);
  CHECK(results == 1);
}

TEST_CASE_METHOD(ToolsFixture, "a nested call has no meta and names its root") {
  FakeTool tool;
  std::string root;
  tool.plain = [&root](ValueView in) {
    root = in["rootCallId"].text();
    return object({{"value", "x"}});
  };
  add(tool, "tool");
  Message in(object({{"callId", "outer:1"},
                     {"name", "tool"},
                     {"arguments", object({})},
                     {"rootCallId", "outer"},
                     {"parent", "outer"}}));
  const Message outcome = must(host->call("agent/tools", tools::Tools::kExecute, std::move(in)));
  CHECK(outcome["meta"].is_absent());
  CHECK(root == "outer");
}

TEST_CASE_METHOD(ToolsFixture, "the staged form is the same pipeline") {
  FakeTool tool;
  add(tool, "tool");
  SECTION("prepare, dispatch, finish") {
    Message prepared = must(
        host->call("agent/tools", tools::Tools::kPrepare, request("tool", object({{"n", 1}}))));
    CHECK_FALSE(prepared["ready"].is_true());
    const Ref run = prepared.take_ref(0);
    must(host->call(run, tools::ToolExecution::kDispatch));
    CHECK(tool.times_run == 1);
    CHECK(results == 0);
    const Message result = must(host->call(run, tools::ToolExecution::kFinish));
    CHECK(text_of(result.value()) == "done");
    const Message again = must(host->call(run, tools::ToolExecution::kFinish));
    CHECK(again.value() == result.value());
    CHECK(results == 1);
  }
  SECTION("denied: ready, and dispatch runs nothing") {
    listen("tools/pre-execute", 0, [](Call) {
      return object({{"kind", "deny"}, {"reason", "no"}});
    });
    Message prepared =
        must(host->call("agent/tools", tools::Tools::kPrepare, request("tool", object({}))));
    CHECK(prepared["ready"].is_true());
    const Ref run = prepared.take_ref(0);
    must(host->call(run, tools::ToolExecution::kDispatch));
    CHECK(tool.times_run == 0);
    CHECK(text_of(must(host->call(run, tools::ToolExecution::kFinish)).value()) == "Error: no");
  }
  SECTION("dropped while the body runs: the body runs to its end") {
    Signal go_on(host.ctx());
    bool ended = false;
    tool.execute = [&](Call, ValueView) -> Task<Value> {
      co_await go_on.wait();
      ended = true;
      co_return object({{"value", "x"}});
    };
    AgentHost::Pending pending;
    {
      Message prepared =
          must(host->call("agent/tools", tools::Tools::kPrepare, request("tool", object({}))));
      const Ref run = prepared.take_ref(0);
      host.begin(run, tools::ToolExecution::kDispatch, {}, {}, pending);
      host->run_until([&] { return tool.times_run == 1; });
    }
    go_on.set();
    host.wait(pending);
    CHECK(ended);
    CHECK(pending.outcome->has_value());
  }
}

}  // namespace keel::testing
