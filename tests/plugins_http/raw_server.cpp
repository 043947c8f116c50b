// SPDX-License-Identifier: MIT
#include "raw_server.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <stdexcept>
#include <utility>

namespace keel::testing {

namespace {

int listen_somewhere(std::uint16_t& port) {
  const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* generic = reinterpret_cast<sockaddr*>(&address);
  const bool up = fd >= 0 && ::bind(fd, generic, size) == 0 && ::listen(fd, 8) == 0 &&
                  ::getsockname(fd, generic, &size) == 0;
  if (!up) throw std::runtime_error("cannot listen on 127.0.0.1");
  port = ntohs(address.sin_port);
  return fd;
}

}  // namespace

std::string RawPeer::read_head() {
  std::string head;
  std::array<char, 4096> buffer;
  while (head.find("\r\n\r\n") == std::string::npos) {
    const ssize_t count = ::recv(fd_, buffer.data(), buffer.size(), 0);
    if (count <= 0) break;
    head.append(buffer.data(), static_cast<std::size_t>(count));
  }
  return head;
}

bool RawPeer::send(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (count <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

void RawPeer::send_counted(std::string_view bytes, std::atomic<std::size_t>& sent,
                           std::atomic<bool>& blocked, int patience_ms) {
  while (!bytes.empty()) {
    pollfd ready{fd_, POLLOUT, 0};
    const int count = ::poll(&ready, 1, patience_ms);
    if (count == 0) {
      blocked = true;
      continue;
    }
    const ssize_t taken = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (taken <= 0) return;
    sent += static_cast<std::size_t>(taken);
    bytes.remove_prefix(static_cast<std::size_t>(taken));
  }
}

void RawPeer::reset() {
  const linger now{1, 0};
  ::setsockopt(fd_, SOL_SOCKET, SO_LINGER, &now, sizeof now);
}

void RawPeer::wait_for_close() {
  std::array<char, 256> buffer;
  while (::recv(fd_, buffer.data(), buffer.size(), 0) > 0) {
  }
}

RawServer::RawServer(std::function<void(RawPeer&)> serve)
    : serve_(std::move(serve)), listener_(listen_somewhere(port_)), thread_([this] { run(); }) {}

RawServer::~RawServer() {
  ending_ = true;
  ::shutdown(listener_, SHUT_RDWR);
  if (const int current = current_; current >= 0) ::shutdown(current, SHUT_RDWR);
  thread_.join();
  ::close(listener_);
}

void RawServer::run() {
  while (!ending_) {
    const int fd = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
    if (fd < 0) return;
    ++connections_;
    current_ = fd;
    RawPeer peer(fd);
    serve_(peer);
    current_ = -1;
    ::close(fd);
  }
}

std::uint16_t closed_port() {
  std::uint16_t port = 0;
  ::close(listen_somewhere(port));
  return port;
}

}  // namespace keel::testing
