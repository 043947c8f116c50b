// The bytes of one accepted connection, with or without TLS. Server thread only. One read and one
// write may be under way at the same time; close() ends both.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/buffer.hpp>
#include <cstddef>
#include <string_view>

#include "answer.hpp"

namespace keel::testing {

class ByteStream {
 public:
  virtual ~ByteStream() = default;

  // False when the peer cannot be talked to (handshake failed).
  virtual boost::asio::awaitable<bool> open() = 0;
  // 0: the peer closed, or the connection broke, or close() was called.
  virtual boost::asio::awaitable<std::size_t> read_some(boost::asio::mutable_buffer space) = 0;
  // All of it in one socket write where the socket takes it. False: the connection is gone.
  virtual boost::asio::awaitable<bool> write(std::string_view bytes) = 0;
  // An orderly end after the last write.
  virtual boost::asio::awaitable<void> finish() = 0;
  virtual void cut(CutHow how) = 0;
  virtual void close() = 0;
};

}  // namespace keel::testing
