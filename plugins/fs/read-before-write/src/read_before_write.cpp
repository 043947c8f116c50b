// SPDX-License-Identifier: MIT
//
// The policy that a file is read before it is changed, and changed only as it was read. It does no
// I/O and keeps nothing: what a session has seen is forgotten with it.
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "keel/contracts/fs.hpp"
#include "keel/sdk.hpp"

namespace keel::read_before_write {

namespace fs = contracts::fs;

namespace {

tl::unexpected<Error> fs_fail(std::string_view code, std::string message) {
  return fail(std::string(code), std::move(message), object({{"name", "FsError"}}));
}

}  // namespace

class ReadBeforeWrite : public Plugin {
 public:
  using Plugin::Plugin;

  void start() {
    keep(context().listen(fs::events::kFsObserved, 0, this, &ReadBeforeWrite::on_observed));
    keep(context().listen(fs::events::kFsWriteIntent, 0, this, &ReadBeforeWrite::on_write));
    keep(context().listen(fs::events::kFsEditIntent, 0, this, &ReadBeforeWrite::on_edit));
    Expected<Registration> disposed =
        context().listen("session/disposed", 0, this, &ReadBeforeWrite::on_disposed);
    if (disposed) disposed->detach();
  }

 private:
  /// What a session knows of a file: its version, or that there is none.
  using Observation = std::optional<std::string>;
  using Seen = std::map<std::string, Observation, std::less<>>;

  /// Null: the session has not looked, or there is no session.
  const Observation* find(std::optional<std::string_view> session_id, std::string_view path) const {
    if (!session_id || session_id->empty()) return nullptr;
    const auto session = sessions_.find(*session_id);
    if (session == sessions_.end()) return nullptr;
    const auto file = session->second.find(path);
    return file == session->second.end() ? nullptr : &file->second;
  }

  void on_observed(Call, fs::FsObservedEventView in) {
    const std::string session_id(in.session_id().value_or(""));
    if (session_id.empty()) return;
    const std::string_view version = in.raw()["observation"]["version"].text();
    sessions_[session_id][std::string(in.path())] =
        version.empty() ? Observation() : Observation(version);
  }

  Value on_write(Call, fs::FsWriteIntentEventView in) const {
    const Observation* seen = find(in.session_id(), in.path());
    if (seen == nullptr || !*seen) return object({{"kind", "createIfAbsent"}});
    return object({{"kind", "replaceIfVersion"}, {"version", **seen}});
  }

  Expected<Value> on_edit(Call, fs::FsEditIntentEventView in) const {
    const Observation* seen = find(in.session_id(), in.path());
    if (seen == nullptr) {
      return fs_fail(fs::errors::kFsNotObserved,
                     "edit requires reading \"" + std::string(in.display_path()) + "\" first");
    }
    if (!*seen) {
      return fs_fail(fs::errors::kFsNotFound, "there is no file " + std::string(in.display_path()));
    }
    return object({{"version", **seen}});
  }

  void on_disposed(Call, ValueView in) {
    const auto session = sessions_.find(in["session_id"].text());
    if (session != sessions_.end()) sessions_.erase(session);
  }

  std::map<std::string, Seen, std::less<>> sessions_;
};

}  // namespace keel::read_before_write

KEEL_PLUGIN(keel::read_before_write::ReadBeforeWrite, KEEL_PLUGIN_ID, KEEL_PLUGIN_VERSION)
