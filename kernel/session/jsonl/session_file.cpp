// SPDX-License-Identifier: MIT
#include "session/jsonl/session_file.hpp"

#include <cerrno>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>

#include "session/jsonl/file_write.hpp"
#include "session/jsonl/header_line.hpp"
#include "session/jsonl/row_text.hpp"
#include "session/jsonl/storage_fault.hpp"
#include "session/jsonl/tail_sink.hpp"
#include "session/log/fault.hpp"

namespace keel::session::jsonl {

namespace fs = std::filesystem;

namespace {

/// A batch larger than this becomes several frames, so that a reader need not hold all of it.
constexpr std::size_t kFrameText = std::size_t{8} << 20U;

/// Where the next frame of a batch ends: behind whole lines, near kFrameText.
std::size_t frame_end(std::string_view text) {
  if (text.size() <= kFrameText) return text.size();
  const std::size_t end = text.find('\n', kFrameText);
  return end == std::string_view::npos ? text.size() : end + 1;
}

std::optional<Error> find_long_line(std::string_view text) {
  while (text.size() > kMaxLineBytes) {
    const std::size_t end = text.find('\n');
    if (end > kMaxLineBytes) {
      return refused(fault::kInvalidEvent, "an event is longer than " +
                                               std::to_string(kMaxLineBytes) +
                                               " bytes and could not be read again");
    }
    text.remove_prefix(end + 1);
  }
  return std::nullopt;
}

bool is_there(const fs::path& path) {
  struct stat state {};
  return ::lstat(path.c_str(), &state) == 0;
}

std::uint64_t size_of(int file) {
  struct stat state {};
  return ::fstat(file, &state) == 0 ? static_cast<std::uint64_t>(state.st_size) : 0;
}

/// Temporary files whose writers died. Nobody else writes here while the lock is held.
void remove_leftovers(const fs::path& folder) {
  std::error_code none;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, none)) {
    const std::string name = entry.path().filename();
    if (name.starts_with("session.jsonl") && name.ends_with(".tmp")) ::unlink(entry.path().c_str());
  }
}

}  // namespace

Expected<SessionFile> SessionFile::create(const fs::path& folder, Encoding encoding,
                                          const SessionHeader& header, std::string_view text) {
  if (auto fault = make_folders(folder)) return tl::make_unexpected(std::move(*fault));
  auto lock = SessionLock::take(folder);
  if (!lock) return tl::make_unexpected(std::move(lock.error()));
  for (const Encoding each : {Encoding::kPlain, Encoding::kZstd}) {
    if (is_there(folder / file_name(each))) {
      return tl::make_unexpected(
          refused(fault::kAlreadyExists,
                  "a session is stored at " + (folder / file_name(each)).string() + " already"));
    }
  }
  remove_leftovers(folder);
  const fs::path path = folder / file_name(encoding);
  auto temp = TempFile::make(path);
  if (!temp) return tl::make_unexpected(std::move(temp.error()));
  SessionFile file(path, encoding, std::move(*lock), Descriptor());
  auto bytes = file.encode(header_line(header));
  auto batch = bytes ? file.encode(text) : Expected<std::string>(std::string());
  if (!bytes) return tl::make_unexpected(std::move(bytes.error()));
  if (!batch) return tl::make_unexpected(std::move(batch.error()));
  *bytes += *batch;
  if (auto fault = write_at(temp->get(), 0, *bytes, temp->path())) {
    return tl::make_unexpected(std::move(*fault));
  }
  if (auto fault = temp->publish_new()) return tl::make_unexpected(std::move(*fault));
  file.file_ = temp->take();
  file.size_ = bytes->size();
  file.writable_ = true;
  return file;
}

Expected<SessionFile> SessionFile::open(const fs::path& folder, Encoding encoding) {
  const fs::path path = folder / file_name(encoding);
  if (!is_there(path)) {
    return tl::make_unexpected(
        refused(fault::kNotFound, "no session is stored at " + path.string()));
  }
  auto lock = SessionLock::take(folder);
  if (!lock) return tl::make_unexpected(std::move(lock.error()));
  Descriptor descriptor(::open(path.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW));
  if (!descriptor) {
    return tl::make_unexpected(storage_fault("cannot open " + path.string(), errno));
  }
  remove_leftovers(folder);
  SessionFile file(path, encoding, std::move(*lock), std::move(descriptor));
  file.size_ = size_of(file.file_.get());
  return file;
}

