// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "keel/error.hpp"

namespace keel::fs_local {

/// A failure with a code of the contract. `data.name` is what durable results call its kind.
tl::unexpected<Error> fs_fail(std::string_view code, std::string message);

/// What the system said about `path`: FS_NOT_FOUND, FS_PERMISSION_DENIED or FS_IO_ERROR.
/// `doing` completes "cannot ... <path>".
tl::unexpected<Error> system_fail(int error_number, std::string_view doing,
                                  std::string_view display_path);

}  // namespace keel::fs_local
