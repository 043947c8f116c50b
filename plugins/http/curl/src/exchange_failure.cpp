// SPDX-License-Identifier: MIT
#include "exchange_failure.hpp"

#include <system_error>

namespace keel::http_curl {

namespace {

constexpr std::size_t kMaxDetail = 300;

std::string printable(std::string_view text) {
  std::string clean;
  for (const char c : text.substr(0, kMaxDetail)) {
    clean += c >= 0x20 && c < 0x7f ? c : '?';
  }
  return clean;
}

std::string_view code_of(CURLcode result) {
  switch (result) {
    case CURLE_URL_MALFORMAT:
      return "INVALID_URL";
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_RESOLVE_PROXY:
      return "RESOLVE";
    case CURLE_COULDNT_CONNECT:
    case CURLE_PROXY:
      return "CONNECT";
    case CURLE_OPERATION_TIMEDOUT:
      return "TIMEOUT";
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_CIPHER:
    case CURLE_SSL_ENGINE_NOTFOUND:
    case CURLE_SSL_ENGINE_SETFAILED:
    case CURLE_SSL_ENGINE_INITFAILED:
    case CURLE_SSL_ISSUER_ERROR:
    case CURLE_SSL_INVALIDCERTSTATUS:
    case CURLE_SSL_PINNEDPUBKEYNOTMATCH:
    case CURLE_SSL_CRL_BADFILE:
    case CURLE_USE_SSL_FAILED:
      return "TLS";
    case CURLE_FILESIZE_EXCEEDED:
      return "TOO_LARGE";
    default:
      return "TRANSPORT";
  }
}

std::string resolve_cause(CURLcode result, const HttpRequest& request) {
  return result == CURLE_COULDNT_RESOLVE_PROXY
             ? "the name of the proxy cannot be resolved; check " + request.proxy.source
             : "the name " + request.target.host +
                   " cannot be resolved; check the URL and the network";
}

std::string cause_of(const CurlApi& api, CURLcode result, const HttpRequest& request,
                     std::string_view detail, int os_error, bool has_head) {
  const std::string text = detail.empty() ? api.easy_strerror(result) : printable(detail);
  switch (result) {
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_RESOLVE_PROXY:
      return resolve_cause(result, request);
    case CURLE_COULDNT_CONNECT:
      if (os_error == 0) return text;
      return "no connection: " + std::generic_category().message(os_error);
    case CURLE_OPERATION_TIMEDOUT:
      return "no connection within " + std::to_string(request.connect_timeout_ms) + " ms";
    case CURLE_GOT_NOTHING:
      return "the connection was closed before an answer came";
    case CURLE_PARTIAL_FILE:
      return "the connection was closed in the middle of the body";
    case CURLE_RECV_ERROR:
    case CURLE_SEND_ERROR:
      return std::string(has_head ? "the connection broke in the middle of the body: "
                                  : "the connection broke before an answer came: ") +
             text;
    case CURLE_PEER_FAILED_VERIFICATION:
      return text + " (certificates from " + request.certificates.describe() +
             "; setting caFile names one more to trust)";
    default:
      return text;
  }
}

}  // namespace

Error failure_of(const CurlApi& api, CURLcode result, const HttpRequest& request,
                 std::string_view detail, int os_error, bool has_head) {
  return Error::failed(
      std::string(code_of(result)),
      request.describe() + ": " + cause_of(api, result, request, detail, os_error, has_head));
}

}  // namespace keel::http_curl
