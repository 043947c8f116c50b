// SPDX-License-Identifier: MIT
#include "failure.hpp"

#include <string>

namespace keel::agent_loop {

namespace {

/// Marks errors whose data is an LlmFailure.
constexpr std::string_view kModelFailure = "MODEL_FAILURE";

/// The code says more than that something failed.
bool is_telling(const Error& error) {
  return error.code != "EXCEPTION" && error.code != "UNKNOWN" &&
         error.code != status_name(error.status);
}

std::string text_of(const Error& error) {
  if (error.message.empty()) return error.code.empty() ? "an unknown failure" : error.code;
  if (!is_telling(error) || error.code.empty()) return error.message;
  return error.code + ": " + error.message;
}

}  // namespace

Error aborted_error() {
  return Error{KEEL_CANCELLED, std::string(status_name(KEEL_CANCELLED)), "the turn was cancelled",
               Value()};
}

Error model_error(ValueView failure) {
  return Error::failed(std::string(kModelFailure), std::string(failure["message"].text()),
                       Value::share(failure));
}

Error model_error(const Error& error) {
  const std::string_view text = error.message.empty() ? error.code : error.message;
  return model_error(object({{"message", text}, {"code", error.code}}));
}

Value failure_of(const Error& error) {
  if (error.code == kModelFailure && !error.data["message"].text().empty()) return error.data;
  return object({{"message", text_of(error)}, {"code", "UNKNOWN"}});
}

}  // namespace keel::agent_loop
