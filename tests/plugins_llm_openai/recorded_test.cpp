// SPDX-License-Identifier: MIT
//
// Streams that were recorded from real services, with the facts that a reader must find in them.
// They lie beside the tree, or where KEEL_SHARED says.
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "chat_reader.hpp"
#include "model_server/model_server.hpp"
#include "openai_host.hpp"
#include "sse_reader.hpp"

using namespace keel;
using namespace keel::testing;
namespace fs = std::filesystem;

namespace {

fs::path streams_folder() {
  const char* shared = std::getenv("KEEL_SHARED");
  const fs::path root =
      shared != nullptr ? fs::path(shared) : fs::path(KEEL_SOURCE_DIR).parent_path() / "shared";
  return root / "data" / "streams";
}

std::string file_text(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<Value> rows_of(const char* index) {
  std::vector<Value> rows;
  std::ifstream file(streams_folder() / index);
  for (std::string line; std::getline(file, line);) rows.push_back(json(line));
  if (rows.empty()) WARN("skipped: there are no recorded streams in " << streams_folder());
  return rows;
}

struct Recording {
  std::string file;
  std::string body;
  Value expect;
};

std::vector<Recording> recordings() {
  std::vector<Recording> found;
  for (const Value& row : rows_of("index.jsonl")) {
    if (row["wire"].text() != "chat") continue;
    const std::string file(row["file"].text());
    found.push_back({file, file_text(streams_folder() / file), Value::share(row["expect"])});
    REQUIRE(found.back().body.size() == static_cast<std::size_t>(row["bytes"].integer_or(0)));
  }
  return found;
}

std::string calls_text(ValueView calls) {
  std::string text;
  for (const ValueView call : calls.items()) {
    text += std::string(call["id"].text()) + "|" + std::string(call["name"].text()) + "|" +
            std::string(call["arguments"].text()) + "\n";
  }
  return text;
}

/// The finish that the facts stand for: a kind, or "error CODE".
std::string expected_finish(ValueView expect) {
  const std::string_view reason = expect["finish"].text();
  if (expect["error"].is_object()) return "error";
  const bool has_calls = !expect["tool_calls"].empty();
  const bool is_empty =
      !has_calls && expect["text"].text().empty() && expect["reasoning"].text().empty();
  if (reason == "length") return "max-tokens";
  if (is_empty) return "error EMPTY_RESPONSE";
  if (reason.empty() && !expect["done"].is_true()) return "error STREAM_CLOSED";
  return has_calls ? "tool-calls" : "stop";
}

void check_usage(ValueView expect, const Streamed& streamed) {
  const ValueView wire = expect["usage"];
  const ValueView usage = streamed.usage();
  if (!wire.is_object() || expect["error"].is_object()) return;
  const std::int64_t cached = usage["cacheReadTokens"].integer_or(0);
  CHECK(usage["inputTokens"].integer_or(-1) + cached == wire["prompt_tokens"].integer_or(0));
  const ValueView total = wire["total_tokens"];
  if (!total.is_number()) return;
  CHECK(usage["inputTokens"].integer_or(-1) + cached + usage["outputTokens"].integer_or(-1) ==
        total.integer());
}

void check_facts(ValueView expect, const Streamed& streamed) {
  CHECK(grammar_fault(streamed.chunks) == "");
  CHECK(streamed.text() == expect["text"].text());
  CHECK(streamed.reasoning() == expect["reasoning"].text());
  const std::string finish = expected_finish(expect);
  std::string found(streamed.kind());
  if (found == "error" && finish != "error") found += " " + streamed.code();
  CHECK(found == finish);
  if (finish != "max-tokens") {
    const std::vector<Value> calls = streamed.tool_calls();
    Builder list;
    list.begin_array();
    for (const Value& call : calls) list.put(static_cast<const ValueView&>(call));
    list.end();
    CHECK(calls_text(list.finish_or_absent()) == calls_text(expect["tool_calls"]));
  }
  if (finish == "error") {
    CHECK_THAT(streamed.message(),
               Catch::Contains(std::string(expect["error"]["message"].text()).substr(0, 100)));
  }
  check_usage(expect, streamed);
}

/// Reads a body in pieces, without a server in between.
Streamed read_pieces(const std::string& body, std::size_t size) {
  llm_openai::ChatReader::Source source;
  source.host = "h";
  source.model = "m";
  llm_openai::ChatReader answer(source);
  llm_openai::SseReader events;
  const auto take = [&] {
    while (const auto event = events.next()) answer.take(*event);
  };
  for (std::size_t at = 0; at < body.size(); at += size) {
    const std::string piece = body.substr(at, size);
    answer.add_bytes(piece.size());
    events.feed(piece);
    take();
  }
  events.end();
  take();
  answer.end_of_body();
  Streamed streamed;
  streamed.chunks = answer.chunks();
  return streamed;
}

}  // namespace

TEST_CASE("every recorded stream gives its facts") {
  std::vector<Recording> found = recordings();
  Script script;
  for (const Recording& recording : found) script.answers.push_back(Answer::replay(recording.body));
  ModelServer server(std::move(script));
  OpenAiHost host(compatible_at(server.base_url()));
  for (const Recording& recording : found) {
    INFO(recording.file);
    check_facts(recording.expect, host.stream(hello()));
  }
}

TEST_CASE("every recorded stream gives its facts when it is cut anywhere") {
  std::mt19937 random(20261130);
  std::vector<Recording> found = recordings();
  Script script;
  for (const Recording& recording : found) {
    Answer cut = Answer::replay(recording.body);
    for (std::size_t at = 0; at < recording.body.size();) {
      at += 1 + random() % (random() % 4 == 0 ? 9 : 4000);
      if (at < recording.body.size()) cut.splits.push_back(at);
    }
    script.answers.push_back(std::move(cut));
  }
  ModelServer server(std::move(script));
  OpenAiHost host(compatible_at(server.base_url()));
  for (const Recording& recording : found) {
    INFO(recording.file);
    check_facts(recording.expect, host.stream(hello()));
  }
}

TEST_CASE("every recorded stream gives its facts one byte at a time") {
  for (const Recording& recording : recordings()) {
    INFO(recording.file);
    const Streamed whole = read_pieces(recording.body, recording.body.size());
    const Streamed bytes = read_pieces(recording.body, 1);
    check_facts(recording.expect, bytes);
    REQUIRE(bytes.chunks.size() == whole.chunks.size());
    bool same = true;
    for (std::size_t i = 0; i < whole.chunks.size(); ++i) {
      same = same && bytes.chunks[i] == whole.chunks[i];
    }
    CHECK(same);
  }
}

TEST_CASE("a recorded stream one byte at a time over a socket") {
  std::vector<Recording> found = recordings();
  Script script;
  std::vector<Recording> small;
  for (const Recording& recording : found) {
    if (recording.body.size() > 4000) continue;
    Answer bytes = Answer::replay(recording.body);
    bytes.piece_bytes = 1;
    script.answers.push_back(std::move(bytes));
    small.push_back(recording);
  }
  ModelServer server(std::move(script));
  OpenAiHost host(compatible_at(server.base_url()));
  for (const Recording& recording : small) {
    INFO(recording.file);
    check_facts(recording.expect, host.stream(hello()));
  }
}

TEST_CASE("opaque reasoning is kept for the next request") {
  for (const Recording& recording : recordings()) {
    const ValueView signatures = recording.expect["signatures"];
    if (signatures.empty()) continue;
    INFO(recording.file);
    const Streamed streamed = read_pieces(recording.body, recording.body.size());
    const std::string kept = to_json(streamed.chunks.back()["replayState"]);
    for (const ValueView signature : signatures.items()) {
      CHECK_THAT(kept, Catch::Contains(to_json(signature)));
    }
  }
}

TEST_CASE("every recorded error has its code") {
  const std::map<std::string, std::string> codes{
      {"anthropic-400-e154cd.json", "CONTEXT_WINDOW_EXCEEDED"},
      {"anthropic-401-029b31.json", "AUTH"},
      {"anthropic-429-1435f9.json", "RATE_LIMIT"},
      {"azure-422-b4c34b.json", "HTTP_422"},
      {"azure-429-aafd46.json", "RATE_LIMIT"},
      {"bedrock-403-b5af0e.json", "AUTH"},
      {"bedrock-503-be8598.json", "SERVER"},
      {"deepseek-400-18c443.json", "CONTEXT_WINDOW_EXCEEDED"},
      {"deepseek-401-492dd7.json", "AUTH"},
      {"gateway-200-7673c2.json", "SERVER"},
      {"gateway-502-0af0c7.html", "SERVER"},
      {"gateway-503-9deff9.txt", "SERVER"},
      {"gateway-504-0de9db.html", "SERVER"},
      {"google-400-d86810.json", "INVALID_REQUEST"},
      {"google-429-c7c89c.json", "QUOTA"},
      {"ollama-401-ee6f3b.json", "AUTH"},
      {"openai-401-495291.json", "AUTH"},
      {"openai-429-1e4a71.json", "RATE_LIMIT"},
      {"openai-500-ba2eff.json", "SERVER"},
      {"openrouter-401-a5c01d.json", "AUTH"},
      {"openrouter-403-63ec09.json", "AUTH"},
      {"openrouter-429-1b853c.json", "RATE_LIMIT"},
      {"openrouter-429-24215a.json", "RATE_LIMIT"},
      {"openrouter-429-cc7d95.json", "RATE_LIMIT"},
      {"vertex-400-bcede1.json", "CONTEXT_WINDOW_EXCEEDED"},
      {"vertex-403-450200.json", "AUTH"},
      {"vertex-404-c3b67c.html", "HTTP_404"},
      {"vertex-429-98ef10.json", "QUOTA"},
  };
  const std::vector<Value> rows = rows_of("errors.jsonl");
  Script script;
  for (const Value& row : rows) {
    const ValueView headers = row["headers"];
    Answer failure = Answer::replay(file_text(streams_folder() / std::string(row["file"].text())),
                                    std::string(headers["content-type"].text()));
    failure.status = static_cast<int>(row["status"].integer_or(0));
    for (const char* name : {"retry-after", "x-request-id"}) {
      if (headers.has(name)) failure.header(name, std::string(headers[name].text()));
    }
    script.answers.push_back(std::move(failure));
  }
  ModelServer server(std::move(script));
  OpenAiHost host(compatible_at(server.base_url()));
  for (const Value& row : rows) {
    const std::string file = fs::path(std::string(row["file"].text())).filename().string();
    INFO(file);
    const Streamed streamed = host.stream(hello());
    REQUIRE(codes.count(file) == 1);
    CHECK(streamed.code() == codes.at(file));
    if (row["status"].integer_or(0) != 200) {
      CHECK(streamed.failure()["status"].integer() == row["status"].integer());
    }
    const std::string text(row["expect"]["message"].text());
    if (!text.empty()) CHECK_THAT(streamed.message(), Catch::Contains(text.substr(0, 80)));
    CHECK_THAT(streamed.message(), !Catch::Contains("<html"));
    const ValueView delay = row["headers"]["retry-after"];
    CHECK(streamed.failure()["providerRetryAfterMs"].is_number() == !delay.is_absent());
  }
}
