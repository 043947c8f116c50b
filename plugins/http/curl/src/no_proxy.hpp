// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>

namespace keel::http_curl {

/// Whether `list`, the value of no_proxy, names the host: entries separated by commas or blanks,
/// each
/// `*`, a name (with or without a leading dot; names below it match too), an address, or a range of
/// addresses such as 10.0.0.0/8; a name or address may end in `:port`. Case is ignored.
bool is_listed(std::string_view host, std::uint16_t port, std::string_view list);

/// localhost, names below it, 127.0.0.0/8 and ::1: a proxy has a localhost of its own.
bool is_loopback(std::string_view host);

}  // namespace keel::http_curl
