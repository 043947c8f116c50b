// SPDX-License-Identifier: MIT
#include "stored_session.hpp"

#include <cstdlib>
#include <fstream>
#include <stdexcept>

#include <unistd.h>

#include "session/jsonl/frame_codec.hpp"
#include "session/jsonl/header_line.hpp"
#include "session/jsonl/row_text.hpp"

namespace keel::session::test {

namespace fs = std::filesystem;
using jsonl::Encoding;

TempFolder::TempFolder() {
  std::string pattern = (fs::temp_directory_path() / "keel-session-test-XXXXXX").string();
  if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary folder");
  path_ = pattern;
}

TempFolder::~TempFolder() {
  std::error_code none;
  fs::remove_all(path_, none);
}

std::string stored(const Log& log, Encoding encoding, const std::vector<std::int64_t>& batches,
                   bool packed) {
  jsonl::FrameCompressor compressor;
  std::string bytes;
  const auto add = [&](const std::string& text) {
    if (encoding == Encoding::kPlain) {
      bytes += text;
    } else if (compressor.compress(text, bytes)) {
      throw std::runtime_error("compression failed");
    }
  };
  add(jsonl::header_line(log.header()));
  for (std::size_t i = 0; i + 1 < batches.size(); ++i) {
    std::string text;
    jsonl::append_log_text(text, log, batches[i], batches[i + 1], packed);
    add(text);
  }
  return bytes;
}

std::string stored_singly(const Log& log, Encoding encoding) {
  std::vector<std::int64_t> batches;
  for (std::int64_t seq = 0; seq <= log.seq(); ++seq) batches.push_back(seq);
  return stored(log, encoding, batches);
}

jsonl::SeedSink& FileSink::reset() {
  Log::Options options;
  options.pool = &pool;
  LogSeed::Options seed;
  seed.vocabulary = &vocabulary;
  sink = std::make_unique<jsonl::SeedSink>(options, seed);
  return *sink;
}

ReadBack read_back(std::string_view bytes, Encoding encoding) {
  ReadBack result;
  FileSink sink;
  jsonl::MemorySource source(bytes);
  auto log = jsonl::read_log(source, encoding, "memory", *sink.sink);
  if (!log) {
    result.code = log.error().code;
    result.message = log.error().message;
    return result;
  }
  result.log = *log;
  result.lines = sink.lines();
  return result;
}

void write_file(const fs::path& path, std::string_view bytes) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
}

}  // namespace keel::session::test
