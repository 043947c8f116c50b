#include "core/plugin_image/sha256.hpp"

#include <openssl/evp.h>

#include <array>

#include "core/plugin_image/fault_text.hpp"

namespace keel::core {

std::string sha256_hex(std::span<const std::byte> bytes) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest;
  unsigned size = 0;
  if (EVP_Digest(bytes.data(), bytes.size(), digest.data(), &size, EVP_sha256(), nullptr) != 1) {
    return {};
  }
  return hex_digits(std::as_bytes(std::span(digest).first(size)));
}

}  // namespace keel::core
