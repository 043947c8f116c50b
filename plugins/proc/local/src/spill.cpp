// SPDX-License-Identifier: MIT
#include "spill.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <utility>

namespace keel::proc_local {

/// Touched by one worker at a time, and by the kernel thread when none is at it.
struct Spill::File {
  explicit File(std::string in_folder) : folder(std::move(in_folder)) {}
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  /// Whoever does not keep it removes it.
  ~File() {
    if (!path.empty() && !kept) ::unlink(path.c_str());
  }

  bool write(std::string_view bytes) {
    if (!fd.valid() && !create()) return false;
    while (!bytes.empty()) {
      const ssize_t wrote = ::write(fd.get(), bytes.data(), bytes.size());
      if (wrote < 0 && errno == EINTR) continue;
      if (wrote < 0) return false;
      bytes.remove_prefix(static_cast<std::size_t>(wrote));
    }
    return true;
  }

  /// mkostemp: a name that nobody can guess, mode 0600, made exclusively.
  bool create() {
    std::string pattern = folder + "/output-XXXXXX.txt";
    fd = OwnedFd(::mkostemps(pattern.data(), 4, O_CLOEXEC));
    if (!fd.valid()) return false;
    path = std::move(pattern);
    return true;
  }

  std::string folder;
  OwnedFd fd;
  std::string path;
  bool failed = false;
  bool kept = false;
};

Spill::Spill(Context context, std::string folder, std::uint64_t max_bytes)
    : context_(context),
      folder_(std::move(folder)),
      max_bytes_(max_bytes),
      idle_(context),
      alive_(std::make_shared<bool>(true)) {}

void Spill::start(std::string so_far) {
  started_ = true;
  file_ = std::make_shared<File>(folder_);
  add(so_far);
}

void Spill::add(std::string_view bytes) {
  total_ += bytes.size();
  if (file_ == nullptr) return;
  if (total_ > max_bytes_) {
    // The worker may hold it still; the last one to let go removes it.
    file_.reset();
    queued_.clear();
    return;
  }
  queued_.append(bytes);
  if (!writing_) {
    writing_ = true;
    idle_.reset();
    context_.spawn(write_queued());
  }
}

std::size_t Spill::backlog() const { return queued_.size(); }

void Spill::on_written(std::function<void()> written) { written_ = std::move(written); }

Task<void> Spill::write_queued() {
  const std::weak_ptr<bool> alive = alive_;
  while (!queued_.empty() && file_ != nullptr) {
    auto work = [file = file_, bytes = std::exchange(queued_, {})] {
      // After a failure the rest would follow a hole.
      if (!file->failed) file->failed = !file->write(bytes);
    };
    static_cast<void>(co_await context_.pool(work));
    if (alive.expired()) co_return;
    if (written_) written_();
  }
  writing_ = false;
  idle_.set();
}

Task<std::optional<std::string>> Spill::finish() {
  while (writing_) co_await idle_.wait();
  if (file_ == nullptr || file_->failed || file_->path.empty()) {
    co_return std::optional<std::string>();
  }
  auto work = [file = file_] {
    // Some file systems say only now that there was no room.
    const bool closed = ::close(file->fd.release()) == 0;
    file->kept = closed && !file->failed;
    return file->kept;
  };
  const Expected<bool> kept = co_await context_.pool(work);
  if (!kept || !*kept) co_return std::optional<std::string>();
  co_return std::optional<std::string>(file_->path);
}

}  // namespace keel::proc_local
