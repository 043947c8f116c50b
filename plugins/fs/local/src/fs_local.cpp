// SPDX-License-Identifier: MIT
//
// Service fs/workspace on the local disk.
#include <algorithm>
#include <filesystem>
#include <memory>
#include <utility>

#include "directory_walk.hpp"
#include "file_locks.hpp"
#include "fs_error.hpp"
#include "keel/contracts/fs.hpp"
#include "keel/sdk.hpp"
#include "reading.hpp"
#include "resolved_path.hpp"
#include "session_folders.hpp"
#include "workspace.hpp"
#include "writing.hpp"

namespace keel::fs_local {

namespace fs = contracts::fs;

namespace {

/// How often a path that changes under a mutation is looked up again.
constexpr int kAttempts = 4;
constexpr std::size_t kStreamStep = 256 * 1024;
constexpr std::size_t kDefaultReadBytes = 256 * 1024 * 1024;

Value info_members(const StatDone& done) {
  if (!done.info) {
    return object(
        {{"type", "none"}, {"path", shown(done.real)}, {"display_path", shown(done.display)}});
  }
  const struct stat& info = *done.info;
  return object({{"type", type_of(info)},
                 {"bytes", static_cast<std::int64_t>(info.st_size)},
                 {"mode", static_cast<std::int64_t>(info.st_mode & 07777U)},
                 {"mtime_ns", static_cast<std::int64_t>(info.st_mtim.tv_sec) * 1'000'000'000 +
                                  info.st_mtim.tv_nsec},
                 {"identity", identity_of(info)},
                 {"path", shown(done.real)},
                 {"display_path", shown(done.display)}});
}

/// The next part of a file that is being streamed; empty at its end.
Expected<std::string> read_step(int fd, const std::string& display) {
  std::string part(kStreamStep, '\0');
  ssize_t got = -1;
  do {
    got = ::read(fd, part.data(), part.size());
  } while (got < 0 && errno == EINTR);
  if (got < 0) return system_fail(errno, "read", shown(display));
  part.resize(static_cast<std::size_t>(got));
  return part;
}

Value list_value(const std::vector<DirectoryEntry>& entries) {
  Builder builder;
  builder.begin_object().name("entries").begin_array();
  for (const DirectoryEntry& entry : entries) {
    builder.begin_object();
    builder.member("name", shown(entry.name));
    builder.member("type", entry.type);
    builder.member("path", shown(entry.display));
    if (entry.info) {
      builder.member("identity", identity_of(*entry.info));
      if (S_ISREG(entry.info->st_mode)) {
        builder.member("bytes", static_cast<std::int64_t>(entry.info->st_size));
      }
    }
    builder.end();
  }
  builder.end().end();
  return builder.finish_or_absent();
}

}  // namespace

class LocalFiles : public Plugin {
 public:
  explicit LocalFiles(const Setup& setup)
      : Plugin(setup),
        workspace_(context(), std::string(config()["cwd"].text()),
                   std::string(config()["mode"].text())),
        locks_(context()),
        diff_basis_max_bytes_(
            static_cast<std::size_t>(config()["diffBasisMaxBytes"].integer_or(0))),
        edit_max_bytes_(static_cast<std::size_t>(config()["editMaxBytes"].integer_or(0))),
        temp_root_(config()["tempRoot"].text()) {
    if (temp_root_.empty()) {
      std::error_code ignored;
      temp_root_ = std::filesystem::temp_directory_path(ignored).string();
    }
    if (temp_root_.empty()) temp_root_ = "/tmp";
    const std::string_view mode = config()["newFileMode"].text();
    if (!mode.empty())
      new_file_mode_ = static_cast<mode_t>(std::stoul(std::string(mode), nullptr, 8));
  }

  void start() {
    keep(context().publish("fs/workspace", object({}), kMethods, this));
    // Without sessions in the host there is nobody to clean up after but stop().
    Expected<Registration> disposed =
        context().listen("session/disposed", 0, this, &LocalFiles::on_disposed);
    if (disposed) disposed->detach();
  }

  Task<void> stop() {
    std::vector<std::string> folders;
    if (!handed_over_) folders = folders_.take_all();
    if (folders.empty()) co_return;
    auto work = [folders = std::move(folders)] {
      for (const std::string& folder : folders) SessionFolders::remove(folder);
    };
    static_cast<void>(co_await context().pool(work));
  }

