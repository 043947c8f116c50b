// SPDX-License-Identifier: MIT
#include "core/deploy/composer.hpp"

#include <algorithm>
#include <utility>

#include "core/deploy/config_edit.hpp"
#include "core/deploy/deploy_error.hpp"
#include "core/deploy/nearest_name.hpp"

namespace keel::core {

namespace {

Origin on_layer(Origin origin, std::uint32_t layer) {
  origin.layer = layer;
  return origin;
}

/// Files are read as layer 0; their rows move to the layer that the file became.
void move_to_layer(Row& row, std::uint32_t layer) {
  row.origin.layer = layer;
  row.config_origins.set_layer(layer);
  for (auto& [field, origins] : row.origins) {
    for (Origin& origin : origins) origin.layer = layer;
  }
}

Error duplicate(std::string_view address, std::string_view place, std::string_view first_place,
                bool both_given) {
  return deploy_error(deploy_code::kDuplicate, place,
                      "a second row with id " + in_quotes(address) + "; the first is at " +
                          std::string(first_place),
                      both_given ? "Give one of them another id"
                                 : "A row without id is called after its plugin: give it an id");
}

bool is_text_field(RowField field) {
  return field == RowField::kPlugin || field == RowField::kLibrary || field == RowField::kSha256 ||
         field == RowField::kIsolation;
}

}  // namespace

std::uint32_t Composer::add_layer(ConfigLayer layer) {
  composition_.layers.push_back(std::move(layer));
  return static_cast<std::uint32_t>(composition_.layers.size() - 1);
}

std::optional<Error> Composer::start(const DeploymentFile& base) {
  add_layer(base.layer);
  composition_.settings = base.settings;
  composition_.rows = base.rows;
  return index_rows(composition_.rows, 0, "", {});
}

Row* Composer::find(std::string_view address) {
  const auto found = index_.find(std::string(address));
  if (found == index_.end()) return nullptr;
  std::vector<Row>* list = &composition_.rows;
  Row* row = nullptr;
  for (const std::size_t position : found->second) {
    row = &(*list)[position];
    list = &row->rows;
  }
  return row;
}

std::optional<Error> Composer::index_rows(std::vector<Row>& list, std::size_t first,
                                          const std::string& prefix,
                                          const std::vector<std::size_t>& positions) {
  for (std::size_t i = first; i < list.size(); ++i) {
    Row& row = list[i];
    if (positions.size() > kDeepestGroup) {
      return deploy_error(deploy_code::kInvalid, place(row.origin),
                          "groups nested deeper than " + std::to_string(kDeepestGroup),
                          "Make the groups flatter");
    }
    row.address = prefix + row.id;
    std::vector<std::size_t> own = positions;
    own.push_back(i);
    const auto [entry, fresh] = index_.emplace(row.address, own);
    if (!fresh) {
      const Row* other = find(row.address);
      return duplicate(row.address, place(row.origin), place(other->origin),
                       row.id_given && other->id_given);
    }
    if (auto error = index_rows(row.rows, 0, row.address + ":", own)) return error;
  }
  return {};
}

void Composer::forget_rows_of(const Row& group) {
  for_each_row(group.rows, [this](const Row& row) { index_.erase(row.address); });
}

std::optional<Error> Composer::apply(const PatchFile& file) {
  const std::uint32_t layer = add_layer(file.layer);
  for (const RowPatch& patch : file.patches) {
    std::optional<Error> error =
        patch.inserts ? apply_insert(patch, layer) : apply_fields(patch, layer);
    if (error) return error;
  }
  return {};
}

std::optional<Error> Composer::apply_insert(const RowPatch& patch, std::uint32_t layer) {
  const Origin origin = on_layer(patch.origin, layer);
  std::vector<Row>* list = &composition_.rows;
  std::string prefix;
  std::vector<std::size_t> positions;
  if (!patch.id.empty()) {
    Row* group = find(patch.id);
    if (group == nullptr) {
      skip(origin, "no group " + in_quotes(patch.id) + suggest(patch.id));
      return {};
    }
    if (!group->group) {
      skip(origin, row_label(*group) + " is not a group");
      return {};
    }
    list = &group->rows;
    prefix = patch.id + ":";
    positions = index_.at(patch.id);
  }
  // Copies: the same file may be composed again, and must then insert what it says.
  const std::size_t first = list->size();
  list->insert(list->end(), patch.insert.begin(), patch.insert.end());
  for (std::size_t i = first; i < list->size(); ++i) {
    move_to_layer((*list)[i], layer);
    for_each_row((*list)[i].rows, [layer](Row& row) { move_to_layer(row, layer); });
  }
  return index_rows(*list, first, prefix, positions);
}

std::optional<Error> Composer::apply_fields(const RowPatch& patch, std::uint32_t layer) {
  const Origin origin = on_layer(patch.origin, layer);
  if (patch.id.empty()) {
    skip(origin, "it has neither id nor insert");
    return {};
  }
  Row* row = find(patch.id);
  if (row == nullptr) {
    skip(origin, "no row " + in_quotes(patch.id) + suggest(patch.id));
    return {};
  }
  if (!patch.plugin_guard.empty() && patch.plugin_guard != row->plugin) {
    skip(origin, row_label(*row) + " is not the plugin " + in_quotes(patch.plugin_guard));
    return {};
  }
  const bool same_library =
      patch.library_guard == row->library || patch.library_guard_path == row->library_path;
  if (!patch.library_guard.empty() && !same_library) {
    skip(origin, row_label(*row) + " is not the library " + in_quotes(patch.library_guard));
    return {};
  }
  if (patch.fields.empty()) {
    skip(origin, "it changes nothing; plugin and library only guard the row against a mistaken id");
    return {};
  }
  for (const RowField field : patch.fields) {
    const Origin field_origin = on_layer(patch.values.origins.at(field).back(), layer);
    if (auto error = assign(*row, field, patch.values, field_origin)) return error;
  }
  return check(*row, origin);
}

std::optional<Error> Composer::assign(Row& row, RowField field, const Row& values,
                                      const Origin& origin) {
  row.origins[field].push_back(origin);
  switch (field) {
    case RowField::kConfig:
      if (!row.config.is_absent()) {
        row.earlier_configs.push_back({std::move(row.config), std::move(row.config_origins)});
      }
      row.config = values.config;
      row.config_origins = values.config_origins;
      // Nodes of a set come with their layers; those of a file are of layer 0 still.
      if (composition_.layers[origin.layer].kind != ConfigLayerKind::kSet) {
        row.config_origins.set_layer(origin.layer);
      }
      return {};
    case RowField::kSha256:
      row.sha256 = values.sha256;
      return {};
    case RowField::kDisabled:
      row.disabled = values.disabled;
      return {};
    case RowField::kIsolate:
      row.isolate = values.isolate;
      return {};
    case RowField::kIsolation:
      row.isolation = values.isolation;
      return {};
    case RowField::kWatch:
      row.watch = values.watch;
      return {};
    case RowField::kRows: {
      forget_rows_of(row);
      row.rows = values.rows;
      row.group = true;
      for_each_row(row.rows, [&origin](Row& inner) { move_to_layer(inner, origin.layer); });
      const std::vector<std::size_t> positions = index_.at(row.address);
      return index_rows(row.rows, 0, row.address + ":", positions);
    }
    case RowField::kPlugin:
      row.plugin = values.plugin;
      row.library.clear();
      row.library_path.clear();
      row.origins.erase(RowField::kLibrary);
      return {};
    case RowField::kLibrary:
      row.library = values.library;
      row.library_path = values.library_path;
      row.plugin.clear();
      row.origins.erase(RowField::kPlugin);
      return {};
    case RowField::kId:
      return {};
  }
  return {};
}

std::optional<Error> Composer::check(const Row& row, const Origin& origin) const {
  const std::optional<RowFault> fault = find_row_fault(row);
  if (!fault) return {};
  const Origin at = fault_origin(row, *fault, origin);
  return deploy_error(deploy_code::kInvalid, place(at), row_label(row) + ": " + fault->cause,
                      fault->remedy);
}

void Composer::skip(const Origin& origin, std::string_view reason) {
  composition_.warnings.push_back(place(origin) + ": patch skipped: " + std::string(reason));
}

std::vector<std::string_view> Composer::addresses() const {
  std::vector<std::string_view> addresses;
  for_each_row(composition_.rows, [&](const Row& row) { addresses.push_back(row.address); });
  return addresses;
}

std::string Composer::suggest(std::string_view address) const {
  const std::vector<std::string_view> known = addresses();
  for (const std::string_view candidate : known) {
    if (candidate.ends_with(":" + std::string(address))) {
      return ". Did you mean " + in_quotes(candidate) + "?";
    }
  }
  const std::string hint = did_you_mean(address, known);
  return hint.empty() ? "" : ". " + hint;
}

std::optional<Error> Composer::apply_set(std::string_view option,
                                         const std::filesystem::path& directory) {
  const std::uint32_t layer = add_layer({ConfigLayerKind::kSet, set_layer_name(option), directory});
  const Expected<SetOption> read = parse_set_option(option, addresses());
  if (!read) return read.error();
  Row& row = *find(read->address);
  // A copy: reading a field must not hold on to the list of layers.
  const ConfigLayer own = composition_.layers[layer];
  const RowReader reader(own);

  std::span<const std::string> path(read->path);
  const std::optional<RowField> field = row_field(path.front());
  std::optional<Error> error;
  if (path.size() == 1 && field) {
    error = set_field(row, *field, *read, reader, layer);
  } else if (row.group && path.size() == 2 && field == RowField::kIsolate) {
    error = set_isolate(row, *read, reader, layer);
  } else {
    const bool in_full = field == RowField::kConfig;
    error = set_config(row, in_full ? path.subspan(1) : path, *read, reader, layer);
  }
  return error ? error : check(row, Origin{layer, 0, 0});
}

Expected<Value> Composer::literal(const SetOption& option, std::uint32_t layer) {
  const std::string& name = composition_.layers[layer].name;
  Expected<Value> value = set_literal_value(option, name);
  if (value && is_broken_literal(option.literal, *value)) {
    composition_.warnings.push_back(name + ": the literal is not TOML and was taken as plain text");
  }
  return value;
}

std::optional<Error> Composer::set_field(Row& row, RowField field, const SetOption& option,
                                         const RowReader& reader, std::uint32_t layer) {
  const Origin origin{layer, 0, 0};
  if (field == RowField::kId || field == RowField::kRows) {
    return reader.fail(origin, std::string(row_field_name(field)) + " cannot be set",
                       "Use a patch file, or row.config." + std::string(row_field_name(field)) +
                           " for a key of that name in config");
  }
  Expected<Value> value = literal(option, layer);
  // A hash of digits alone is text all the same.
  if (is_text_field(field) && (!value || !value->is_string())) value = Value(option.literal);
  if (!value) return std::move(value.error());
  const OriginTree origins = OriginTree::uniform(*value, origin);
  Row values;
  if (auto error = reader.read_field(values, field, Located(*value, origins))) return error;
  return assign(row, field, values, origin);
}

std::optional<Error> Composer::set_isolate(Row& row, const SetOption& option,
                                           const RowReader& reader, std::uint32_t layer) {
  const Origin origin{layer, 0, 0};
  const Expected<Value> value = literal(option, layer);
  if (!value) return value.error();
  const Value only = object({{option.path[1], *value}});
  const OriginTree origins = OriginTree::uniform(only, origin);
  Row values;
  if (auto error = reader.read_field(values, RowField::kIsolate, Located(only, origins))) {
    return error;
  }
  values.isolate.insert(row.isolate.begin(), row.isolate.end());
  return assign(row, RowField::kIsolate, values, origin);
}

std::optional<Error> Composer::set_config(Row& row, std::span<const std::string> path,
                                          const SetOption& option, const RowReader& reader,
                                          std::uint32_t layer) {
  const Origin origin{layer, 0, 0};
  if (row.group) {
    return reader.fail(origin, row_label(row) + " is a group, which has no config",
                       "Name a row in it, as in " + row.address + ":row");
  }
  const Expected<Value> value = literal(option, layer);
  if (!value) return value.error();
  auto edit = set_at_path(row.config, row.config_origins, path, *value, origin);
  if (!edit) {
    return reader.fail(origin, row_label(row) + ": " + edit.error(), "Set another path");
  }
  Row values;
  const Located changed(edit->value, edit->origins);
  if (auto error = reader.read_field(values, RowField::kConfig, changed)) return error;
  return assign(row, RowField::kConfig, values, origin);
}

}  // namespace keel::core
