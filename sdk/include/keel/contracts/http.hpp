// SPDX-License-Identifier: MIT
// Made by contractgen from the contract http@0.1. Do not edit.
// clang-format off
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "keel/contracts/ids.hpp"
#include "keel/contracts/typed.hpp"
#include "keel/lazy_key.hpp"
#include "keel/value.hpp"

/// HTTP requests for plugins: one client, one proxy and certificate policy for the whole host.
namespace keel::contracts::http {

/// Name and version of the contract.
inline constexpr std::string_view kContract = "http@0";
inline constexpr std::string_view kVersion = "0.1";

/// Service http/client.
struct Http {
  static constexpr std::string_view kInterface = "http@0";
  /// Settles when the head of the response has come; refs[0] streams the body as bytes items and
  /// ends after the last, or fails with a code below. Setting the call's token, also after it has
  /// settled, or dropping the stream closes the exchange. Redirects are not followed. Names of
  /// response headers are in lower case. A body is a string or bytes.
  static constexpr std::uint32_t kRequest = 0;
  /// Which proxy a URL would use, and which variable or setting decided; nothing when none names a
  /// proxy.
  static constexpr std::uint32_t kProxyFor = 1;
  /// Library versions and where certificates come from.
  static constexpr std::uint32_t kInfo = 2;
  static constexpr std::uint32_t kMethodCount = 3;
};

/// Families of services.
namespace families {
/// HTTP clients.
inline constexpr std::string_view kHttp = "http";
}  // namespace families

/// Codes that methods fail with.
namespace errors {
inline constexpr std::string_view kTransport = "TRANSPORT";
inline constexpr std::string_view kTimeout = "TIMEOUT";
inline constexpr std::string_view kTls = "TLS";
inline constexpr std::string_view kResolve = "RESOLVE";
inline constexpr std::string_view kConnect = "CONNECT";
inline constexpr std::string_view kInvalidUrl = "INVALID_URL";
inline constexpr std::string_view kAborted = "ABORTED";
inline constexpr std::string_view kTooLarge = "TOO_LARGE";
inline constexpr std::string_view kInvalidRequest = "INVALID_REQUEST";
}  // namespace errors

class HttpRequestParamsView;
struct HttpRequestParams;
class HttpRequestResultView;
struct HttpRequestResult;
class HttpProxyForParamsView;
struct HttpProxyForParams;
class HttpProxyForResultView;
struct HttpProxyForResult;
class HttpInfoResultView;
struct HttpInfoResult;

class HttpRequestParamsView {
 public:
  HttpRequestParamsView() = default;
  explicit HttpRequestParamsView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::string_view method() const;
  std::string_view url() const;
  ListView<ListView<std::string_view>> headers() const;
  ValueView body() const;
  std::optional<std::int64_t> connect_timeout_ms() const;
  std::optional<std::int64_t> idle_timeout_ms() const;
  std::optional<std::int64_t> max_body_bytes() const;

 private:
  ValueView raw_;
};

class HttpRequestResultView {
 public:
  HttpRequestResultView() = default;
  explicit HttpRequestResultView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::int64_t status() const;
  ListView<ListView<std::string_view>> headers() const;
  std::string_view version() const;

 private:
  ValueView raw_;
};

class HttpProxyForParamsView {
 public:
  HttpProxyForParamsView() = default;
  explicit HttpProxyForParamsView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::string_view url() const;

 private:
  ValueView raw_;
};

class HttpProxyForResultView {
 public:
  HttpProxyForResultView() = default;
  explicit HttpProxyForResultView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::optional<std::string_view> proxy() const;
  std::optional<std::string_view> variable() const;

 private:
  ValueView raw_;
};

class HttpInfoResultView {
 public:
  HttpInfoResultView() = default;
  explicit HttpInfoResultView(ValueView raw) : raw_(raw) {}
  /// Whether there is an object.
  explicit operator bool() const { return raw_.is_object(); }
  ValueView raw() const { return raw_; }
  std::string_view library() const;
  std::string_view certificates() const;

