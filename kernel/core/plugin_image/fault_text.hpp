// How this folder writes numbers, hashes and bytes that come from a hostile file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace keel::core {

/// Two lower-case digits per byte, without prefix.
std::string hex_digits(std::span<const std::byte> bytes);

/// "0x1f".
std::string hex_text(std::uint64_t number);

/// The bytes in single quotes, everything that is not printable ASCII as \xNN, cut after 64 bytes.
std::string quoted_text(std::string_view bytes);

/// "No such file or directory (errno 2)".
std::string errno_text(int error_number);

}  // namespace keel::core
