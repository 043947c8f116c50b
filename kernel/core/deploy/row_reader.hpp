// SPDX-License-Identifier: MIT
// From located values to rows and patches: what each key may hold.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/deploy/located.hpp"
#include "core/deploy/origin.hpp"
#include "core/deploy/row.hpp"
#include "core/deploy/row_patch.hpp"
#include "keel/error.hpp"

namespace keel::core {

/// Reads the rows and patches of one layer. Stops at the first mistake, whose error names file,
/// line and column, and what to do. Origins keep the layer number that the values came with.
class RowReader {
 public:
  explicit RowReader(const ConfigLayer& layer) : layer_(layer) {}

  /// An array of row tables. Ids are unique among them.
  Expected<std::vector<Row>> rows(const Located& array, std::size_t depth = 0) const;
  Expected<std::vector<RowPatch>> patches(const Located& array) const;
  /// Sets one field of `row` to `value` and appends its origin. What the fields must be together is
  /// find_row_fault's business.
  std::optional<Error> read_field(Row& row, RowField field, const Located& value,
                                  std::size_t depth = 0) const;

  Error fail(const Origin& origin, std::string_view cause, std::string_view remedy) const;
  /// For a key that is none of `known`: suggests the nearest.
  Error unknown_key(const Located& member, std::string_view name, std::string_view where,
                    std::span<const std::string_view> known) const;
  Error wrong_kind(const Located& value, std::string_view name, std::string_view expected) const;

 private:
  Expected<Row> row(const Located& table, std::size_t depth) const;
  std::optional<Error> default_id(Row& row) const;
  std::optional<Error> find_duplicate(const std::vector<Row>& rows) const;

  Expected<RowPatch> patch(const Located& table) const;
  std::optional<Error> read_patch_key(RowPatch& patch, std::string_view name,
                                      const Located& value) const;

  std::optional<Error> read_id(Row& row, const Located& value) const;
  std::optional<Error> read_plugin(Row& row, const Located& value) const;
  std::optional<Error> read_library(Row& row, const Located& value) const;
  std::optional<Error> read_config(Row& row, const Located& value) const;
  std::optional<Error> read_sha256(Row& row, const Located& value) const;
  std::optional<Error> read_disabled(Row& row, const Located& value) const;
  std::optional<Error> read_isolate(Row& row, const Located& value) const;
  std::optional<Error> read_isolation(Row& row, const Located& value) const;
  std::optional<Error> read_rows(Row& row, const Located& value, std::size_t depth) const;

  /// Text that is not empty and holds no control characters.
  std::optional<Error> check_text(const Located& value, std::string_view name) const;
  std::optional<Error> check_computed(const Located& config) const;

  const ConfigLayer& layer_;
};

}  // namespace keel::core
