#include "tls_stream.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <chrono>

#include "plain_stream.hpp"

namespace keel::testing {

namespace asio = boost::asio;
using boost::system::error_code;

namespace {

constexpr auto kResult = asio::as_tuple(asio::use_awaitable);
// How long a peer may take to answer the close notice.
constexpr std::chrono::seconds kGoodbye{2};

}  // namespace

TlsStream::TlsStream(asio::ip::tcp::socket socket, asio::ssl::context& context)
    : stream_(std::move(socket), context) {}

asio::awaitable<bool> TlsStream::open() {
  const auto [error] = co_await stream_.async_handshake(asio::ssl::stream_base::server, kResult);
  co_return !error;
}

asio::awaitable<std::size_t> TlsStream::read_some(asio::mutable_buffer space) {
  const auto [error, size] = co_await stream_.async_read_some(space, kResult);
  co_return error ? 0 : size;
}

asio::awaitable<bool> TlsStream::write(std::string_view bytes) {
  const auto buffer = asio::buffer(bytes.data(), bytes.size());
  const auto [error, size] = co_await asio::async_write(stream_, buffer, kResult);
  co_return !error;
}

asio::awaitable<void> TlsStream::finish() {
  asio::steady_timer deadline(stream_.get_executor(), kGoodbye);
  deadline.async_wait([this](error_code error) {
    if (!error) close();
  });
  co_await stream_.async_shutdown(kResult);
  deadline.cancel();
  close();
}

void TlsStream::cut(CutHow how) { cut_socket(stream_.next_layer(), how); }

void TlsStream::close() { cut_socket(stream_.next_layer(), CutHow::kClose); }

}  // namespace keel::testing
