// SPDX-License-Identifier: MIT
#pragma once

#include <curl/curl.h>

#include <memory>
#include <string>

#include "keel/error.hpp"

namespace keel::http_curl {

/// The functions of libcurl, from a library that is opened when the first request needs it: with
/// the thirty libraries behind it that takes 12 ms, which nobody pays who talks to nobody.
///
/// The library is opened to stay: threads that resolve a name run in it until the resolver lets
/// them go, and OpenSSL cannot be unloaded at all. What can be unloaded is the plugin, and nothing
/// of it is known to libcurl once its handles are gone.
class CurlApi {
 public:
  /// Opens and initialises the library. Any thread. Error TRANSPORT names the library.
  static Expected<std::unique_ptr<CurlApi>> load();
  ~CurlApi();
  CurlApi(const CurlApi&) = delete;
  CurlApi& operator=(const CurlApi&) = delete;

  /// "libcurl/7.88.1 OpenSSL/3.0.15 ..."
  std::string version_text() const { return version(); }

  decltype(&curl_version) version = nullptr;
  decltype(&curl_easy_init) easy_init = nullptr;
  decltype(&curl_easy_cleanup) easy_cleanup = nullptr;
  decltype(&curl_easy_setopt) easy_setopt = nullptr;
  decltype(&curl_easy_getinfo) easy_getinfo = nullptr;
  decltype(&curl_easy_pause) easy_pause = nullptr;
  decltype(&curl_easy_strerror) easy_strerror = nullptr;
  decltype(&curl_multi_init) multi_init = nullptr;
  decltype(&curl_multi_cleanup) multi_cleanup = nullptr;
  decltype(&curl_multi_setopt) multi_setopt = nullptr;
  decltype(&curl_multi_add_handle) multi_add_handle = nullptr;
  decltype(&curl_multi_remove_handle) multi_remove_handle = nullptr;
  decltype(&curl_multi_socket_action) multi_socket_action = nullptr;
  decltype(&curl_multi_info_read) multi_info_read = nullptr;
  decltype(&curl_slist_append) slist_append = nullptr;
  decltype(&curl_slist_free_all) slist_free_all = nullptr;
  decltype(&curl_url) url = nullptr;
  decltype(&curl_url_cleanup) url_cleanup = nullptr;
  decltype(&curl_url_set) url_set = nullptr;
  decltype(&curl_url_get) url_get = nullptr;
  decltype(&curl_free) free = nullptr;

 private:
  CurlApi() = default;
  Expected<void> find_all(void* library);

  decltype(&curl_global_init) global_init_ = nullptr;
  decltype(&curl_global_cleanup) global_cleanup_ = nullptr;
  bool initialised_ = false;
};

}  // namespace keel::http_curl
