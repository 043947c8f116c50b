// SPDX-License-Identifier: MIT
#include "core/contract/content_hash.hpp"

#include <array>
#include <stdexcept>

#include <openssl/evp.h>

namespace keel::core {

std::string content_hash(ValueView document) {
  const std::string text = to_json(document);
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned int size = 0;
  if (EVP_Digest(text.data(), text.size(), digest.data(), &size, EVP_sha256(), nullptr) != 1) {
    throw std::runtime_error("SHA-256 is not available in the OpenSSL library of this process");
  }
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string hex;
  for (unsigned int i = 0; i < size; ++i) {
    hex += kDigits[digest[i] >> 4U];
    hex += kDigits[digest[i] & 0x0FU];
  }
  return hex;
}

}  // namespace keel::core
