// SPDX-License-Identifier: MIT
// Logs that the reference wrote, read as it reads them.
#include <catch2/catch.hpp>

#include "log_fixture.hpp"
#include "reference_logs.hpp"
#include "session/jsonl/frame_codec.hpp"
#include "session/jsonl/header_line.hpp"
#include "session/jsonl/log_reader.hpp"
#include "session/jsonl/row_text.hpp"
#include "session/jsonl/seed_sink.hpp"

namespace keel::session {

namespace {

using jsonl::Encoding;

std::vector<test::ReferenceLog> logs_or_skip() {
  auto logs = test::reference_logs();
  if (logs.empty())
    WARN("skipped: no recorded logs; set KEEL_SHARED to the folder that holds data/");
  return logs;
}

/// The log of some bytes, repaired in memory.
struct Loaded {
  jsonl::StoredLog stored;
  std::unique_ptr<Log> log;
};

Loaded load(std::string_view bytes, Encoding encoding, EventPool& pool) {
  const Vocabulary vocabulary;
  Log::Options options;
  options.pool = &pool;
  LogSeed::Options seed;
  seed.vocabulary = &vocabulary;
  jsonl::SeedSink sink(options, seed);
  jsonl::MemorySource source(bytes);
  auto stored = jsonl::read_log(source, encoding, "recorded", sink);
  INFO((stored ? std::string() : stored.error().message));
  REQUIRE(stored);
  for (EventFields& closer : sink.seed().closers()) {
    REQUIRE_FALSE(sink.seed().add(std::move(closer)));
  }
  return {*stored, sink.seed().finish_unmarked()};
}

std::string text_of(const Log& log) {
  std::string text;
  for (const std::string& line : test::lines(log)) text += line + "\n";
  return text;
}

}  // namespace

TEST_CASE("logs of the reference decode to its events, byte for byte") {
  for (const test::ReferenceLog& recorded : logs_or_skip()) {
    INFO(recorded.name);
    EventPool pool;
    const Loaded loaded = load(test::read_file(recorded.file), recorded.encoding, pool);
    CHECK(text_of(*loaded.log) == recorded.expected_events);
    CHECK(loaded.stored.damaged() == (recorded.name == "torn"));
  }
}

TEST_CASE("logs of the reference derive to its messages") {
  for (const test::ReferenceLog& recorded : logs_or_skip()) {
    INFO(recorded.name);
    EventPool pool;
    const Loaded loaded = load(test::read_file(recorded.file), recorded.encoding, pool);
    CHECK(to_json(loaded.log->messages()) == to_json(test::json(recorded.expected_messages)));
  }
}

TEST_CASE("logs of the reference lie where their header says") {
  for (const test::ReferenceLog& recorded : logs_or_skip()) {
    INFO(recorded.name);
    EventPool pool;
    const Loaded loaded = load(test::read_file(recorded.file), recorded.encoding, pool);
    const auto folder = jsonl::session_folder(recorded.root, loaded.stored.header);
    REQUIRE(folder);
    CHECK(*folder / jsonl::file_name(recorded.encoding) == recorded.file);
  }
}

TEST_CASE("events of the reference, encoded again in each form, load to equal events") {
  for (const test::ReferenceLog& recorded : logs_or_skip()) {
    INFO(recorded.name);
    EventPool pool;
    const Loaded loaded = load(test::read_file(recorded.file), recorded.encoding, pool);
    for (const bool packed : {false, true}) {
      std::string text;
      jsonl::append_log_text(text, *loaded.log, 0, loaded.log->seq(), packed);
      const std::string header = jsonl::header_line(loaded.stored.header);
      CHECK(text_of(*load(header + text, Encoding::kPlain, pool).log) == recorded.expected_events);

      std::string frames;
      jsonl::FrameCompressor compressor;
      REQUIRE_FALSE(compressor.compress(header, frames));
      REQUIRE_FALSE(compressor.compress(text, frames));
      CHECK(text_of(*load(frames, Encoding::kZstd, pool).log) == recorded.expected_events);
      if (!packed) CHECK(text == recorded.expected_events);
    }
  }
}

TEST_CASE("stored text of a plain log of the reference is written again byte for byte") {
  for (const test::ReferenceLog& recorded : logs_or_skip()) {
    if (recorded.encoding != Encoding::kPlain) continue;
    const std::string bytes = test::read_file(recorded.file);
    EventPool pool;
    const Loaded loaded = load(bytes, recorded.encoding, pool);
    std::string text = jsonl::header_line(loaded.stored.header);
    jsonl::append_log_text(text, *loaded.log, 0, loaded.log->seq(), false);
    CHECK(text == bytes);
  }
}

}  // namespace keel::session
