// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "keel/error.hpp"
#include "keel/sdk.hpp"
#include "route_settings.hpp"

namespace keel::llm_openai {

/// Where a route's requests go and with which key, read together, so that a key never goes to
/// another address than the one it was set beside. The key is in no message and no log line.
struct Endpoint {
  /// Without a slash at the end.
  std::string base_url;
  /// Empty: none is sent.
  std::string key;
  /// Product and version, for the attribution header.
  std::string user_agent;

  /// Host and port of the base URL, for messages.
  std::string host() const;

  /// Reads variables through kernel/host. Errors: MISSING_CREDENTIAL, INVALID_CREDENTIAL,
  /// INVALID_REQUEST when no base URL is set; they name variables, never contents.
  static Task<Endpoint> read(Call call, std::shared_ptr<const RouteSettings> route);
};

/// A variable as the host's environment gives it; empty when unset, or when `name` is empty.
Task<std::string> read_variable(Call call, std::string name);

/// The key as it is sent: without white space around it. Error INVALID_CREDENTIAL for anything that
/// is not printable ASCII. `reference`: what names the key.
Expected<std::string> checked_key(std::string_view text, std::string_view reference);

}  // namespace keel::llm_openai
