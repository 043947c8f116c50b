// SPDX-License-Identifier: MIT
#include "session/jsonl/paths.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "core/value/utf8.hpp"
#include "session/log/fault.hpp"

namespace keel::session::jsonl {

namespace {

constexpr std::size_t kMaxSlug = 251;

bool is_literal(char32_t point) {
  return (point >= 'A' && point <= 'Z') || (point >= 'a' && point <= 'z') ||
         (point >= '0' && point <= '9') || point == '.' || point == '_' || point == '-';
}

bool is_separator(char32_t point) { return point == '/' || point == '\\' || point == ':'; }

/// The next character of valid UTF-8, which is taken off the front of `text`.
char32_t take_point(std::string_view& text) {
  const auto byte = [&text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const std::size_t size = core::utf8::sequence_length(text);
  char32_t point = byte(0);
  if (size == 2) point = (point & 0x1FU) << 6U | (byte(1) & 0x3FU);
  if (size == 3) point = (point & 0x0FU) << 12U | (byte(1) & 0x3FU) << 6U | (byte(2) & 0x3FU);
  if (size == 4) {
    point = (point & 0x07U) << 18U | (byte(1) & 0x3FU) << 12U | (byte(2) & 0x3FU) << 6U |
            (byte(3) & 0x3FU);
  }
  text.remove_prefix(size);
  return point;
}

void append_unit(std::string& out, std::uint32_t unit) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  out += '~';
  for (unsigned shift = 16; shift > 0;) {
    shift -= 4;
    out += kHex[(unit >> shift) & 0xFU];
  }
}

void append_point(std::string& out, char32_t point) {
  if (is_literal(point)) {
    out += static_cast<char>(point);
    return;
  }
  if (point < 0x10000) {
    append_unit(out, static_cast<std::uint32_t>(point));
    return;
  }
  const auto rest = static_cast<std::uint32_t>(point) - 0x10000U;
  append_unit(out, 0xD800U + (rest >> 10U));
  append_unit(out, 0xDC00U + (rest & 0x3FFU));
}

void append_utf8(std::string& out, std::uint32_t point) {
  if (point < 0x80) {
    out += static_cast<char>(point);
    return;
  }
  if (point < 0x800) {
    out += static_cast<char>(0xC0U | point >> 6U);
  } else if (point < 0x10000) {
    out += static_cast<char>(0xE0U | point >> 12U);
    out += static_cast<char>(0x80U | ((point >> 6U) & 0x3FU));
  } else {
    out += static_cast<char>(0xF0U | point >> 18U);
    out += static_cast<char>(0x80U | ((point >> 12U) & 0x3FU));
    out += static_cast<char>(0x80U | ((point >> 6U) & 0x3FU));
  }
  out += static_cast<char>(0x80U | (point & 0x3FU));
}

/// Four hexadecimal digits after a '~' at `at`.
std::optional<std::uint32_t> unit_at(std::string_view segment, std::size_t at) {
  if (at + 5 > segment.size() || segment[at] != '~') return std::nullopt;
  std::uint32_t unit = 0;
  for (std::size_t i = at + 1; i < at + 5; ++i) {
    const char c = segment[i];
    const bool digit = c >= '0' && c <= '9';
    if (!digit && (c < 'A' || c > 'F')) return std::nullopt;
    unit = unit << 4U | static_cast<std::uint32_t>(digit ? c - '0' : c - 'A' + 10);
  }
  return unit;
}

std::string slug_of(std::string_view cwd) {
  std::string slug;
  bool in_separators = false;
  while (!cwd.empty()) {
    if (core::utf8::sequence_length(cwd) == 0) {
      // Not UTF-8: a path of the file system may be anything, and the slug identifies nothing.
      append_unit(slug, 0xFFFD);
      cwd.remove_prefix(1);
      continue;
    }
    const char32_t point = take_point(cwd);
    const bool separator = is_separator(point);
    if (separator && !in_separators) slug += '-';
    if (!separator) append_point(slug, point);
    in_separators = separator;
  }
  return slug.substr(std::min(slug.find_first_not_of('-'), slug.size()));
}

}  // namespace

Expected<std::string> id_segment(std::string_view id) {
  if (id.empty() || !core::utf8::validate(id)) {
    return tl::make_unexpected(
        refused(fault::kInvalidHeader, "session id: expected non-empty UTF-8 text, found " +
                                           (id.empty() ? "nothing" : in_quotes(id))));
  }
  if (id == ".") return std::string("~002E");
  if (id == "..") return std::string("~002E~002E");
  std::string segment;
  while (!id.empty()) append_point(segment, take_point(id));
  return segment;
}

std::optional<std::string> id_of_segment(std::string_view segment) {
  std::string id;
  for (std::size_t i = 0; i < segment.size();) {
    if (segment[i] != '~') {
      id += segment[i++];
      continue;
    }
    const auto unit = unit_at(segment, i);
    if (!unit) return std::nullopt;
    i += 5;
    if (*unit < 0xD800 || *unit > 0xDFFF) {
      append_utf8(id, *unit);
      continue;
    }
    const auto low = unit_at(segment, i);
    if (*unit > 0xDBFF || !low || *low < 0xDC00 || *low > 0xDFFF) return std::nullopt;
    i += 5;
    append_utf8(id, 0x10000U + ((*unit - 0xD800U) << 10U) + (*low - 0xDC00U));
  }
  // One id has one name: whatever else reads as it is not ours.
  const auto again = id_segment(id);
  if (!again || *again != segment) return std::nullopt;
  return id;
}

std::string project_folder(const std::optional<std::string>& cwd) {
  if (!cwd) return "_no-cwd";
  std::string slug = slug_of(*cwd);
  if (slug.empty()) slug = "root";
  if (slug.size() > kMaxSlug) slug.resize(kMaxSlug);
  return "--" + slug + "--";
}

std::string_view file_name(Encoding encoding) {
  return encoding == Encoding::kZstd ? "session.jsonl.zstd" : "session.jsonl";
}

Expected<std::filesystem::path> session_folder(const std::filesystem::path& root,
                                               const SessionHeader& header) {
  auto segment = id_segment(header.id);
  if (!segment) return tl::make_unexpected(std::move(segment.error()));
  return root / project_folder(header.cwd) / *segment;
}

}  // namespace keel::session::jsonl
