// SPDX-License-Identifier: MIT
#include "session/jsonl/seed_sink.hpp"

#include <utility>

#include "session/log/fault.hpp"

namespace keel::session::jsonl {

namespace {

/// What a stored event is refused for is damage, unless this build only cannot interpret it.
Error as_stored(Error error) {
  if (error.code == fault::kRetiredEvent) {
    error.code = fault::kUnsupported;
  } else if (error.code != fault::kUnsupported) {
    error.code = fault::kCorrupt;
    error.message = "corrupt session log " + error.message;
  }
  return error;
}

}  // namespace

std::optional<Error> SeedSink::begin(const SessionHeader& header) {
  seed_ = std::make_unique<LogSeed>(header, log_options_, seed_options_);
  return std::nullopt;
}

std::optional<Error> SeedSink::take(StoredRow row) {
  std::optional<Error> fault;
  if (const auto* chunk = std::get_if<StoredChunk>(&row)) {
    fault = seed_->add_chunk(chunk->delta, chunk->seq, chunk->time);
  } else if (auto* run = std::get_if<ChunkRun>(&row)) {
    fault = seed_->add_run(std::move(*run));
  } else {
    fault = seed_->add(std::move(std::get<EventFields>(row)));
  }
  if (!fault) return std::nullopt;
  return as_stored(std::move(*fault));
}

}  // namespace keel::session::jsonl
