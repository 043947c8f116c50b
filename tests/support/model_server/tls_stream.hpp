#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/stream.hpp>

#include "byte_stream.hpp"

namespace keel::testing {

class TlsStream final : public ByteStream {
 public:
  // The context must outlive the stream.
  TlsStream(boost::asio::ip::tcp::socket socket, boost::asio::ssl::context& context);

  boost::asio::awaitable<bool> open() override;
  boost::asio::awaitable<std::size_t> read_some(boost::asio::mutable_buffer space) override;
  boost::asio::awaitable<bool> write(std::string_view bytes) override;
  boost::asio::awaitable<void> finish() override;
  // Without a close notice: to the peer the stream is truncated.
  void cut(CutHow how) override;
  void close() override;

 private:
  boost::asio::ssl::stream<boost::asio::ip::tcp::socket> stream_;
};

}  // namespace keel::testing
