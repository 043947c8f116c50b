// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "keel/value.hpp"
#include "session/jsonl/row_sink.hpp"

namespace keel::jsonl_store {

/// Takes the rows of a file as values: event objects and packed rows.
class ValueSink final : public session::jsonl::RowSink {
 public:
  std::optional<Error> begin(const session::SessionHeader&) override { return std::nullopt; }
  std::optional<Error> take(session::jsonl::StoredRow row) override;

  struct Row {
    std::int64_t first_seq;
    std::int64_t end_seq;
    Value value;
  };
  std::vector<Row>& rows() { return rows_; }

 private:
  std::vector<Row> rows_;
  std::string text_;
};

}  // namespace keel::jsonl_store
