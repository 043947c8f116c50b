// SPDX-License-Identifier: MIT
// Session files for tests, in memory and below a temporary folder.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "log_fixture.hpp"
#include "session/jsonl/log_reader.hpp"
#include "session/jsonl/seed_sink.hpp"

namespace keel::session::test {

/// A folder that is removed with its owner.
class TempFolder {
 public:
  TempFolder();
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;
  ~TempFolder();

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// The file of a log: its header, then one batch per pair of seqs [batches[i], batches[i + 1]).
std::string stored(const Log& log, jsonl::Encoding encoding,
                   const std::vector<std::int64_t>& batches, bool packed = true);
/// In one batch per event.
std::string stored_singly(const Log& log, jsonl::Encoding encoding);

/// What reading some bytes gave.
struct ReadBack {
  /// Empty when it succeeded.
  std::string code;
  std::string message;
  jsonl::StoredLog log;
  std::vector<std::string> lines;
};

ReadBack read_back(std::string_view bytes, jsonl::Encoding encoding);

void write_file(const std::filesystem::path& path, std::string_view bytes);

/// A sink of its own pool, for files.
struct FileSink {
  EventPool pool;
  Vocabulary vocabulary;
  std::unique_ptr<jsonl::SeedSink> sink;

  FileSink() { reset(); }
  jsonl::SeedSink& reset();
  std::vector<std::string> lines() { return test::lines(sink->seed().log()); }
};

}  // namespace keel::session::test
