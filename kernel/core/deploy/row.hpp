// SPDX-License-Identifier: MIT
// One entry of a deployment: a plugin with its settings, or a group of rows.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/deploy/origin.hpp"
#include "core/deploy/origin_tree.hpp"
#include "keel/value.hpp"

namespace keel::core {

enum class RowField : std::uint8_t {
  kId,
  kPlugin,
  kLibrary,
  kConfig,
  kSha256,
  kDisabled,
  kIsolate,
  kIsolation,
  kWatch,
  kRows,
};

/// The key of a field in a file: kRowFieldNames[index of the field].
inline constexpr std::array<std::string_view, 10> kRowFieldNames = {
    "id",       "plugin",  "library",   "config", "sha256",
    "disabled", "isolate", "isolation", "watch",  "rows"};

std::string_view row_field_name(RowField field);
std::optional<RowField> row_field(std::string_view name);

/// Rows within rows, at most. Groups are walked by recursion.
inline constexpr std::size_t kDeepestGroup = 16;

/// A config that a later layer replaced.
struct ConfigVersion {
  Value value;
  OriginTree origins;
};

/// Exactly one of `plugin`, `library` and `group` says what the row is. Copies share nothing that
/// can change: values are immutable.
struct Row {
  /// Unique among the rows beside it; not empty, no ':'.
  std::string id;
  /// False when `id` was taken from the plugin's name.
  bool id_given = true;
  /// Ids of the groups around it and its own, joined by ':'. Set by compose().
  std::string address;

  std::string plugin;                  ///< "family/name", or "".
  std::string library;                 ///< As written, or "".
  std::filesystem::path library_path;  ///< `library`, absolute, by the folder of its layer.
  std::string sha256;                  ///< 64 lower-case digits, or "": any content.

  Value config;                                ///< An object, or absent. May hold computed values.
  OriginTree config_origins;                   ///< Of `config`.
  std::vector<ConfigVersion> earlier_configs;  ///< What layers replaced, oldest first.

  Value disabled;  ///< Absent, a boolean or a computed value.
  /// Groups only: services with a name table of their own, each with the label of the table that it
  /// shares with other groups, or nothing for a private one.
  std::map<std::string, std::optional<std::string>> isolate;
  std::string isolation;  ///< "process", or "": in the host.
  bool watch = false;     ///< Reload when the library file changes.

  bool group = false;
  std::vector<Row> rows;  ///< Of a group, in order.

  Origin origin;  ///< Where the row begins.
  /// Of each field that a layer set: the first is the layer that set it, the others changed it in
  /// this order, the last one holds.
  std::map<RowField, std::vector<Origin>> origins;
};

/// What is wrong with the combination of a row's fields, and the field to point at; none for the
/// row as a whole.
struct RowFault {
  std::optional<RowField> field;
  std::string cause;
  std::string remedy;
};

/// Nothing when the fields of `row` go together. Looks at this row only, not at the rows in it.
std::optional<RowFault> find_row_fault(const Row& row);

/// Where to point for `fault`; `otherwise` when its field has no place of its own.
Origin fault_origin(const Row& row, const RowFault& fault, const Origin& otherwise);

/// "row "outer:inner"", by the address where it is known.
std::string row_label(const Row& row);

/// Calls `visit(row)` for every row of `rows` and of the groups in it, a group before its rows.
template <typename Rows, typename Visit>
void for_each_row(Rows& rows, const Visit& visit) {
  for (auto& row : rows) {
    visit(row);
    for_each_row(row.rows, visit);
  }
}

}  // namespace keel::core