  // A swap: the sessions live on, and so do their directories.
  Value save() {
    handed_over_ = true;
    return folders_.save();
  }
  void resume() { handed_over_ = false; }
  void restore(Call, ValueView saved) { folders_.restore(saved); }

 private:
  Task<PathRequest> path_of(Call call, std::string_view path, std::optional<std::string_view> cwd,
                            std::optional<std::string_view> session_id) {
    const Standpoint at = co_await must(workspace_.standpoint(call, cwd, session_id));
    co_return PathRequest{at.base, std::string(path)};
  }

  Task<Value> resolve(Call call, fs::FsResolveParamsView in) {
    const Standpoint at = co_await must(workspace_.standpoint(call, in.cwd(), in.session_id()));
    WritePolicy policy = co_await must(workspace_.policy(call, at.workspace, in.session_id()));
    add_temp_dir(policy, in.session_id());
    auto work = [at, policy = std::move(policy),
                 path = std::string(in.path())]() -> Expected<Value> {
      Expected<ResolvedPath> found = resolve_path(at.base, path);
      if (!found) return tl::make_unexpected(std::move(found.error()));
      const Expected<Anchor> anchor = find_anchor(policy, found->real, found->display);
      Value reason;
      if (!anchor) reason = Value(anchor.error().message);
      return object({{"path", shown(found->real)},
                     {"display_path", shown(found->display)},
                     {"writable", anchor.has_value()},
                     {"reason", reason}});
    };
    co_return co_await context().pool(work);
  }

  Task<Value> stat(Call call, fs::FsStatParamsView in) {
    PathRequest request = co_await must(path_of(call, in.path(), in.cwd(), in.session_id()));
    const bool no_follow = in.no_follow().value_or(false);
    auto work = [request = std::move(request), no_follow]() -> Expected<Value> {
      Expected<StatDone> done = stat_path(request, no_follow);
      if (done) return info_members(*done);
      // A file where a directory should be: there is nothing at that path.
      if (done.error().code != fs::errors::kFsNotFound) return fail(std::move(done.error()));
      if (request.path.find_first_not_of(" \t\r\n") == std::string::npos) {
        return fail(std::move(done.error()));
      }
      return object({{"type", "none"}});
    };
    co_return co_await context().pool(work);
  }

  Task<Value> read(Call call, fs::FsReadParamsView in) {
    PathRequest request = co_await must(path_of(call, in.path(), in.cwd(), in.session_id()));
    const auto max_bytes = in.max_bytes().value_or(kDefaultReadBytes);
    auto work = [request = std::move(request), max_bytes,
                 cancel = call.cancel_token()]() -> Expected<Value> {
      Expected<FileContent> file = read_whole(request, static_cast<std::size_t>(max_bytes), cancel);
      if (!file) return fail(std::move(file.error()));
      return object({{"content", Value::bytes_of(file->content)},
                     {"bytes", file->content.size()},
                     {"identity", identity_of(file->info)},
                     {"mode", static_cast<std::int64_t>(file->info.st_mode & 07777U)}});
    };
    co_return co_await context().pool(work);
  }

  Task<Value> list(Call call, fs::FsListParamsView in) {
    PathRequest request = co_await must(path_of(call, in.path(), in.cwd(), in.session_id()));
    auto work = [request = std::move(request), cancel = call.cancel_token()]() -> Expected<Value> {
      Expected<std::vector<DirectoryEntry>> entries = list_directory(request, cancel);
      if (!entries) return fail(std::move(entries.error()));
      return list_value(*entries);
    };
    co_return co_await context().pool(work);
  }

  Task<Message> stream(Call call, fs::FsStreamParamsView in) {
    PathRequest request = co_await must(path_of(call, in.path(), in.cwd(), in.session_id()));
    auto open = [request = std::move(request)] { return open_regular(request); };
    OpenFile file = co_await must(context().pool(open));
    const Value result = object({{"bytes", static_cast<std::int64_t>(file.info.st_size)},
                                 {"identity", identity_of(file.info)},
                                 {"mode", static_cast<std::int64_t>(file.info.st_mode & 07777U)}});
    StreamOptions options;
    options.window_bytes = 4 * kStreamStep;
    NewStream stream = must(StreamWriter::open(call.context(), options));
    context().spawn(pump(std::make_shared<OpenFile>(std::move(file)), std::move(stream.writer)));
    Message answer(result);
    co_return std::move(answer).with(std::move(stream.reader));
  }

