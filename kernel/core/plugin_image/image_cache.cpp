#include "core/plugin_image/image_cache.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <memory>
#include <vector>

#include "core/plugin_image/fault_text.hpp"
#include "core/plugin_image/process_map.hpp"

namespace keel::core {
namespace {

constexpr std::chrono::hours kTemporaryAge{1};
constexpr std::string_view kTemporarySuffix = ".tmp";
constexpr std::string_view kImageSuffix = ".so";

ImageError cache_fault(std::string_view for_file, std::string_view place, std::string_view expected,
                       std::string_view found) {
  return make_image_error(ImageErrc::cache_failed,
                          {for_file, place, expected, found,
                           "Plugins are mapped from a private copy: free the place, or point "
                           "KEEL_HOME or XDG_CACHE_HOME "
                           "to a directory of your own on a file system that allows programs."});
}

/// Makes the directory and its missing parents; 0 or an errno.
int make_directories(const std::filesystem::path& path) {
  std::filesystem::path made;
  for (const auto& part : path) {
    made /= part;
    if (mkdir(made.c_str(), 0700) == 0 || errno == EEXIST) continue;
    // A parent that exists on a read-only file system or in a foreign directory is fine.
    const int error = errno;
    struct stat status;
    if (stat(made.c_str(), &status) != 0 || !S_ISDIR(status.st_mode)) return error;
  }
  return 0;
}

bool owned_by_us(const struct stat& status) {
  return status.st_uid == geteuid() || status.st_uid == 0;
}

bool others_may_write(const struct stat& status) {
  return (status.st_mode & (S_IWGRP | S_IWOTH)) != 0;
}

/// 0 or an errno.
int write_fully(int descriptor, std::span<const std::byte> content) {
  while (!content.empty()) {
    const ssize_t count = ::write(descriptor, content.data(), content.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return errno;
    content = content.subspan(static_cast<std::size_t>(count));
  }
  return 0;
}

/// Whether a file has this content, and nothing behind it. Goes in blocks that stay in the CPU's
/// cache.
bool equals(int descriptor, std::span<const std::byte> content) {
  std::vector<std::byte> block(std::size_t{64} * 1024);
  for (off_t position = 0;;) {
    const ssize_t count = pread(descriptor, block.data(), block.size(), position);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return count == 0 && content.empty();
    const auto size = static_cast<std::size_t>(count);
    if (size > content.size() || std::memcmp(block.data(), content.data(), size) != 0) return false;
    content = content.subspan(size);
    position += count;
  }
}

std::string temporary_name(const char* name) {
  std::uint64_t random = 0;
  if (getrandom(&random, sizeof random, GRND_NONBLOCK) != sizeof random) {
    random =
        static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
  }
  return "." + std::string(name) + "." + std::to_string(getpid()) + "." +
         hex_text(random).substr(2) + std::string(kTemporarySuffix);
}

/// Removes a half-written file unless it was moved to its place.
class TemporaryFile {
 public:
  TemporaryFile(int directory, std::string name) : directory_(directory), name_(std::move(name)) {}
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() {
    if (!name_.empty()) unlinkat(directory_, name_.c_str(), 0);
  }

  const char* name() const { return name_.c_str(); }

  /// 0 or an errno.
  int move_to(const char* name) {
    if (renameat(directory_, name_.c_str(), directory_, name) != 0) return errno;
    name_.clear();
    return 0;
  }

 private:
  int directory_;
  std::string name_;
};

struct DirectoryEnd {
  void operator()(DIR* directory) const { closedir(directory); }
};

}  // namespace

tl::expected<ImageCache, ImageError> ImageCache::open(const std::filesystem::path& cache_dir,
                                                      std::string_view for_file) {
  std::error_code failure;
  const std::filesystem::path wanted = std::filesystem::absolute(cache_dir, failure) / "images";
  const std::string place = "image cache " + quoted_text(wanted.native());
  if (failure) {
    return tl::unexpected(cache_fault(for_file, place, "a directory", failure.message()));
  }
  if (const int error = make_directories(wanted)) {
    return tl::unexpected(
        cache_fault(for_file, place, "a directory that can be made", errno_text(error)));
  }
  FileHandle directory(::open(wanted.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  struct stat status;
  if (!directory || fstat(directory.descriptor(), &status) != 0) {
    return tl::unexpected(
        cache_fault(for_file, place, "a directory, not a link", errno_text(errno)));
  }
  if (!owned_by_us(status) || others_may_write(status)) {
    char mode[8];
    std::snprintf(mode, sizeof mode, "%04o", static_cast<unsigned>(status.st_mode & 07777));
    return tl::unexpected(cache_fault(
        for_file, place, "a directory of user " + std::to_string(geteuid()) + " with mode 0700",
        "owner " + std::to_string(status.st_uid) + ", mode " + mode));
  }
  std::filesystem::path real = std::filesystem::canonical(wanted, failure);
  if (failure) {
    return tl::unexpected(cache_fault(for_file, place, "a path that resolves", failure.message()));
  }
  return ImageCache(std::move(directory), std::move(real));
}

tl::expected<ImageCache::Entry, ImageError> ImageCache::keep(std::span<const std::byte> content,
                                                             const std::string& sha256_hex,
                                                             std::string_view for_file) {
  const std::string name = sha256_hex + std::string(kImageSuffix);
  const std::filesystem::path image = path_ / name;
  if (const auto identity = verify(name.c_str(), content)) {
    return Entry{image, *identity, ImageOrigin::reused};
  }
  struct stat status;
  const bool exists =
      fstatat(directory_.descriptor(), name.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0;
  if (exists && is_mapped(image)) {
    return tl::unexpected(
        make_image_error(ImageErrc::cache_corrupt,
                         {for_file, "cached image " + quoted_text(image.native()),
                          "the content of its name", "other content, which this process has mapped",
                          "Something changed the file behind the host: restart the host, which "
                          "replaces the image."}));
  }
  const auto identity = write(name.c_str(), content, for_file);
  if (!identity) return tl::unexpected(identity.error());
  return Entry{image, *identity, exists ? ImageOrigin::repaired : ImageOrigin::written};
}

std::size_t ImageCache::prune(std::chrono::hours unused_for) {
  return remove_older(kImageSuffix, unused_for, true);
}

/// Byte by byte, which says at least what a hash would say, and is faster.
std::optional<FileIdentity> ImageCache::verify(const char* name,
                                               std::span<const std::byte> content) const {
  const FileHandle file(
      openat(directory_.descriptor(), name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  struct stat status;
  if (!file || fstat(file.descriptor(), &status) != 0) return std::nullopt;
  if (!owned_by_us(status) || others_may_write(status)) return std::nullopt;
  if (static_cast<std::uint64_t>(status.st_size) != content.size()) return std::nullopt;
  if (!equals(file.descriptor(), content)) return std::nullopt;
  const FileIdentity identity = FileIdentity::of(status);
  const bool unchanged =
      fstat(file.descriptor(), &status) == 0 && FileIdentity::of(status) == identity;
  return unchanged ? std::optional(identity) : std::nullopt;
}

tl::expected<FileIdentity, ImageError> ImageCache::write(const char* name,
                                                         std::span<const std::byte> content,
                                                         std::string_view for_file) {
  const auto failed = [&](std::string_view step, int error) {
    return tl::unexpected(cache_fault(
        for_file, "image cache " + quoted_text(path_.native()) + ", " + std::string(step),
        "a new image of " + std::to_string(content.size()) + " bytes", errno_text(error)));
  };
  // A host that died while it wrote left its temporary file.
  remove_older(kTemporarySuffix, kTemporaryAge, false);

  TemporaryFile temporary(directory_.descriptor(), temporary_name(name));
  const FileHandle file(openat(directory_.descriptor(), temporary.name(),
                               O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
  if (!file) return failed("creating a file", errno);
  if (const int error = write_fully(file.descriptor(), content)) return failed("writing", error);
  if (fchmod(file.descriptor(), 0500) != 0) return failed("setting the mode", errno);
  if (fsync(file.descriptor()) != 0) return failed("flushing", errno);
  if (const int error = temporary.move_to(name)) return failed("renaming", error);
  struct stat status;
  if (fstat(file.descriptor(), &status) != 0) return failed("reading the state", errno);
  return FileIdentity::of(status);
}

std::size_t ImageCache::remove_older(std::string_view suffix, std::chrono::seconds age,
                                     bool by_access) {
  // A descriptor of its own: the reading position belongs to the descriptor.
  FileHandle list(openat(directory_.descriptor(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  const std::unique_ptr<DIR, DirectoryEnd> entries(list ? fdopendir(list.descriptor()) : nullptr);
  if (!entries) return 0;
  list.release();
  std::vector<std::string> old;
  const std::time_t limit = std::time(nullptr) - static_cast<std::time_t>(age.count());
  while (const dirent* entry = readdir(entries.get())) {
    if (!std::string_view(entry->d_name).ends_with(suffix)) continue;
    struct stat status;
    if (fstatat(directory_.descriptor(), entry->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0 ||
        !S_ISREG(status.st_mode)) {
      continue;
    }
    const std::time_t last =
        by_access ? std::max(status.st_atime, status.st_mtime) : status.st_mtime;
    if (last <= limit) old.emplace_back(entry->d_name);
  }
  return static_cast<std::size_t>(std::count_if(old.begin(), old.end(), [&](const auto& name) {
    return !is_mapped(path_ / name) && unlinkat(directory_.descriptor(), name.c_str(), 0) == 0;
  }));
}

}  // namespace keel::core
