// SPDX-License-Identifier: MIT
#include "no_proxy.hpp"

#include <arpa/inet.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <optional>
#include <string>

namespace keel::http_curl {

namespace {

struct Address {
  std::array<unsigned char, 16> bytes{};
  std::size_t size = 0;
};

std::optional<Address> address_of(std::string_view text) {
  const std::string copy(text);
  Address address;
  address.size = 4;
  if (::inet_pton(AF_INET, copy.c_str(), address.bytes.data()) == 1) return address;
  address.size = 16;
  if (::inet_pton(AF_INET6, copy.c_str(), address.bytes.data()) == 1) return address;
  return std::nullopt;
}

template <typename T>
std::optional<T> number_of(std::string_view text) {
  T number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

bool same_prefix(const Address& a, const Address& b, std::size_t bits) {
  if (a.size != b.size || bits > a.size * 8) return false;
  for (std::size_t i = 0; i < a.size && bits > 0; ++i) {
    const std::size_t here = std::min<std::size_t>(bits, 8);
    const unsigned mask = 0xff00U >> here & 0xffU;
    if (((a.bytes[i] ^ b.bytes[i]) & mask) != 0) return false;
    bits -= here;
  }
  return true;
}

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }

bool equal_names(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lower(x) == lower(y); });
}

bool is_name_or_below(std::string_view host, std::string_view name) {
  if (equal_names(host, name)) return true;
  if (host.size() <= name.size() + 1) return false;
  const std::size_t start = host.size() - name.size();
  return host[start - 1] == '.' && equal_names(host.substr(start), name);
}

/// Takes `:port` off the entry; nothing when there is none. An IPv6 address needs brackets for it.
std::optional<std::uint16_t> take_port(std::string_view& entry) {
  const std::size_t colon = entry.rfind(':');
  if (colon == std::string_view::npos) return std::nullopt;
  const bool is_v6 = entry.find(':') != colon;
  if (is_v6 && (colon == 0 || entry[colon - 1] != ']')) return std::nullopt;
  const auto port = number_of<std::uint16_t>(entry.substr(colon + 1));
  if (port) entry = entry.substr(0, colon);
  return port;
}

bool matches(std::string_view host, std::uint16_t port, std::string_view entry) {
  if (entry == "*") return true;
  if (const auto wanted = take_port(entry); wanted && *wanted != port) return false;
  if (entry.size() > 2 && entry.front() == '[' && entry.back() == ']') {
    entry = entry.substr(1, entry.size() - 2);
  }
  const std::size_t slash = entry.find('/');
  if (const auto address = address_of(entry.substr(0, slash))) {
    const auto of_host = address_of(host);
    if (!of_host) return false;
    if (slash == std::string_view::npos) return same_prefix(*of_host, *address, address->size * 8);
    const auto bits = number_of<std::size_t>(entry.substr(slash + 1));
    return bits && same_prefix(*of_host, *address, *bits);
  }
  if (entry.substr(0, 2) == "*.") entry.remove_prefix(2);
  if (!entry.empty() && entry.front() == '.') entry.remove_prefix(1);
  return !entry.empty() && is_name_or_below(host, entry);
}

}  // namespace

bool is_listed(std::string_view host, std::uint16_t port, std::string_view list) {
  constexpr std::string_view kSeparators = ", \t\r\n";
  while (true) {
    const std::size_t start = list.find_first_not_of(kSeparators);
    if (start == std::string_view::npos) return false;
    list.remove_prefix(start);
    const std::size_t end = std::min(list.find_first_of(kSeparators), list.size());
    if (matches(host, port, list.substr(0, end))) return true;
    list.remove_prefix(end);
  }
}

bool is_loopback(std::string_view host) {
  if (is_name_or_below(host, "localhost")) return true;
  const auto address = address_of(host);
  if (!address) return false;
  return same_prefix(*address, *address_of("127.0.0.0"), 8) ||
         same_prefix(*address, *address_of("::1"), 128);
}

}  // namespace keel::http_curl
