// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "session/log/event_pool.hpp"
#include "session/log/log.hpp"

namespace keel::bench {

/// A log as long agent sessions leave it: turns of steps that call a tool, nine of ten events
/// chunks of a model's answer, ended between two turns.
class SampleLog {
 public:
  /// `events` or a few more.
  SampleLog(std::string id, std::string cwd, std::int64_t events);
  SampleLog(const SampleLog&) = delete;
  SampleLog& operator=(const SampleLog&) = delete;

  const session::Log& log() const { return *log_; }

 private:
  void run_turn();
  void run_step(bool calls_tool);
  void say(std::string_view kind, std::size_t deltas, std::string& text);
  void call_tool(const std::string& call, const std::string& arguments);
  void append(std::string_view type, const Value& data, bool to_surface = false);
  std::string next_id(std::string_view prefix);

  session::EventPool pool_;
  std::unique_ptr<session::Log> log_;
  std::int64_t turn_ = 0;
  std::int64_t step_ = 0;
  std::int64_t time_ = 1'700'000'000'000;
  std::uint64_t ids_ = 0;
};

}  // namespace keel::bench
