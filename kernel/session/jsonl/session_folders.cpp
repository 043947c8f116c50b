// SPDX-License-Identifier: MIT
#include "session/jsonl/session_folders.hpp"

#include <cerrno>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>

#include "session/jsonl/descriptor.hpp"
#include "session/jsonl/file_write.hpp"
#include "session/jsonl/log_reader.hpp"
#include "session/jsonl/session_lock.hpp"
#include "session/jsonl/storage_fault.hpp"
#include "session/log/fault.hpp"

namespace keel::session::jsonl {

namespace fs = std::filesystem;

namespace {

bool is_file(const fs::path& path) {
  struct stat state {};
  return ::stat(path.c_str(), &state) == 0 && S_ISREG(state.st_mode);
}

Expected<Descriptor> open_read_only(const fs::path& path) {
  Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file) return tl::make_unexpected(storage_fault("cannot open " + path.string(), errno));
  return file;
}

Error stored_twice(std::string_view id, const fs::path& first, const fs::path& second) {
  return refused(fault::kCorrupt, "session " + in_quotes(id) + " is stored twice, at " +
                                      first.string() + " and at " + second.string() +
                                      ": move one of them away");
}

fs::path resolved(const fs::path& path) {
  std::error_code failed;
  fs::path result = fs::weakly_canonical(path, failed);
  return failed ? path : result;
}

/// What lies in one project folder for an id, in every layout there ever was.
std::vector<fs::path> candidates(const fs::path& project, const std::string& segment) {
  return {project / segment / file_name(Encoding::kZstd),
          project / segment / file_name(Encoding::kPlain), project / (segment + ".jsonl.zstd"),
          project / (segment + ".jsonl")};
}

}  // namespace

std::vector<fs::path> SessionFolders::projects() const {
  std::vector<fs::path> found;
  std::error_code none;
  for (const fs::directory_entry& entry : fs::directory_iterator(root_, none)) {
    if (entry.is_directory(none)) found.push_back(entry.path());
  }
  return found;
}

Expected<std::optional<StoredAt>> SessionFolders::find(std::string_view id) const {
  const auto segment = id_segment(id);
  if (!segment) return tl::make_unexpected(segment.error());
  std::optional<fs::path> first;
  for (const fs::path& project : projects()) {
    for (const fs::path& path : candidates(project, *segment)) {
      if (!is_file(path)) continue;
      if (first) return tl::make_unexpected(stored_twice(id, *first, path));
      first = path;
    }
  }
  if (!first) return std::optional<StoredAt>();
  if (first->parent_path().filename() != *segment) {
    return tl::make_unexpected(
        refused(fault::kCorrupt, "session " + in_quotes(id) + " lies at " + first->string() +
                                     " in a layout that is no longer read: expected a folder " +
                                     *segment + " with the file in it"));
  }
  const bool zstd = first->filename() == file_name(Encoding::kZstd);
  return std::optional<StoredAt>(
      StoredAt{first->parent_path(), zstd ? Encoding::kZstd : Encoding::kPlain});
}

Expected<std::vector<ListedSession>> SessionFolders::list() const {
  std::vector<ListedSession> sessions;
  std::error_code none;
  for (const fs::path& project : projects()) {
    for (const fs::directory_entry& entry : fs::directory_iterator(project, none)) {
      for (const Encoding encoding : {Encoding::kZstd, Encoding::kPlain}) {
        const StoredAt at{entry.path(), encoding};
        struct stat state {};
        if (::stat(at.file().c_str(), &state) != 0 || !S_ISREG(state.st_mode)) continue;
        if (state.st_size > 0) sessions.push_back(read_entry(at));
      }
    }
  }
  return sessions;
}

ListedSession SessionFolders::read_entry(const StoredAt& at) const {
  ListedSession entry;
  entry.at = at;
  entry.id = id_of_segment(at.folder.filename().string()).value_or(at.folder.filename().string());
  auto file = open_read_only(at.file());
  if (!file) {
    entry.damage = file.error().message;
    return entry;
  }
  entry.revision = revision_of(file->get(), at.file()).value_or(std::string());
  FileSource source(file->get());
  auto header = read_header(source, at.encoding, at.file().string());
  if (!header) {
    entry.damage = header.error().message;
    entry.unsupported = header.error().code == fault::kUnsupported;
    return entry;
  }
  if (auto fault = find_identity_fault(at, entry.id, *header)) {
    entry.damage = fault->message;
    return entry;
  }
  entry.header = std::move(*header);
  return entry;
}

std::optional<Error> SessionFolders::find_identity_fault(const StoredAt& at, std::string_view id,
                                                         const SessionHeader& header) const {
  if (header.id != id) {
    return refused(fault::kCorrupt, "corrupt session log " + at.file().string() +
                                        ": the header names session " + in_quotes(header.id) +
                                        ", expected " + in_quotes(id));
  }
  const auto folder = session_folder(root_, header);
  if (!folder) return folder.error();
  if (resolved(*folder) == resolved(at.folder)) return std::nullopt;
  return refused(fault::kCorrupt, "corrupt session log " + at.file().string() +
                                      ": id and cwd of the header belong at " + folder->string());
}

Expected<StoredLog> SessionFolders::read(const StoredAt& at, std::string_view id,
                                         const std::function<RowSink&()>& make_sink) const {
  constexpr int kMaxAttempts = 16;
  const std::string path = at.file().string();
  for (int attempt = 0; attempt < kMaxAttempts; ++attempt) {
    auto file = open_read_only(at.file());
    if (!file) return tl::make_unexpected(std::move(file.error()));
    const auto before = revision_of(file->get(), at.file());
    FileSource source(file->get());
    auto header = read_header(source, at.encoding, path);
    if (!header) return tl::make_unexpected(std::move(header.error()));
    if (auto fault = find_identity_fault(at, id, *header)) {
      return tl::make_unexpected(std::move(*fault));
    }
    auto stored = read_log(source, at.encoding, path, make_sink());
    const auto after = revision_of(file->get(), at.file());
    if (before && after && *before == *after) return stored;
  }
  return tl::make_unexpected(
      refused(fault::kStorage, path + " changed each time it was read; try again later"));
}

Expected<std::string> SessionFolders::read_raw(const StoredAt& at, std::string_view id) const {
  auto file = open_read_only(at.file());
  if (!file) return tl::make_unexpected(std::move(file.error()));
  FileSource source(file->get());
  auto header = read_header(source, at.encoding, at.file().string());
  if (!header) return tl::make_unexpected(std::move(header.error()));
  if (auto fault = find_identity_fault(at, id, *header)) {
    return tl::make_unexpected(std::move(*fault));
  }
  return read_text(source, at.encoding, at.file().string());
}

std::optional<Error> SessionFolders::remove(const StoredAt& at) const {
  auto lock = SessionLock::take(at.folder);
  if (!lock) return std::move(lock.error());
  if (::unlink(at.file().c_str()) != 0) {
    return storage_fault("cannot delete " + at.file().string(), errno);
  }
  if (auto fault = sync_folder(at.folder)) return fault;
  // The log is gone with its file; a folder that somebody put other things into stays.
  ::unlink((at.folder / "session.lock").c_str());
  ::rmdir(at.folder.c_str());
  return std::nullopt;
}

}  // namespace keel::session::jsonl
