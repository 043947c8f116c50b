// SPDX-License-Identifier: MIT
// Reading damaged and hostile session files.
#include <random>

#include <catch2/catch.hpp>

#include "reference_logs.hpp"
#include "session/jsonl/frame_codec.hpp"
#include "session/jsonl/frame_walk.hpp"
#include "session/jsonl/header_line.hpp"
#include "session/jsonl/line_reader.hpp"
#include "session/jsonl/row_text.hpp"
#include "session/log/event_text.hpp"
#include "session/log/fault.hpp"
#include "stored_session.hpp"

namespace keel::session {

namespace {

using jsonl::Encoding;
using test::LogFixture;
using test::read_back;
using test::ReadBack;

bool is_prefix(const std::vector<std::string>& part, const std::vector<std::string>& whole) {
  return part.size() <= whole.size() && std::equal(part.begin(), part.end(), whole.begin());
}

/// A session of a few turns, and one that is left open.
struct Sessions {
  LogFixture closed;
  LogFixture open;

  Sessions() {
    closed.run_turn(1);
    closed.run_turn(2);
    open.open(1, 1);
    open.user("question");
    for (int i = 0; i < 7; ++i) open.chunk("piece " + std::to_string(i));
    open.assistant("answer");
  }
};

/// Events in frames of three.
std::string in_frames(const Log& log) {
  std::vector<std::int64_t> batches;
  for (std::int64_t seq = 0; seq < log.seq(); seq += 3) batches.push_back(seq);
  batches.push_back(log.seq());
  return test::stored(log, Encoding::kZstd, batches);
}

std::size_t header_size(std::string_view bytes, Encoding encoding) {
  if (encoding == Encoding::kPlain) return bytes.find('\n') + 1;
  return jsonl::walk_frame(bytes).size;
}

}  // namespace

TEST_CASE(
    "cut a valid file at every byte offset: opening yields a prefix and never an error once the "
    "header is whole") {
  Sessions sessions;
  for (const Log* log : {&sessions.closed.log(), &sessions.open.log()}) {
    const auto all = test::lines(*log);
    for (const Encoding encoding : {Encoding::kPlain, Encoding::kZstd}) {
      const std::string bytes = encoding == Encoding::kZstd
                                    ? in_frames(*log)
                                    : test::stored(*log, encoding, {0, log->seq()});
      const std::size_t header = header_size(bytes, encoding);
      std::size_t longest = 0;
      for (std::size_t size = 0; size <= bytes.size(); ++size) {
        const ReadBack result = read_back(std::string_view(bytes).substr(0, size), encoding);
        INFO(size << " of " << bytes.size() << ": " << result.message);
        if (size < header) {
          REQUIRE(result.code == fault::kCorrupt);
          continue;
        }
        REQUIRE(result.code.empty());
        REQUIRE(is_prefix(result.lines, all));
        REQUIRE(result.lines.size() >= longest);
        longest = result.lines.size();
        REQUIRE(result.log.kept_size <= size);
        REQUIRE(result.log.kept_seq <= result.log.next_seq);
        REQUIRE(result.log.damaged() == (result.log.kept_size < size));
      }
      CHECK(longest == all.size());
    }
  }
}

TEST_CASE("flip one byte in a middle frame: corruption") {
  Sessions sessions;
  const std::string bytes = in_frames(sessions.closed.log());
  const std::size_t header = header_size(bytes, Encoding::kZstd);
  const std::size_t first = jsonl::walk_frame(std::string_view(bytes).substr(header)).size;
  const auto all = test::lines(sessions.closed.log());
  for (std::size_t at = header; at < header + first; ++at) {
    for (const int bit : {0, 3, 7}) {
      std::string damaged = bytes;
      damaged[at] = static_cast<char>(damaged[at] ^ (1 << bit));
      const ReadBack result = read_back(damaged, Encoding::kZstd);
      INFO(at << " bit " << bit << " " << result.message);
      if (result.code.empty()) {
        // A few bits of a frame mean nothing; others make it reach beyond the file: a torn tail.
        REQUIRE((result.lines == all || result.log.kept_size == header));
        continue;
      }
      REQUIRE(result.code == fault::kCorrupt);
      REQUIRE(result.message.starts_with("corrupt session log memory"));
    }
  }
}

TEST_CASE(
    "flip any byte of a plain file: a prefix, a changed text, or an error; never a later event out "
    "of place") {
  Sessions sessions;
  const std::string bytes =
      test::stored(sessions.closed.log(), Encoding::kPlain, {0, sessions.closed.log().seq()});
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    std::string damaged = bytes;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x10);
    const ReadBack result = read_back(damaged, Encoding::kPlain);
    if (!result.code.empty()) continue;
    for (std::size_t i = 0; i < result.lines.size(); ++i) {
      REQUIRE(test::json(result.lines[i])["seq"].integer() == static_cast<std::int64_t>(i));
    }
  }
}

