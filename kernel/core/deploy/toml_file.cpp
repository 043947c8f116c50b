// SPDX-License-Identifier: MIT
#include "core/deploy/toml_file.hpp"

#include <array>
#include <string>
#include <system_error>
#include <utility>

#include "core/deploy/deploy_error.hpp"
#include "core/deploy/file_text.hpp"
#include "core/deploy/located.hpp"
#include "core/deploy/row_reader.hpp"
#include "core/deploy/toml_document.hpp"

namespace keel::core {

namespace {

ConfigLayer layer_of(const std::filesystem::path& path, ConfigLayerKind kind) {
  std::error_code ignored;
  const std::filesystem::path absolute = std::filesystem::absolute(path, ignored);
  return {kind, path.string(), absolute.lexically_normal().parent_path()};
}

Error unreadable(const std::filesystem::path& path, ConfigLayerKind kind, const FileFault& fault) {
  const bool patch = kind != ConfigLayerKind::kDeployment;
  return deploy_error(deploy_code::kUnreadable, printable(path.string()),
                      (patch ? "the patch file " : "the deployment file ") + fault.cause,
                      patch ? "Correct the path, or leave the patch away"
                            : "Name an existing deployment with --config");
}

struct TopLevel {
  std::optional<Located> list;
  std::optional<Located> settings;
};

/// Sorts out the keys of a file that may hold `list_key` and, in a deployment, the settings.
Expected<TopLevel> read_top_level(const Located& root, const RowReader& reader,
                                  std::span<const std::string_view> known) {
  TopLevel top;
  for (const auto& [name, member] : root.children()) {
    if (name == known[0]) {
      top.list = member;
    } else if (known.size() > 1 && name == known[1]) {
      top.settings = member;
    } else {
      return tl::make_unexpected(reader.unknown_key(
          member, name, std::string("a file of [[") + std::string(known[0]) + "]] tables", known));
    }
  }
  return top;
}

}  // namespace

Expected<DeploymentFile> parse_deployment(std::string_view text,
                                          const std::filesystem::path& path) {
  constexpr std::array<std::string_view, 2> kKnown = {"row", "deployment"};
  DeploymentFile file;
  file.layer = layer_of(path, ConfigLayerKind::kDeployment);
  const Expected<TomlDocument> document = parse_toml(text, file.layer.name);
  if (!document) return tl::make_unexpected(document.error());
  const RowReader reader(file.layer);
  const Located root(document->root, document->origins);
  if (document->root.has("patch")) {
    return tl::make_unexpected(reader.fail({}, "this is a patch file, expected a deployment",
                                           "Give it as --patch, or write [[row]] tables"));
  }
  const Expected<TopLevel> top = read_top_level(root, reader, kKnown);
  if (!top) return tl::make_unexpected(top.error());
  if (!top->list) {
    return tl::make_unexpected(reader.fail({}, "no [[row]] table",
                                           "Write one for each plugin; a deployment without any "
                                           "says `row = []`"));
  }
  Expected<std::vector<Row>> rows = reader.rows(*top->list);
  if (!rows) return tl::make_unexpected(std::move(rows.error()));
  file.rows = std::move(*rows);
  if (!top->settings) return file;
  Expected<DeploymentSettings> settings = read_settings(*top->settings, reader);
  if (!settings) return tl::make_unexpected(std::move(settings.error()));
  file.settings = std::move(*settings);
  return file;
}

Expected<PatchFile> parse_patches(std::string_view text, const std::filesystem::path& path,
                                  ConfigLayerKind kind) {
  constexpr std::array<std::string_view, 1> kKnown = {"patch"};
  PatchFile file;
  file.layer = layer_of(path, kind);
  const Expected<TomlDocument> document = parse_toml(text, file.layer.name);
  if (!document) return tl::make_unexpected(document.error());
  const RowReader reader(file.layer);
  const Located root(document->root, document->origins);
  if (document->root.has("row")) {
    return tl::make_unexpected(reader.fail({}, "this is a deployment, expected a patch file",
                                           "Give it as --config, or write [[patch]] tables: rows "
                                           "are added with [[patch.insert]]"));
  }
  const Expected<TopLevel> top = read_top_level(root, reader, kKnown);
  if (!top) return tl::make_unexpected(top.error());
  if (!top->list) {
    return tl::make_unexpected(reader.fail({}, "no [[patch]] table",
                                           "Write one for each change; a file that changes nothing "
                                           "says `patch = []`"));
  }
  Expected<std::vector<RowPatch>> patches = reader.patches(*top->list);
  if (!patches) return tl::make_unexpected(std::move(patches.error()));
  file.patches = std::move(*patches);
  return file;
}

Expected<DeploymentFile> read_deployment(const std::filesystem::path& path) {
  const auto text = read_file_text(path, kLargestTomlFile);
  if (text) return parse_deployment(*text, path);
  return tl::make_unexpected(unreadable(path, ConfigLayerKind::kDeployment, text.error()));
}

Expected<PatchFile> read_patches(const std::filesystem::path& path, ConfigLayerKind kind) {
  const auto text = read_file_text(path, kLargestTomlFile);
  if (text) return parse_patches(*text, path, kind);
  return tl::make_unexpected(unreadable(path, kind, text.error()));
}

Expected<std::optional<PatchFile>> read_home_patches(const std::filesystem::path& path) {
  const auto text = read_file_text(path, kLargestTomlFile);
  if (!text && text.error().kind == FileFaultKind::kMissing) return std::nullopt;
  if (!text) return tl::make_unexpected(unreadable(path, ConfigLayerKind::kHome, text.error()));
  Expected<PatchFile> file = parse_patches(*text, path, ConfigLayerKind::kHome);
  if (!file) return tl::make_unexpected(std::move(file.error()));
  return std::optional<PatchFile>(std::move(*file));
}

}  // namespace keel::core
