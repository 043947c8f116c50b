// SPDX-License-Identifier: MIT
#include "core/deploy/row.hpp"

#include <algorithm>

#include "core/deploy/deploy_error.hpp"

namespace keel::core {

std::string_view row_field_name(RowField field) {
  return kRowFieldNames[static_cast<std::size_t>(field)];
}

std::optional<RowField> row_field(std::string_view name) {
  const auto found = std::find(kRowFieldNames.begin(), kRowFieldNames.end(), name);
  if (found == kRowFieldNames.end()) return std::nullopt;
  return static_cast<RowField>(found - kRowFieldNames.begin());
}

std::optional<RowFault> find_row_fault(const Row& row) {
  const int kinds =
      (row.plugin.empty() ? 0 : 1) + (row.library.empty() ? 0 : 1) + (row.group ? 1 : 0);
  if (kinds == 0) {
    return RowFault{std::nullopt, "nothing to mount", "Give it one of plugin, library and rows"};
  }
  if (kinds > 1) {
    return RowFault{row.group ? RowField::kRows : RowField::kLibrary,
                    "more than one of plugin, library and rows", "Keep one of them"};
  }
  if (!row.group) {
    if (row.isolate.empty()) return std::nullopt;
    return RowFault{RowField::kIsolate, "isolate on a row that is not a group",
                    "Put the row into the rows of a group and isolate there"};
  }
  const auto on_group = [](RowField field) {
    return RowFault{field, std::string(row_field_name(field)) + " on a group, which runs no plugin",
                    "Put it on the rows of the group"};
  };
  if (!row.config.is_absent()) return on_group(RowField::kConfig);
  if (!row.sha256.empty()) return on_group(RowField::kSha256);
  if (!row.isolation.empty()) return on_group(RowField::kIsolation);
  if (row.watch) return on_group(RowField::kWatch);
  return std::nullopt;
}

Origin fault_origin(const Row& row, const RowFault& fault, const Origin& otherwise) {
  if (!fault.field) return otherwise;
  const auto set = row.origins.find(*fault.field);
  return set == row.origins.end() || set->second.empty() ? otherwise : set->second.back();
}

std::string row_label(const Row& row) {
  return "row " + in_quotes(row.address.empty() ? row.id : row.address);
}

}  // namespace keel::core