 private:
  ValueView raw_;
};

struct HttpRequestParams {
  using View = HttpRequestParamsView;
  std::string method;
  std::string url;
  std::optional<std::vector<std::vector<std::string>>> headers = std::nullopt;
  Value body = {};
  std::optional<std::int64_t> connect_timeout_ms = std::nullopt;
  std::optional<std::int64_t> idle_timeout_ms = std::nullopt;
  std::optional<std::int64_t> max_body_bytes = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct HttpRequestResult {
  using View = HttpRequestResultView;
  std::int64_t status = 0;
  std::vector<std::vector<std::string>> headers;
  std::string version;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct HttpProxyForParams {
  using View = HttpProxyForParamsView;
  std::string url;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct HttpProxyForResult {
  using View = HttpProxyForResultView;
  std::optional<std::string> proxy = std::nullopt;
  std::optional<std::string> variable = std::nullopt;

  void write(Builder& builder) const;
  Value to_value() const;
};

struct HttpInfoResult {
  using View = HttpInfoResultView;
  std::string library;
  std::string certificates;

  void write(Builder& builder) const;
  Value to_value() const;
};

namespace keys {
inline constinit const LazyKey kMethod{"method"};
inline constinit const LazyKey kUrl{"url"};
inline constinit const LazyKey kHeaders{"headers"};
inline constinit const LazyKey kBody{"body"};
inline constinit const LazyKey kConnectTimeoutMs{"connect_timeout_ms"};
inline constinit const LazyKey kIdleTimeoutMs{"idle_timeout_ms"};
inline constinit const LazyKey kMaxBodyBytes{"max_body_bytes"};
inline constinit const LazyKey kStatus{"status"};
inline constinit const LazyKey kVersion{"version"};
inline constinit const LazyKey kProxy{"proxy"};
inline constinit const LazyKey kVariable{"variable"};
inline constinit const LazyKey kLibrary{"library"};
inline constinit const LazyKey kCertificates{"certificates"};
}  // namespace keys

inline std::string_view HttpRequestParamsView::method() const {
  return keys::kMethod.of(raw_).text();
}
inline std::string_view HttpRequestParamsView::url() const {
  return keys::kUrl.of(raw_).text();
}
inline ListView<ListView<std::string_view>> HttpRequestParamsView::headers() const {
  return ListView<ListView<std::string_view>>(keys::kHeaders.of(raw_));
}
inline ValueView HttpRequestParamsView::body() const {
  return keys::kBody.of(raw_);
}
inline std::optional<std::int64_t> HttpRequestParamsView::connect_timeout_ms() const {
  return keys::kConnectTimeoutMs.of(raw_).integer();
}
inline std::optional<std::int64_t> HttpRequestParamsView::idle_timeout_ms() const {
  return keys::kIdleTimeoutMs.of(raw_).integer();
}
inline std::optional<std::int64_t> HttpRequestParamsView::max_body_bytes() const {
  return keys::kMaxBodyBytes.of(raw_).integer();
}
inline std::int64_t HttpRequestResultView::status() const {
  return keys::kStatus.of(raw_).integer_or(0);
}
inline ListView<ListView<std::string_view>> HttpRequestResultView::headers() const {
  return ListView<ListView<std::string_view>>(keys::kHeaders.of(raw_));
}
inline std::string_view HttpRequestResultView::version() const {
  return keys::kVersion.of(raw_).text();
}
inline std::string_view HttpProxyForParamsView::url() const {
  return keys::kUrl.of(raw_).text();
}
inline std::optional<std::string_view> HttpProxyForResultView::proxy() const {
  return optional_text(keys::kProxy.of(raw_));
}
inline std::optional<std::string_view> HttpProxyForResultView::variable() const {
  return optional_text(keys::kVariable.of(raw_));
}
inline std::string_view HttpInfoResultView::library() const {
  return keys::kLibrary.of(raw_).text();
}
inline std::string_view HttpInfoResultView::certificates() const {
  return keys::kCertificates.of(raw_).text();
}
inline void HttpRequestParams::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kMethod, method);
  put_member(builder, keys::kUrl, url);
  put_member(builder, keys::kHeaders, headers);
  put_member(builder, keys::kBody, body);
  put_member(builder, keys::kConnectTimeoutMs, connect_timeout_ms);
  put_member(builder, keys::kIdleTimeoutMs, idle_timeout_ms);
  put_member(builder, keys::kMaxBodyBytes, max_body_bytes);
  builder.end();
}
inline Value HttpRequestParams::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void HttpRequestResult::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kStatus, status);
  put_member(builder, keys::kHeaders, headers);
  put_member(builder, keys::kVersion, version);
  builder.end();
}
inline Value HttpRequestResult::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void HttpProxyForParams::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kUrl, url);
  builder.end();
}
inline Value HttpProxyForParams::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void HttpProxyForResult::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kProxy, proxy);
  put_member(builder, keys::kVariable, variable);
  builder.end();
}
inline Value HttpProxyForResult::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}
inline void HttpInfoResult::write(Builder& builder) const {
  builder.begin_object();
  put_member(builder, keys::kLibrary, library);
  put_member(builder, keys::kCertificates, certificates);
  builder.end();
}
inline Value HttpInfoResult::to_value() const {
  Builder builder;
  write(builder);
  return builder.finish_or_absent();
}

}  // namespace keel::contracts::http
