// SHA-256, by OpenSSL.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace keel::core {

/// 64 lower-case hexadecimal digits; empty text only if OpenSSL cannot provide SHA-256 at all.
std::string sha256_hex(std::span<const std::byte> bytes);

}  // namespace keel::core