TEST_CASE(
    "damage then turn/end after it: corruption; the same without a later turn/end: tail dropped") {
  Sessions sessions;
  for (const Encoding encoding : {Encoding::kPlain, Encoding::kZstd}) {
    const auto damage = [&](const Log& log, const std::string& garbage) {
      auto all = test::lines(log);
      std::string text;
      for (std::size_t i = 0; i < all.size(); ++i) text += (i == 4 ? garbage : all[i]) + "\n";
      std::string bytes = jsonl::header_line(log.header());
      if (encoding == Encoding::kPlain) return read_back(bytes + text, encoding);
      std::string frames;
      jsonl::FrameCompressor compressor;
      REQUIRE_FALSE(compressor.compress(bytes, frames));
      REQUIRE_FALSE(compressor.compress(text, frames));
      return read_back(frames, encoding);
    };
    for (const std::string garbage :
         {"{\"type\":\"tur", "", "null", R"({"type":"a","seq":99,"time":0,"data":0})"}) {
      INFO(garbage);
      const ReadBack corrupt = damage(sessions.closed.log(), garbage);
      CHECK(corrupt.code == fault::kCorrupt);
      CHECK(corrupt.message.starts_with("corrupt session log memory: line 6"));
      CHECK(corrupt.message.find("turn/end") != std::string::npos);
      const ReadBack torn = damage(sessions.open.log(), garbage);
      CHECK(torn.code.empty());
      CHECK(torn.lines.size() == 4);
      CHECK(torn.log.damaged());
      CHECK(torn.log.kept_seq == (encoding == Encoding::kPlain ? 4 : 0));
    }
  }
}

TEST_CASE("a turn/end that is out of order itself is not dropped in silence") {
  Sessions sessions;
  auto all = test::lines(sessions.closed.log());
  std::string text = jsonl::header_line(test::header());
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i == all.size() - 2) continue;
    text += all[i] + "\n";
  }
  const ReadBack result = read_back(text, Encoding::kPlain);
  CHECK(result.code == fault::kCorrupt);
}

TEST_CASE("complete frames hold whole lines") {
  Sessions sessions;
  const std::string header = jsonl::header_line(test::header());
  const std::string line = test::lines(sessions.closed.log())[0];
  jsonl::FrameCompressor compressor;
  const auto frames = [&](const std::vector<std::string>& texts) {
    std::string bytes;
    for (const std::string& text : texts) REQUIRE_FALSE(compressor.compress(text, bytes));
    return read_back(bytes, Encoding::kZstd);
  };
  CHECK(frames({header, line + "\n"}).code.empty());
  CHECK(frames({header, line}).code == fault::kCorrupt);
  CHECK(frames({header + line + "\n"}).code == fault::kCorrupt);
  CHECK(frames({header.substr(0, 20), header.substr(20)}).code == fault::kCorrupt);
  CHECK(frames({line + "\n"}).code == fault::kCorrupt);
  CHECK(read_back("", Encoding::kZstd).code == fault::kCorrupt);
  CHECK(read_back("", Encoding::kPlain).code == fault::kCorrupt);
}

