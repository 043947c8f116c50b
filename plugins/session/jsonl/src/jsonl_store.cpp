// SPDX-License-Identifier: MIT
#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <utility>

#include "keel/contracts/session.hpp"
#include "keel/sdk.hpp"
#include "lease.hpp"
#include "session/jsonl/session_folders.hpp"

namespace keel::jsonl_store {

namespace jsonl = session::jsonl;
using Backend = contracts::session::SessionBackend;

namespace {

Error told(Error error) {
  error.status = KEEL_FAILED;
  if (error.code == "SESSION_STORAGE") error.code = "STORE_FAILED";
  return error;
}

/// What a worker found when it opened a stored session.
struct Opened {
  session::SessionHeader header;
  std::string revision;
  std::shared_ptr<LeasedFile> file;
};

Expected<Opened> open_stored(const std::filesystem::path& root, const std::string& id, bool write) {
  const jsonl::SessionFolders folders(root);
  auto found = folders.find(id);
  if (!found) return tl::make_unexpected(told(found.error()));
  if (!*found)
    return fail("SESSION_NOT_FOUND", "there is no session \"" + id + "\" below " + root.string());
  ValueSink ignored;
  std::optional<jsonl::SessionFile> file;
  if (write) {
    auto opened = jsonl::SessionFile::open((*found)->folder, (*found)->encoding);
    if (!opened) return tl::make_unexpected(told(opened.error()));
    file.emplace(std::move(*opened));
  }
  auto stored = folders.read(**found, id, [&]() -> jsonl::RowSink& {
    ignored.rows().clear();
    return ignored;
  });
  if (!stored) return tl::make_unexpected(told(stored.error()));
  if (auto fault = folders.find_identity_fault(**found, id, stored->header)) {
    return tl::make_unexpected(told(std::move(*fault)));
  }
  Opened opened;
  opened.header = stored->header;
  if (file) {
    auto revision = file->revision();
    if (!revision) return tl::make_unexpected(told(revision.error()));
    opened.revision = *revision;
  }
  opened.file = std::make_shared<LeasedFile>(root, **found, stored->header, std::move(file));
  return opened;
}

Expected<Value> list_stored(const std::filesystem::path& root, const std::string& cwd) {
  const jsonl::SessionFolders folders(root);
  auto listed = folders.list();
  if (!listed) return tl::make_unexpected(told(listed.error()));
  Builder builder;
  builder.begin_object().name("sessions").begin_array();
  for (const jsonl::ListedSession& entry : *listed) {
    if (!cwd.empty() && entry.header && entry.header->cwd != cwd) continue;
    const Value header = entry.header
                             ? session::header_value(*entry.header)
                             : object({{"version", 0}, {"id", entry.id}, {"createdAt", 0}});
    builder.begin_object().member("header", header).member("revision", entry.revision);
    if (!entry.header) builder.member("damaged", true).member("reason", entry.damage);
    builder.end();
  }
  builder.end().end();
  return builder.finish_or_absent();
}

Expected<Value> read_raw(const std::filesystem::path& root, const std::string& id) {
  const jsonl::SessionFolders folders(root);
  auto found = folders.find(id);
  if (!found) return tl::make_unexpected(told(found.error()));
  if (!*found)
    return fail("SESSION_NOT_FOUND", "there is no session \"" + id + "\" below " + root.string());
  auto text = folders.read_raw(**found, id);
  if (!text) return tl::make_unexpected(told(text.error()));
  return object({{"filename", "session.jsonl"}, {"content", *text}});
}

Expected<Value> remove_stored(const std::filesystem::path& root, const std::string& id) {
  const jsonl::SessionFolders folders(root);
  auto found = folders.find(id);
  if (!found) return tl::make_unexpected(told(found.error()));
  if (!*found)
    return fail("SESSION_NOT_FOUND", "there is no session \"" + id + "\" below " + root.string());
  if (auto fault = folders.remove(**found)) return tl::make_unexpected(told(std::move(*fault)));
  return object({});
}

}  // namespace

/// session.backend/jsonl: finds and claims files; what is done with a claim is the lease's.
class JsonlStore : public Plugin {
 public:
  explicit JsonlStore(const Setup& setup)
      : Plugin(setup),
        root_(std::filesystem::absolute(std::string(setup.config["root"].text()))),
        encoding_(setup.config["compression"].text() == "none" ? jsonl::Encoding::kPlain
                                                               : jsonl::Encoding::kZstd) {
    std::error_code ignored;
    if (std::filesystem::exists(root_, ignored) && !std::filesystem::is_directory(root_, ignored)) {
      throw Failure("CONFIG", "config.root: " + root_.string() + " is there and is no directory");
    }
  }

  void start() {
    keep(context().publish("session.backend/jsonl", object({{"location", root_.string()}}),
                           kMethods, this));
  }

 private:
  Task<Value> list(Call, ValueView in) {
    auto work = [root = root_, cwd = std::string(in["cwd"].text())] {
      return list_stored(root, cwd);
    };
    Expected<Expected<Value>> outcome = co_await context().pool(work);
    co_return must(must(std::move(outcome)));
  }

