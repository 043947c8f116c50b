// SPDX-License-Identifier: MIT
#include "core/deploy/file_text.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <string_view>
#include <system_error>

namespace keel::core {

namespace {

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  int number() const { return number_; }

 private:
  int number_;
};

tl::unexpected<FileFault> fault(FileFaultKind kind, std::string cause) {
  return tl::make_unexpected(FileFault{kind, std::move(cause)});
}

tl::unexpected<FileFault> system_fault(std::string_view what, int error) {
  const FileFaultKind kind =
      error == ENOENT || error == ENOTDIR ? FileFaultKind::kMissing : FileFaultKind::kUnreadable;
  return fault(kind, std::string(what) + " (" + std::generic_category().message(error) + ")");
}

tl::unexpected<FileFault> too_large(std::size_t limit) {
  return fault(FileFaultKind::kTooLarge, "is larger than " + std::to_string(limit) + " bytes");
}

}  // namespace

tl::expected<std::string, FileFault> read_file_text(const std::filesystem::path& path,
                                                    std::size_t limit) {
  // Without O_NONBLOCK the open of a pipe waits for its writer.
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  if (file.number() < 0) return system_fault("cannot be opened", errno);
  struct stat status {};
  if (::fstat(file.number(), &status) != 0) return system_fault("cannot be examined", errno);
  if (S_ISDIR(status.st_mode)) return fault(FileFaultKind::kUnreadable, "is a directory");
  if (!S_ISREG(status.st_mode)) return fault(FileFaultKind::kUnreadable, "is not a regular file");
  if (static_cast<std::size_t>(status.st_size) > limit) return too_large(limit);

  // Files under /proc say that they are empty: the end is where the read says it is.
  std::string text;
  std::array<char, 16384> chunk;
  while (true) {
    const ssize_t count = ::read(file.number(), chunk.data(), chunk.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return system_fault("cannot be read", errno);
    if (count == 0) return text;
    text.append(chunk.data(), static_cast<std::size_t>(count));
    if (text.size() > limit) return too_large(limit);
  }
}

}  // namespace keel::core
