// SPDX-License-Identifier: MIT
#pragma once

#include <curl/curl.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "curl_api.hpp"
#include "http_request.hpp"
#include "keel/sdk.hpp"
#include "keel/signal.hpp"
#include "multi_loop.hpp"
#include "response_head.hpp"
#include "streams/stream_sink.hpp"

namespace keel::http_curl {

/// One request and its response: sends, gives the head, streams the body at the pace of its reader,
/// and ends the stream with the first failure. Kernel thread.
class Exchange final : private MultiLoop::Transfer, private streams::StreamSink::Listener {
 public:
  class Owner {
   public:
    /// The exchange is through and calls nobody any more; it may be destroyed.
    virtual void exchange_over(Exchange& exchange) = 0;

   protected:
    ~Owner() = default;
  };

  Exchange(Context context, const CurlApi& api, MultiLoop& loop, HttpRequest request, Owner& owner);
  ~Exchange();
  Exchange(const Exchange&) = delete;
  Exchange& operator=(const Exchange&) = delete;

  /// Sends the request; a failure to do so is found by take_response(). `token` ends the exchange
  /// when it is set, also while the body streams.
  void start(CancelToken token);

  /// co_await: until there is a head or a failure.
  auto settled() const { return settled_.wait(); }
  /// Once, after settled(): head and body, or the failure. The exchange may be gone afterwards.
  Expected<Message> take_response();

  /// Closes the exchange: the stream fails with `why`, which is ignored behind its end.
  void abort(Error why);

 private:
  static std::size_t on_header(char* data, std::size_t size, std::size_t count, void* user);
  static std::size_t on_body(char* data, std::size_t size, std::size_t count, void* user);

  void transfer_ended(CURLcode result) override;
  void sink_has_room() override;
  void sink_closed() override;
  void sink_over() override;

  Expected<void> begin(CancelToken token);
  template <typename T>
  void set(CURLoption option, T value);
  void configure();
  void set_method();
  void set_tls();
  bool take_header(std::string_view line);
  std::size_t take_body(std::string_view bytes);

  void arm_idle(std::int64_t delay_ms);
  void check_idle();
  bool upload_moved();
  Error idle_failure() const;
  int os_error() const;

  void end(std::optional<Error> failure);
  void close_handle();
  void leave_if_over();

  Context context_;
  const CurlApi& api_;
  MultiLoop& loop_;
  HttpRequest request_;
  Owner& owner_;

  CURL* easy_ = nullptr;
  bool running_ = false;
  CURLcode refused_option_ = CURLE_OK;
  curl_slist* header_list_ = nullptr;
  std::array<char, CURL_ERROR_SIZE> error_text_{};

  ResponseHead head_;
  streams::StreamSink body_;
  Ref reader_;
  std::uint64_t body_bytes_ = 0;
  bool paused_ = false;
  /// What a callback found; it replaces libcurl's own reason.
  std::optional<Error> failure_;
  Signal settled_;
  bool response_taken_ = false;
  bool ended_ = false;
  bool sink_over_ = false;

  std::int64_t active_ms_ = 0;
  std::int64_t uploaded_ = 0;
  Registration idle_;
  Registration cancel_;
};

}  // namespace keel::http_curl