  Task<Message> create(Call, ValueView in) {
    session::SessionHeader header = must(session::parse_header(in["header"]));
    const std::string id = header.id;
    if (!claimed_.insert(id).second)
      co_return fail("SESSION_ALREADY_EXISTS", "session \"" + id + "\" is being written");
    auto work = [root = root_, id] { return jsonl::SessionFolders(root).find(id); };
    Expected<Expected<std::optional<jsonl::StoredAt>>> looked = co_await context().pool(work);
    const bool stored = looked && *looked && looked->value().has_value();
    if (stored || !looked || !*looked) claimed_.erase(id);
    auto found = must(must(std::move(looked)));
    if (found) co_return fail("SESSION_ALREADY_EXISTS", "session \"" + id + "\" is stored already");
    co_return must(hand_out(std::make_shared<LeasedFile>(root_, encoding_, std::move(header)), id,
                            object({})));
  }

  Task<Message> open(Call, ValueView in) {
    const std::string id(in["session_id"].text());
    const bool write = in["mode"].text() == "write";
    if (write && claimed_.count(id) != 0)
      co_return fail("SESSION_LOCKED", "session \"" + id + "\" is live in this process");
    auto work = [root = root_, id, write] { return open_stored(root, id, write); };
    Expected<Expected<Opened>> outcome = co_await context().pool(work);
    Opened opened = must(must(std::move(outcome)));
    if (write) claimed_.insert(id);
    const Value answer =
        object({{"header", session::header_value(opened.header)}, {"revision", opened.revision}});
    co_return must(hand_out(std::move(opened.file), write ? id : std::string(), answer));
  }

  Task<Value> raw(Call, ValueView in) {
    auto work = [root = root_, id = std::string(in["session_id"].text())] {
      return read_raw(root, id);
    };
    Expected<Expected<Value>> outcome = co_await context().pool(work);
    co_return must(must(std::move(outcome)));
  }

  Task<Value> remove(Call, ValueView in) {
    const std::string id(in["session_id"].text());
    if (claimed_.count(id) != 0)
      co_return fail("SESSION_LOCKED", "session \"" + id + "\" is live in this process");
    auto work = [root = root_, id] { return remove_stored(root, id); };
    Expected<Expected<Value>> outcome = co_await context().pool(work);
    co_return must(must(std::move(outcome)));
  }

  /// A lease is an object: what is asked of the store with a lease goes on to it, on the same
  /// ordinal.
  Task<Message> through_lease(Call call, MessageView in) {
    Expected<Ref> lease = call.context().keep_ref(in.ref(0));
    if (!lease) co_return fail("STORE_FAILED", "the lease has ended");
    Message request = Value::share(in.value());
    Expected<Message> answer = co_await call.invoke(*lease, call.ordinal(), std::move(request));
    if (!answer) co_return tl::make_unexpected(answer.error());
    co_return std::move(*answer);
  }

  Expected<Message> hand_out(std::shared_ptr<LeasedFile> file, const std::string& claimed_id,
                             Value answer) {
    auto lease = std::make_unique<Lease>(context(), std::move(file),
                                         [this, claimed_id] { claimed_.erase(claimed_id); });
    auto ref = context().object("session-lease@0", std::move(lease), kLeaseMethods);
    if (!ref) return tl::make_unexpected(ref.error());
    return Message(std::move(answer)).with(std::move(*ref));
  }

  static constexpr Methods kMethods{method<Backend::kList, &JsonlStore::list>,
                                    method<Backend::kCreate, &JsonlStore::create>,
                                    method<Backend::kOpen, &JsonlStore::open>,
                                    method<Backend::kAppend, &JsonlStore::through_lease>,
                                    method<Backend::kFlush, &JsonlStore::through_lease>,
                                    method<Backend::kRead, &JsonlStore::through_lease>,
                                    method<Backend::kReplaceTail, &JsonlStore::through_lease>,
                                    method<Backend::kRaw, &JsonlStore::raw>,
                                    method<Backend::kDelete, &JsonlStore::remove>,
                                    method<Backend::kClose, &JsonlStore::through_lease>};
  static constexpr Methods kLeaseMethods{
      method<Backend::kAppend, &Lease::append>, method<Backend::kFlush, &Lease::flush>,
      method<Backend::kRead, &Lease::read>, method<Backend::kReplaceTail, &Lease::replace_tail>,
      method<Backend::kClose, &Lease::close>};

  std::filesystem::path root_;
  jsonl::Encoding encoding_;
  /// Ids that this process holds for writing: an advisory lock alone would let one process in twice
  /// before a file exists.
  std::set<std::string> claimed_;
};

}  // namespace keel::jsonl_store

using keel::jsonl_store::JsonlStore;
KEEL_PLUGIN(JsonlStore, KEEL_PLUGIN_ID, KEEL_PLUGIN_VERSION)
