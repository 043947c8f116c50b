// SPDX-License-Identifier: MIT
#pragma once

#include <curl/curl.h>

#include <string>
#include <string_view>

#include "curl_api.hpp"
#include "http_request.hpp"
#include "keel/error.hpp"

namespace keel::http_curl {

/// Why a transfer failed, in a code of the contract and a sentence that names host, proxy and
/// cause. `detail` is what libcurl's error buffer holds; `os_error` the errno of a failed
/// connection, or 0.
Error failure_of(const CurlApi& api, CURLcode result, const HttpRequest& request,
                 std::string_view detail, int os_error, bool has_head);

}  // namespace keel::http_curl
