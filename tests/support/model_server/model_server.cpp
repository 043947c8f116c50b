#include "model_server.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <exception>
#include <iostream>
#include <set>
#include <stdexcept>
#include <thread>
#include <utility>

#include "connection.hpp"
#include "holds.hpp"
#include "plain_stream.hpp"
#include "request_log.hpp"
#include "request_recorder.hpp"
#include "responder.hpp"
#include "tls_stream.hpp"

namespace keel::testing {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

namespace {

constexpr auto kResult = asio::as_tuple(asio::use_awaitable);
// The wait before another accept when descriptors have run out.
constexpr std::chrono::milliseconds kAcceptPause{20};

std::optional<asio::ssl::context> make_tls(const std::optional<TlsFiles>& files) {
  if (!files) return std::nullopt;
  try {
    asio::ssl::context context(asio::ssl::context::tls_server);
    context.use_certificate_chain_file(files->certificate.string());
    context.use_private_key_file(files->key.string(), asio::ssl::context::pem);
    return context;
  } catch (const boost::system::system_error& error) {
    throw std::runtime_error("model server: cannot use the certificate " +
                             files->certificate.string() + " with the key " + files->key.string() +
                             ": " + error.what());
  }
}

tcp::acceptor listen(asio::io_context& io, std::uint16_t port) {
  try {
    // Closed ports of earlier runs in TIME_WAIT do not stand in the way: reuse_address is the
    // default.
    return tcp::acceptor(io, tcp::endpoint(asio::ip::address_v4::loopback(), port));
  } catch (const boost::system::system_error& error) {
    throw std::runtime_error("model server: cannot listen on 127.0.0.1:" + std::to_string(port) +
                             ": " + error.what());
  }
}

}  // namespace

class ModelServer::Service {
 public:
  Service(Script script, const ServerOptions& options)
      : tls_(make_tls(options.tls)),
        log_(options.log ? RequestLog(*options.log) : RequestLog()),
        holds_([this] { wake_all(); }),
        responder_(std::move(script), holds_),
        acceptor_(listen(io_, options.port)),
        port_(acceptor_.local_endpoint().port()) {
    asio::co_spawn(io_, accept_all(), report);
    thread_ = std::thread([this] { io_.run(); });
  }

  ~Service() { stop(); }

  void stop() {
    if (!thread_.joinable()) return;
    asio::post(io_, [this] { close_all(); });
    thread_.join();
  }

  std::uint16_t port() const { return port_; }
  bool is_tls() const { return tls_.has_value(); }
  Responder& responder() { return responder_; }
  RequestRecorder& recorder() { return recorder_; }
  Holds& holds() { return holds_; }

 private:
  // A connection that is known to the server for as long as it runs.
  class Listed {
   public:
    Listed(std::set<Connection*>& list, Connection& connection)
        : list_(list), connection_(connection) {
      list_.insert(&connection_);
    }
    ~Listed() { list_.erase(&connection_); }
    Listed(const Listed&) = delete;
    Listed& operator=(const Listed&) = delete;

   private:
    std::set<Connection*>& list_;
    Connection& connection_;
  };

  static void report(std::exception_ptr failure) {
    if (!failure) return;
    try {
      std::rethrow_exception(failure);
    } catch (const std::exception& error) {
      std::cerr << "model server: a connection failed: " << error.what() << '\n';
    }
  }

  asio::awaitable<void> accept_all() {
    while (!stopping_) {
      tcp::socket socket(io_);
      const auto [error] = co_await acceptor_.async_accept(socket, kResult);
      if (stopping_) co_return;
      if (error) {
        asio::steady_timer pause(io_, kAcceptPause);
        co_await pause.async_wait(kResult);
        continue;
      }
      asio::co_spawn(io_, serve(std::move(socket)), report);
    }
  }

  asio::awaitable<void> serve(tcp::socket socket) {
    error_code ignored;
    socket.set_option(tcp::no_delay(true), ignored);
    std::unique_ptr<ByteStream> stream;
    if (tls_) {
      stream = std::make_unique<TlsStream>(std::move(socket), *tls_);
    } else {
      stream = std::make_unique<PlainStream>(std::move(socket));
    }
    Connection connection(ConnectionParts{io_, responder_, recorder_, log_, holds_},
                          std::move(stream), ++last_connection_);
    const Listed listed(connections_, connection);
    if (stopping_) co_return;
    co_await connection.run();
  }

  void wake_all() {
    asio::post(io_, [this] {
      for (Connection* connection : connections_) connection->wake();
    });
  }

  void close_all() {
    stopping_ = true;
    error_code ignored;
    acceptor_.close(ignored);
    for (Connection* connection : connections_) connection->close();
  }

  // Before io_: coroutine frames still in it refer to these when it goes.
  std::optional<asio::ssl::context> tls_;
  RequestLog log_;
  RequestRecorder recorder_;
  Holds holds_;
  Responder responder_;
  std::set<Connection*> connections_;
  bool stopping_ = false;  // server thread
  std::uint64_t last_connection_ = 0;
  asio::io_context io_{1};
  tcp::acceptor acceptor_;
  std::uint16_t port_;
  std::thread thread_;
};

ModelServer::ModelServer(Script script, ServerOptions options)
    : service_(std::make_unique<Service>(std::move(script), options)) {}

ModelServer::~ModelServer() = default;

std::uint16_t ModelServer::port() const { return service_->port(); }

std::string ModelServer::base_url() const {
  return std::string(service_->is_tls() ? "https" : "http") +
         "://127.0.0.1:" + std::to_string(port()) + "/v1";
}

void ModelServer::add(Answer answer) { service_->responder().add(std::move(answer)); }

std::size_t ModelServer::answers_left() const { return service_->responder().left(); }

std::vector<RecordedRequest> ModelServer::requests() const { return service_->recorder().all(); }

bool ModelServer::wait_for_requests(std::size_t count, std::chrono::milliseconds timeout) const {
  return service_->recorder().wait_for_requests(count, timeout);
}

bool ModelServer::wait_for_ended(std::size_t count, std::chrono::milliseconds timeout) const {
  return service_->recorder().wait_for_ended(count, timeout);
}

void ModelServer::release(std::string_view name, std::size_t count) {
  service_->holds().release(name, count);
}

void ModelServer::release_all() { service_->holds().release_all(); }

bool ModelServer::wait_for_held(std::string_view name, std::chrono::milliseconds timeout) const {
  return service_->holds().wait_for_held(name, timeout);
}

void ModelServer::stop() { service_->stop(); }

}  // namespace keel::testing
