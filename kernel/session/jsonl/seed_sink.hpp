// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>

#include "session/jsonl/row_sink.hpp"
#include "session/log/log_seed.hpp"

namespace keel::session::jsonl {

/// Makes a log of what a session file holds.
class SeedSink final : public RowSink {
 public:
  SeedSink(Log::Options log_options, LogSeed::Options seed_options)
      : log_options_(std::move(log_options)), seed_options_(std::move(seed_options)) {}

  std::optional<Error> begin(const SessionHeader& header) override;
  std::optional<Error> take(StoredRow row) override;

  /// Once the header was read.
  LogSeed& seed() { return *seed_; }

 private:
  Log::Options log_options_;
  LogSeed::Options seed_options_;
  std::unique_ptr<LogSeed> seed_;
};

}  // namespace keel::session::jsonl
