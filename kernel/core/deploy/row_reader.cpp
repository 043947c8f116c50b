// SPDX-License-Identifier: MIT
#include "core/deploy/row_reader.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <utility>

#include "core/deploy/computed_form.hpp"
#include "core/deploy/deploy_error.hpp"
#include "core/deploy/nearest_name.hpp"
#include "core/deploy/plugin_id.hpp"

namespace keel::core {

namespace {

constexpr std::array<std::string_view, 11> kPatchKeys = {
    "id",       "insert",  "plugin",    "library", "config", "sha256",
    "disabled", "isolate", "isolation", "watch",   "rows"};

bool is_control(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte < 0x20U || byte == 0x7fU;
}

bool is_hash(std::string_view text) {
  return text.size() == 64 && std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
         });
}

std::string lower_case(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return out;
}

std::string listed(std::span<const std::string_view> names) {
  std::string out;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) out += i + 1 == names.size() ? " and " : ", ";
    out += names[i];
  }
  return out;
}

tl::unexpected<Error> give(std::optional<Error>& error) {
  return tl::make_unexpected(std::move(*error));
}

}  // namespace

Error RowReader::fail(const Origin& origin, std::string_view cause, std::string_view remedy) const {
  return deploy_error(deploy_code::kInvalid, place_of(layer_, origin), cause, remedy);
}

Error RowReader::unknown_key(const Located& member, std::string_view name, std::string_view where,
                             std::span<const std::string_view> known) const {
  if (name.starts_with('$')) {
    return fail(member.key(), "computed value " + in_quotes(name) + " in " + std::string(where),
                "Computed values stand only inside config and in disabled");
  }
  std::string remedy = did_you_mean(name, known);
  if (!remedy.empty()) remedy += ' ';
  remedy += "Known here: " + listed(known);
  return fail(member.key(), "unknown key " + in_quotes(name) + " in " + std::string(where), remedy);
}

Error RowReader::wrong_kind(const Located& value, std::string_view name,
                            std::string_view expected) const {
  if (looks_computed(value.value())) {
    return fail(value.origin(), std::string(name) + " cannot be a computed value",
                "Computed values stand only inside config and in disabled");
  }
  return fail(value.origin(),
              std::string(name) + " is " + std::string(kind_name(value.value().kind())) +
                  ", expected " + std::string(expected),
              "Correct the value");
}

Expected<std::vector<Row>> RowReader::rows(const Located& array, std::size_t depth) const {
  if (!array.value().is_array()) {
    return tl::make_unexpected(wrong_kind(array, "a list of rows", "an array of tables"));
  }
  if (depth > kDeepestGroup) {
    return tl::make_unexpected(fail(array.origin(),
                                    "groups nested deeper than " + std::to_string(kDeepestGroup),
                                    "Make the groups flatter"));
  }
  std::vector<Row> rows;
  for (const auto& [name, item] : array.children()) {
    Expected<Row> next = row(item, depth);
    if (!next) return tl::make_unexpected(std::move(next.error()));
    rows.push_back(std::move(*next));
  }
  if (std::optional<Error> error = find_duplicate(rows)) return give(error);
  return rows;
}

Expected<Row> RowReader::row(const Located& table, std::size_t depth) const {
  if (!table.value().is_object()) {
    return tl::make_unexpected(wrong_kind(table, "a row", "a table"));
  }
  Row row;
  row.origin = table.origin();
  for (const auto& [name, member] : table.children()) {
    const std::optional<RowField> field = row_field(name);
    std::optional<Error> error = field ? read_field(row, *field, member, depth)
                                       : unknown_key(member, name, "a row", kRowFieldNames);
    if (error) return give(error);
  }
  if (std::optional<Error> error = default_id(row)) return give(error);
  if (const std::optional<RowFault> fault = find_row_fault(row)) {
    const Origin origin = fault_origin(row, *fault, row.origin);
    return tl::make_unexpected(fail(origin, row_label(row) + ": " + fault->cause, fault->remedy));
  }
  return row;
}

std::optional<Error> RowReader::default_id(Row& row) const {
  if (!row.id.empty()) return {};
  row.id_given = false;
  row.id = row.library.empty() ? row.plugin : std::filesystem::path(row.library).stem().string();
  if (!row.id.empty() && row.id.find(':') == std::string::npos) return {};
  return fail(row.origin, "a row without id", "Give it an id that no other row beside it has");
}

