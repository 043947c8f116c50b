// SPDX-License-Identifier: MIT
#include "writing.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>
#include <charconv>

#include "directory_walk.hpp"
#include "edit_text.hpp"
#include "fs_error.hpp"
#include "keel/contracts/fs.hpp"
#include "resolved_path.hpp"
#include "staged_file.hpp"
#include "text/line_endings.hpp"
#include "text/text_kind.hpp"
#include "text/utf8.hpp"

namespace keel::fs_local {

namespace errors = contracts::fs::errors;

namespace {

constexpr mode_t kNewFile = 0666;
constexpr mode_t kUsualUmask = 022;

/// umask() could only be read by changing it, for all threads.
mode_t current_umask() {
  const OwnedFd status(::open("/proc/self/status", O_RDONLY | O_CLOEXEC));
  char text[512];
  const ssize_t length = status.valid() ? ::read(status.get(), text, sizeof text) : -1;
  if (length <= 0) return kUsualUmask;
  const std::string_view all(text, static_cast<std::size_t>(length));
  const std::size_t at = all.find("\nUmask:\t");
  if (at == std::string_view::npos) return kUsualUmask;
  unsigned mask = kUsualUmask;
  std::from_chars(all.data() + at + 8, all.data() + all.size(), mask, 8);
  return mask;
}

tl::unexpected<Error> moved(const std::string& display) {
  return fs_fail(kMoved, shown(display) + " changed while it was being written");
}

/// A checked target: where it is, and what is there.
struct Target {
  ResolvedPath path;
  Place place;
  /// What is there, seen through the held directory; nothing when there is no such entry.
  std::optional<struct stat> info;
};

Expected<ResolvedPath> resolve_locked(const Mutation& mutation) {
  Expected<ResolvedPath> path = resolve_path(mutation.path.base, mutation.path.path);
  if (path && path->real != mutation.locked) return moved(path->display);
  return path;
}

Expected<std::optional<struct stat>> look(const Place& place, const std::string& display) {
  struct stat info {};
  if (::fstatat(place.directory.get(), place.name.c_str(), &info, AT_SYMLINK_NOFOLLOW) == 0) {
    return std::optional(info);
  }
  if (errno == ENOENT) return std::optional<struct stat>();
  return system_fail(errno, "look at", shown(display));
}

Expected<void> check_regular(const Target& target) {
  const std::string& display = target.path.display;
  if (target.path.dangling) {
    return fs_fail(errors::kFsNotRegularFile, shown(display) + " is a link to " +
                                                  shown(target.path.real) +
                                                  ", which does not exist; it was left as it is");
  }
  if (!target.info) return {};
  // The path had no link: this one has come since.
  if (S_ISLNK(target.info->st_mode)) return moved(display);
  if (S_ISREG(target.info->st_mode)) return {};
  return fs_fail(errors::kFsNotRegularFile,
                 shown(display) + (S_ISDIR(target.info->st_mode) ? " is a directory, not a file"
                                                                 : " is not a regular file"));
}

Expected<void> check_version(const Mutation& mutation, const Target& target) {
  const std::string display = shown(target.path.display);
  if (!mutation.expect) return {};
  if (*mutation.expect == kMustNotExist) {
    if (!target.info) return {};
    return fs_fail(errors::kFsNotObserved, display + " exists, and was not read before");
  }
  if (!target.info) return fs_fail(errors::kFsStaleVersion, display + " does not exist any more");
  if (identity_of(*target.info) == *mutation.expect) return {};
  return fs_fail(errors::kFsStaleVersion, display + " has changed since it was read");
}

/// The last step. Between the check and now somebody may have written the file.
Expected<void> put_in_place(const Mutation& mutation, const Target& target, StagedFile& staged) {
  const std::string changed =
      shown(target.path.display) + " was changed by somebody else meanwhile";
  if (!target.info) {
    Expected<void> made = staged.publish_new();
    if (made || mutation.expect == kMustNotExist) return made;
    if (made.error().code != errors::kFsNotObserved) return made;
    return fs_fail(errors::kFsStaleVersion, changed);
  }
  Expected<std::optional<struct stat>> now = look(target.place, target.path.display);
  if (!now) return tl::make_unexpected(std::move(now.error()));
  if (!*now || identity_of(**now) != identity_of(*target.info)) {
    return fs_fail(errors::kFsStaleVersion, changed);
  }
  return staged.replace();
}

enum class Missing { kCreate, kStale };

Expected<Target> find_target(const Mutation& mutation, Missing missing) {
  Expected<ResolvedPath> path = resolve_locked(mutation);
  if (!path) return tl::make_unexpected(std::move(path.error()));
  Expected<Anchor> anchor = find_anchor(mutation.policy, path->real, path->display);
  if (!anchor) return tl::make_unexpected(std::move(anchor.error()));
  Target target;
  target.path = std::move(*path);
  target.info = target.path.info;
  // Nothing may be made for a write that is refused.
  if (Expected<void> regular = check_regular(target); !regular) {
    return tl::make_unexpected(std::move(regular.error()));
  }
  if (Expected<void> version = check_version(mutation, target); !version) {
    return tl::make_unexpected(std::move(version.error()));
  }
  if (missing == Missing::kStale && !target.info) {
    return fs_fail(errors::kFsStaleVersion, shown(target.path.display) + " does not exist");
  }
  Expected<Place> place = walk_to(*anchor, missing == Missing::kCreate, target.path.display);
  if (!place) return tl::make_unexpected(std::move(place.error()));
  target.place = std::move(*place);
  Expected<std::optional<struct stat>> info = look(target.place, target.path.display);
  if (!info) return tl::make_unexpected(std::move(info.error()));
  target.info = *info;
  if (Expected<void> regular = check_regular(target); !regular) {
    return tl::make_unexpected(std::move(regular.error()));
  }
  if (Expected<void> version = check_version(mutation, target); !version) {
    return tl::make_unexpected(std::move(version.error()));
  }
  return target;
}

/// The content that is about to be replaced, as far as it can be told.
struct OldContent {
  std::optional<std::string> text;
  bool byte_order_mark = false;
};

/// Nothing about the old content stops a write; only a cancellation does.
Expected<OldContent> read_old(const Mutation& mutation, const Target& target,
                              std::size_t new_size) {
  OldContent old;
  Expected<OpenFile> file =
      open_regular_at(target.place.directory.get(), target.place.name, target.path.display);
  if (!file) return old;
  const auto size = static_cast<std::uint64_t>(file->info.st_size);
  const std::size_t limit = mutation.diff_basis_max_bytes;
  const bool compare = size < limit && new_size < limit;
  Expected<std::string> content =
      read_rest(*file, compare ? size : text::kByteOrderMark.size(), mutation.cancel);
  if (!content && content.error().code == errors::kFsAborted) {
    return tl::make_unexpected(std::move(content.error()));
  }
  if (!content) return old;
  old.byte_order_mark = content->starts_with(text::kByteOrderMark);
  if (!compare || content->size() != size) return old;
  if (text::kind_of(*content) != text::TextKind::kUtf8) return old;
  if (old.byte_order_mark) content->erase(0, text::kByteOrderMark.size());
  old.text = std::move(*content);
  return old;
}

bool is_all_crlf(const OldContent& old) {
  if (!old.text) return false;
  const text::LineEndings found = text::count_line_endings(*old.text);
  return found.crlf > 0 && found.lf == 0;
}

Expected<std::string> publish(const Mutation& mutation, const Target& target,
                              std::string_view content, std::optional<mode_t> new_mode) {
  Expected<StagedFile> staged = StagedFile::create(target.place, target.path.display);
  if (!staged) return tl::make_unexpected(std::move(staged.error()));
  if (target.info) staged->copy_owner(*target.info);
  if (Expected<void> written = staged->write(content); !written) {
    return tl::make_unexpected(std::move(written.error()));
  }
  const mode_t mode =
      target.info ? target.info->st_mode : new_mode.value_or(kNewFile & ~current_umask());
  if (Expected<void> set = staged->set_mode(mode); !set) {
    return tl::make_unexpected(std::move(set.error()));
  }
  if (mutation.cancel.cancelled()) {
    return fs_fail(errors::kFsAborted, "cancelled before " + shown(target.path.display) +
                                           " was changed; it is as it was");
  }
  if (Expected<void> done = put_in_place(mutation, target, *staged); !done) {
    return tl::make_unexpected(std::move(done.error()));
  }
  Expected<std::optional<struct stat>> now = look(target.place, target.path.display);
  if (!now || !*now) return "missing:" + shown(target.path.real);
  return identity_of(**now);
}

}  // namespace

Expected<WriteDone> write_file(const Mutation& mutation, const NewContent& content) {
  Expected<Target> target = find_target(mutation, Missing::kCreate);
  if (!target) return tl::make_unexpected(std::move(target.error()));
  WriteDone done;
  done.created = !target->info;
  std::string shaped;
  std::string_view bytes = content.bytes;
  if (target->info) {
    Expected<OldContent> old = read_old(mutation, *target, bytes.size());
    if (!old) return tl::make_unexpected(std::move(old.error()));
    if (content.is_text && is_all_crlf(*old) && bytes.find('\n') != std::string_view::npos &&
        bytes.find('\r') == std::string_view::npos) {
      shaped = text::to_crlf(bytes);
      bytes = shaped;
      done.kept_crlf = true;
    }
    if (content.is_text && old->byte_order_mark && !bytes.starts_with(text::kByteOrderMark)) {
      shaped = std::string(text::kByteOrderMark).append(bytes);
      bytes = shaped;
      done.kept_byte_order_mark = true;
    }
    if (old->text) done.before = text::to_lf(*old->text);
  }
  Expected<std::string> identity = publish(mutation, *target, bytes, content.mode);
  if (!identity) return tl::make_unexpected(std::move(identity.error()));
  done.identity = std::move(*identity);
  done.real = std::move(target->path.real);
  done.display = std::move(target->path.display);
  return done;
}

Expected<EditDone> edit_file(const Mutation& mutation, const TextEdit& edit) {
  Expected<Target> target = find_target(mutation, Missing::kStale);
  if (!target) return tl::make_unexpected(std::move(target.error()));
  const std::string display = shown(target->path.display);
  if (!target->info) return moved(target->path.display);
  Expected<OpenFile> file =
      open_regular_at(target->place.directory.get(), target->place.name, target->path.display);
  if (!file) return tl::make_unexpected(std::move(file.error()));
  if (identity_of(file->info) != identity_of(*target->info)) return moved(target->path.display);
  Expected<std::string> content = read_rest(*file, edit.max_bytes, mutation.cancel);
  if (!content) return tl::make_unexpected(std::move(content.error()));
  if (content->size() > edit.max_bytes) {
    return fs_fail(errors::kFsTooLarge, display + " has more than " +
                                            std::to_string(edit.max_bytes) +
                                            " bytes; files of that size are not edited");
  }
  if (const std::string why = text::why_not_text(*content); !why.empty()) {
    return fs_fail(errors::kFsNotText, display + " " + why + "; it was left as it is");
  }
  const bool byte_order_mark = content->starts_with(text::kByteOrderMark);
  const std::string_view body =
      std::string_view(*content).substr(byte_order_mark ? text::kByteOrderMark.size() : 0);
  Expected<EditedText> edited =
      edit_text(body, {edit.old_text, edit.new_text, edit.replace_all}, display);
  if (!edited) return tl::make_unexpected(std::move(edited.error()));
  const std::string whole =
      byte_order_mark ? std::string(text::kByteOrderMark) + edited->content : edited->content;
  Expected<std::string> identity = publish(mutation, *target, whole, std::nullopt);
  if (!identity) return tl::make_unexpected(std::move(identity.error()));
  EditDone done;
  done.identity = std::move(*identity);
  done.before = text::to_lf(body);
  done.after = text::to_lf(edited->content);
  done.replacements = edited->replacements;
  done.real = std::move(target->path.real);
  done.display = std::move(target->path.display);
  return done;
}

Expected<void> remove_file(const Mutation& mutation) {
  Expected<Target> target = [&]() -> Expected<Target> {
    Target found;
    found.path.display = mutation.path.path;
    found.path.real = mutation.locked;
    Expected<Anchor> anchor = find_anchor(mutation.policy, found.path.real, found.path.display);
    if (!anchor) return tl::make_unexpected(std::move(anchor.error()));
    Expected<Place> place = walk_to(*anchor, false, found.path.display);
    if (!place) return tl::make_unexpected(std::move(place.error()));
    found.place = std::move(*place);
    Expected<std::optional<struct stat>> info = look(found.place, found.path.display);
    if (!info) return tl::make_unexpected(std::move(info.error()));
    found.info = *info;
    return found;
  }();
  if (!target) return tl::make_unexpected(std::move(target.error()));
  const std::string display = shown(target->path.display);
  if (!target->info) return fs_fail(errors::kFsNotFound, "there is no file " + display);
  if (S_ISDIR(target->info->st_mode)) {
    return fs_fail(errors::kFsNotRegularFile, display + " is a directory, not a file");
  }
  if (Expected<void> version = check_version(mutation, *target); !version) return version;
  if (::unlinkat(target->place.directory.get(), target->place.name.c_str(), 0) == 0) return {};
  return system_fail(errno, "remove", display);
}

}  // namespace keel::fs_local
