// SPDX-License-Identifier: MIT
#include "retry_policy.hpp"

#include <string_view>
#include <unordered_set>

namespace keel::llm_runtime {

namespace {

/// Milliseconds that every timer takes.
constexpr double kMaxTimerMs = 2147483647;
constexpr std::int64_t kMaxRetries = 5;

Value default_codes() {
  return array({"EMPTY_RESPONSE", "RATE_LIMIT", "SERVER", "TIMEOUT", "TRANSPORT"});
}

bool is_blank(std::string_view text) {
  return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

std::string codes_fault(ValueView codes) {
  std::unordered_set<std::string_view> seen;
  for (const ValueView code : codes.items()) {
    if (is_blank(code.text())) return "retryableCodes holds a blank code";
    if (!seen.insert(code.text()).second) {
      return "retryableCodes holds " + std::string(code.text()) + " twice";
    }
  }
  return {};
}

}  // namespace

std::string retry_policy_fault(ValueView policy) {
  if (policy.is_absent()) return {};
  const double initial = policy["initialDelayMs"].number().value_or(0);
  const double max = policy["maxDelayMs"].number().value_or(0);
  const double jitter = policy["jitterRatio"].number().value_or(-1);
  if (!(initial > 0 && max > 0 && max <= kMaxTimerMs)) {
    return "initialDelayMs and maxDelayMs must be above 0 and at most 2147483647";
  }
  if (initial > max) return "initialDelayMs is above maxDelayMs";
  if (!(jitter >= 0 && jitter <= 1)) return "jitterRatio must be between 0 and 1";
  return codes_fault(policy["retryableCodes"]);
}

Value complete_retry_policy(ValueView policy) {
  if (policy.is_absent() || !retry_policy_fault(policy).empty()) {
    return object({{"mode", "normal"},
                   {"maxRetries", kMaxRetries},
                   {"retryableCodes", default_codes()},
                   {"initialDelayMs", 500},
                   {"maxDelayMs", 10000},
                   {"jitterRatio", 0.1}});
  }
  const bool always = policy["mode"].text() == "always";
  const Value retries =
      policy.has("maxRetries") ? Value::share(policy["maxRetries"]) : Value(kMaxRetries);
  const Value codes =
      policy.has("retryableCodes") ? Value::share(policy["retryableCodes"]) : default_codes();
  return object({{"mode", Value::share(policy["mode"])},
                 {"maxRetries", always ? Value() : retries},
                 {"retryableCodes", always ? Value() : codes},
                 {"initialDelayMs", Value::share(policy["initialDelayMs"])},
                 {"maxDelayMs", Value::share(policy["maxDelayMs"])},
                 {"jitterRatio", Value::share(policy["jitterRatio"])}});
}

}  // namespace keel::llm_runtime
