// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "session/jsonl/row_sink.hpp"

namespace keel::session::jsonl {

/// Finds where the events from a seq on begin in a file: the last place at or before it from where
/// the file can be rewritten, and the text of the events between that place and the seq.
class TailSink final : public RowSink {
 public:
  explicit TailSink(std::int64_t from_seq) : from_seq_(from_seq) {}

  std::optional<Error> begin(const SessionHeader&) override { return std::nullopt; }
  std::optional<Error> take(StoredRow row) override;
  void at(std::uint64_t offset, std::int64_t seq) override;

  /// False when nothing stands behind the header.
  bool place_found() const { return place_.has_value(); }
  std::uint64_t kept_size() const { return *place_; }
  const std::string& kept_text() const { return text_; }

 private:
  std::int64_t from_seq_;
  std::optional<std::uint64_t> place_;
  std::string text_;
};

}  // namespace keel::session::jsonl
