// SPDX-License-Identifier: MIT
#include "lease.hpp"

#include <utility>
#include <vector>

#include "session/jsonl/row_text.hpp"

namespace keel::jsonl_store {

namespace jsonl = session::jsonl;

namespace {

/// The codes of the contract: what the medium says is STORE_FAILED, the rest keeps its name.
Error told(Error error) {
  error.status = KEEL_FAILED;
  if (error.code == "SESSION_STORAGE") error.code = "STORE_FAILED";
  if (error.code == "INVALID_EVENT" || error.code == "INVALID_HEADER") error.code = "SEQUENCE";
  return error;
}

std::vector<Value> rows_of(ValueView request) {
  std::vector<Value> rows;
  for (const ValueView row : request["rows"].items()) rows.push_back(Value::share(row));
  return rows;
}

}  // namespace

LeasedFile::LeasedFile(std::filesystem::path root, jsonl::Encoding encoding,
                       session::SessionHeader header)
    : root_(std::move(root)), header_(std::move(header)) {
  at_.encoding = encoding;
}

LeasedFile::LeasedFile(std::filesystem::path root, jsonl::StoredAt at,
                       session::SessionHeader header, std::optional<jsonl::SessionFile> file)
    : root_(std::move(root)),
      at_(std::move(at)),
      header_(std::move(header)),
      file_(std::move(file)),
      exists_(true) {}

Expected<Value> LeasedFile::revision() const {
  auto revision = file_->revision();
  if (!revision) return tl::make_unexpected(told(revision.error()));
  return object({{"revision", *revision}});
}

Expected<Value> LeasedFile::append(const Value& request) {
  const std::lock_guard lock(mutex_);
  std::string text;
  auto end = jsonl::append_row_values(text, rows_of(request), request["first_seq"].integer_or(-1));
  if (!end) return tl::make_unexpected(told(end.error()));
  if (!exists_) {
    auto folder = jsonl::session_folder(root_, header_);
    if (!folder) return tl::make_unexpected(told(folder.error()));
    at_.folder = *folder;
    auto made = jsonl::SessionFile::create(at_.folder, at_.encoding, header_, text);
    if (!made) return tl::make_unexpected(told(made.error()));
    file_.emplace(std::move(*made));
    exists_ = true;
    return revision();
  }
  if (!file_) return fail("STORE_FAILED", "session " + header_.id + " is open for reading only");
  if (auto failure = file_->append(text)) return tl::make_unexpected(told(std::move(*failure)));
  return revision();
}

/// All rows of the file; remembers how it ends.
Expected<void> LeasedFile::load(std::vector<ValueSink::Row>& rows) {
  ValueSink sink;
  if (file_) {
    auto stored = file_->read(sink);
    if (!stored) return tl::make_unexpected(told(stored.error()));
    stored_ = std::move(*stored);
    rows = std::move(sink.rows());
  } else {
    const jsonl::SessionFolders folders(root_);
    ValueSink fresh;
    auto stored = folders.read(at_, header_.id, [&]() -> jsonl::RowSink& {
      fresh.rows().clear();
      return fresh;
    });
    if (!stored) return tl::make_unexpected(told(stored.error()));
    stored_ = std::move(*stored);
    rows = std::move(fresh.rows());
  }
  recovered_.clear();
  if (!stored_->damaged()) return {};
  std::vector<Value> recovered;
  for (const ValueSink::Row& row : rows) {
    if (row.first_seq >= stored_->kept_seq) recovered.push_back(row.value);
  }
  auto end = jsonl::append_row_values(recovered_, recovered, stored_->kept_seq);
  if (!end) return tl::make_unexpected(told(end.error()));
  return {};
}

Expected<Value> LeasedFile::read(const Value& request) {
  const std::lock_guard lock(mutex_);
  const std::int64_t from = request["from"].integer_or(0);
  const std::int64_t count = request["count"].integer_or(INT64_MAX);
  if (from < 0 || count < 0) return fail("SEQUENCE", "read: from and count are integers from 0 on");
  std::vector<ValueSink::Row> rows;
  if (exists_) {
    if (auto loaded = load(rows); !loaded) return tl::make_unexpected(loaded.error());
  }
  Builder builder;
  builder.begin_object().name("rows").begin_array();
  std::int64_t taken = 0;
  for (const ValueSink::Row& row : rows) {
    if (row.end_seq <= from) continue;
    if (taken >= count) break;
    builder.put(static_cast<const ValueView&>(row.value));
    taken += row.end_seq - row.first_seq;
  }
  builder.end();
  builder.member("next_seq", stored_ ? stored_->next_seq : 0);
  if (stored_ && stored_->damaged()) builder.member("torn", true);
  builder.end();
  return builder.finish_or_absent();
}

Expected<Value> LeasedFile::replace_tail(const Value& request) {
  const std::lock_guard lock(mutex_);
  if (!file_) return fail("STORE_FAILED", "session " + header_.id + " is not open for writing");
  const std::int64_t from = request["from_seq"].integer_or(-1);
  std::string text;
  auto end = jsonl::append_row_values(text, rows_of(request), from);
  if (!end) return tl::make_unexpected(told(end.error()));
  std::optional<Error> failure;
  if (stored_ && stored_->damaged()) {
    failure = file_->repair(*stored_, recovered_ + text);
    stored_.reset();
  } else if (stored_ && from == stored_->next_seq) {
    if (!text.empty()) failure = file_->append(text);
  } else {
    failure = file_->replace_tail(from, text);
  }
  if (failure) return tl::make_unexpected(told(std::move(*failure)));
  return revision();
}

void LeasedFile::close() {
  const std::lock_guard lock(mutex_);
  file_.reset();
}

// ---- the reference
// -------------------------------------------------------------------------------------------------

Task<Value> Lease::on_worker(Call, Value request,
                             Expected<Value> (LeasedFile::*operation)(const Value&)) {
  auto work = [file = file_, request = std::move(request), operation] {
    return ((*file).*operation)(request);
  };
  Expected<Expected<Value>> outcome = co_await context().pool(work);
  if (!outcome) co_return tl::make_unexpected(outcome.error());
  co_return std::move(*outcome);
}

Task<Value> Lease::append(Call call, ValueView in) {
  return on_worker(call, Value::share(in), &LeasedFile::append);
}
Task<Value> Lease::read(Call call, ValueView in) {
  return on_worker(call, Value::share(in), &LeasedFile::read);
}
Task<Value> Lease::replace_tail(Call call, ValueView in) {
  return on_worker(call, Value::share(in), &LeasedFile::replace_tail);
}

Value Lease::close() {
  if (file_ != nullptr) file_->close();
  if (auto released = std::exchange(released_, nullptr)) released();
  return object({});
}

}  // namespace keel::jsonl_store
