// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/deploy/compose.hpp"
#include "core/deploy/row_patch.hpp"
#include "core/deploy/row_reader.hpp"
#include "core/deploy/set_option.hpp"

namespace keel::core {

/// The rows in the making: applies patches and sets one after the other. Used once.
class Composer {
 public:
  std::optional<Error> start(const DeploymentFile& base);
  std::optional<Error> apply(const PatchFile& file);
  std::optional<Error> apply_set(std::string_view option, const std::filesystem::path& directory);
  Composition finish() { return std::move(composition_); }

 private:
  std::uint32_t add_layer(ConfigLayer layer);
  std::string place(const Origin& origin) const { return place_of(composition_.layers, origin); }

  Row* find(std::string_view address);
  /// Gives the rows of `list` from `first` on their addresses below `prefix`; `positions` leads to
  /// the list. Fails on two equal addresses and on groups nested too deep.
  std::optional<Error> index_rows(std::vector<Row>& list, std::size_t first,
                                  const std::string& prefix,
                                  const std::vector<std::size_t>& positions);
  void forget_rows_of(const Row& group);

  std::optional<Error> apply_insert(const RowPatch& patch, std::uint32_t layer);
  std::optional<Error> apply_fields(const RowPatch& patch, std::uint32_t layer);
  std::optional<Error> assign(Row& row, RowField field, const Row& values, const Origin& origin);
  std::optional<Error> check(const Row& row, const Origin& origin) const;
  void skip(const Origin& origin, std::string_view reason);
  std::string suggest(std::string_view address) const;
  std::vector<std::string_view> addresses() const;

  std::optional<Error> set_field(Row& row, RowField field, const SetOption& option,
                                 const RowReader& reader, std::uint32_t layer);
  std::optional<Error> set_config(Row& row, std::span<const std::string> path,
                                  const SetOption& option, const RowReader& reader,
                                  std::uint32_t layer);
  std::optional<Error> set_isolate(Row& row, const SetOption& option, const RowReader& reader,
                                   std::uint32_t layer);
  /// The literal of a set, with a warning where it is text only because it is not TOML.
  Expected<Value> literal(const SetOption& option, std::uint32_t layer);

  Composition composition_;
  /// Address to the index in each list on the way. Rows are only ever appended, so positions hold.
  std::unordered_map<std::string, std::vector<std::size_t>> index_;
};

}  // namespace keel::core
