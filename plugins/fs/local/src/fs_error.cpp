// SPDX-License-Identifier: MIT
#include "fs_error.hpp"

#include <cerrno>
#include <system_error>

#include "keel/contracts/fs.hpp"

namespace keel::fs_local {

namespace errors = contracts::fs::errors;

tl::unexpected<Error> fs_fail(std::string_view code, std::string message) {
  return fail(std::string(code), std::move(message), object({{"name", "FsError"}}));
}

tl::unexpected<Error> system_fail(int error_number, std::string_view doing,
                                  std::string_view display_path) {
  const std::string text = "cannot " + std::string(doing) + " " + std::string(display_path) + ": " +
                           std::generic_category().message(error_number);
  switch (error_number) {
    case ENOENT:
    case ENOTDIR:
    case ENAMETOOLONG:
    case ELOOP:
      return fs_fail(errors::kFsNotFound, text);
    case EACCES:
    case EPERM:
    case EROFS:
      return fs_fail(errors::kFsPermissionDenied, text);
    default:
      return fs_fail(errors::kFsIoError, text);
  }
}

}  // namespace keel::fs_local
