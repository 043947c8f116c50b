#pragma once

#include <boost/asio/ip/tcp.hpp>

#include "byte_stream.hpp"

namespace keel::testing {

// Closes the socket as `how` says: a reset throws away what the peer has not been sent yet.
void cut_socket(boost::asio::ip::tcp::socket& socket, CutHow how);

class PlainStream final : public ByteStream {
 public:
  explicit PlainStream(boost::asio::ip::tcp::socket socket);

  boost::asio::awaitable<bool> open() override;
  boost::asio::awaitable<std::size_t> read_some(boost::asio::mutable_buffer space) override;
  boost::asio::awaitable<bool> write(std::string_view bytes) override;
  boost::asio::awaitable<void> finish() override;
  void cut(CutHow how) override;
  void close() override;

 private:
  boost::asio::ip::tcp::socket socket_;
};

}  // namespace keel::testing
