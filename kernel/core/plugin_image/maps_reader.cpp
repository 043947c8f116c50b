#include "core/plugin_image/maps_reader.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

namespace keel::core {
namespace {

constexpr int kEnd = -1;

int hex_digit(int character) {
  if (character >= '0' && character <= '9') return character - '0';
  if (character >= 'a' && character <= 'f') return character - 'a' + 10;
  return -1;
}

}  // namespace

MapsReader::MapsReader(std::span<char> path_buffer) noexcept
    : file_(open("/proc/self/maps", O_RDONLY | O_CLOEXEC)), path_buffer_(path_buffer) {}

// start-end permissions offset device inode path
bool MapsReader::next(MapLine& line) noexcept {
  int character = 0;
  line.start = hex_number(character);
  if (character != '-') return false;
  line.end = hex_number(character);
  for (int field = 0; field < 4; ++field) {
    do character = get();
    while (character != ' ' && character != '\n' && character != kEnd);
  }
  while (character == ' ') character = get();
  std::size_t length = 0;
  for (; character != '\n' && character != kEnd; character = get()) {
    if (length < path_buffer_.size()) path_buffer_[length++] = static_cast<char>(character);
  }
  line.path = {path_buffer_.data(), length};
  return true;
}

int MapsReader::get() noexcept {
  if (used_ == filled_) {
    if (!file_) return kEnd;
    ssize_t count;
    do count = read(file_.descriptor(), block_, sizeof block_);
    while (count < 0 && errno == EINTR);
    failed_ = count < 0;
    if (count <= 0) return kEnd;
    used_ = 0;
    filled_ = static_cast<std::size_t>(count);
  }
  return static_cast<unsigned char>(block_[used_++]);
}

std::uint64_t MapsReader::hex_number(int& stop) noexcept {
  std::uint64_t number = 0;
  for (;;) {
    stop = get();
    const int digit = hex_digit(stop);
    if (digit < 0) return number;
    number = number << 4 | static_cast<std::uint64_t>(digit);
  }
}

}  // namespace keel::core