TEST_CASE("a tail of zeros, as a power cut leaves it, is trimmed") {
  Sessions sessions;
  for (const Encoding encoding : {Encoding::kPlain, Encoding::kZstd}) {
    const std::string bytes = test::stored_singly(sessions.closed.log(), encoding);
    for (const std::size_t zeros : {1U, 3U, 4U, 1206U, 300000U}) {
      const ReadBack result = read_back(bytes + std::string(zeros, '\0'), encoding);
      INFO(zeros << result.message);
      REQUIRE(result.code.empty());
      CHECK(result.log.damaged());
      CHECK(result.log.kept_size == bytes.size());
      CHECK(result.lines == test::lines(sessions.closed.log()));
    }
  }
  // A frame whose end was never written.
  const std::string bytes = test::stored_singly(sessions.closed.log(), Encoding::kZstd);
  const std::string frame = bytes.substr(header_size(bytes, Encoding::kZstd));
  for (std::size_t cut = 0; cut < 100; ++cut) {
    const ReadBack result =
        read_back(bytes + frame.substr(0, cut) + std::string(4096, '\0'), Encoding::kZstd);
    INFO(cut << " " << result.message);
    REQUIRE(result.code.empty());
    CHECK(result.log.kept_size == bytes.size());
    CHECK(result.lines == test::lines(sessions.closed.log()));
  }
}

TEST_CASE(
    "a record half written with the next one on the same line: the reader goes on at the next "
    "record") {
  Sessions sessions;
  const auto all = test::lines(sessions.closed.log());
  const std::string header = jsonl::header_line(test::header());
  for (std::size_t cut = 0; cut < all[5].size(); cut += 3) {
    for (const std::string& gap : {all[5].substr(0, cut), std::string(cut + 1, '\0')}) {
      std::string text = header;
      for (std::size_t i = 0; i < all.size(); ++i)
        text += (i == 5 ? gap : std::string()) + all[i] + "\n";
      const ReadBack result = read_back(text, Encoding::kPlain);
      INFO(cut << " " << result.message);
      REQUIRE(result.code.empty());
      CHECK(result.lines == all);
      CHECK(result.log.damaged() == !gap.empty());
      if (gap.empty()) continue;
      CHECK(result.log.kept_seq == 5);
      CHECK(result.log.next_seq == static_cast<std::int64_t>(all.size()));
    }
  }
}

TEST_CASE("a frame walk finds the end of every frame and needs no more than its bytes") {
  jsonl::FrameCompressor compressor;
  std::mt19937 random(1);  // NOLINT: the same each time
  for (const std::size_t size : {0U, 1U, 5U, 300U, 70000U, 500000U}) {
    for (const bool noise : {false, true}) {
      std::string text(size, 'a');
      if (noise) {
        for (char& c : text) c = static_cast<char>(random());
      }
      std::string frame;
      REQUIRE_FALSE(compressor.compress(text, frame));
      const jsonl::FrameExtent whole = jsonl::walk_frame(frame + "more");
      REQUIRE(whole.state == jsonl::FrameState::kComplete);
      CHECK(whole.size == frame.size());
      const std::size_t step = 1 + frame.size() / 500;
      for (std::size_t cut = 0; cut < frame.size(); cut += step) {
        REQUIRE(jsonl::walk_frame(std::string_view(frame).substr(0, cut)).state ==
                jsonl::FrameState::kIncomplete);
      }
      std::string back;
      jsonl::FrameDecompressor decompressor;
      CHECK_FALSE(decompressor.decompress(frame, [&](std::string_view piece) {
        back += piece;
        return true;
      }));
      CHECK(back == text);
    }
  }
}

