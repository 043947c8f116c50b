// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "keel/error.hpp"
#include "keel/value.hpp"

namespace keel::llm_openai {

/// What went wrong with one provider call: LlmFailure of the contract. Facts only.
struct Failure {
  std::string code;
  std::string message;
  std::optional<int> status = std::nullopt;
  std::optional<double> retry_after_ms = std::nullopt;
  std::string request_id = {};

  Value to_value() const;
  /// The same as the failure of a call, the facts in its data.
  Error to_error() const;
};

/// What a provider says about an error, from whatever shape it uses.
struct ProviderError {
  std::string message;
  std::string type;
  std::string code;
  /// Upstream text that a gateway passes on.
  std::string upstream;
  /// A status inside the document: under HTTP 200 it is the only one.
  std::optional<int> status;

  /// Reads an error document, or the value of `error` in a frame of a stream: {error: {...}},
  /// {error: "..."}, {message}, {detail}, a list of one of these.
  static ProviderError read(ValueView document);
  /// Message and upstream text, cut to a length that fits a message; empty when there is none.
  std::string text() const;
};

/// The code of a failed response: status first, then the words of the provider.
std::string code_of(int status, const ProviderError& error);
/// The code of an error that stands in a stream under HTTP 200.
std::string code_in_stream(const ProviderError& error);

/// Milliseconds of a retry-after header: seconds, or a date. Nothing for zero, the past and what
/// cannot be read. `now_ms`: Unix time.
std::optional<double> parse_retry_after(std::string_view header, std::int64_t now_ms);

/// At most `limit` bytes of outside text, cut between characters, without control characters and
/// certainly UTF-8.
std::string shortened(std::string_view text, std::size_t limit);

}  // namespace keel::llm_openai
