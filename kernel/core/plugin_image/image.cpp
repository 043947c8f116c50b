#include "core/plugin_image/image.hpp"

#include <fcntl.h>

#include <algorithm>
#include <cerrno>

#include "core/plugin_image/elf_layout.hpp"
#include "core/plugin_image/fault_text.hpp"
#include "core/plugin_image/file_handle.hpp"
#include "core/plugin_image/note.hpp"
#include "core/plugin_image/sha256.hpp"

namespace keel::core {
namespace {

tl::expected<FileContent, ImageError> read_file(const std::filesystem::path& path) {
  // Without O_NONBLOCK, a pipe would hold the host until somebody writes into it.
  const FileHandle file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  if (!file) {
    return tl::unexpected(make_image_error(
        ImageErrc::open_failed, {path.native(), "opening", "a readable file", errno_text(errno),
                                 "Check `library` or `plugin` of the row, and KEEL_PLUGIN_PATH."}));
  }
  return FileContent::read(file.descriptor(), path.native());
}

/// The digits in lower case, if it is a hash.
std::optional<std::string> normal_pin(std::string pin) {
  constexpr std::size_t kDigits = 64;
  for (char& digit : pin) {
    if (digit >= 'A' && digit <= 'F') digit = static_cast<char>(digit - 'A' + 'a');
  }
  const bool valid = pin.size() == kDigits && std::all_of(pin.begin(), pin.end(), [](char digit) {
                       return (digit >= '0' && digit <= '9') || (digit >= 'a' && digit <= 'f');
                     });
  return valid ? std::optional(std::move(pin)) : std::nullopt;
}

std::optional<ImageError> check_pin(const std::string& file, const std::string& hash,
                                    const std::optional<std::string>& pin) {
  if (!pin) return std::nullopt;
  const auto wanted = normal_pin(*pin);
  if (!wanted) {
    return make_image_error(
        ImageErrc::pin_malformed,
        {file, "sha256 of the row", "64 hexadecimal digits",
         quoted_text(*pin) + " (" + std::to_string(pin->size()) + " characters)",
         "Write the output of `sha256sum` of the library that you trust."});
  }
  if (*wanted == hash) return std::nullopt;
  return make_image_error(
      ImageErrc::pin_mismatch,
      {file, "content", "sha256 " + *wanted, "sha256 " + hash,
       "The library is not the one that was pinned: if you replaced it on purpose, set `sha256` of "
       "the row to the new value, otherwise do not trust the file."});
}

}  // namespace

tl::expected<Image, ImageError> Image::open(const std::filesystem::path& path,
                                            const std::filesystem::path& cache_dir,
                                            const std::optional<std::string>& sha256_pin) {
  Image image;
  std::error_code failure;
  image.original_path_ = std::filesystem::absolute(path, failure);
  if (failure) image.original_path_ = path;
  const std::string& file = image.original_path_.native();

  const auto content = read_file(image.original_path_);
  if (!content) return tl::unexpected(content.error());
  image.sha256_hex_ = keel::core::sha256_hex(content->bytes());
  if (auto error = check_pin(file, image.sha256_hex_, sha256_pin)) {
    return tl::unexpected(std::move(*error));
  }
  const auto layout = ElfLayout::parse(content->bytes(), file);
  if (!layout) return tl::unexpected(layout.error());
  const auto note = read_note(*layout);
  if (!note) return tl::unexpected(note.error());
  image.manifest_json_ = note->manifest_json;
  auto symbols = read_symbols(*layout);
  if (!symbols) return tl::unexpected(std::move(symbols.error()));
  image.symbols_ = std::move(*symbols);
  image.unload_class_ = unload_class_of(image.symbols_);

  auto cache = ImageCache::open(cache_dir, file);
  if (!cache) return tl::unexpected(std::move(cache.error()));
  auto kept = cache->keep(content->bytes(), image.sha256_hex_, file);
  if (!kept) return tl::unexpected(std::move(kept.error()));
  image.path_ = std::move(kept->path);
  image.identity_ = kept->identity;
  image.origin_ = kept->origin;
  return image;
}

tl::expected<void, ImageError> Image::verify() const {
  const auto corrupt = [&](const std::string& found) {
    return tl::unexpected(make_image_error(
        ImageErrc::cache_corrupt,
        {original_path_.native(), "cached image " + quoted_text(path_.native()),
         "sha256 " + sha256_hex_, found,
         "Something changed the image cache: open the plugin again, which repairs it."}));
  };
  const FileHandle file(::open(path_.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  struct stat status;
  if (!file || fstat(file.descriptor(), &status) != 0) return corrupt(errno_text(errno));
  if (FileIdentity::of(status) == identity_) return {};
  const auto content = FileContent::read(file.descriptor(), path_.native());
  if (!content) return corrupt(content.error().message);
  const std::string hash = keel::core::sha256_hex(content->bytes());
  if (hash != sha256_hex_) return corrupt("sha256 " + hash);
  return {};
}

}  // namespace keel::core
