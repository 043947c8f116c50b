// SPDX-License-Identifier: MIT
#include "core/plugin/plugin_file.hpp"

#include <cstddef>
#include <cstring>
#include <utility>

#include "core/abi/host_tables.hpp"
#include "keel/value.hpp"

namespace keel::core {

namespace {

Error refused(std::string code, std::string message) {
  return Error::failed(std::move(code), std::move(message));
}

Error from_image(const ImageError& error) { return refused("PLUGIN_FILE", error.message); }

}  // namespace

Expected<void> check_table(const keel_plugin& table, const Manifest& manifest,
                           const std::string& origin) {
  if (table.size < sizeof(keel_plugin)) {
    return tl::make_unexpected(refused(
        "PLUGIN_TABLE", origin + ": keel_plugin_entry filled " + std::to_string(table.size) +
                            " bytes of keel_plugin, this host needs " +
                            std::to_string(sizeof(keel_plugin)) +
                            ": rebuild the plugin with this SDK"));
  }
  if (table.abi_major != KEEL_ABI_MAJOR || table.abi_minor != KEEL_ABI_MINOR) {
    return tl::make_unexpected(refused(
        "PLUGIN_ABI", origin + ": built for ABI " + std::to_string(table.abi_major) + "." +
                          std::to_string(table.abi_minor) + ", this host has " +
                          std::to_string(KEEL_ABI_MAJOR) + "." + std::to_string(KEEL_ABI_MINOR) +
                          ": rebuild the plugin with this SDK"));
  }
  std::string missing;
  const auto need = [&](bool present, std::string_view name) {
    if (!present) missing += (missing.empty() ? "" : ", ") + std::string(name);
  };
  need(table.create != nullptr, "create");
  need(table.lifecycle != nullptr, "lifecycle");
  need(table.destroy != nullptr, "destroy");
  need((table.lifecycle_mask & KEEL_LIFE_BIT(KEEL_LIFE_START)) != 0, "START in lifecycle_mask");
  if (!missing.empty()) {
    return tl::make_unexpected(
        refused("PLUGIN_TABLE", origin + ": keel_plugin_entry left out " + missing));
  }
  const std::string_view id = detail::to_view(table.id);
  if (id != manifest.id) {
    return tl::make_unexpected(
        refused("PLUGIN_TABLE", origin + ": the library says that it is \"" + std::string(id) +
                                    "\", its manifest says \"" + manifest.id + "\""));
  }
  return {};
}

Expected<std::shared_ptr<PluginFile>> PluginFile::open(const std::filesystem::path& path,
                                                       const std::filesystem::path& cache_dir,
                                                       const std::optional<std::string>& sha256) {
  auto image = Image::open(path, cache_dir, sha256);
  if (!image) return tl::make_unexpected(from_image(image.error()));
  auto manifest = Manifest::parse(image->manifest_json(), path.string());
  if (!manifest) return tl::make_unexpected(manifest.error());
  const std::string expected =
      std::to_string(KEEL_ABI_MAJOR) + "." + std::to_string(KEEL_ABI_MINOR);
  if (manifest->abi != expected) {
    return tl::make_unexpected(refused("PLUGIN_ABI", path.string() + ": plugin " + manifest->id +
                                                         " is built for ABI " + manifest->abi +
                                                         ", this host has " + expected +
                                                         ": rebuild the plugin with this SDK"));
  }
  return std::shared_ptr<PluginFile>(new PluginFile(std::move(*image), std::move(*manifest)));
}

Expected<keel_plugin> PluginFile::table() {
  if (!library_) {
    auto library = Library::load(image_);
    if (!library) return tl::make_unexpected(from_image(library.error()));
    library_.emplace(std::move(*library));
  }
  const std::string origin = image_.original_path().string();
  keel_plugin table{};
  table.size = sizeof(table);
  keel_value why{0, 0};
  std::int32_t status = KEEL_FAILED;
  const auto entry = reinterpret_cast<keel_entry_fn>(library_->entry());
  try {
    status = entry(&host_entry(), &table, &why);
  } catch (...) {
    return tl::make_unexpected(
        refused("PLUGIN_FAULT", origin + ": keel_plugin_entry let an exception out"));
  }
  const Value reason = Value::take(why);
  if (status != KEEL_OK) {
    return tl::make_unexpected(refused(
        "PLUGIN_ENTRY",
        origin + ": keel_plugin_entry failed: " + Error::from_outcome(status, reason).message));
  }
  if (auto checked = check_table(table, manifest_, origin); !checked)
    return tl::make_unexpected(checked.error());
  return table;
}

std::optional<UnloadProof> PluginFile::unmap() {
  if (!library_) return std::nullopt;
  UnloadProof proof = library_->unload();
  library_.reset();
  return proof;
}

}  // namespace keel::core
