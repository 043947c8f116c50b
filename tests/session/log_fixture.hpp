// SPDX-License-Identifier: MIT
// Making events and logs for tests.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "keel/value.hpp"
#include "session/log/log.hpp"
#include "session/log/log_seed.hpp"

namespace keel::session::test {

/// The value of a JSON text; the test fails when it is none.
Value json(std::string_view text);

/// A header with the id "s1", created at 1000, cwd "/work".
SessionHeader header();

/// A log with a pool of its own. Time moves on by 1 with each append.
class LogFixture {
 public:
  explicit LogFixture(bool checked = false);

  Expected<Event> append(std::string_view type, const Value& data,
                         SurfaceOp surface = SurfaceOp::none());
  Expected<Event> append(AppendRequest request);
  /// As append, but the test fails when it is refused.
  Event must(std::string_view type, const Value& data, SurfaceOp surface = SurfaceOp::none());
  /// user/message, assistant/message, tool/result on the surface; all of the open turn and step.
  Event user(std::string_view text);
  Event assistant(std::string_view text);
  Event call(std::string_view id);
  Event result(std::string_view id, std::string_view text, bool is_error = false);
  Event chunk(std::string_view text, std::string_view kind = "text-delta", int index = 0);

  void open(int turn, int step);
  void close(int turn, int step);
  /// A whole turn: user, chunks, assistant message with two calls, results.
  void run_turn(int turn);

  Log& log() { return *log_; }
  EventPool& pool() { return pool_; }

 private:
  EventPool pool_;
  std::unique_ptr<Log> log_;
  std::int64_t now_ = 1000;
  int turn_ = 1;
  int step_ = 1;
  int ids_ = 0;
};

Value message(std::string_view id, std::string_view role, const Value& content,
              const Value& source);
Value text_block(std::string_view text);

/// All events of a log as lines of JSON.
std::vector<std::string> lines(const Log& log);
/// Everything that is folded from a log, as text.
std::string folds(const Log& log);
/// The log of these lines (events or packed rows); the test fails when they are refused.
std::unique_ptr<Log> load(EventPool& pool, const std::vector<std::string>& lines);

}  // namespace keel::session::test
