// SPDX-License-Identifier: MIT
#include "pipe.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>

#include "keel/contracts/proc.hpp"

namespace keel::proc_local {

namespace {

/// A child's 0, 1, 2 and its status descriptor lie below.
constexpr int kFirstFree = 10;
constexpr std::size_t kReadBytes = 64 * 1024;
/// A child that never stops writing must leave room for everything else on the kernel thread.
constexpr int kReadsAtOnce = 4;

tl::unexpected<Error> no_descriptor(int error) {
  return fail(std::string(contracts::proc::errors::kIo),
              "no descriptor for a child: " + std::generic_category().message(error));
}

Expected<OwnedFd> move_up(OwnedFd fd) {
  if (fd.get() >= kFirstFree) return fd;
  OwnedFd moved(::fcntl(fd.get(), F_DUPFD_CLOEXEC, kFirstFree));
  if (!moved.valid()) return no_descriptor(errno);
  return moved;
}

bool set_nonblocking(int fd) {
  const int flags = ::fcntl(fd, F_GETFL);
  return flags >= 0 && ::fcntl(fd, F_SETFL, flags | O_NONBLOCK) == 0;
}

}  // namespace

Expected<PipeEnds> pipe_above_standard() {
  std::array<int, 2> fds{-1, -1};
  if (::pipe2(fds.data(), O_CLOEXEC) != 0) return no_descriptor(errno);
  OwnedFd low_read(fds[0]);
  OwnedFd low_write(fds[1]);
  Expected<OwnedFd> read = move_up(std::move(low_read));
  if (!read) return tl::make_unexpected(std::move(read.error()));
  Expected<OwnedFd> write = move_up(std::move(low_write));
  if (!write) return tl::make_unexpected(std::move(write.error()));
  return PipeEnds{std::move(*read), std::move(*write)};
}

Expected<OwnedFd> null_above_standard() {
  OwnedFd null(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  if (!null.valid()) return no_descriptor(errno);
  return move_up(std::move(null));
}

Expected<void> OutputPipe::open(const Context& context, OwnedFd fd, Sink sink) {
  context_ = context;
  fd_ = std::move(fd);
  sink_ = std::move(sink);
  if (!set_nonblocking(fd_.get())) return no_descriptor(errno);
  return watch();
}

Expected<void> OutputPipe::watch() {
  Expected<Registration> watch = context_.watch_fd(
      fd_.get(), KEEL_WATCH_READ, [this](std::int32_t, std::uint32_t) { read_ready(); });
  if (!watch) return tl::make_unexpected(std::move(watch.error()));
  watch_ = std::move(*watch);
  return {};
}

void OutputPipe::read_ready() {
  std::array<char, kReadBytes> bytes;
  for (int i = 0; i < kReadsAtOnce && fd_.valid(); ++i) {
    const ssize_t got = ::read(fd_.get(), bytes.data(), bytes.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && errno == EAGAIN) return;
    if (got <= 0) {
      close();
      sink_({});
      return;
    }
    sink_(std::string_view(bytes.data(), static_cast<std::size_t>(got)));
    // The sink may have had enough.
    if (!watch_) return;
  }
}

void OutputPipe::pause() { watch_.undo(); }

Expected<void> OutputPipe::go_on() {
  if (!fd_.valid() || watch_) return {};
  return watch();
}

void OutputPipe::close() {
  watch_.undo();
  fd_.reset();
}

OwnedFd OutputPipe::release() {
  watch_.undo();
  return std::move(fd_);
}

Expected<void> InputPipe::open(const Context& context, OwnedFd fd, std::string text) {
  fd_ = std::move(fd);
  text_ = std::move(text);
  if (!set_nonblocking(fd_.get())) return no_descriptor(errno);
  Expected<Registration> watch = context.watch_fd(
      fd_.get(), KEEL_WATCH_WRITE, [this](std::int32_t, std::uint32_t) { write_some(); });
  if (!watch) return tl::make_unexpected(std::move(watch.error()));
  watch_ = std::move(*watch);
  return {};
}

void InputPipe::write_some() {
  while (written_ < text_.size()) {
    const ssize_t wrote = ::write(fd_.get(), text_.data() + written_, text_.size() - written_);
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote < 0 && errno == EAGAIN) return;
    // EPIPE: the child reads no more. The host ignores SIGPIPE.
    if (wrote < 0) break;
    written_ += static_cast<std::size_t>(wrote);
  }
  close();
}

void InputPipe::close() {
  watch_.undo();
  fd_.reset();
}

}  // namespace keel::proc_local
