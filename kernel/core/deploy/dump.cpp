// SPDX-License-Identifier: MIT
#include "core/deploy/dump.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "core/deploy/computed_form.hpp"
#include "core/deploy/deploy_error.hpp"
#include "core/deploy/toml_text.hpp"

namespace keel::core {

namespace {

std::optional<std::string> hide_secret(ValueView object) {
  const auto computed = read_computed(object);
  // Only well-formed ones pass the readers; anything else must not show what it may hold.
  if (!computed) return toml_string("<malformed computed value>");
  if (!*computed || !(*computed)->secret) return std::nullopt;
  return toml_string(secret_label(**computed));
}

class Dump {
 public:
  explicit Dump(const Composition& composition) : composition_(composition) {}

  std::string run() {
    write_layers();
    if (composition_.rows.empty()) out_ += "row = []\n\n";
    write_settings();
    for (const Row& row : composition_.rows) write_row(row, "row");
    return std::move(out_);
  }

 private:
  std::string place(const Origin& origin) const { return place_of(composition_.layers, origin); }

  void write_layers() {
    out_ += "# Layers; later ones win.\n";
    for (const ConfigLayer& layer : composition_.layers) {
      out_ +=
          "#   " + std::string(layer_kind_name(layer.kind)) + ": " + printable(layer.name) + "\n";
    }
    out_ += '\n';
  }

  void write_settings() {
    const DeploymentSettings& settings = composition_.settings;
    out_ += "[deployment]\n";
    write_setting("name", Value(settings.name));
    write_setting("stop_grace_ms", Value(settings.stop_grace.count()));
    write_setting("watchdog_ms", Value(settings.watchdog.count()));
    write_setting("workers", Value(settings.workers));
    write_setting("checked", Value(settings.checked));
  }

  void write_setting(std::string_view name, const Value& value) {
    const auto set = composition_.settings.origins.find(name);
    const bool given = set != composition_.settings.origins.end();
    write_line(name, toml_inline(value), given ? place(set->second) : "built in");
  }

  void write_line(std::string_view key, std::string_view value, std::string_view comment) {
    out_ += key;
    out_ += " = ";
    out_ += value;
    if (!comment.empty()) out_ += "  # " + std::string(comment);
    out_ += '\n';
  }

  /// "a:1:1, changed by b:2:1, c:3:1"
  std::string history(std::span<const Origin> origins) const {
    std::string text;
    for (std::size_t i = 0; i < origins.size(); ++i) {
      if (i > 0) text += i == 1 ? ", changed by " : ", ";
      text += place(origins[i]);
    }
    return text;
  }

  /// Where the row comes from, and the layers that changed anything of it.
  std::string row_history(const Row& row) const {
    std::set<std::uint32_t> changing;
    for (const auto& [field, origins] : row.origins) {
      for (const Origin& origin : origins) changing.insert(origin.layer);
    }
    changing.erase(row.origin.layer);
    std::string text = place(row.origin);
    bool first = true;
    for (const std::uint32_t layer : changing) {
      text += first ? ", changed by " : ", ";
      text += place(Origin{layer, 0, 0});
      first = false;
    }
    return text;
  }

  /// Groups are nested no deeper than kDeepestGroup.
  void write_row(const Row& row, const std::string& header) {
    out_ += "\n[[" + header + "]]  # " + row_history(row) + "\n";
    const auto id_set = row.origins.find(RowField::kId);
    write_line("id", toml_string(row.id),
               id_set == row.origins.end() ? "from the plugin's name" : history(id_set->second));
    for (const auto& [field, origins] : row.origins) write_field(row, field, history(origins));
    if (!row.config.is_absent() && !row.config.empty()) {
      out_ += "[" + header + ".config]\n";
      write_config(row);
    }
    for (const Row& inner : row.rows) write_row(inner, header + ".rows");
  }

  void write_field(const Row& row, RowField field, const std::string& comment) {
    const std::string_view name = row_field_name(field);
    switch (field) {
      case RowField::kId:
        return;
      case RowField::kPlugin:
        write_line(name, toml_string(row.plugin), comment);
        return;
      case RowField::kLibrary:
        write_line(name, toml_string(row.library_path.string()), comment);
        return;
      case RowField::kConfig:
        if (row.config.empty()) write_line(name, "{}", comment);
        return;
      case RowField::kSha256:
        write_line(name, toml_string(row.sha256), comment);
        return;
      case RowField::kDisabled:
        write_line(name, toml_inline(row.disabled, hide_secret), comment);
        return;
      case RowField::kIsolate:
        write_line(name, isolate_text(row), comment);
        return;
      case RowField::kIsolation:
        write_line(name, toml_string(row.isolation), comment);
        return;
      case RowField::kWatch:
        write_line(name, row.watch ? "true" : "false", comment);
        return;
      case RowField::kRows:
        if (row.rows.empty()) write_line(name, "[]", comment);
        return;
    }
  }

  static std::string isolate_text(const Row& row) {
    std::string text = "{";
    for (const auto& [service, label] : row.isolate) {
      text += text.size() == 1 ? " " : ", ";
      text += toml_key(service) + " = " + (label ? toml_string(*label) : "true");
    }
    return text + (row.isolate.empty() ? "}" : " }");
  }

  /// One line for each value that is not a table with something in it; tables become dotted keys.
  void write_config(const Row& row) {
    struct OpenTable {
      ValueView table;
      std::size_t next_member;
    };
    std::vector<OpenTable> open{{row.config, 0}};
    ValuePath path;
    while (!open.empty()) {
      OpenTable& top = open.back();
      if (top.next_member == top.table.size()) {
        open.pop_back();
        if (!path.empty()) path.pop_back();
        continue;
      }
      const auto [name, member] = top.table.member(top.next_member++);
      path.emplace_back(name);
      if (member.is_object() && !member.empty() && !looks_computed(member)) {
        open.push_back({member, 0});
        continue;
      }
      write_line(path_text(path), toml_inline(member, hide_secret), config_history(row, path));
      path.pop_back();
    }
  }

  /// Of one place in the config: through each version of the config that had it.
  std::string config_history(const Row& row, std::span<const std::string> path) const {
    std::vector<Origin> origins;
    const auto note = [&](ValueView value, const OriginTree& tree) {
      const std::optional<std::size_t> node = tree.find(value, path);
      if (node) note_subtree(tree.subtree(*node), origins);
    };
    for (const ConfigVersion& earlier : row.earlier_configs) note(earlier.value, earlier.origins);
    note(row.config, row.config_origins);
    return history(origins);
  }

  /// A line may show an array of which a later layer changed one item.
  static void note_subtree(const OriginTree& tree, std::vector<Origin>& origins) {
    std::set<std::uint32_t> layers;
    for (std::size_t i = 0; i < tree.size(); ++i) {
      const Origin& origin = tree.node(i).value;
      if (!layers.insert(origin.layer).second) continue;
      if (std::find(origins.begin(), origins.end(), origin) == origins.end()) {
        origins.push_back(origin);
      }
    }
  }

  const Composition& composition_;
  std::string out_;
};

}  // namespace

std::string dump_composition(const Composition& composition) { return Dump(composition).run(); }

}  // namespace keel::core
