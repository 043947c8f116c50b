// SPDX-License-Identifier: MIT
#include "llm_failure.hpp"

#include <optional>
#include <string>

#include "keel/abi.h"

namespace keel::llm_runtime {

namespace {

constexpr std::string_view kAborted = "ABORTED";
constexpr std::string_view kUnknown = "UNKNOWN";

std::string_view code_of(const Error& error) {
  if (error.code == status_name(KEEL_CANCELLED)) return kAborted;
  switch (error.status) {
    case KEEL_FAILED:
      break;
    case KEEL_CANCELLED:
      return kAborted;
    case KEEL_DEADLINE:
      return "TIMEOUT";
    case KEEL_UNAVAILABLE:
    case KEEL_DRAINING:
    case KEEL_INACTIVE:
      return "TRANSPORT";
    default:
      return kUnknown;
  }
  const std::string_view code = error.code;
  const bool foreseen = !code.empty() && code != "EXCEPTION" && code != "PLUGIN_FAULT" &&
                        code != "ABANDONED" && code != "NO_RESULT" && code != "DEFER";
  return foreseen ? code : kUnknown;
}

bool is_sound_status(ValueView status) {
  if (status.is_absent()) return true;
  const std::int64_t number = status.is_number() ? status.integer_or(0) : 0;
  return number >= 100 && number <= 599;
}

bool is_sound_delay(ValueView delay) { return delay.is_absent() || delay.number().value_or(0) > 0; }

bool is_sound_text(ValueView text) { return text.is_absent() || !text.text().empty(); }

bool has_sound_facts(ValueView facts) {
  return is_sound_status(facts["status"]) && is_sound_delay(facts["providerRetryAfterMs"]) &&
         is_sound_text(facts["requestId"]);
}

}  // namespace

Value failure_of(const Error& error) {
  const std::string_view code = code_of(error);
  const ValueView facts = error.data;
  const bool carried = facts.is_object() && is_sound_text(facts["message"]) &&
                       facts["code"].text_or(code) == code && has_sound_facts(facts);
  std::string_view message = carried ? facts["message"].text_or(error.message) : error.message;
  if (message.empty()) message = code;
  return object(
      {{"message", message},
       {"code", code},
       {"status", carried ? Value::share(facts["status"]) : Value()},
       {"providerRetryAfterMs", carried ? Value::share(facts["providerRetryAfterMs"]) : Value()},
       {"requestId", carried ? Value::share(facts["requestId"]) : Value()}});
}

bool is_failure(ValueView value) {
  return !value["message"].text().empty() && !value["code"].text().empty() &&
         has_sound_facts(value);
}

Value failed_finish(const Error& error, bool caller_gave_up) {
  const Value failure = failure_of(error);
  const bool aborted = caller_gave_up || failure["code"].text() == kAborted;
  const Value reason = object({{"kind", aborted ? "aborted" : "error"}, {"failure", failure}});
  return object({{"type", "finish"}, {"reason", reason}});
}

}  // namespace keel::llm_runtime
