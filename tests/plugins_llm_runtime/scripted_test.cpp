// SPDX-License-Identifier: MIT
#include <catch2/catch.hpp>

#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "keel/block_assembler.hpp"
#include "keel/contracts/llm.hpp"
#include "llm_fixture.hpp"

namespace keel::testing {
namespace {

/// Plays the part of the agent loop: calls the model, answers its tool calls, until it has none.
class Tour {
 public:
  explicit Tour(const std::string& config = "", const char* tools = nullptr)
      : host(
            "[[row]]\nid = \"llm\"\nplugin = \"llm/runtime\"\n[[row]]\nid = \"scripted\"\n"
            "plugin = \"llm/scripted\"\n" +
            config),
        tools_(json(tools == nullptr ? kTools : tools)) {}

  AgentHost host;
  /// Text of the result by the name of the tool and how often it was called; "!" before it: an
  /// error.
  std::vector<std::pair<std::string, std::string>> results;
  std::vector<std::string> calls;
  std::vector<Value> messages;

  std::string ask(std::string_view prompt) {
    const Value block = object({{"type", "text"}, {"text", prompt}});
    add("user", array({block}), object({{"kind", "user"}}));
    for (int step = 0; step < 20; ++step) {
      const AssembledBlocks reply = next();
      const Value source =
          object({{"kind", "model"}, {"provider", "scripted"}, {"model", "scripted"}});
      add("assistant", reply.content, source);
      if (!reply.has_tool_calls) {
        CHECK(reply.finish_kind() == "stop");
        return text_of(reply.content);
      }
      CHECK(reply.finish_kind() == "tool-calls");
      for (const ValueView call : reply.content.items()) answer(call);
    }
    return "no end";
  }

  AssembledBlocks next() {
    const Value options = request();
    Message opened =
        must(host->call("llm/runtime", contracts::llm::Llm::kStream, Message(options)));
    StreamReader reader(opened.take_ref(0));
    const std::vector<Value> chunks = must(host->await(LlmFixture::read_all(&reader)));
    BlockAssembler blocks;
    for (const Value& chunk : chunks) must(blocks.add(chunk));
    REQUIRE(blocks.finished());
    return must(blocks.assemble());
  }

 private:
  static constexpr const char* kTools = R"([{"name": "glob"}, {"name": "read"}, {"name": "grep"},
      {"name": "bash"}])";

  static std::string text_of(ValueView content) {
    std::string text;
    for (const ValueView block : content.items()) text += block["text"].text();
    return text;
  }

  Value request() const {
    Builder builder;
    builder.begin_object();
    builder.member("provider", "scripted").member("model", "scripted");
    builder.member("tools", static_cast<const ValueView&>(tools_));
    builder.name("messages").begin_array();
    for (const Value& message : messages) builder.put(static_cast<const ValueView&>(message));
    builder.end().end();
    return builder.finish_or_absent();
  }

  void add(const char* role, const Value& content, const Value& source) {
    messages.push_back(object({{"id", "m-" + std::to_string(messages.size())},
                               {"role", role},
                               {"content", content},
                               {"source", source}}));
  }

  void answer(ValueView call) {
    if (call["type"].text() != "tool-call") return;
    const std::string name(call["name"].text());
    const std::string arguments(call["arguments"].text());
    REQUIRE(parse_json(arguments));
    calls.push_back(name + " " + arguments);
    std::string text = name == "glob" || name == "grep" ? "No files found" : "(no output)";
    for (auto place = results.begin(); place != results.end(); ++place) {
      if (place->first != name) continue;
      text = place->second;
      results.erase(place);
      break;
    }
    const bool is_error = text.substr(0, 1) == "!";
    const Value block = object({{"type", "text"}, {"text", text.substr(is_error ? 1 : 0)}});
    const Value result = object({{"type", "tool-result"},
                                 {"toolCallId", Value::share(call["id"])},
                                 {"content", array({block})},
                                 {"isError", is_error ? Value(true) : Value()}});
    const Value source = object({{"kind", "tool"}, {"callId", Value::share(call["id"])}});
    add("user", array({result}), source);
  }

  Value tools_;
};

bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("the tour calls tools and answers from their real results") {
  Tour tour;
  REQUIRE(tour.host.boot_error() == "");
  tour.results = {
      {"glob", "src/main.cpp\nREADME.md\nCMakeLists.txt\n(Showing 3 of 120 paths)"},
      {"glob", "docs/README.md\nREADME.md"},
      {"glob", "CMakeLists.txt"},
      {"read",
       "<path>README.md</path>\n<type>file</type>\n<content>\n1: # Demo\n2: \n3: A demo.\n\n"
       "(End of file - total 3 lines)\n</content>"},
      {"read",
       "<path>CMakeLists.txt</path>\n<type>file</type>\n<content>\n1: project(demo)\n\n"
       "(End of file - total 1 lines)\n</content>"},
      {"grep", "Found 2 matches\n\nREADME.md\nLine 3: build"},
      {"bash", "README.md\nsrc"},
  };
  const std::string answer = tour.ask("What is in this repository and how is it built?");
  INFO(answer);
  CHECK(tour.calls.size() == 7);
  CHECK(tour.calls[3] == R"(read {"file_path":"README.md","limit":40})");
  CHECK(has(answer, "listed 120."));
  CHECK(has(answer, "\n- src/main.cpp"));
  CHECK(has(answer, "\n- and 117 more"));
  CHECK(has(answer, "`README.md` begins so:\n> # Demo\n> A demo.\n"));
  CHECK(has(answer, "`CMakeLists.txt` begins so:\n> project(demo)\n"));
  CHECK(has(answer, "Found 2 matches of \"build\""));
  CHECK(has(answer, "printed 2 lines.\n- README.md\n- src"));
  CHECK(has(answer, "KEEL_BASE_URL"));
}

TEST_CASE("the tour works in an empty workspace and with a refused shell") {
  Tour tour;
  tour.results = {{"grep", "No matches found"},
                  {"bash", "!Error: bash is refused: bubblewrap does not work here"}};
  const std::string answer = tour.ask("Hello");
  INFO(answer);
  CHECK(tour.calls.size() == 5);
  CHECK(has(answer, "The workspace is empty."));
  CHECK(has(answer, "the command did not run: bash is refused: bubblewrap does not work here"));
  CHECK_FALSE(has(answer, "{{"));
}

TEST_CASE("the tour works where every tool fails, and where there are none") {
  SECTION("all fail") {
    Tour tour;
    for (const char* tool : {"glob", "glob", "glob", "grep", "bash"}) {
      tour.results.emplace_back(tool, "!Error: out of order");
    }
    const std::string answer = tour.ask("Hello");
    CHECK(has(answer, "Files: the search failed: out of order"));
    CHECK(has(answer, "Search: it failed: out of order"));
  }
  SECTION("no tools") {
    Tour tour("", "[]");
    const std::string answer = tour.ask("Hello");
    CHECK(tour.calls.empty());
    CHECK(has(answer, "DEEPSEEK_API_KEY"));
  }
}

TEST_CASE("the tour is taken anew for each prompt, with ids of its own") {
  Tour tour;
  tour.ask("Hello");
  const std::size_t first = tour.calls.size();
  tour.ask("Again");
  CHECK(tour.calls.size() == 2 * first);
  std::vector<std::string> ids;
  for (const Value& message : tour.messages) {
    for (const ValueView block : message["content"].items()) {
      if (block["type"].text() == "tool-call") ids.emplace_back(block["id"].text());
    }
  }
  std::sort(ids.begin(), ids.end());
  CHECK(std::adjacent_find(ids.begin(), ids.end()) == ids.end());
}

TEST_CASE("text comes in pieces and the notice once") {
  Tour tour;
  tour.ask("Hello");
  tour.ask("Again");
  const std::string log = tour.host->log_text();
  const std::size_t notice = log.find("no model is configured");
  REQUIRE(notice != std::string::npos);
  CHECK(log.find("no model is configured", notice + 1) == std::string::npos);
  CHECK(has(log, "KEEL_API_KEY"));
}

TEST_CASE("a cancelled tour ends as aborted") {
  Tour tour;
  CancelSource stop = must(tour.host.ctx().token());
  must(stop.cancel(object({})));
  CallOptions options;
  options.cancel = stop.raw();
  const Value request =
      object({{"provider", "scripted"}, {"model", "scripted"}, {"messages", array({})}});
  Message opened =
      must(tour.host->call("llm/runtime", contracts::llm::Llm::kStream, Message(request), options));
  StreamReader reader(opened.take_ref(0));
  const std::vector<Value> chunks = must(tour.host->await(LlmFixture::read_all(&reader)));
  CHECK(LlmFixture::outcome(chunks) == "aborted ABORTED");
}

TEST_CASE("a scenario of one's own is played, and one that is none is refused at load") {
  char pattern[] = "/tmp/keel-scenario-XXXXXX";
  const int descriptor = mkstemp(pattern);
  REQUIRE(descriptor >= 0);
  close(descriptor);
  {
    std::ofstream(pattern, std::ios::trunc) << R"({"steps": [], "answer": [{"text": "Short."}]})";
    Tour tour(std::string("[row.config]\nscenario = \"") + pattern + "\"\n");
    CHECK(tour.ask("Hello") == "Short.");
  }
  {
    std::ofstream(pattern, std::ios::trunc) << R"({"steps": [{"calls": [{"id": "a"}]}]})";
    Tour tour(std::string("[row.config]\nscenario = \"") + pattern + "\"\n");
    CHECK(has(tour.host.boot_error(), "steps[0].calls[0].tool"));
  }
  unlink(pattern);
  Tour missing(std::string("[row.config]\nscenario = \"") + pattern + "\"\n");
  CHECK(has(missing.host.boot_error(), "cannot be read"));
}

}  // namespace keel::testing
