// SPDX-License-Identifier: MIT
#include "sse_reader.hpp"

#include <catch2/catch.hpp>
#include <random>
#include <string>
#include <vector>

using keel::llm_openai::SseEvent;
using keel::llm_openai::SseReader;

namespace {

/// "name|data" for an event, "!line" for a stray line; "?" in front of one that was open at the
/// end.
void take_all(SseReader& reader, std::vector<std::string>& events) {
  while (const auto event = reader.next()) {
    std::string text = reader.was_unterminated() ? "?" : "";
    if (event->kind == SseEvent::Kind::kStray) {
      text += "!" + std::string(event->data);
    } else {
      text += std::string(event->name) + "|" + std::string(event->data);
    }
    events.push_back(text);
  }
}

std::vector<std::string> read(const std::vector<std::string>& pieces) {
  SseReader reader;
  std::vector<std::string> events;
  for (const std::string& piece : pieces) {
    reader.feed(piece);
    take_all(reader, events);
  }
  reader.end();
  take_all(reader, events);
  return events;
}

using Events = std::vector<std::string>;

}  // namespace

TEST_CASE("lines end in LF, CR or CRLF, wherever the bytes are cut") {
  const std::string body = "data: a\n\ndata: b\r\rdata: c\r\n\r\ndata:d\ndata: e\n\n";
  const Events expected{"|a", "|b", "|c", "|d\ne"};
  CHECK(read({body}) == expected);
  for (std::size_t cut = 0; cut <= body.size(); ++cut) {
    CAPTURE(cut);
    CHECK(read({body.substr(0, cut), body.substr(cut)}) == expected);
  }
  std::vector<std::string> bytes;
  for (const char c : body) bytes.emplace_back(1, c);
  CHECK(read(bytes) == expected);
}

TEST_CASE("a byte order mark is skipped at the start only") {
  CHECK(read({"\xEF\xBB\xBF"
              "data: a\n\n"}) == Events{"|a"});
  CHECK(read({"\xEF", "\xBB", "\xBF", "data: a\n\n"}) == Events{"|a"});
  CHECK(read({"\xEF\xBB", "data: a\n\ndata: b\n\n"}) == Events{"|b"});
  CHECK(read({"data: \xEF\xBB\xBF\n\n"}) == Events{"|\xEF\xBB\xBF"});
}

TEST_CASE("PRV-15 a blank line without data dispatches nothing") {
  CHECK(read({"id: 1\ndata: a\n\n: ping\n\n\n\ndata: b\n\n"}) == Events{"|a", "|b"});
  CHECK(read({"event: x\n\ndata: a\n\n"}) == Events{"|a"});
}

TEST_CASE("comments are counted and fields that mean nothing are passed over") {
  SseReader reader;
  reader.feed(": one\n:two\nretry: 5\nid: 7\nfoo: bar\nbaz\ndata: a\n\n");
  Events events;
  take_all(reader, events);
  CHECK(events == Events{"|a"});
  CHECK(reader.comments() == 2);
}

TEST_CASE("one blank behind the colon belongs to the format, a second one to the data") {
  CHECK(read({"data:  a\n\n"}) == Events{"| a"});
  CHECK(read({"data\n\n"}) == Events{"|"});
  CHECK(read({"data:\n\n"}) == Events{"|"});
  CHECK(read({"data: a:b\n\n"}) == Events{"|a:b"});
}

TEST_CASE("names belong to one event") {
  CHECK(read({"event: error\ndata: a\n\ndata: b\n\n"}) == Events{"error|a", "|b"});
}

TEST_CASE("an event that is open when the body ends is delivered") {
  CHECK(read({"data: a\n\ndata: b"}) == Events{"|a", "?|b"});
  CHECK(read({"data: a\n\ndata: b\n"}) == Events{"|a", "?|b"});
  CHECK(read({"data: [DONE]"}) == Events{"?|[DONE]"});
  CHECK(read({"data: a\n\nevent: x"}) == Events{"|a"});
  CHECK(read({""}) == Events{});
}

TEST_CASE("PRV-50 characters may be cut") {
  CHECK(read({"data: \xe2", "\x82", "\xac\n\n"}) == Events{"|\u20ac"});
}

TEST_CASE("a line of JSON without framing is given as it is") {
  CHECK(read({"{\"error\": {\"message\": \"x\"}}\n"}) ==
        Events{"!{\"error\": {\"message\": \"x\"}}"});
  CHECK(read({"data: a\n\n{\"error\":1}"}) == Events{"|a", "!{\"error\":1}"});
}

TEST_CASE("an event without end does not take all memory") {
  SseReader reader;
  Events events;
  const std::string piece = "data: " + std::string(1U << 20U, 'x') + "\n";
  for (int i = 0; i < 40 && !reader.overflowed(); ++i) {
    reader.feed(piece);
    take_all(reader, events);
  }
  CHECK(reader.overflowed());
  CHECK(events.empty());

  SseReader line;
  for (int i = 0; i < 40 && !line.overflowed(); ++i) {
    line.feed(std::string(1U << 20U, 'x'));
    take_all(line, events);
  }
  CHECK(line.overflowed());
  CHECK(events.empty());
}

TEST_CASE("how bytes are cut changes nothing") {
  std::mt19937 random(7);
  const std::string alphabet =
      "data: \n\r:{}x\xEF\xBB\xBF"
      "event";
  for (int round = 0; round < 300; ++round) {
    std::string body;
    for (int i = 0; i < 60; ++i) body += alphabet[random() % alphabet.size()];
    std::vector<std::string> pieces;
    for (std::size_t at = 0; at < body.size();) {
      const std::size_t size = 1 + random() % 7;
      pieces.push_back(body.substr(at, size));
      at += size;
    }
    CAPTURE(body);
    CHECK(read(pieces) == read({body}));
  }
}