TEST_CASE("frames that no session file holds are invalid") {
  const auto state = [](std::string_view bytes) { return jsonl::walk_frame(bytes).state; };
  const std::string magic("\x28\xB5\x2F\xFD", 4);
  CHECK(state("{\"type\"") == jsonl::FrameState::kInvalid);
  CHECK(state(std::string("\x50\x2A\x4D\x18\0\0\0\0", 8)) == jsonl::FrameState::kInvalid);
  CHECK(state(magic + "\x24") == jsonl::FrameState::kIncomplete);
  CHECK(state(magic + "\x2C") == jsonl::FrameState::kInvalid);      // reserved bit
  CHECK(state(magic + "\x20") == jsonl::FrameState::kInvalid);      // no checksum
  CHECK(state(magic + "\x25") == jsonl::FrameState::kInvalid);      // a dictionary
  CHECK(state(magic + "\x04\xFF") == jsonl::FrameState::kInvalid);  // a window of 3.75 TiB
  CHECK(state(magic + std::string("\x24\x01\x07\x00\x00", 5)) == jsonl::FrameState::kInvalid);
  CHECK(state(magic + std::string("\x24\x01\xF9\xFF\xFF", 5)) == jsonl::FrameState::kInvalid);
}

TEST_CASE("a small frame that grows without bound is refused at the largest line") {
  const std::string header = jsonl::header_line(test::header());
  jsonl::FrameCompressor compressor;
  std::string bytes;
  REQUIRE_FALSE(compressor.compress(header, bytes));
  {
    const std::string bomb(std::size_t{80} << 20U, 'x');
    REQUIRE_FALSE(compressor.compress(bomb, bytes));
  }
  CHECK(bytes.size() < 100000);
  const ReadBack result = read_back(bytes, Encoding::kZstd);
  CHECK(result.code == fault::kCorrupt);
  CHECK(result.message.find("longer than") != std::string::npos);
}

