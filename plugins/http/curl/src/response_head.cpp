// SPDX-License-Identifier: MIT
#include "response_head.hpp"

#include <algorithm>
#include <charconv>

namespace keel::http_curl {

namespace {

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r\n";
  const std::size_t start = text.find_first_not_of(kBlank);
  if (start == std::string_view::npos) return {};
  return text.substr(start, text.find_last_not_of(kBlank) - start + 1);
}

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  return lower;
}

std::string from_latin1(std::string_view text) {
  std::string utf8;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80) {
      utf8 += c;
    } else {
      utf8 += static_cast<char>(0xc0U | byte >> 6U);
      utf8 += static_cast<char>(0x80U | (byte & 0x3fU));
    }
  }
  return utf8;
}

Value text_value(const std::string& text) {
  Value value(text);
  return value.is_absent() ? Value(from_latin1(text)) : value;
}

}  // namespace

bool ResponseHead::add_line(std::string_view line) {
  if (complete_) return true;
  bytes_ += line.size();
  if (bytes_ > kMaxBytes) return false;
  if (line.substr(0, 5) == "HTTP/") {
    begin(line);
    return true;
  }
  const std::string_view text = trimmed(line);
  if (text.empty()) {
    complete_ = status_ >= 200;
    return true;
  }
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) return true;
  headers_.emplace_back(lower_case(trimmed(text.substr(0, colon))),
                        std::string(trimmed(text.substr(colon + 1))));
  return true;
}

void ResponseHead::begin(std::string_view status_line) {
  headers_.clear();
  const std::size_t blank = std::min(status_line.find(' '), status_line.size());
  version_ = status_line.substr(5, blank - 5);
  status_ = 0;
  const std::string_view rest = trimmed(status_line.substr(blank));
  std::from_chars(rest.data(), rest.data() + rest.size(), status_);
}

Value ResponseHead::to_value() const {
  Builder builder;
  builder.begin_object().member("status", status_).name("headers").begin_array();
  for (const auto& [name, value] : headers_) {
    builder.begin_array();
    builder.put(static_cast<const ValueView&>(text_value(name)));
    builder.put(static_cast<const ValueView&>(text_value(value)));
    builder.end();
  }
  builder.end();
  builder.name("version").put(static_cast<const ValueView&>(text_value(version_)));
  builder.end();
  return builder.finish_or_absent();
}

}  // namespace keel::http_curl
