// SPDX-License-Identifier: MIT
#include "target_url.hpp"

#include <algorithm>
#include <charconv>
#include <memory>

namespace keel::http_curl {

namespace {

constexpr std::size_t kMaxUrl = 65536;

/// Owns a parsed URL of libcurl.
class ParsedUrl {
 public:
  explicit ParsedUrl(const CurlApi& api) : api_(api), handle_(api.url()) {}
  ~ParsedUrl() { api_.url_cleanup(handle_); }
  ParsedUrl(const ParsedUrl&) = delete;
  ParsedUrl& operator=(const ParsedUrl&) = delete;

  bool set(const std::string& url) {
    return handle_ != nullptr && api_.url_set(handle_, CURLUPART_URL, url.c_str(), 0) == CURLUE_OK;
  }
  std::string part(CURLUPart which, unsigned flags = 0) const {
    char* text = nullptr;
    if (api_.url_get(handle_, which, &text, flags) != CURLUE_OK) return {};
    std::string copy(text);
    api_.free(text);
    return copy;
  }

 private:
  const CurlApi& api_;
  CURLU* handle_;
};

}  // namespace

std::string TargetUrl::authority() const {
  const bool is_v6 = host.find(':') != std::string::npos;
  return (is_v6 ? "[" + host + "]" : host) + ":" + std::to_string(port);
}

Expected<TargetUrl> TargetUrl::parse(const CurlApi& api, std::string_view url) {
  if (url.size() > kMaxUrl) {
    return fail("INVALID_URL",
                "the URL has " + std::to_string(url.size()) + " bytes; at most 65536 are allowed");
  }
  ParsedUrl parsed(api);
  if (url.find('\0') != std::string_view::npos || !parsed.set(std::string(url))) {
    return fail("INVALID_URL",
                "the URL cannot be read; expected http://host/path or https://host/path");
  }
  const std::string scheme = parsed.part(CURLUPART_SCHEME);
  if (scheme != "http" && scheme != "https") {
    return fail("INVALID_URL", "the URL has scheme \"" + scheme + "\"; expected http or https");
  }
  TargetUrl target;
  target.tls = scheme == "https";
  target.host = parsed.part(CURLUPART_HOST);
  if (target.host.size() > 2 && target.host.front() == '[') {
    target.host = target.host.substr(1, target.host.size() - 2);
  }
  std::transform(target.host.begin(), target.host.end(), target.host.begin(),
                 [](unsigned char c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; });
  const std::string port = parsed.part(CURLUPART_PORT, CURLU_DEFAULT_PORT);
  std::from_chars(port.data(), port.data() + port.size(), target.port);
  if (target.host.empty()) return fail("INVALID_URL", "the URL names no host");
  return target;
}

}  // namespace keel::http_curl
