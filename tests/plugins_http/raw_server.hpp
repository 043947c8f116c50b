// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <thread>

namespace keel::testing {

/// One accepted connection of a RawServer. Server thread.
class RawPeer {
 public:
  explicit RawPeer(int fd) : fd_(fd) {}

  /// Reads to the end of a request's head; what the peer sent.
  std::string read_head();
  /// False when the peer has closed.
  bool send(std::string_view bytes);
  /// Sends `bytes`, as far as the peer takes them; counts in `sent`, and sets `blocked` when the
  /// peer takes nothing for `patience_ms`. Goes on then.
  void send_counted(std::string_view bytes, std::atomic<std::size_t>& sent,
                    std::atomic<bool>& blocked, int patience_ms);
  /// Closes with a reset instead of an end.
  void reset();
  /// Until the peer closes.
  void wait_for_close();

 private:
  int fd_;
};

/// A server on 127.0.0.1 for what a well-behaved one cannot do: runs `serve` for each connection,
/// one after the other, on a thread of its own.
class RawServer {
 public:
  explicit RawServer(std::function<void(RawPeer&)> serve);
  ~RawServer();
  RawServer(const RawServer&) = delete;
  RawServer& operator=(const RawServer&) = delete;

  std::uint16_t port() const { return port_; }
  std::string url() const { return "http://127.0.0.1:" + std::to_string(port_); }
  std::size_t connections() const { return connections_; }

 private:
  void run();

  std::function<void(RawPeer&)> serve_;
  std::uint16_t port_ = 0;
  int listener_ = -1;
  std::atomic<std::size_t> connections_{0};
  std::atomic<int> current_{-1};
  std::atomic<bool> ending_{false};
  std::thread thread_;
};

/// A port of 127.0.0.1 where nobody listens.
std::uint16_t closed_port();

}  // namespace keel::testing
