// SPDX-License-Identifier: MIT
#include "fresh_id.hpp"

#include <cstdint>
#include <random>
#include <string_view>

namespace keel::agent_loop {

std::string fresh_id() {
  constexpr std::string_view kHex = "0123456789abcdef";
  constexpr std::string_view kVariant = "89ab";
  std::random_device device;
  std::string text = "xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx";
  std::uint32_t bits = 0;
  int left = 0;
  for (char& c : text) {
    if (c != 'x' && c != 'y') continue;
    if (left == 0) {
      bits = device();
      left = 8;
    }
    c = c == 'x' ? kHex[bits & 15U] : kVariant[bits & 3U];
    bits >>= 4U;
    --left;
  }
  return text;
}

}  // namespace keel::agent_loop
