// Answers that the prompt decides.
#include <boost/json.hpp>
#include <catch2/catch.hpp>
#include <chrono>

#include "model_server/directives.hpp"
#include "model_server/model_server.hpp"
#include "model_server/shell_call.hpp"
#include "raw_client.hpp"

using namespace keel::testing;
using namespace std::chrono_literals;
namespace json = boost::json;

namespace {

constexpr auto kChat = "/v1/chat/completions";
constexpr auto kShell =
    R"("tools":[{"type":"function","function":{"name":"read"}},
       {"type":"function","function":{"name":"bash","parameters":{"type":"object",
        "properties":{"command":{"type":"string"},"why":{"type":"string"}},
        "required":["command","why"]}}}])";

// A conversation that grows as an agent's does.
class Session {
 public:
  Session(ModelServer& server, std::string_view prompt) : client_(server.port()) {
    messages_.emplace_back(json::object{{"role", "user"}, {"content", prompt}});
  }

  void step() {
    json::object body{{"model", "m"}, {"stream", true}, {"messages", messages_}};
    body["tools"] = json::parse("{" + std::string(kShell) + "}").at("tools");
    client_.post(kChat, json::serialize(body));
    response_ = client_.read_response();
    read_calls();
    for (const auto& [index, call] : calls) {
      messages_.emplace_back(json::object{{"role", "tool"}, {"tool_call_id", call.id}});
    }
  }

  struct Call {
    std::string id;
    std::string name;
    std::string arguments;
  };
  std::map<std::int64_t, Call> calls;
  std::string finish;

  std::string text() const { return streamed_text(response_.body); }

 private:
  void read_calls() {
    calls.clear();
    for (const std::string& data : event_data(response_.body)) {
      if (data == "[DONE]") break;
      const json::value event = json::parse(data);
      const json::value& choice = event.at("choices").at(0);
      if (choice.at("finish_reason").is_string()) {
        finish = choice.at("finish_reason").as_string().c_str();
      }
      const json::value* parts = choice.at("delta").as_object().if_contains("tool_calls");
      if (!parts) continue;
      for (const json::value& part : parts->as_array()) {
        Call& call = calls[part.at("index").as_int64()];
        const json::object& fields = part.as_object();
        if (fields.contains("id")) call.id = fields.at("id").as_string().c_str();
        const json::object& function = fields.at("function").as_object();
        if (function.contains("name")) call.name = function.at("name").as_string().c_str();
        call.arguments += function.at("arguments").as_string().c_str();
      }
    }
  }

  RawClient client_;
  json::array messages_;
  RawResponse response_;
};

RawResponse ask(ModelServer& server, std::string_view body) {
  RawClient client(server.port());
  client.post(kChat, body);
  return client.read_response();
}

}  // namespace

TEST_CASE("Directives are whole words followed by a number") {
  CHECK(find_directives("please plain 7, thanks").plain == 7U);
  CHECK(find_directives("plain  7\nthink 2").think == 2U);
  CHECK(find_directives("plain 7 plain 9").plain == 9U);
  CHECK_FALSE(find_directives("plain: 7").any());
  CHECK_FALSE(find_directives("explain 7").any());
  CHECK_FALSE(find_directives("plain 7x").any());
  CHECK_FALSE(find_directives("plain x 7").any());
  CHECK_FALSE(find_directives("").any());
}

TEST_CASE("plain N gives N deltas, and three without a directive") {
  ModelServer server(Script::directives());
  CHECK(streamed_text(ask(server, chat_request("plain 17")).body) ==
        "w0 w1 w2 w3 w4 w5 w6 w7 w8 w9 w10 w11 w12 w13 w14 w15\nw16 ");
  CHECK(streamed_text(ask(server, chat_request("hello")).body) == "w0 w1 w2 ");
  CHECK(streamed_text(ask(server, chat_request("plain 0")).body).empty());
}

TEST_CASE("tools K asks for K calls one after the other, then ends") {
  ModelServer server(Script::directives());
  Session session(server, "tools 3");
  for (int n = 1; n <= 3; ++n) {
    session.step();
    REQUIRE(session.calls.size() == 1);
    CHECK(session.finish == "tool_calls");
    CHECK(session.calls[0].name == "bash");
    CHECK(session.calls[0].id == "call_" + std::to_string(n) + "_0");
    CHECK(json::parse(session.calls[0].arguments) ==
          json::value{{"command", "true " + std::to_string(n)}, {"why", "run true"}});
  }
  session.step();
  CHECK(session.calls.empty());
  CHECK(session.finish == "stop");
  CHECK(session.text() == "w0 w1 w2 ");
}

TEST_CASE("partools K asks for K calls at once, then ends") {
  ModelServer server(Script::directives());
  Session session(server, "partools 4");
  session.step();
  REQUIRE(session.calls.size() == 4);
  CHECK(json::parse(session.calls[3].arguments).at("command") == "true 4");
  session.step();
  CHECK(session.calls.empty());
  CHECK(session.finish == "stop");
}

