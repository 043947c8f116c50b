// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "core/deploy/origin.hpp"
#include "core/deploy/row.hpp"

namespace keel::core {

/// One change to the rows of earlier layers: either rows to insert, or fields to replace, each
/// whole.
struct RowPatch {
  /// Address of the row to change or of the group to insert into; "" is the root.
  std::string id;
  bool inserts = false;
  std::vector<Row> insert;

  /// The row is changed only when it is this plugin or library; "" asks nothing. Never a rename.
  std::string plugin_guard;
  std::string library_guard;
  std::filesystem::path library_guard_path;

  /// The fields to replace, and a row that carries their new values and origins.
  std::vector<RowField> fields;
  Row values;

  Origin origin;
};

}  // namespace keel::core