std::optional<Error> RowReader::find_duplicate(const std::vector<Row>& rows) const {
  std::map<std::string_view, const Row*> seen;
  for (const Row& row : rows) {
    const auto [first, fresh] = seen.emplace(row.id, &row);
    if (fresh) continue;
    const bool both_given = row.id_given && first->second->id_given;
    Error error = fail(row.origin,
                       "a second row with id " + in_quotes(row.id) + "; the first is at " +
                           place_of(layer_, first->second->origin),
                       both_given ? "Give one of them another id"
                                  : "A row without id is called after its plugin: give it an id");
    error.code = deploy_code::kDuplicate;
    return error;
  }
  return {};
}

std::optional<Error> RowReader::read_field(Row& row, RowField field, const Located& value,
                                           std::size_t depth) const {
  std::optional<Error> error;
  switch (field) {
    case RowField::kId:
      error = read_id(row, value);
      break;
    case RowField::kPlugin:
      error = read_plugin(row, value);
      break;
    case RowField::kLibrary:
      error = read_library(row, value);
      break;
    case RowField::kConfig:
      error = read_config(row, value);
      break;
    case RowField::kSha256:
      error = read_sha256(row, value);
      break;
    case RowField::kDisabled:
      error = read_disabled(row, value);
      break;
    case RowField::kIsolate:
      error = read_isolate(row, value);
      break;
    case RowField::kIsolation:
      error = read_isolation(row, value);
      break;
    case RowField::kWatch:
      if (!value.value().is_bool()) return wrong_kind(value, "watch", "true or false");
      row.watch = value.value().is_true();
      break;
    case RowField::kRows:
      error = read_rows(row, value, depth);
      break;
  }
  if (!error) row.origins[field].push_back(value.origin());
  return error;
}

std::optional<Error> RowReader::check_text(const Located& value, std::string_view name) const {
  if (!value.value().is_string()) return wrong_kind(value, name, "text");
  const std::string_view text = value.value().text();
  if (text.empty()) {
    return fail(value.origin(), std::string(name) + " is empty", "Write it out or leave it away");
  }
  if (std::any_of(text.begin(), text.end(), is_control)) {
    return fail(value.origin(), std::string(name) + " holds a control character", "Take it out");
  }
  return {};
}

std::optional<Error> RowReader::read_id(Row& row, const Located& value) const {
  if (std::optional<Error> error = check_text(value, "id")) return error;
  const std::string_view id = value.value().text();
  if (id.find(':') != std::string_view::npos) {
    return fail(value.origin(), "id " + in_quotes(id) + " holds a ':'",
                "':' stands between a group and its rows in addresses: use another character");
  }
  row.id = id;
  return {};
}

std::optional<Error> RowReader::read_plugin(Row& row, const Located& value) const {
  if (std::optional<Error> error = check_text(value, "plugin")) return error;
  const std::string_view plugin = value.value().text();
  if (!is_plugin_id(plugin)) {
    return fail(value.origin(), in_quotes(plugin) + " is no plugin name",
                "A plugin is named family/name, as in \"llm/openai\"; a file is named by library");
  }
  row.plugin = plugin;
  return {};
}

std::optional<Error> RowReader::read_library(Row& row, const Located& value) const {
  if (std::optional<Error> error = check_text(value, "library")) return error;
  row.library = value.value().text();
  row.library_path = (layer_.directory / row.library).lexically_normal();
  return {};
}

std::optional<Error> RowReader::read_config(Row& row, const Located& value) const {
  if (!value.value().is_object() || looks_computed(value.value())) {
    return wrong_kind(value, "config", "a table");
  }
  if (std::optional<Error> error = check_computed(value)) return error;
  // A document of its own: the row must not keep the whole file in memory.
  row.config = Value::share(value.value()).detached();
  row.config_origins = value.origins();
  return {};
}

std::optional<Error> RowReader::check_computed(const Located& config) const {
  std::vector<Located> pending{config};
  while (!pending.empty()) {
    const Located next = pending.back();
    pending.pop_back();
    const auto computed = read_computed(next.value());
    if (!computed) return fail(next.origin(), computed.error().cause, computed.error().remedy);
    if (*computed) continue;
    for (const auto& [name, child] : next.children()) pending.push_back(child);
  }
  return {};
}

std::optional<Error> RowReader::read_sha256(Row& row, const Located& value) const {
  if (!value.value().is_string()) return wrong_kind(value, "sha256", "text");
  const std::string_view hash = value.value().text();
  if (!hash.empty() && !is_hash(hash)) {
    return fail(value.origin(), "sha256 is not 64 hexadecimal digits",
                "Write what `sha256sum` prints for the library");
  }
  row.sha256 = lower_case(hash);
  return {};
}

