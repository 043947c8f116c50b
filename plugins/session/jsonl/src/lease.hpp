// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "keel/sdk.hpp"
#include "rows.hpp"
#include "session/jsonl/session_file.hpp"
#include "session/jsonl/session_folders.hpp"
#include "session/log/session_header.hpp"

namespace keel::jsonl_store {

/// The file behind a lease. Used by one worker at a time; the mutex says so to whoever calls out of
/// turn.
class LeasedFile {
 public:
  /// A session that is not stored yet: the first append makes its file.
  LeasedFile(std::filesystem::path root, session::jsonl::Encoding encoding,
             session::SessionHeader header);
  /// A stored one.
  LeasedFile(std::filesystem::path root, session::jsonl::StoredAt at, session::SessionHeader header,
             std::optional<session::jsonl::SessionFile> file);

  // On workers: each blocks on the disk.
  Expected<Value> append(const Value& request);
  Expected<Value> read(const Value& request);
  Expected<Value> replace_tail(const Value& request);
  void close();

 private:
  Expected<Value> revision() const;
  Expected<void> load(std::vector<ValueSink::Row>& rows);

  std::mutex mutex_;
  std::filesystem::path root_;
  session::jsonl::StoredAt at_;
  session::SessionHeader header_;
  std::optional<session::jsonl::SessionFile> file_;
  std::optional<session::jsonl::StoredLog> stored_;
  bool exists_ = false;
  /// Recovered events that a repair has to write again.
  std::string recovered_;
};

/// What a lease reference names: the operations of session-backend@0 that take a lease, on the same
/// ordinals.
class Lease {
 public:
  Lease(Context context, std::shared_ptr<LeasedFile> file, std::function<void()> released)
      : context_(std::move(context)), file_(std::move(file)), released_(std::move(released)) {}
  ~Lease() { close(); }
  Lease(const Lease&) = delete;
  Lease& operator=(const Lease&) = delete;

  Context context() const { return context_; }
  Task<Value> append(Call call, ValueView in);
  Value flush() { return object({}); }
  Task<Value> read(Call call, ValueView in);
  Task<Value> replace_tail(Call call, ValueView in);
  Value close();

 private:
  Task<Value> on_worker(Call call, Value request,
                        Expected<Value> (LeasedFile::*operation)(const Value&));

  Context context_;
  std::shared_ptr<LeasedFile> file_;
  std::function<void()> released_;
};

}  // namespace keel::jsonl_store
