// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <unordered_map>

#include "curl_api.hpp"
#include "keel/sdk.hpp"

namespace keel::http_curl {

/// libcurl's multi interface on the kernel's loop: watches the sockets and runs the timer that
/// libcurl asks for, and tells each transfer when it has ended. Keeps connections open for later
/// requests. Kernel thread.
class MultiLoop {
 public:
  /// Set as CURLOPT_PRIVATE of an easy handle.
  class Transfer {
   public:
    /// The transfer has ended; called from the loop, never from within add() or unpause(). The
    /// handle must be removed.
    virtual void transfer_ended(CURLcode result) = 0;

   protected:
    ~Transfer() = default;
  };

  /// Throws Failure when memory is out.
  MultiLoop(const CurlApi& api, Context context);
  /// Every handle was removed.
  ~MultiLoop();
  MultiLoop(const MultiLoop&) = delete;
  MultiLoop& operator=(const MultiLoop&) = delete;

  /// CURLM_OK, or why the transfer does not start.
  CURLMcode add(CURL* easy);
  void remove(CURL* easy);
  /// Goes on with a transfer whose write callback gave CURL_WRITEFUNC_PAUSE. May call it; an error
  /// that it causes is the answer, and nothing else tells of it.
  CURLcode unpause(CURL* easy);

 private:
  static int on_socket(CURL* easy, curl_socket_t socket, int what, void* user, void* of_socket);
  static int on_timer(CURLM* multi, long timeout_ms, void* user);

  void watch(curl_socket_t socket, std::uint32_t events);
  void set_timer(long timeout_ms);
  void run(curl_socket_t socket, int events);
  void report_ended();

  const CurlApi& api_;
  Context context_;
  CURLM* multi_;
  std::unordered_map<curl_socket_t, Registration> watches_;
  Registration timer_;
};

}  // namespace keel::http_curl
