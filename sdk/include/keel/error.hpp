// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <exception>
#include <string>
#include <string_view>
#include <utility>

#include <tl/expected.hpp>

#include "keel/abi.h"
#include "keel/value.hpp"

namespace keel {

/// Why something could not be done: the C++ form of the error value {code, message, data?} that
/// crosses the boundary.
struct Error {
  /// KEEL_FAILED for a failure of the callee, otherwise one of the host's statuses
  /// (KEEL_UNAVAILABLE, ...).
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
    case KEEL_OK:
      return "ok";
    case KEEL_FAILED:
      return "failed";
    case KEEL_PENDING:
      return "pending";
    case KEEL_FULL:
      return "full";
    case KEEL_CLOSED:
      return "closed";
    case KEEL_ENDED:
      return "ended";
    case KEEL_UNAVAILABLE:
      return "unavailable";
    case KEEL_DRAINING:
      return "draining";
    case KEEL_CANCELLED:
      return "cancelled";
    case KEEL_DEADLINE:
      return "deadline";
    case KEEL_REFUSED:
      return "refused";
    case KEEL_BUSY:
      return "busy";
    case KEEL_INACTIVE:
      return "inactive";
    case KEEL_UNIMPLEMENTED:
      return "unimplemented";
    case KEEL_ABANDONED:
      return "abandoned";
    default:
      return "unknown status";
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

/// `return keel::fail("NOT_FOUND", "no file of that name: " + path);` from anything that gives an
/// Expected, and `co_return keel::fail(...)` in a Task that has a result. The code is one that the
/// contract lists.
inline tl::unexpected<Error> fail(std::string code, std::string message, Value data = {}) {
  return tl::unexpected<Error>(Error::failed(std::move(code), std::move(message), std::move(data)));
}
inline tl::unexpected<Error> fail(Error error) { return tl::unexpected<Error>(std::move(error)); }

/// An Error on its way up inside one plugin. Thrown by must(); caught by the enclosing Task or by
/// the SDK at the edge of the plugin, which makes it the outcome of the call. Not derived from
/// std::exception, so that a handler for the exceptions of a library does not swallow it.
class Failure {
 public:
  explicit Failure(Error error) : error_(std::move(error)) {}
  Failure(std::string code, std::string message, Value data = {})
      : error_(Error::failed(std::move(code), std::move(message), std::move(data))) {}

  const Error& error() const { return error_; }
  Error take() { return std::move(error_); }

 private:
  Error error_;
};

/// The value of `result`; its error becomes the outcome of the enclosing handler, constructor or
/// Task.
///
///   Ref http = must(context().resolve("http/client"));
///   Message page = co_await must(call.invoke(http, http::kFetch, request));   (task.hpp)
template <typename T>
T must(Expected<T> result) {
  if (!result) throw Failure(std::move(result.error()));
  if constexpr (!std::is_void_v<T>) return std::move(*result);
}

/// The value of a JSON text that is part of the program. A mistake in it is a Failure with the code
/// JSON.
inline Value json(std::string_view text) {
  tl::expected<Value, ParseError> value = parse_json(text);
  if (!value) throw Failure("JSON", value.error().message + " in: " + std::string(text));
  return std::move(*value);
}

namespace detail {

/// Inside a catch block: what was caught, as an Error. "EXCEPTION" stands for what the plugin did
/// not foresee.
inline Error caught_error() noexcept {
  Error error;
  try {
    try {
      throw;
    } catch (Failure& failure) {
      error = failure.take();
    } catch (const std::exception& exception) {
      error.code = "EXCEPTION";
      error.message = exception.what();
    } catch (...) {
      error.code = "EXCEPTION";
      error.message = "an exception that is not a std::exception";
    }
  } catch (...) {  // no memory for the message
    error.code = "EXCEPTION";
  }
  return error;
}

/// Turns the answer of a host function into an Expected. Takes `why` over.
inline Expected<void> checked(std::int32_t status, keel_value why = {0, 0}) {
  const Value reason = Value::take(why);
  if (status == KEEL_OK) return {};
  return tl::make_unexpected(Error::from_outcome(status, reason));
}

}  // namespace detail

}  // namespace keel
