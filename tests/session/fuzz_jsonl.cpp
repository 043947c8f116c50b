// SPDX-License-Identifier: MIT
// Any bytes as a session file, in both encodings: never more than an error; what is read is written
// again to a file that reads the same.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "session/jsonl/frame_codec.hpp"
#include "session/jsonl/header_line.hpp"
#include "session/jsonl/log_reader.hpp"
#include "session/jsonl/row_text.hpp"
#include "session/jsonl/seed_sink.hpp"

namespace keel::session {

namespace {

using jsonl::Encoding;

/// The text of what some bytes hold; empty when they hold no session.
std::string read_and_print(std::string_view bytes, Encoding encoding, bool checked) {
  EventPool pool;
  Log::Options options;
  options.pool = &pool;
  options.checked = checked;
  jsonl::SeedSink sink(options, {});
  jsonl::MemorySource source(bytes);
  const auto stored = jsonl::read_log(source, encoding, "fuzz", sink);
  if (!stored) return {};
  if (stored->kept_size > bytes.size() || stored->kept_seq > stored->next_seq) std::abort();
  for (EventFields& closer : sink.seed().closers()) {
    if (sink.seed().add(std::move(closer)) && !checked) std::abort();
  }
  const auto log = sink.seed().finish(0);
  static_cast<void>(log->messages());
  std::string text = jsonl::header_line(stored->header);
  jsonl::append_log_text(text, *log, 0, log->seq(), true);
  return text;
}

void check(std::string_view bytes, Encoding encoding) {
  const bool checked = bytes.size() % 2 == 0;
  const std::string text = read_and_print(bytes, encoding, checked);
  if (!text.empty() && read_and_print(text, Encoding::kPlain, checked) != text) std::abort();
}

}  // namespace

}  // namespace keel::session

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace keel::session;  // NOLINT: one function
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  check(bytes, jsonl::Encoding::kPlain);
  check(bytes, jsonl::Encoding::kZstd);
  // Mutations hardly ever keep a checksum: the same text in sound frames.
  std::string frames;
  jsonl::FrameCompressor compressor;
  const std::size_t line = bytes.find('\n');
  if (line == std::string_view::npos) return 0;
  if (compressor.compress(bytes.substr(0, line + 1), frames)) return 0;
  if (compressor.compress(bytes.substr(line + 1), frames)) return 0;
  check(frames, jsonl::Encoding::kZstd);
  return 0;
}
