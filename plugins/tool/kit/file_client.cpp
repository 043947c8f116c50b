// SPDX-License-Identifier: MIT
#include "kit/file_client.hpp"

#include <utility>

#include "kit/answer.hpp"

namespace keel::tool_kit {

namespace fs = contracts::fs;

namespace {

constexpr std::string_view kMustNotExist = "none";

Value event_value(const SeenFile& file, const RunPlace& place) {
  return object({{"path", file.path},
                 {"display_path", file.display_path},
                 {"session_id", place.session_id ? Value(*place.session_id) : Value()}});
}

}  // namespace

FileClient::FileClient(Call call, RunPlace place, Ref service)
    : call_(call), place_(std::move(place)), service_(std::move(service)) {}

Task<FileClient> FileClient::open(Call call, RunPlace place) {
  Ref service = must(call.resolve("fs/workspace"));
  co_return FileClient(call, std::move(place), std::move(service));
}

Task<SeenFile> FileClient::stat(std::string path) const {
  fs::FsStatParams params;
  params.path = path;
  params.cwd = place_.workspace;
  params.session_id = place_.session_id;
  const Value request = params.to_value();
  const Message answer = co_await must(call_.invoke(service_, fs::Fs::kStat, request));
  const fs::FsStatResultView found(answer.value());
  SeenFile file;
  file.path = found.path().value_or("");
  file.display_path = found.display_path().value_or(path);
  file.type = answer["type"].text();
  file.bytes = found.bytes().value_or(0);
  file.identity = found.identity().value_or("");
  co_return file;
}

Task<Message> FileClient::read(std::string path, std::int64_t max_bytes) const {
  fs::FsReadParams params;
  params.path = std::move(path);
  params.cwd = place_.workspace;
  params.session_id = place_.session_id;
  params.max_bytes = max_bytes;
  const Value request = params.to_value();
  co_return co_await must(call_.invoke(service_, fs::Fs::kRead, request));
}

Task<Message> FileClient::stream(std::string path) const {
  fs::FsStreamParams params;
  params.path = std::move(path);
  params.cwd = place_.workspace;
  params.session_id = place_.session_id;
  const Value request = params.to_value();
  co_return co_await must(call_.invoke(service_, fs::Fs::kStream, request));
}

Task<Message> FileClient::write(std::string path, Value content,
                                std::optional<std::string> expect) const {
  fs::FsWriteParams params;
  params.path = std::move(path);
  params.content = std::move(content);
  params.cwd = place_.workspace;
  params.session_id = place_.session_id;
  params.expect = std::move(expect);
  const Value request = params.to_value();
  co_return co_await must(call_.invoke(service_, fs::Fs::kWrite, request));
}

Task<Message> FileClient::edit(std::string path, fs::FsEditParams params) const {
  params.path = std::move(path);
  params.cwd = place_.workspace;
  params.session_id = place_.session_id;
  const Value request = params.to_value();
  co_return co_await must(call_.invoke(service_, fs::Fs::kEdit, request));
}

Task<std::string> FileClient::temp_dir() const {
  if (!place_.session_id) co_return std::string();
  fs::FsTempDirParams params;
  params.session_id = *place_.session_id;
  const Value request = params.to_value();
  const Message answer = co_await must(call_.invoke(service_, fs::Fs::kTempDir, request));
  co_return std::string(answer["path"].text());
}

Task<std::optional<std::string>> FileClient::write_condition(const SeenFile& file) const {
  const keel_event event = must(call_.context().event(fs::events::kFsWriteIntent));
  const Value request = event_value(file, place_);
  const keel_scope target = call_.target();
  const Message intent = co_await must(call_.dispatch(event, target, request));
  const std::string_view kind = intent["kind"].text();
  if (kind == "createIfAbsent") co_return std::optional<std::string>(kMustNotExist);
  if (kind != "replaceIfVersion") co_return std::optional<std::string>();
  co_return std::optional<std::string>(intent["version"].text());
}

Task<std::optional<std::string>> FileClient::edit_condition(const SeenFile& file) const {
  const keel_event event = must(call_.context().event(fs::events::kFsEditIntent));
  const Value request = event_value(file, place_);
  const keel_scope target = call_.target();
  const Message intent = co_await must(call_.dispatch(event, target, request));
  const std::string_view version = intent["version"].text();
  if (version.empty()) co_return std::optional<std::string>();
  co_return std::optional<std::string>(version);
}

void FileClient::observed(std::string_view path, std::string_view display_path,
                          std::string_view version) const {
  const Expected<keel_event> event = call_.context().event(fs::events::kFsObserved);
  if (!event || path.empty()) return;
  const Value observation = version.empty() ? object({{"kind", "absent"}})
                                            : object({{"kind", "present"}, {"version", version}});
  const Value told =
      object({{"path", path},
              {"display_path", display_path},
              {"observation", observation},
              {"session_id", place_.session_id ? Value(*place_.session_id) : Value()}});
  // The file is as it is, whether anybody listens or not.
  static_cast<void>(call_.emit(*event, Message(told)));
}

Error with_remedy(Error error) {
  if (error.code == fs::errors::kFsStaleVersion) {
    error.message += " \xE2\x80\x94 re-read the file, then retry";
  } else if (error.code == fs::errors::kFsNotObserved) {
    error.message += " \xE2\x80\x94 read the file, then retry";
  } else if (error.code == fs::errors::kFsSandboxDenied) {
    error.message =
        denial_marker(error.data["mode"].text_or("workspace-write")) + "\n" + error.message;
  }
  return error;
}

}  // namespace keel::tool_kit
