// SPDX-License-Identifier: MIT
#include "session/jsonl/byte_source.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <unistd.h>

#include "session/jsonl/storage_fault.hpp"

namespace keel::session::jsonl {

Expected<std::size_t> MemorySource::read(std::uint64_t offset, std::span<char> into) {
  if (offset >= bytes_.size()) return std::size_t{0};
  const std::size_t size = std::min(into.size(), bytes_.size() - static_cast<std::size_t>(offset));
  std::memcpy(into.data(), bytes_.data() + offset, size);
  return size;
}

Expected<std::size_t> FileSource::read(std::uint64_t offset, std::span<char> into) {
  std::size_t done = 0;
  while (done < into.size()) {
    const ssize_t got = ::pread(descriptor_, into.data() + done, into.size() - done,
                                static_cast<off_t>(offset + done));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0)
      return tl::make_unexpected(storage_fault("a session file could not be read", errno));
    if (got == 0) break;
    done += static_cast<std::size_t>(got);
  }
  return done;
}

}  // namespace keel::session::jsonl
