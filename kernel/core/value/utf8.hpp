// UTF-8 as the whole kernel needs it: is it valid, make it valid, cut it without splitting a
// character.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace keel::core::utf8 {

/// U+FFFD, what stands in for bytes that are not UTF-8.
inline constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

/// Length of the valid sequence that starts `text` (1 to 4), or 0. Overlong forms, surrogates and
/// values above U+10FFFF are not valid. `text` must not be empty.
std::size_t sequence_length(std::string_view text) noexcept;

/// Where `text` does not start a valid sequence: how many bytes one U+FFFD stands for (1 to 3), as
/// the Encoding Standard counts them.
std::size_t invalid_length(std::string_view text) noexcept;

/// Length of the longest prefix of `text` that is valid.
std::size_t valid_prefix(std::string_view text) noexcept;

inline bool validate(std::string_view text) noexcept { return valid_prefix(text) == text.size(); }

/// `text` with each maximal invalid part replaced by U+FFFD. Throws std::bad_alloc.
std::string replace_invalid(std::string_view text);

/// The longest prefix of at most `max_bytes` that does not split a sequence. Bytes that are not
/// UTF-8 are kept as they are; at most 3 bytes fewer than `max_bytes` are given.
std::string_view cut_at_boundary(std::string_view text, std::size_t max_bytes) noexcept;

}  // namespace keel::core::utf8