  /// The file is shared with the worker that reads from it, which may outlive the coroutine.
  Task<void> pump(std::shared_ptr<OpenFile> file, StreamWriter writer) {
    while (true) {
      Expected<void> room = co_await writer.room();
      if (!room) co_return;
      auto work = [file] { return read_step(file->fd.get(), file->display); };
      Expected<std::string> part = co_await context().pool(work);
      if (!part) {
        writer.fail(part.error());
        co_return;
      }
      if (part->empty()) break;
      writer.push(Message(Value::bytes_of(*part)));
    }
    writer.finish();
  }

  /// Everything a mutation needs but the identity of its file.
  Task<Mutation> begin(Call call, std::string_view path, std::optional<std::string_view> cwd,
                       std::optional<std::string_view> session_id,
                       std::optional<std::string_view> expect) {
    const Standpoint at = co_await must(workspace_.standpoint(call, cwd, session_id));
    Mutation mutation;
    mutation.path = {at.base, std::string(path)};
    mutation.policy = co_await must(workspace_.policy(call, at.workspace, session_id));
    add_temp_dir(mutation.policy, session_id);
    if (expect) mutation.expect = std::string(*expect);
    mutation.cancel = call.cancel_token();
    mutation.diff_basis_max_bytes = diff_basis_max_bytes_;
    co_return mutation;
  }

  /// Runs `change(mutation)` on a worker under the lock of the file. Resolving comes first, as the
  /// lock is that of the file and not of the spelling; when the path leads elsewhere by the time
  /// the lock is there, it starts over.
  template <typename Change>
  Task<Value> under_lock(Mutation mutation, Change change) {
    for (int attempt = 1;; ++attempt) {
      auto find = [path = mutation.path] { return resolve_path(path.base, path.path); };
      const ResolvedPath found = co_await must(context().pool(find));
      mutation.locked = found.real;
      const FileLocks::Held lock = co_await locks_.acquire(found.real);
      auto work = [mutation, change] { return change(mutation); };
      Expected<Value> done = co_await context().pool(work);
      if (done) co_return std::move(*done);
      if (done.error().code != kMoved) co_return fail(std::move(done.error()));
      if (attempt == kAttempts) {
        co_return fs_fail(fs::errors::kFsStaleVersion, std::move(done.error().message));
      }
    }
  }

  Task<Value> write(Call call, fs::FsWriteParamsView in) {
    const Value content = Value::share(in.content());
    if (!content.is_string() && !content.is_bytes()) {
      co_return fail("ARGUMENT", "write(): content is " + std::string(kind_name(content.kind())) +
                                     "; expected text or bytes");
    }
    Mutation mutation =
        co_await must(begin(call, in.path(), in.cwd(), in.session_id(), in.expect()));
    std::optional<mode_t> mode = new_file_mode_;
    if (in.mode()) mode = static_cast<mode_t>(*in.mode());
    auto change = [content, mode](const Mutation& wanted) -> Expected<Value> {
      NewContent fresh;
      fresh.bytes = content.is_string() ? content.text() : content.bytes();
      fresh.is_text = content.is_string();
      fresh.mode = mode;
      Expected<WriteDone> done = write_file(wanted, fresh);
      if (!done) return fail(std::move(done.error()));
      return write_value(*done);
    };
    co_return co_await under_lock(std::move(mutation), std::move(change));
  }

  static Value write_value(const WriteDone& done) {
    Builder builder;
    builder.begin_object();
    builder.member("path", shown(done.real));
    builder.member("identity", done.identity);
    builder.member("created", done.created);
    builder.member("display_path", shown(done.display));
    builder.name("before");
    if (done.before) {
      builder.put(*done.before);
    } else {
      builder.put(nullptr);
    }
    builder.name("kept").begin_array();
    if (done.kept_byte_order_mark) builder.put("byte-order-mark");
    if (done.kept_crlf) builder.put("crlf");
    builder.end().end();
    return builder.finish_or_absent();
  }