std::optional<Error> RowReader::read_disabled(Row& row, const Located& value) const {
  const auto computed = read_computed(value.value());
  if (!computed) return fail(value.origin(), computed.error().cause, computed.error().remedy);
  if (*computed) {
    const ComputedKind kind = (*computed)->kind;
    if (kind == ComputedKind::kHome || kind == ComputedKind::kCwd) {
      return fail(value.origin(), "disabled is a path, expected true or false",
                  "Use $env, $file or $command there");
    }
  } else if (!value.value().is_bool()) {
    return wrong_kind(value, "disabled", "true, false or a computed value");
  }
  row.disabled = Value::share(value.value()).detached();
  return {};
}

std::optional<Error> RowReader::read_isolate(Row& row, const Located& value) const {
  if (!value.value().is_object() || looks_computed(value.value())) {
    return wrong_kind(value, "isolate", "a table of services");
  }
  row.isolate.clear();
  for (const auto& [service, label] : value.children()) {
    if (label.value().is_true()) {
      row.isolate.emplace(service, std::nullopt);
      continue;
    }
    if (label.value().is_bool()) {
      return fail(label.origin(), "isolate of a service is false", "Leave the service away");
    }
    if (std::optional<Error> error = check_text(label, "isolate of a service")) return error;
    row.isolate.emplace(service, std::string(label.value().text()));
  }
  return {};
}

std::optional<Error> RowReader::read_isolation(Row& row, const Located& value) const {
  if (!value.value().is_string()) return wrong_kind(value, "isolation", "text");
  const std::string_view isolation = value.value().text();
  if (!isolation.empty() && isolation != "process") {
    return fail(value.origin(), "isolation is " + in_quotes(isolation),
                "Write \"process\" for a process of its own, or leave it away");
  }
  row.isolation = isolation;
  return {};
}

std::optional<Error> RowReader::read_rows(Row& row, const Located& value, std::size_t depth) const {
  Expected<std::vector<Row>> inner = rows(value, depth + 1);
  if (!inner) return std::move(inner.error());
  row.group = true;
  row.rows = std::move(*inner);
  return {};
}

Expected<std::vector<RowPatch>> RowReader::patches(const Located& array) const {
  if (!array.value().is_array()) {
    return tl::make_unexpected(wrong_kind(array, "patch", "an array of tables"));
  }
  std::vector<RowPatch> patches;
  for (const auto& [name, item] : array.children()) {
    Expected<RowPatch> next = patch(item);
    if (!next) return tl::make_unexpected(std::move(next.error()));
    patches.push_back(std::move(*next));
  }
  return patches;
}

Expected<RowPatch> RowReader::patch(const Located& table) const {
  if (!table.value().is_object()) {
    return tl::make_unexpected(wrong_kind(table, "a patch", "a table"));
  }
  RowPatch patch;
  patch.origin = table.origin();
  for (const auto& [name, member] : table.children()) {
    if (std::optional<Error> error = read_patch_key(patch, name, member)) return give(error);
  }
  const bool mixed = patch.inserts && table.value().size() > (patch.id.empty() ? 1U : 2U);
  if (!mixed) return patch;
  return tl::make_unexpected(fail(patch.origin, "a patch that inserts rows and does more",
                                  "Beside insert stands only id, the group to insert into; make "
                                  "the rest a patch of its own"));
}

std::optional<Error> RowReader::read_patch_key(RowPatch& patch, std::string_view name,
                                               const Located& value) const {
  if (name == "insert") {
    if (!value.value().is_array()) return wrong_kind(value, "insert", "an array of rows");
    Expected<std::vector<Row>> inserted = rows(value);
    if (!inserted) return std::move(inserted.error());
    patch.inserts = true;
    patch.insert = std::move(*inserted);
    return {};
  }
  const std::optional<RowField> field = row_field(name);
  if (!field) return unknown_key(value, name, "a patch", kPatchKeys);
  switch (*field) {
    case RowField::kId: {
      // An address, so that ':' is allowed here.
      if (std::optional<Error> error = check_text(value, "id")) return error;
      patch.id = value.value().text();
      return {};
    }
    case RowField::kPlugin: {
      if (std::optional<Error> error = read_plugin(patch.values, value)) return error;
      patch.plugin_guard = std::exchange(patch.values.plugin, {});
      return {};
    }
    case RowField::kLibrary: {
      if (std::optional<Error> error = read_library(patch.values, value)) return error;
      patch.library_guard = std::exchange(patch.values.library, {});
      patch.library_guard_path = std::exchange(patch.values.library_path, {});
      return {};
    }
    default:
      break;
  }
  if (std::optional<Error> error = read_field(patch.values, *field, value)) return error;
  patch.fields.push_back(*field);
  return {};
}

}  // namespace keel::core
