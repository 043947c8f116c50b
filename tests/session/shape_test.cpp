// SPDX-License-Identifier: MIT
#include <catch2/catch.hpp>

#include "log_fixture.hpp"
#include "session/log/core_type.hpp"
#include "session/log/fault.hpp"
#include "session/log/shape.hpp"

namespace keel::session {

namespace {

using test::json;

const std::string kUser =
    R"({"id":"m","role":"user","content":[{"type":"text","text":"x"}],"source":{"kind":"user"}})";
const std::string kModel = R"("source":{"kind":"model","provider":"p","model":"m"})";
const std::string kResult =
    R"({"id":"m","role":"user","content":[{"type":"tool-result","toolCallId":"c","content":[{"type":"text","text":"x"}]}],"source":{"kind":"tool","callId":"c"}})";

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

struct Case {
  std::string type;
  std::string data;
  /// Empty: well formed.
  std::string path;
};

void check(const Case& c, std::optional<Error> (*find)(CoreType, std::string_view, ValueView)) {
  INFO(c.type << " " << c.data);
  const auto fault = find(core_type(c.type), c.type, json(c.data));
  if (c.path.empty()) {
    INFO((fault ? fault->message : std::string()));
    CHECK_FALSE(fault);
    return;
  }
  REQUIRE(fault);
  CHECK(fault->data["path"].text() == c.path);
  CHECK(fault->data["type"].text() == c.type);
  CHECK(fault->message.find(c.path) != std::string::npos);
}

}  // namespace

TEST_CASE("an append brings data of the shape that its core type has") {
  const std::string header = R"({"config":{"provider":"p","model":"m"}})";
  const Case cases[] = {
      {"turn/start", R"({"turn":1})", ""},
      {"turn/start", R"({"turn":1,"trigger":{"kind":"message","source":{"kind":"user"}}})", ""},
      {"turn/start", R"({"turn":1,"trigger":{"kind":"injection"}})", ""},
      {"turn/start", R"({"turn":1,"trigger":{"kind":"theirs","x":1}})", ""},
      {"turn/start", R"({"turn":0})", "data.turn"},
      {"turn/start", R"({"turn":"1"})", "data.turn"},
      {"turn/start", R"([])", "data"},
      {"turn/start", R"({"turn":1,"trigger":"message"})", "data.trigger"},
      {"turn/start", R"({"turn":1,"trigger":{"kind":"message"}})", "data.trigger.source"},
      {"turn/end", R"({"turn":1,"reason":{"kind":"completed"}})", ""},
      {"turn/end", R"({"turn":1,"reason":{"kind":"aborted","reason":{"kind":"user"}}})", ""},
      {"turn/end", R"({"turn":1,"reason":{"kind":"aborted"}})", "data.reason.reason"},
      {"turn/end", R"({"turn":1,"reason":{"kind":"error","error":{"message":"x","code":"Y"}}})",
       ""},
      {"turn/end", R"({"turn":1,"reason":{"kind":"error"}})", "data.reason.error"},
      {"turn/end", R"({"turn":1,"reason":{}})", "data.reason.kind"},
      {"turn/end", R"({"turn":1})", "data.reason"},
      {"step/start", R"({"turn":1,"step":1})", ""},
      {"step/end", R"({"turn":1})", "data.step"},
      {"user/message", kUser, ""},
      {"user/message", replaced(kUser, R"("id":"m",)", ""), "data.id"},
      {"user/message", replaced(kUser, R"("m")", R"("")"), "data.id"},
      {"user/message", replaced(kUser, R"("role":"user")", R"("role":"assistant")"), "data.role"},
      {"user/message", replaced(kUser, R"({"kind":"user"})", R"({"kind":""})"), "data.source.kind"},
      {"user/message", replaced(kUser, R"("text":"x")", R"("text":1)"), "data.content[0].text"},
      {"user/message", replaced(kUser, R"("type":"text")", R"("type":"hologram")"), ""},
      {"user/message", replaced(kUser, R"("type":"text",)", ""), "data.content[0].type"},
      {"user/message", replaced(kUser, R"([{"type":"text","text":"x"}])", R"("x")"),
       "data.content"},
      {"user/message",
       replaced(
           kUser, R"({"type":"text","text":"x"})",
           R"({"type":"image","attachment":{"attachmentId":"a","mediaType":"image/bmp","bytes":1,"width":1,"height":1}})"),
       "data.content[0].attachment.mediaType"},
      {"user/message",
       replaced(kUser, R"({"type":"text","text":"x"})",
                R"({"type":"tool-result","toolCallId":"c","content":[{"type":"text"}]})"),
       "data.content[0].content[0].text"},
      {"prompt/blocked", R"({"content":[],"source":{"kind":"user"},"reason":"no"})", ""},
      {"prompt/blocked", R"({"content":[],"source":{"kind":"user"}})", "data.reason"},
      {"assistant/chunk",
       R"({"turn":1,"step":1,"chunk":{"type":"text-delta","index":0,"text":""}})", ""},
      {"assistant/chunk",
       R"({"turn":1,"step":1,"chunk":{"type":"text-delta","index":-1,"text":""}})",
       "data.chunk.index"},
      {"assistant/chunk", R"({"turn":1,"step":1,"chunk":{"type":"text-delta","index":0}})",
       "data.chunk.text"},
      {"assistant/chunk", R"({"turn":1,"step":1,"chunk":{"type":"sound-delta","index":0}})",
       "data.chunk.type"},
      {"assistant/chunk",
       R"({"turn":1,"step":1,"chunk":{"type":"block-start","index":0,"blockType":"text"}})", ""},
      {"assistant/chunk",
       R"({"turn":1,"step":1,"chunk":{"type":"block-end","index":0,"block":{"type":"text","text":"x"}}})",
       ""},
      {"assistant/chunk",
       R"({"turn":1,"step":1,"chunk":{"type":"tool-call-delta","index":0,"id":"c","argumentsDelta":"x"}})",
       ""},
      {"assistant/chunk",
       R"({"turn":1,"step":1,"chunk":{"type":"usage","usage":{"inputTokens":1}}})",
       "data.chunk.usage.outputTokens"},
      {"assistant/chunk",
       R"({"turn":1,"step":1,"chunk":{"type":"finish","reason":{"kind":"stop"}}})", ""},
      {"assistant/chunk", R"({"turn":1,"step":1,"chunk":{"type":"finish"}})", "data.chunk.reason"},
      {"assistant/message",
       R"({"turn":1,"step":1,"message":{"id":"m","role":"assistant","content":[],)" + kModel + "}}",
       ""},
      {"assistant/message",
       R"({"turn":1,"step":1,"interrupted":false,"message":{"id":"m","role":"assistant","content":[],)" +
           kModel + "}}",
       "data.interrupted"},
      {"assistant/message", R"({"turn":1,"step":1,"message":)" + kUser + "}", "data.message.role"},
      {"assistant/message",
       R"({"turn":1,"step":1,"message":{"id":"m","role":"assistant","content":[],"source":{"kind":"model","provider":"p"}}})",
       "data.message.source.model"},
      {"tool/call", R"({"turn":1,"step":1,"callId":"c","name":"n","arguments":"{"})", ""},
      {"tool/call", R"({"turn":1,"step":1,"callId":"c","name":"n","arguments":{}})",
       "data.arguments"},
      {"tool/result", R"({"turn":1,"step":1,"message":)" + kResult + "}", ""},
      {"tool/result", R"({"turn":1,"step":1,"message":)" + kUser + "}", "data.message.source.kind"},
      {"tool/result",
       R"({"turn":1,"step":1,"message":)" +
           replaced(kResult, R"("callId":"c")", R"("callId":"d")") + "}",
       "data.message.content[0].toolCallId"},
      {"tool/result",
       R"({"turn":1,"step":1,"message":)" +
           replaced(kResult, R"("content":[{"type":"tool-result")",
                    R"("content":[{"type":"text","text":""},{"type":"tool-result")") +
           "}",
       "data.message.content"},
      {"tool/result", R"({"turn":1,"step":1,"error":{"name":"E"},"message":)" + kResult + "}",
       "data.error.code"},
      {"steering/message", R"({"turn":1,"content":[],"source":{"kind":"user"}})", ""},
      {"steering/message", R"({"turn":1,"content":[]})", "data.source"},
      {"todo/write", R"({"todos":[{"content":"a","status":"pending"}]})", ""},
      {"todo/write", R"({"todos":[{"content":"a","status":"done"}]})", "data.todos[0].status"},
      {"request/header", R"({"header":)" + header + R"(,"reason":"initial"})", ""},
      {"request/header", R"({"header":)" + header + R"(,"reason":"whim"})", "data.reason"},
      {"request/header", R"({"header":{"config":{"provider":"","model":"m"}},"reason":"initial"})",
       "data.header.config.provider"},
      {"request/header",
       R"({"header":{"config":{"provider":"p","model":"m","reasoningEffort":""}},"reason":"initial"})",
       "data.header.config.reasoningEffort"},
      {"request/header",
       R"({"header":{"config":{"provider":"p","model":"m"},"adapterDefaults":{"maxTokens":true}},"reason":"initial"})",
       "data.header.adapterDefaults.maxTokens"},
      {"request/header",
       R"({"header":{"config":{"provider":"p","model":"m","maxTokens":1},"adapterDefaults":{"maxTokens":false}},"reason":"initial"})",
       "data.header.adapterDefaults.maxTokens"},
      {"request/header",
       R"({"header":{"config":{"provider":"p","model":"m"},"tools":[{"name":"t","description":"d"}]},"reason":"initial"})",
       "data.header.tools[0].parameters"},
      {"request/context", R"({"provider":"p","model":"m","contextWindow":1000})", ""},
      {"request/context", R"({"provider":"p"})", "data.model"},
      {"agent/inbox/spliced", R"({"target":"next-turn","start":0,"inserted":[)" + kUser + "]}", ""},
      {"agent/inbox/spliced", R"({"target":"next-week","start":0,"inserted":[]})", "data.target"},
      {"agent/inbox/spliced", R"({"target":"next-turn","start":0,"removedCount":0,"inserted":[]})",
       "data.removedCount"},
      {"agent/inbox/spliced", R"({"target":"next-turn","start":0,"inserted":[],"outcome":"lost"})",
       "data.outcome"},
      {"theirs/event", R"(17)", ""},
  };
  for (const Case& c : cases) check(c, find_append_fault);
}

TEST_CASE("a load keeps old forms and refuses what no fold could read") {
  const Case cases[] = {
      {"turn/start", R"({"turn":1})", ""},
      {"turn/end", R"({"turn":1,"reason":{"kind":"rejected","reason":"x"}})", ""},
      {"turn/end", R"({"turn":1,"reason":{"kind":"disposed"}})", ""},
      {"turn/end", R"({"turn":1,"reason":{"kind":"aborted"}})", ""},
      {"turn/end", R"({"turn":1,"reason":{"kind":"error","step":2,"failure":{}}})", ""},
      {"turn/start", R"({})", "data.turn"},
      {"step/start", R"({"turn":1})", "data.step"},
      {"user/message", replaced(kUser, R"("id":"m",)", ""), "data.id"},
      {"user/message", replaced(kUser, R"("text":"x")", R"("text":1)"), ""},
      {"user/message", R"({"text":"pre-identity"})", "data.id"},
      {"assistant/message", R"({"turn":1,"step":1,"message":)" + kUser + "}", "data.message.role"},
      {"tool/result", R"({"turn":1,"step":1,"message":)" + kUser + "}", "data.message.source.kind"},
      {"request/header", R"({"header":{"config":{"provider":"p"}},"reason":"initial"})",
       "data.header.config.model"},
      {"assistant/chunk", R"({"anything":true})", ""},
  };
  for (const Case& c : cases) check(c, find_load_fault);
}

TEST_CASE("a request header with the reason fallback is refused everywhere") {
  const Value data =
      json(R"({"header":{"config":{"provider":"p","model":"m"}},"reason":"fallback"})");
  for (const auto find : {find_append_fault, find_load_fault}) {
    const auto fault = find(CoreType::kRequestHeader, "request/header", data);
    REQUIRE(fault);
    CHECK(fault->code == fault::kRetiredEvent);
  }
}

TEST_CASE("content blocks that nest deeply are checked without the call stack") {
  std::string content = R"([{"type":"text","text":1}])";
  for (int i = 0; i < 2000; ++i) {
    content = R"([{"type":"tool-result","toolCallId":"c","content":)" + content + "}]";
  }
  const auto fault = find_append_fault(
      CoreType::kUserMessage, "user/message",
      json(R"({"id":"m","role":"user","source":{"kind":"user"},"content":)" + content + "}"));
  REQUIRE(fault);
  CHECK(fault->data["path"].text().ends_with("content[0].text"));
}

}  // namespace keel::session
