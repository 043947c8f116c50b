// SPDX-License-Identifier: MIT
//
// UTF-8 as files and pipes hand it over: checked, made valid, cut without splitting a character.
// Pure functions; any thread.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace keel::text {

/// What stands in for bytes that are not UTF-8.
inline constexpr std::string_view kReplacement = "\xEF\xBF\xBD";
/// The byte order mark that some editors put in front.
inline constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

/// Bytes of the valid sequence that `text` starts with, 1 to 4; 0 when it starts with none.
/// `text` is not empty.
std::size_t sequence_length(std::string_view text) noexcept;
/// Bytes of the longest valid prefix.
std::size_t valid_prefix(std::string_view text) noexcept;
inline bool is_utf8(std::string_view text) noexcept { return valid_prefix(text) == text.size(); }

/// `text` with each maximal invalid part replaced by U+FFFD.
std::string replace_invalid(std::string_view text);

/// Bytes at the end that begin a sequence and lack its rest: 0 to 3. They may be completed by what
/// comes next.
std::size_t unfinished_tail(std::string_view text) noexcept;

/// The longest prefix of at most `max_bytes` that splits no character.
std::string_view cut_bytes(std::string_view text, std::size_t max_bytes) noexcept;
/// The longest suffix of at most `max_bytes` that splits no character.
std::string_view last_bytes(std::string_view text, std::size_t max_bytes) noexcept;
/// The first `max_characters` code points of valid text.
std::string_view cut_characters(std::string_view text, std::size_t max_characters) noexcept;
/// Code points of valid text.
std::size_t count_characters(std::string_view text) noexcept;

}  // namespace keel::text
