// SPDX-License-Identifier: MIT
#include "failure.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <ctime>

#include "wording.hpp"

namespace keel::llm_openai {

namespace {

constexpr std::size_t kMaxMessage = 1000;

std::string text_of(ValueView value) {
  if (value.is_string()) return std::string(value.text());
  return value.is_number() ? to_json(value) : std::string();
}

std::optional<int> status_of(ValueView value) {
  std::optional<std::int64_t> number = value.is_number() ? value.integer() : std::nullopt;
  if (value.is_string()) {
    std::int64_t parsed = 0;
    const std::string_view text = value.text();
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), parsed);
    if (error == std::errc() && end == text.data() + text.size()) number = parsed;
  }
  if (!number || *number < 400 || *number > 599) return std::nullopt;
  return static_cast<int>(*number);
}

/// FastAPI servers: "...", or [{msg, loc}, ...].
std::string detail_text(ValueView detail) {
  if (detail.is_string()) return std::string(detail.text());
  return text_of(detail.at(0)["msg"]);
}

bool has_any(std::string_view text, std::initializer_list<std::string_view> parts) {
  return std::any_of(parts.begin(), parts.end(), [&](std::string_view part) {
    return text.find(part) != std::string_view::npos;
  });
}

std::string joined_words(const ProviderError& error) {
  return error.code + " " + error.type + " " + error.message + " " + error.upstream;
}

/// The status that the words of an error stand for; 0 when they stand for none.
int status_in_words(const ProviderError& error) {
  const std::string words = error.type + " " + error.code;
  if (has_any(words, {"authentication", "permission", "invalid_api_key", "unauthorized"})) {
    return 401;
  }
  if (has_any(words, {"rate_limit", "RateLimit", "too_many_requests"})) return 429;
  if (has_any(words, {"invalid_request", "bad_request", "BadRequest", "context_length",
                      "exceed_context_size", "not_found"})) {
    return 400;
  }
  return 0;
}

/// "Sun, 06 Nov 1994 08:49:37 GMT", the one form that senders may use.
std::optional<std::int64_t> parse_date(std::string_view text) {
  constexpr std::string_view kMonths = "JanFebMarAprMayJunJulAugSepOctNovDec";
  if (text.size() != 29 || text.substr(3, 2) != ", " || text.substr(25) != " GMT") {
    return std::nullopt;
  }
  const auto number = [&](std::size_t at, std::size_t size) {
    int value = -1;
    const char* end = text.data() + at + size;
    const auto [stop, error] = std::from_chars(text.data() + at, end, value);
    return error == std::errc() && stop == end ? value : -1;
  };
  const std::size_t month = kMonths.find(text.substr(8, 3));
  std::tm date{};
  date.tm_mday = number(5, 2);
  date.tm_mon = static_cast<int>(month / 3);
  date.tm_year = number(12, 4) - 1900;
  date.tm_hour = number(17, 2);
  date.tm_min = number(20, 2);
  date.tm_sec = number(23, 2);
  const bool sound = month != std::string_view::npos && month % 3 == 0 && date.tm_mday >= 1 &&
                     date.tm_mday <= 31 && date.tm_year >= 70 && date.tm_hour >= 0 &&
                     date.tm_hour < 24 && date.tm_min >= 0 && date.tm_min < 60 &&
                     date.tm_sec >= 0 && date.tm_sec <= 60;
  if (!sound) return std::nullopt;
  return static_cast<std::int64_t>(::timegm(&date)) * 1000;
}

}  // namespace

Value Failure::to_value() const {
  Builder builder;
  builder.begin_object();
  builder.member("message", message).member("code", code);
  if (status) builder.member("status", *status);
  if (retry_after_ms) builder.member("providerRetryAfterMs", *retry_after_ms);
  if (!request_id.empty()) builder.member("requestId", request_id);
  builder.end();
  return builder.finish_or_absent();
}

Error Failure::to_error() const { return Error::failed(code, message, to_value()); }

ProviderError ProviderError::read(ValueView document) {
  if (document.is_array()) document = document.at(0);
  ValueView error = document["error"];
  if (error.is_absent() || error.is_null()) error = document;
  ProviderError found;
  if (error.is_string()) {
    found.message = error.text();
    return found;
  }
  found.message = text_of(error["message"]);
  if (found.message.empty()) found.message = detail_text(error["detail"]);
  found.type = text_of(error["type"]);
  found.code = text_of(error["code"]);
  found.upstream = text_of(error["metadata"]["raw"]);
  for (const char* name : {"status", "status_code", "code"}) {
    if (!found.status) found.status = status_of(error[name]);
  }
  return found;
}

std::string ProviderError::text() const {
  std::string whole = message;
  if (!upstream.empty() && upstream != message) whole += (whole.empty() ? "" : ": ") + upstream;
  if (whole.empty()) whole = type.empty() ? code : type;
  return shortened(whole, kMaxMessage);
}

std::string code_of(int status, const ProviderError& error) {
  const std::string words = joined_words(error);
  if (status == 401 || status == 403) return "AUTH";
  if (status == 413) return "INVALID_REQUEST";
  if (tells_quota(words)) return "QUOTA";
  if (status == 429) return "RATE_LIMIT";
  if (status == 400) {
    return tells_context_overflow(words) ? "CONTEXT_WINDOW_EXCEEDED" : "INVALID_REQUEST";
  }
  return status >= 500 ? "SERVER" : "HTTP_" + std::to_string(status);
}

std::string code_in_stream(const ProviderError& error) {
  if (error.status) return code_of(*error.status, error);
  const std::string words = joined_words(error);
  if (tells_quota(words)) return "QUOTA";
  if (tells_context_overflow(words)) return "CONTEXT_WINDOW_EXCEEDED";
  const int status = status_in_words(error);
  // What gives no reason happened at the server, in the middle of an answer.
  return status == 0 ? "SERVER" : code_of(status, error);
}

std::optional<double> parse_retry_after(std::string_view header, std::int64_t now_ms) {
  constexpr std::int64_t kMaxSeconds = 1000000000;
  double delay_ms = 0;
  if (!header.empty() && header.find_first_not_of("0123456789") == std::string_view::npos) {
    std::int64_t seconds = 0;
    const auto parsed = std::from_chars(header.data(), header.data() + header.size(), seconds);
    if (parsed.ec != std::errc() || seconds > kMaxSeconds) return std::nullopt;
    delay_ms = static_cast<double>(seconds) * 1000;
  } else if (const auto date = parse_date(header)) {
    delay_ms = static_cast<double>(*date - now_ms);
  }
  if (!(delay_ms > 0)) return std::nullopt;
  return delay_ms;
}

std::string shortened(std::string_view text, std::size_t limit) {
  const bool cut = text.size() > limit;
  if (cut) {
    std::size_t end = limit;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0U) == 0x80U) --end;
    text = text.substr(0, end);
  }
  std::string clean;
  for (const char c : text) {
    const bool is_control = static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
    clean += is_control ? ' ' : c;
  }
  if (Value(clean).is_absent()) {
    for (char& c : clean) c = static_cast<unsigned char>(c) < 0x80 ? c : '?';
  }
  return cut ? clean + "..." : clean;
}

}  // namespace keel::llm_openai
