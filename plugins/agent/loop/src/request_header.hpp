// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "agent_options.hpp"
#include "keel/sdk.hpp"
#include "log_writer.hpp"

namespace keel::agent_loop {

/// What a request is made of, besides its history.
struct RequestParts {
  /// LlmCallConfig.
  Value config;
  /// AdapterDefaults; may be absent.
  Value adapter_defaults;
  std::string_view system;
  /// Arrays; may be empty.
  Value tools;
  Value message_prefix;

  /// EpochHeader in canonical form: what is empty is left out.
  Value to_header() const;
};

/// Keeps the log's request/header and request/context in step with the requests of one agent.
/// Kernel thread.
class RequestHeader {
 public:
  /// The configuration that the next request begins with: for the first one of this instance from
  /// the options, later the one in the log, without what an adapter had filled in.
  Value seed(const Session& session, const AgentOptions& options) const;

  /// Logs the header when the request differs from the one before, and always for the first one of
  /// this instance; and the request's context when it has changed. `capacity`: {contextWindow} or
  /// absent.
  Expected<void> log(LogWriter& log, const RequestParts& parts, ValueView capacity);

 private:
  Expected<void> log_header(LogWriter& log, const RequestParts& parts);
  static Expected<void> log_context(LogWriter& log, ValueView config, ValueView capacity);

  bool logged_ = false;
};

}  // namespace keel::agent_loop