TEST_CASE("the fast reading of lines and the general one agree") {
  const char* lines[] = {
      R"({"type":"assistant/chunk","seq":3,"time":-4,"data":{"turn":1,"step":2,"chunk":{"type":"text-delta","index":0,"text":"a\"\\\/\b\f\n\r\té€😀\u0041\u00e9\ud83d\ude00"}}})",
      R"({"type":"assistant/chunk","seq":3,"time":4,"data":{"turn":1,"step":2,"chunk":{"type":"tool-call-delta","index":0,"id":"c","name":"n","argumentsDelta":"{\"a\":1}"}}})",
      R"({"type":"assistant/chunk","seq":3,"time":4,"data":{"turn":1,"step":2,"chunk":{"type":"tool-call-delta","index":0,"id":"c","argumentsDelta":""}}})",
      R"({"type":"reasoning-chunks","seq0":3,"time0":4,"data":{"turn":1,"step":2,"index":0,"dt":[-1,2],"texts":["a","é","long enough for the eight-byte loop to run"]}})",
      R"({"type":"tool-call-chunks","seq0":3,"time0":4,"data":{"turn":1,"step":2,"index":0,"dt":[],"id":"c","name":"","args":["a"]}})",
      R"({"type":"tool/result","seq":9,"time":1,"data":{"x":[1,{"surfaceOp":"append"}]},"sourceEventSeqs":[3,4],"surfaceOp":"append"})",
      R"({"type":"user/message","seq":9,"time":1,"data":{"sourceEventSeqs":[3,4]},"surfaceOp":"append"})",
      R"({"type":"user/message","seq":9,"time":1,"data":{"surfaceOp":"append"},"surfaceOp":"append"})",
      R"({"type":"x","seq":9,"time":1,"data":"\",\"surfaceOp\":\"append\"}"})",
      R"({"type":"x","seq":9,"time":1,"data":"\"}","ignorable":true})",
      R"({"type":"x","seq":9,"time":1,"data":5,"ignorable":true})",
      R"({"type":"a\u002fb","seq":9,"time":1,"data":null})",
      R"({"type":"user/message","seq":9,"time":1,"data":1,"surfaceOp":{"op":"replace","start":0,"end":1},"sourceEventSeqs":[0,1]})",
      R"( {"type" : "x", "seq":9,"time":1e2,"data":[ ]} )",
      // Refused by both.
      R"({"type":"assistant/chunk","seq":03,"time":4,"data":{"turn":1,"step":2,"chunk":{"type":"text-delta","index":0,"text":"a"}}})",
      R"({"type":"assistant/chunk","seq":3,"time":-0,"data":{"turn":1,"step":2,"chunk":{"type":"text-delta","index":0,"text":"a"}}})",
      R"({"type":"assistant/chunk","seq":99999999999999999,"time":4,"data":{"turn":1,"step":2,"chunk":{"type":"text-delta","index":0,"text":"a"}}})",
      R"({"type":"assistant/chunk","seq":3,"time":4,"data":{"turn":1,"step":2,"chunk":{"type":"text-delta","index":0,"text":"\ud800"}}})",
      "{\"type\":\"assistant/"
      "chunk\",\"seq\":3,\"time\":4,\"data\":{\"turn\":1,\"step\":2,\"chunk\":{\"type\":\"text-"
      "delta\",\"index\":0,\"text\":\"a\xFF\"}}}",
      "{\"type\":\"assistant/"
      "chunk\",\"seq\":3,\"time\":4,\"data\":{\"turn\":1,\"step\":2,\"chunk\":{\"type\":\"text-"
      "delta\",\"index\":0,\"text\":\"a\tb\"}}}",
      R"({"type":"text-chunks","seq0":3,"time0":4,"data":{"turn":1,"step":2,"index":0,"dt":[1],"texts":["a"]}})",
      R"({"type":"x","seq":9,"time":1,"data":{},"data":{}})",
      R"({"type":"x","seq":9,"time":1,"data":{}}})",
      R"({"type":"x","seq":9,"time":1,"data":{})",
      R"({"type":"x","seq":9,"time":1,"data":1.})",
      R"({"type":"user/message","seq":9,"time":1,"data":1,"sourceEventSeqs":[3,-4],"surfaceOp":"append"})",
      R"({"type":"x","seq":9,"time":1,"data":1,"surfaceOp":"append"})",
  };
  for (const char* line : lines) {
    INFO(line);
    jsonl::LineReader reader;
    const auto fast = reader.read(line);
    // A space before the last bracket is no form that is read fast.
    std::string slow_line(line);
    const std::size_t last = slow_line.rfind('}');
    slow_line.insert(last, " ");
    jsonl::LineReader other;
    const auto slow = other.read(slow_line);
    REQUIRE(fast.has_value() == slow.has_value());
    if (!fast) {
      CHECK(fast.error().message.size() > 5);
      continue;
    }
    std::string from_fast;
    std::string from_slow;
    jsonl::append_row_text(from_fast, *fast, 1000);
    if (const auto* event = std::get_if<EventFields>(&*slow)) {
      append_event_json(from_slow, *event);
      from_slow += '\n';
    } else {
      jsonl::append_row_text(from_slow, *slow, 1000);
    }
    CHECK(from_fast == from_slow);
  }
}

TEST_CASE("stored rows may come as values and are written as they are") {
  Sessions sessions;
  const Log& log = sessions.closed.log();
  for (const bool packed : {true, false}) {
    const auto rows = log.storage_rows(0, log.seq(), packed);
    REQUIRE(rows);
    std::string text;
    const auto end = jsonl::append_row_values(text, *rows, 0);
    REQUIRE(end);
    CHECK(*end == log.seq());
    std::string direct;
    jsonl::append_log_text(direct, log, 0, log.seq(), packed);
    CHECK(text == direct);
    // As values that crossed a boundary.
    std::vector<Value> copies;
    for (const Value& row : *rows) copies.push_back(test::json(to_json(row)));
    std::string from_copies;
    REQUIRE(jsonl::append_row_values(from_copies, copies, 0));
    CHECK(from_copies == direct);
    CHECK_FALSE(jsonl::append_row_values(from_copies, copies, 1));
    CHECK_FALSE(jsonl::append_row_values(from_copies, std::vector<Value>{test::json("{}")}, 0));
    CHECK(from_copies == direct);
  }
}