Expected<StoredLog> SessionFile::read(RowSink& sink) {
  FileSource source(file_.get());
  auto stored = read_log(source, encoding_, path_.string(), sink);
  if (!stored) return stored;
  size_ = stored->size;
  // What is damaged must be repaired before anything is put behind it.
  writable_ = !stored->damaged();
  return stored;
}

Expected<std::string> SessionFile::encode(std::string_view text) {
  if (auto fault = find_long_line(text)) return tl::make_unexpected(std::move(*fault));
  if (encoding_ == Encoding::kPlain) return std::string(text);
  std::string frames;
  while (!text.empty()) {
    const std::size_t end = frame_end(text);
    if (auto fault = compressor_.compress(text.substr(0, end), frames)) {
      return tl::make_unexpected(std::move(*fault));
    }
    text.remove_prefix(end);
  }
  return frames;
}

std::optional<Error> SessionFile::find_obstacle() const {
  if (!writable_) {
    return refused(
        fault::kStorage,
        path_.string() +
            " cannot be written: it is damaged, was not read, or an earlier write failed "
            "and could not be taken back. Open the session again");
  }
  struct stat state {};
  if (::fstat(file_.get(), &state) != 0) {
    return storage_fault("cannot look at " + path_.string(), errno);
  }
  if (state.st_nlink == 0) {
    return refused(fault::kStorage, path_.string() + " was deleted by somebody else");
  }
  if (static_cast<std::uint64_t>(state.st_size) == size_) return std::nullopt;
  return refused(fault::kStorage, path_.string() + " was changed by somebody else: expected " +
                                      std::to_string(size_) + " bytes, found " +
                                      std::to_string(state.st_size) + ". Open the session again");
}

std::optional<Error> SessionFile::append(std::string_view text) {
  if (auto fault = find_obstacle()) return fault;
  auto bytes = encode(text);
  if (!bytes) return std::move(bytes.error());
  if (bytes->empty()) return std::nullopt;
  if (auto fault = write_at(file_.get(), size_, *bytes, path_)) return roll_back(std::move(*fault));
  if (auto fault = sync_file(file_.get(), path_)) return roll_back(std::move(*fault));
  size_ += bytes->size();
  return std::nullopt;
}

std::optional<Error> SessionFile::roll_back(Error first) {
  if (auto second = cut(size_)) {
    writable_ = false;
    first.message += "; taking the write back failed too: " + second->message;
  }
  return first;
}

std::optional<Error> SessionFile::cut(std::uint64_t size) {
  if (::ftruncate(file_.get(), static_cast<off_t>(size)) != 0) {
    return storage_fault("cannot shorten " + path_.string(), errno);
  }
  return sync_file(file_.get(), path_);
}

std::optional<Error> SessionFile::repair(const StoredLog& stored, std::string_view text) {
  if (!stored.damaged()) return append(text);
  if (stored.kept_seq < stored.next_seq) return swap_tail(stored.kept_size, text);
  if (auto fault = cut(stored.kept_size)) return fault;
  size_ = stored.kept_size;
  writable_ = true;
  return append(text);
}

std::optional<Error> SessionFile::swap_tail(std::uint64_t kept, std::string_view text) {
  auto bytes = encode(text);
  if (!bytes) return std::move(bytes.error());
  auto temp = TempFile::make(path_);
  if (!temp) return std::move(temp.error());
  if (auto fault = copy_bytes(file_.get(), temp->get(), kept, path_)) return fault;
  if (auto fault = write_at(temp->get(), kept, *bytes, temp->path())) return fault;
  if (auto fault = temp->publish_over()) return fault;
  file_ = temp->take();
  size_ = kept + bytes->size();
  writable_ = true;
  return std::nullopt;
}

std::optional<Error> SessionFile::replace_tail(std::int64_t from_seq, std::string_view text) {
  TailSink tail(from_seq);
  FileSource source(file_.get());
  auto stored = read_log(source, encoding_, path_.string(), tail);
  if (!stored) return std::move(stored.error());
  if (from_seq < 0 || from_seq > stored->next_seq) {
    return refused(fault::kInvalidEvent, "replace_tail: seq: expected 0 to " +
                                             std::to_string(stored->next_seq) + ", found " +
                                             std::to_string(from_seq));
  }
  if (from_seq == stored->next_seq && !stored->damaged()) return append(text);
  const std::uint64_t kept = tail.place_found() ? tail.kept_size() : stored->size;
  return swap_tail(kept, tail.kept_text() + std::string(text));
}

Expected<std::string> SessionFile::revision() const { return revision_of(file_.get(), path_); }

}  // namespace keel::session::jsonl
