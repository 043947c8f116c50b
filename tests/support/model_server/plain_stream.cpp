#include "plain_stream.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/socket_base.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace keel::testing {

namespace asio = boost::asio;
using boost::system::error_code;

namespace {

constexpr auto kResult = asio::as_tuple(asio::use_awaitable);

}  // namespace

void cut_socket(asio::ip::tcp::socket& socket, CutHow how) {
  error_code ignored;
  if (how == CutHow::kReset) {
    socket.set_option(asio::socket_base::linger(true, 0), ignored);
  } else {
    socket.shutdown(asio::ip::tcp::socket::shutdown_both, ignored);
  }
  socket.close(ignored);
}

PlainStream::PlainStream(asio::ip::tcp::socket socket) : socket_(std::move(socket)) {}

asio::awaitable<bool> PlainStream::open() {
  error_code error;
  socket_.non_blocking(true, error);
  co_return !error;
}

asio::awaitable<std::size_t> PlainStream::read_some(asio::mutable_buffer space) {
  const auto [error, size] = co_await socket_.async_read_some(space, kResult);
  co_return error ? 0 : size;
}

asio::awaitable<bool> PlainStream::write(std::string_view bytes) {
  // Straight to the socket: a round through the event loop for each event of a stream would cost
  // more than the write itself.
  while (!bytes.empty()) {
    error_code error;
    const auto buffer = asio::buffer(bytes.data(), bytes.size());
    bytes.remove_prefix(socket_.write_some(buffer, error));
    if (!error) continue;
    if (error != asio::error::would_block && error != asio::error::try_again) co_return false;
    const auto [waited] = co_await socket_.async_wait(asio::socket_base::wait_write, kResult);
    if (waited) co_return false;
  }
  co_return true;
}

asio::awaitable<void> PlainStream::finish() {
  close();
  co_return;
}

void PlainStream::cut(CutHow how) { cut_socket(socket_, how); }

void PlainStream::close() { cut_socket(socket_, CutHow::kClose); }

}  // namespace keel::testing
