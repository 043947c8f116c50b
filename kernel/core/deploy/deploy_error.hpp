// SPDX-License-Identifier: MIT
// The errors of this folder: a closed list of codes, and one shape of message.
#pragma once

#include <string>
#include <string_view>

#include "keel/error.hpp"

namespace keel::core {

/// Codes of the errors that this folder returns (Error::code).
namespace deploy_code {
inline constexpr std::string_view kUnreadable = "deploy-unreadable";  ///< A file cannot be read.
inline constexpr std::string_view kSyntax = "deploy-syntax";        ///< Not TOML, not a .env file.
inline constexpr std::string_view kInvalid = "deploy-invalid";      ///< Well formed, not allowed.
inline constexpr std::string_view kDuplicate = "deploy-duplicate";  ///< Two rows with one id.
inline constexpr std::string_view kUnknownRow = "deploy-unknown-row";  ///< --set names no row.
inline constexpr std::string_view kUnresolved =
    "deploy-unresolved";  ///< A computed value has none.
inline constexpr std::string_view kForbidden =
    "deploy-forbidden-name";                                       ///< .env sets a guarded name.
inline constexpr std::string_view kNotFound = "deploy-not-found";  ///< A plugin or home is missing.
}  // namespace deploy_code

/// "<place>: <cause>. <remedy>" under `code`. `place` and `remedy` may be empty; neither text ends
/// with a full stop. Text that is not printable UTF-8 is escaped.
Error deploy_error(std::string_view code, std::string_view place, std::string_view cause,
                   std::string_view remedy);

/// `text` with control characters and bytes that are not UTF-8 as \xNN, at most `limit` bytes long
/// with "..." behind: names from files go into messages and comments through this.
std::string printable(std::string_view text, std::size_t limit = 400);

/// printable() between double quotes.
std::string in_quotes(std::string_view text, std::size_t limit = 400);

}  // namespace keel::core