TEST_CASE("packChunks on and off load to equal events") {
  Sessions sessions;
  const Log& log = sessions.open.log();
  for (const Encoding encoding : {Encoding::kPlain, Encoding::kZstd}) {
    const ReadBack packed = read_back(test::stored(log, encoding, {0, log.seq()}, true), encoding);
    const ReadBack plain = read_back(test::stored(log, encoding, {0, log.seq()}, false), encoding);
    CHECK(packed.lines == plain.lines);
    CHECK(packed.lines == test::lines(log));
  }
}

TEST_CASE("any place that a sink was told is one from where the file can be read on") {
  Sessions sessions;
  const Log& log = sessions.closed.log();
  struct Places : jsonl::RowSink {
    std::vector<std::pair<std::uint64_t, std::int64_t>> places;
    std::vector<std::int64_t> seqs;
    std::size_t limit = 1000;
    SessionHeader header;
    std::optional<Error> begin(const SessionHeader& read) override {
      header = read;
      return std::nullopt;
    }
    std::optional<Error> take(jsonl::StoredRow row) override {
      for (std::int64_t seq = first_seq(row); seq < end_seq(row); ++seq) seqs.push_back(seq);
      return std::nullopt;
    }
    void at(std::uint64_t offset, std::int64_t seq) override { places.emplace_back(offset, seq); }
    bool wants_more() const override { return seqs.size() < limit; }
  };
  for (const Encoding encoding : {Encoding::kPlain, Encoding::kZstd}) {
    const std::string bytes =
        encoding == Encoding::kZstd ? in_frames(log) : test::stored(log, encoding, {0, log.seq()});
    jsonl::MemorySource source(bytes);
    Places all;
    REQUIRE(jsonl::read_log(source, encoding, "memory", all));
    CHECK(all.places.size() > 5);
    for (const auto& [offset, seq] : all.places) {
      Places part;
      const auto stored =
          jsonl::read_log_from(source, encoding, "memory", {all.header, offset, seq}, part);
      REQUIRE(stored);
      CHECK(part.seqs == std::vector<std::int64_t>(all.seqs.begin() + seq, all.seqs.end()));
      CHECK(stored->next_seq == log.seq());
    }
    Places few;
    few.limit = 2;
    const auto stored = jsonl::read_log(source, encoding, "memory", few);
    REQUIRE(stored);
    CHECK_FALSE(stored->damaged());
    CHECK(few.seqs.size() < 6);
  }
}

TEST_CASE("hostile bytes never do more than fail") {
  std::mt19937 random(7);  // NOLINT: the same each time
  Sessions sessions;
  std::vector<std::pair<std::string, Encoding>> seeds;
  for (const Encoding encoding : {Encoding::kPlain, Encoding::kZstd}) {
    seeds.emplace_back(test::stored_singly(sessions.closed.log(), encoding), encoding);
    seeds.emplace_back(test::stored_singly(sessions.open.log(), encoding), encoding);
  }
  for (int round = 0; round < 2000; ++round) {
    auto [bytes, encoding] = seeds[random() % seeds.size()];
    for (unsigned changes = 1 + random() % 4; changes > 0; --changes) {
      const std::size_t at = random() % bytes.size();
      switch (random() % 4) {
        case 0:
          bytes[at] = static_cast<char>(random());
          break;
        case 1:
          bytes.erase(at, 1 + random() % 8);
          break;
        case 2:
          bytes.insert(at, bytes.substr(random() % bytes.size(), random() % 40));
          break;
        default:
          bytes.resize(at + 1);
      }
      if (bytes.empty()) bytes = "x";
    }
    const ReadBack result = read_back(bytes, encoding);
    if (!result.code.empty()) {
      CHECK((result.code == fault::kCorrupt || result.code == fault::kUnsupported));
    }
  }
}

}  // namespace keel::session