TEST_CASE("Tool calls need a shell among the declared tools") {
  ModelServer server(Script::directives());
  const RawResponse response = ask(server, chat_request("tools 1"));
  CHECK(response.status == 400);
  CHECK(response.body.find("declares no tool that runs a shell command") != std::string::npos);
}

TEST_CASE("think N puts N reasoning deltas before the text") {
  ModelServer server(Script::directives());
  const RawResponse response = ask(server, chat_request("think 2 plain 1"));
  const auto data = event_data(response.body);
  REQUIRE(data.size() == 6);
  CHECK(data[1].find(R"("reasoning_content":"t0 ")") != std::string::npos);
  CHECK(data[2].find(R"("reasoning_content":"t1 ")") != std::string::npos);
  CHECK(data[3].find(R"("content":"w0 ")") != std::string::npos);

  const std::string thinking = R"("thinking":{"type":"enabled"})";
  const RawResponse told = ask(server, chat_request("plain 1", thinking));
  CHECK(told.body.find(R"("reasoning_content":"t1 ")") != std::string::npos);
  // The service that knows this field puts usage on the finish event.
  CHECK(event_data(told.body)[4].find(R"("usage":)") != std::string::npos);
}

TEST_CASE("fail CODE fails once per text") {
  ModelServer server(Script::directives());
  CHECK(ask(server, chat_request("fail 503 a")).status == 503);
  CHECK(ask(server, chat_request("fail 503 a")).status == 200);
  CHECK(ask(server, chat_request("fail 503 b")).status == 503);
}

TEST_CASE("drop N cuts the connection after N deltas") {
  ModelServer server(Script::directives());
  const RawResponse response = ask(server, chat_request("drop 2"));
  CHECK_FALSE(response.complete);
  CHECK(streamed_text(response.body) == "w0 w1 ");
}

TEST_CASE("slow MS waits before the first byte and gap MS before each delta") {
  ModelServer server(Script::directives());
  const auto begin = std::chrono::steady_clock::now();
  ask(server, chat_request("slow 20 gap 10 plain 3"));
  CHECK(std::chrono::steady_clock::now() - begin >= 50ms);
  REQUIRE(server.wait_for_ended(1, 10s));
  const RecordedRequest request = server.requests()[0];
  CHECK(request.first_byte_at - request.head_at >= 20ms);
  CHECK(request.ended_at - request.first_byte_at >= 30ms);
}

TEST_CASE("The newest user text with a directive decides") {
  ModelServer server(Script::directives());
  const std::string body = R"({"stream":true,"messages":[
    {"role":"system","content":"plain 9"},
    {"role":"user","content":"plain 1"},
    {"role":"assistant","content":"plain 8"},
    {"role":"user","content":[{"type":"text","text":"plain"},{"type":"text","text":"2"}]},
    {"role":"user","content":"go on"}]})";
  CHECK(streamed_text(ask(server, body).body) == "w0 w1 ");
}

TEST_CASE("Requests for a title get one short delta") {
  ModelServer server(Script::directives());
  const std::string body = R"({"stream":true,"messages":[
    {"role":"system","content":"Write a title"},{"role":"user","content":"plain 500"}]})";
  CHECK(streamed_text(ask(server, body).body) == "Scripted title");
}

TEST_CASE("The shell tool is found by name and called by its schema") {
  const auto tool = [](std::string name, std::string_view schema) {
    return DeclaredTool{std::move(name), json::parse(schema).as_object()};
  };
  const DeclaredTool argv = tool("exec_command", R"({"properties":{"cmd":{"type":["array","null"]},
    "n":{"type":"integer"},"m":{"type":"number","minimum":3},"e":{"enum":["a","b"]},
    "d":{"type":"string","default":"x"},"f":{"type":"boolean"},"l":{"type":"array"},
    "o":{"type":"object"}},"required":["cmd","n","m","e","d","f","l","o",7]})");
  CHECK(json::parse(shell_arguments(argv, "true 1")) ==
        json::parse(R"({"cmd":["bash","-c","true 1"],
    "n":1000,"m":3,"e":"a","d":"x","f":false,"l":[],"o":{}})"));
  CHECK(shell_arguments(tool("sh", "{}"), "true 1") == R"({"command":"true 1"})");
  CHECK(shell_arguments(tool("sh", R"({"properties":{"line":{}}})"), "a") == R"({"line":"a"})");

  const std::vector<DeclaredTool> tools{tool("read", "{}"), tool("my_Terminal_x", "{}"),
                                        tool("Bash", "{}")};
  CHECK(find_shell_tool(tools) == &tools[2]);
  CHECK(find_shell_tool({tools.begin(), tools.begin() + 1}) == nullptr);
  const std::vector<DeclaredTool> odd(tools.begin(), tools.begin() + 2);
  CHECK(find_shell_tool(odd) == &odd[1]);
}
