// SPDX-License-Identifier: MIT
//
// The reader of event streams: no input may break it, and how the input is cut changes nothing.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "sse_reader.hpp"

namespace {

using keel::llm_openai::SseReader;

std::vector<std::string> read(std::string_view body, std::string_view sizes) {
  SseReader reader;
  std::vector<std::string> events;
  const auto take = [&] {
    while (const auto event = reader.next()) {
      events.push_back(std::to_string(static_cast<int>(event->kind)) + std::string(event->name) +
                       "|" + std::string(event->data));
    }
  };
  std::size_t turn = 0;
  while (!body.empty()) {
    std::size_t size = body.size();
    if (!sizes.empty()) size = 1 + static_cast<unsigned char>(sizes[turn++ % sizes.size()]) % 16U;
    reader.feed(body.substr(0, size));
    body.remove_prefix(size < body.size() ? size : body.size());
    take();
  }
  reader.end();
  take();
  return events;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const std::size_t half = size / 4;
  const std::string_view sizes = input.substr(0, half);
  const std::string_view body = input.substr(half);
  if (read(body, {}) != read(body, sizes)) std::abort();
  return 0;
}
