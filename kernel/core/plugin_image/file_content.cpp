#include "core/plugin_image/file_content.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <utility>

#include "core/plugin_image/fault_text.hpp"

namespace keel::core {
namespace {

std::int64_t nanoseconds(const struct timespec& time) {
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

std::string_view kind_name(mode_t mode) {
  switch (mode & S_IFMT) {
    case S_IFDIR:
      return "a directory";
    case S_IFIFO:
      return "a pipe";
    case S_IFSOCK:
      return "a socket";
    case S_IFCHR:
    case S_IFBLK:
      return "a device";
    default:
      return "something else";
  }
}

ImageError read_fault(std::string_view file_name, const std::string& found) {
  return make_image_error(ImageErrc::read_failed,
                          {file_name, "reading", "the content of an unchanging file", found,
                           "Try again once whatever writes the file has finished; replace plugin "
                           "files by rename."});
}

/// The number of bytes read, short only at the end of the file; an errno otherwise.
tl::expected<std::size_t, int> read_fully(int descriptor, std::span<std::byte> target) {
  std::size_t done = 0;
  while (done < target.size()) {
    const ssize_t count =
        pread(descriptor, target.data() + done, target.size() - done, static_cast<off_t>(done));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return tl::unexpected(errno);
    if (count == 0) break;
    done += static_cast<std::size_t>(count);
  }
  return done;
}

}  // namespace

FileIdentity FileIdentity::of(const struct stat& status) {
  return {static_cast<std::uint64_t>(status.st_dev), static_cast<std::uint64_t>(status.st_ino),
          static_cast<std::uint64_t>(status.st_size), nanoseconds(status.st_mtim),
          nanoseconds(status.st_ctim)};
}

tl::expected<FileContent, ImageError> FileContent::read(int descriptor,
                                                        std::string_view file_name) {
  struct stat before;
  if (fstat(descriptor, &before) != 0) {
    return tl::unexpected(read_fault(file_name, errno_text(errno)));
  }
  if (!S_ISREG(before.st_mode)) {
    return tl::unexpected(
        make_image_error(ImageErrc::not_regular_file,
                         {file_name, "opening", "a regular file", kind_name(before.st_mode),
                          "Name the shared library itself."}));
  }
  const FileIdentity identity = FileIdentity::of(before);
  if (identity.size > kMaxSize) {
    return tl::unexpected(
        make_image_error(ImageErrc::file_too_large,
                         {file_name, "opening", "at most " + std::to_string(kMaxSize) + " bytes",
                          std::to_string(identity.size) + " bytes",
                          "Strip the debug information from the library."}));
  }
  if (identity.size == 0) return FileContent({}, identity);

  void* pages = mmap(nullptr, identity.size, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
  if (pages == MAP_FAILED) {
    return tl::unexpected(read_fault(file_name, errno_text(errno)));
  }
  FileContent content({static_cast<std::byte*>(pages), identity.size}, identity);
  const auto count = read_fully(descriptor, content.pages_);
  if (!count) return tl::unexpected(read_fault(file_name, errno_text(count.error())));
  struct stat after;
  if (*count != identity.size || fstat(descriptor, &after) != 0 ||
      FileIdentity::of(after) != identity) {
    return tl::unexpected(read_fault(file_name, "a file that changed while it was read"));
  }
  mprotect(pages, identity.size, PROT_READ);
  return content;
}

FileContent::FileContent(FileContent&& other) noexcept
    : pages_(std::exchange(other.pages_, {})), identity_(other.identity_) {}

FileContent& FileContent::operator=(FileContent&& other) noexcept {
  std::swap(pages_, other.pages_);
  std::swap(identity_, other.identity_);
  return *this;
}

FileContent::~FileContent() {
  if (!pages_.empty()) munmap(pages_.data(), pages_.size());
}

}  // namespace keel::core
