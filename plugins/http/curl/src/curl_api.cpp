// SPDX-License-Identifier: MIT
#include "curl_api.hpp"

#include <dlfcn.h>

#include <string_view>

namespace keel::http_curl {

namespace {

// The name of the OpenSSL flavour, on Debian and Ubuntu alike.
constexpr const char* kLibrary = "libcurl.so.4";

std::string loader_error() {
  const char* text = ::dlerror();
  return text == nullptr ? "unknown error" : text;
}

}  // namespace

Expected<std::unique_ptr<CurlApi>> CurlApi::load() {
  void* library = ::dlopen(kLibrary, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (library == nullptr) {
    return fail("TRANSPORT", std::string("libcurl cannot be loaded: ") + loader_error() +
                                 "; install the package libcurl4");
  }
  std::unique_ptr<CurlApi> api(new CurlApi);
  if (auto found = api->find_all(library); !found) return tl::make_unexpected(found.error());
  const CURLcode status = api->global_init_(CURL_GLOBAL_DEFAULT);
  if (status != CURLE_OK) {
    return fail("TRANSPORT",
                std::string("libcurl cannot be initialised: ") + api->easy_strerror(status));
  }
  api->initialised_ = true;
  return api;
}

CurlApi::~CurlApi() {
  if (initialised_) global_cleanup_();
}

Expected<void> CurlApi::find_all(void* library) {
  std::string missing;
  const auto find = [&](auto& function, const char* name) {
    function =
        reinterpret_cast<std::remove_reference_t<decltype(function)>>(::dlsym(library, name));
    if (function == nullptr && missing.empty()) missing = name;
  };
  find(global_init_, "curl_global_init");
  find(global_cleanup_, "curl_global_cleanup");
  find(version, "curl_version");
  find(easy_init, "curl_easy_init");
  find(easy_cleanup, "curl_easy_cleanup");
  find(easy_setopt, "curl_easy_setopt");
  find(easy_getinfo, "curl_easy_getinfo");
  find(easy_pause, "curl_easy_pause");
  find(easy_strerror, "curl_easy_strerror");
  find(multi_init, "curl_multi_init");
  find(multi_cleanup, "curl_multi_cleanup");
  find(multi_setopt, "curl_multi_setopt");
  find(multi_add_handle, "curl_multi_add_handle");
  find(multi_remove_handle, "curl_multi_remove_handle");
  find(multi_socket_action, "curl_multi_socket_action");
  find(multi_info_read, "curl_multi_info_read");
  find(slist_append, "curl_slist_append");
  find(slist_free_all, "curl_slist_free_all");
  find(url, "curl_url");
  find(url_cleanup, "curl_url_cleanup");
  find(url_set, "curl_url_set");
  find(url_get, "curl_url_get");
  find(free, "curl_free");
  if (missing.empty()) return {};
  return fail("TRANSPORT", std::string(kLibrary) + " has no function " + missing +
                               "; version 7.88 or newer is needed");
}

}  // namespace keel::http_curl
