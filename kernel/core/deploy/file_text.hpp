// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

#include <tl/expected.hpp>

namespace keel::core {

enum class FileFaultKind {
  kMissing,     ///< No such file.
  kUnreadable,  ///< Permission, a directory, a pipe or device, an I/O error.
  kTooLarge,    ///< More bytes than allowed.
};

/// `cause` continues a sentence: "is a directory", "cannot be opened (Permission denied)".
struct FileFault {
  FileFaultKind kind;
  std::string cause;
};

/// The whole content of a regular file of at most `limit` bytes. Never waits for a pipe or a
/// terminal. Any thread.
tl::expected<std::string, FileFault> read_file_text(const std::filesystem::path& path,
                                                    std::size_t limit);

}  // namespace keel::core
