// SPDX-License-Identifier: MIT
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "certificates.hpp"
#include "curl_api.hpp"
#include "exchange.hpp"
#include "http_request.hpp"
#include "keel/contracts/http.hpp"
#include "keel/sdk.hpp"
#include "keel/signal.hpp"
#include "multi_loop.hpp"
#include "proxy_finder.hpp"
#include "target_url.hpp"

namespace keel::http_curl {

namespace http = contracts::http;

namespace {

/// What the first use brings in, on a worker thread.
struct Loaded {
  std::unique_ptr<CurlApi> api;
  Certificates certificates;
};

Expected<Loaded> load_all() {
  Expected<std::unique_ptr<CurlApi>> api = CurlApi::load();
  if (!api) return tl::make_unexpected(std::move(api.error()));
  return Loaded{std::move(*api), find_system_certificates()};
}

ExchangeLimits limits_of(ValueView config) {
  ExchangeLimits limits;
  limits.connect_timeout_ms = config["connectTimeoutMs"].integer_or(limits.connect_timeout_ms);
  limits.idle_timeout_ms = config["idleTimeoutMs"].integer_or(limits.idle_timeout_ms);
  return limits;
}

}  // namespace

/// Service http/client.
class CurlClient : public Plugin, private Exchange::Owner {
 public:
  explicit CurlClient(const Setup& setup)
      : Plugin(setup), limits_(limits_of(config())), proxies_(config()), loaded_(context()) {}
  ~CurlClient() override { close(); }

  void start() { keep(context().publish("http/client", object({}), kMethods, this)); }

  void stop() {
    // An exchange may leave the table while it is told.
    std::vector<Exchange*> open;
    for (const auto& [key, exchange] : exchanges_) open.push_back(exchange.get());
    for (Exchange* exchange : open) {
      exchange->abort(Error::failed("ABORTED", "the HTTP client stops"));
    }
  }

 private:
  Task<Message> request(Call call, http::HttpRequestParamsView in) {
    HttpRequest wanted = must(HttpRequest::read(in, limits_));
    Task<void> loading = load();
    co_await must(std::move(loading));
    wanted.target = must(TargetUrl::parse(*library_.api, wanted.url));
    Task<ProxyChoice> finding = proxies_.find(call, wanted.target);
    wanted.proxy = co_await must(std::move(finding));
    if (wanted.target.tls || wanted.proxy.url.rfind("https:", 0) == 0) {
      Task<Certificates> asking = certificates(call);
      wanted.certificates = co_await must(std::move(asking));
    }

    Exchange& exchange = add_exchange(std::move(wanted));
    exchange.start(call.cancel_token());
    co_await exchange.settled();
    co_return exchange.take_response();
  }

  Task<Value> proxy_for(Call call, http::HttpProxyForParamsView in) {
    const std::string url(in.url());
    Task<void> loading = load();
    co_await must(std::move(loading));
    const TargetUrl target = must(TargetUrl::parse(*library_.api, url));
    Task<ProxyChoice> finding = proxies_.find(call, target);
    const ProxyChoice choice = co_await must(std::move(finding));
    Value answer = object({{"proxy", choice.url.empty() ? Value() : Value(choice.shown())},
                           {"variable", choice.source.empty() ? Value() : Value(choice.source)}});
    co_return answer;
  }

  Task<Value> info(Call call) {
    Task<void> loading = load();
    co_await must(std::move(loading));
    Task<Certificates> asking = certificates(call);
    const Certificates trusted = co_await must(std::move(asking));
    Value answer =
        object({{"library", library_.api->version_text()}, {"certificates", trusted.describe()}});
    co_return answer;
  }

  /// Opens the library unless it is open. A failure is not kept: the next one tries again.
  Task<void> load() {
    while (loading_) co_await loaded_.wait();
    if (library_.api != nullptr) co_return;
    loading_ = true;
    auto job = context().pool([] { return load_all(); });
    Expected<Loaded> loaded = co_await std::move(job);
    loading_ = false;
    loaded_.pulse();
    if (!loaded) co_await tl::make_unexpected(std::move(loaded.error()));
    library_ = std::move(*loaded);
    loop_ = std::make_unique<MultiLoop>(*library_.api, context());
  }

  /// Settings caFile and caPath, else SSL_CERT_FILE and SSL_CERT_DIR, over what the system has.
  Task<Certificates> certificates(Call call) {
    Certificates trusted = library_.certificates;
    std::string file(config()["caFile"].text());
    if (file.empty()) {
      Task<std::string> reading = read_variable(call, "SSL_CERT_FILE");
      file = co_await must(std::move(reading));
    }
    std::string folder(config()["caPath"].text());
    if (folder.empty()) {
      Task<std::string> reading = read_variable(call, "SSL_CERT_DIR");
      folder = co_await must(std::move(reading));
    }
    if (!file.empty()) trusted.file = file;
    if (!folder.empty()) trusted.folder = folder;
    co_return trusted;
  }

  Exchange& add_exchange(HttpRequest request) {
    auto exchange = std::make_unique<Exchange>(context(), *library_.api, *loop_, std::move(request),
                                               static_cast<Exchange::Owner&>(*this));
    Exchange& added = *exchange;
    exchanges_.emplace(&added, std::move(exchange));
    return added;
  }

  void exchange_over(Exchange& exchange) override { exchanges_.erase(&exchange); }

  /// In the order that libcurl asks for.
  void close() {
    exchanges_.clear();
    loop_.reset();
    library_.api.reset();
  }

  static constexpr Methods kMethods{method<http::Http::kRequest, &CurlClient::request>,
                                    method<http::Http::kProxyFor, &CurlClient::proxy_for>,
                                    method<http::Http::kInfo, &CurlClient::info>};

  ExchangeLimits limits_;
  ProxyFinder proxies_;
  Signal loaded_;
  bool loading_ = false;
  Loaded library_;
  std::unique_ptr<MultiLoop> loop_;
  std::unordered_map<const Exchange*, std::unique_ptr<Exchange>> exchanges_;
};

}  // namespace keel::http_curl

KEEL_PLUGIN(keel::http_curl::CurlClient, KEEL_PLUGIN_ID, KEEL_PLUGIN_VERSION)
