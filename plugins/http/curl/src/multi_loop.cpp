// SPDX-License-Identifier: MIT
#include "multi_loop.hpp"

#include <utility>

namespace keel::http_curl {

namespace {

/// Idle connections kept for later requests.
constexpr long kKeptConnections = 16;

}  // namespace

MultiLoop::MultiLoop(const CurlApi& api, Context context)
    : api_(api), context_(std::move(context)), multi_(api.multi_init()) {
  if (multi_ == nullptr) throw Failure("TRANSPORT", "libcurl has no memory for its connections");
  api_.multi_setopt(multi_, CURLMOPT_SOCKETFUNCTION, &MultiLoop::on_socket);
  api_.multi_setopt(multi_, CURLMOPT_SOCKETDATA, this);
  api_.multi_setopt(multi_, CURLMOPT_TIMERFUNCTION, &MultiLoop::on_timer);
  api_.multi_setopt(multi_, CURLMOPT_TIMERDATA, this);
  api_.multi_setopt(multi_, CURLMOPT_MAXCONNECTS, kKeptConnections);
}

MultiLoop::~MultiLoop() { api_.multi_cleanup(multi_); }

CURLMcode MultiLoop::add(CURL* easy) { return api_.multi_add_handle(multi_, easy); }

void MultiLoop::remove(CURL* easy) { api_.multi_remove_handle(multi_, easy); }

CURLcode MultiLoop::unpause(CURL* easy) { return api_.easy_pause(easy, CURLPAUSE_CONT); }

int MultiLoop::on_socket(CURL*, curl_socket_t socket, int what, void* user, void*) {
  auto* self = static_cast<MultiLoop*>(user);
  switch (what) {
    case CURL_POLL_IN:
      self->watch(socket, KEEL_WATCH_READ);
      break;
    case CURL_POLL_OUT:
      self->watch(socket, KEEL_WATCH_WRITE);
      break;
    case CURL_POLL_INOUT:
      self->watch(socket, KEEL_WATCH_READ | KEEL_WATCH_WRITE);
      break;
    default:
      self->watches_.erase(socket);
      break;
  }
  return 0;
}

int MultiLoop::on_timer(CURLM*, long timeout_ms, void* user) {
  static_cast<MultiLoop*>(user)->set_timer(timeout_ms);
  return 0;
}

void MultiLoop::watch(curl_socket_t socket, std::uint32_t events) {
  // The old watch goes first: the number may belong to another connection by now.
  watches_.erase(socket);
  auto watch = context_.watch_fd(socket, events, [this](std::int32_t fd, std::uint32_t ready) {
    const int in = (ready & KEEL_WATCH_READ) != 0 ? CURL_CSELECT_IN : 0;
    const int out = (ready & KEEL_WATCH_WRITE) != 0 ? CURL_CSELECT_OUT : 0;
    run(fd, in | out);
  });
  // Fails only while the instance ends, or out of descriptors: the idle timer ends the transfer.
  if (watch) watches_.emplace(socket, std::move(*watch));
}

void MultiLoop::set_timer(long timeout_ms) {
  timer_ = Registration();
  if (timeout_ms < 0) return;
  auto timer = context_.after(timeout_ms, [this] { run(CURL_SOCKET_TIMEOUT, 0); });
  if (timer) timer_ = std::move(*timer);
}

void MultiLoop::run(curl_socket_t socket, int events) {
  int running = 0;
  api_.multi_socket_action(multi_, socket, events, &running);
  report_ended();
}

void MultiLoop::report_ended() {
  int left = 0;
  while (const CURLMsg* message = api_.multi_info_read(multi_, &left)) {
    if (message->msg != CURLMSG_DONE) continue;
    // The message goes with the handle.
    const CURLcode result = message->data.result;
    char* transfer = nullptr;
    api_.easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &transfer);
    reinterpret_cast<Transfer*>(transfer)->transfer_ended(result);
  }
}

}  // namespace keel::http_curl