  Task<Value> edit(Call call, fs::FsEditParamsView in) {
    Mutation mutation =
        co_await must(begin(call, in.path(), in.cwd(), in.session_id(), in.expect()));
    const Value arguments = Value::share(in.raw());
    auto change = [arguments,
                   max_bytes = edit_max_bytes_](const Mutation& wanted) -> Expected<Value> {
      const fs::FsEditParamsView params(arguments);
      TextEdit edit;
      edit.old_text = params.old_text();
      edit.new_text = params.new_text();
      edit.replace_all = params.replace_all().value_or(false);
      edit.max_bytes = max_bytes;
      Expected<EditDone> done = edit_file(wanted, edit);
      if (!done) return fail(std::move(done.error()));
      return object({{"path", shown(done->real)},
                     {"identity", done->identity},
                     {"before", done->before},
                     {"after", done->after},
                     {"replacements", done->replacements},
                     {"display_path", shown(done->display)}});
    };
    co_return co_await under_lock(std::move(mutation), std::move(change));
  }

  Task<Value> remove(Call call, fs::FsRemoveParamsView in) {
    Mutation mutation =
        co_await must(begin(call, in.path(), in.cwd(), in.session_id(), std::nullopt));
    // The directory is resolved, the entry is taken as it is: a link goes, not what it names.
    auto find = [path = mutation.path]() -> Expected<std::string> {
      const std::string whole =
          path.path.starts_with('/') ? path.path : path.base + "/" + path.path;
      const std::filesystem::path entry(whole);
      if (!entry.has_filename() || entry.filename() == "." || entry.filename() == "..") {
        return fs_fail(fs::errors::kFsNotRegularFile, shown(whole) + " does not name a file");
      }
      Expected<ResolvedPath> parent = resolve_path("/", entry.parent_path().string());
      if (!parent) return fail(std::move(parent.error()));
      return (parent->real == "/" ? "" : parent->real) + "/" + entry.filename().string();
    };
    mutation.locked = co_await must(context().pool(find));
    const FileLocks::Held lock = co_await locks_.acquire(mutation.locked);
    auto work = [mutation] { return remove_file(mutation); };
    co_await must(context().pool(work));
    co_return object({});
  }

  Task<Value> temp_dir(Call, fs::FsTempDirParamsView in) {
    const std::string session_id(in.session_id());
    // Two calls at once must not make two.
    const FileLocks::Held lock = co_await locks_.acquire("session:" + session_id);
    const std::string* known = folders_.find(session_id);
    if (known == nullptr) {
      auto work = [root = temp_root_] { return SessionFolders::make(root); };
      std::string made = co_await must(context().pool(work));
      folders_.add(session_id, std::move(made));
      known = folders_.find(session_id);
    }
    co_return object({{"path", *known}});
  }

  void add_temp_dir(WritePolicy& policy, std::optional<std::string_view> session_id) const {
    const std::string* folder = session_id ? folders_.find(*session_id) : nullptr;
    if (folder != nullptr) policy.roots.push_back(*folder);
  }

  void on_disposed(Call, ValueView in) {
    std::optional<std::string> folder = folders_.take(in["session_id"].text());
    if (folder) context().spawn(remove_folder(std::move(*folder)));
  }

  Task<void> remove_folder(std::string folder) {
    auto work = [folder = std::move(folder)] { SessionFolders::remove(folder); };
    static_cast<void>(co_await context().pool(work));
  }

  static constexpr Methods kMethods{
      method<fs::Fs::kResolve, &LocalFiles::resolve>,  method<fs::Fs::kStat, &LocalFiles::stat>,
      method<fs::Fs::kRead, &LocalFiles::read>,        method<fs::Fs::kWrite, &LocalFiles::write>,
      method<fs::Fs::kList, &LocalFiles::list>,        method<fs::Fs::kRemove, &LocalFiles::remove>,
      method<fs::Fs::kTempDir, &LocalFiles::temp_dir>, method<fs::Fs::kEdit, &LocalFiles::edit>,
      method<fs::Fs::kStream, &LocalFiles::stream>};

  Workspace workspace_;
  FileLocks locks_;
  SessionFolders folders_;
  std::size_t diff_basis_max_bytes_;
  std::size_t edit_max_bytes_;
  std::string temp_root_;
  std::optional<mode_t> new_file_mode_;
  /// The next generation has the directories.
  bool handed_over_ = false;
};

}  // namespace keel::fs_local

KEEL_PLUGIN(keel::fs_local::LocalFiles, KEEL_PLUGIN_ID, KEEL_PLUGIN_VERSION)
