// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

#include "keel/abi.h"
#include "keel/value.hpp"

namespace keel {

/// Why something could not be done: the C++ form of the error value {code, message, data?} that crosses the boundary.
struct Error {
  /// KEEL_FAILED for a failure of the callee, otherwise one of the host's statuses (KEEL_UNAVAILABLE, ...).
  std::int32_t status = KEEL_FAILED;
  /// From the closed list of the contract, for machines.
  std::string code;
  /// For people: what happened, where, what to do.
  std::string message;
  /// More facts for machines; may be absent.
  Value data;

  /// A failure of the caller's own making, to be returned from a method.
  static Error failed(std::string code, std::string message, Value data = {}) {
    return Error{KEEL_FAILED, std::move(code), std::move(message), std::move(data)};
  }

  /// Reads the outcome of a call. Takes nothing: `value` stays the caller's.
  static Error from_outcome(std::int32_t status, ValueView value);

  /// The value {code, message, data?} for the wire.
  Value to_value() const;
};

template <typename T>
using Expected = tl::expected<T, Error>;

/// Name of a status for messages: "unavailable", "failed", ...
constexpr std::string_view status_name(std::int32_t status) {
  switch (status) {
    case KEEL_OK: return "ok";
    case KEEL_FAILED: return "failed";
    case KEEL_PENDING: return "pending";
    case KEEL_FULL: return "full";
    case KEEL_CLOSED: return "closed";
    case KEEL_ENDED: return "ended";
    case KEEL_UNAVAILABLE: return "unavailable";
    case KEEL_DRAINING: return "draining";
    case KEEL_CANCELLED: return "cancelled";
    case KEEL_DEADLINE: return "deadline";
    case KEEL_REFUSED: return "refused";
    case KEEL_BUSY: return "busy";
    case KEEL_INACTIVE: return "inactive";
    case KEEL_UNIMPLEMENTED: return "unimplemented";
    case KEEL_ABANDONED: return "abandoned";
    default: return "unknown status";
  }
}

inline Error Error::from_outcome(std::int32_t status, ValueView value) {
  Error error;
  error.status = status;
  error.code = value["code"].text();
  if (error.code.empty()) error.code = status_name(status);
  error.message = value["message"].text();
  if (error.message.empty()) error.message = status_name(status);
  error.data = Value::share(value["data"]);
  return error;
}

inline Value Error::to_value() const {
  Builder builder;
  builder.begin_object();
  builder.member("code", code);
  builder.member("message", message);
  if (!data.is_absent()) builder.member("data", data);
  builder.end();
  return builder.finish_or_absent();
}

}  // namespace keel
