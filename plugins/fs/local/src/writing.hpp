// SPDX-License-Identifier: MIT
//
// Changing files, each change in one step. All of it blocks on the disk; worker threads. Whoever
// calls holds the lock of `locked`, the identity that the path had; error kMoved
// (directory_walk.hpp) when it has another one by now.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "keel/cancel_token.hpp"
#include "keel/error.hpp"
#include "reading.hpp"
#include "write_policy.hpp"

namespace keel::fs_local {

/// `expect` of a creation.
inline constexpr std::string_view kMustNotExist = "none";

struct Mutation {
  PathRequest path;
  std::string locked;
  WritePolicy policy;
  /// The identity that the file must have, kMustNotExist, or nothing: unconditional.
  std::optional<std::string> expect;
  CancelToken cancel;
  /// Old content of at least this size is not compared with the new one.
  std::size_t diff_basis_max_bytes = 0;
};

struct WriteDone {
  std::string real;
  std::string display;
  std::string identity;
  bool created = false;
  /// Old text with LF line ends.
  std::optional<std::string> before;
  bool kept_byte_order_mark = false;
  bool kept_crlf = false;
};

struct NewContent {
  std::string_view bytes;
  /// Text takes over the byte order mark and the CRLF of the file that it replaces: whoever wrote
  /// it could not see them.
  bool is_text = true;
  /// Mode of a new file; without it 0666 less the umask.
  std::optional<mode_t> mode;
};

Expected<WriteDone> write_file(const Mutation& mutation, const NewContent& content);

struct EditDone {
  std::string real;
  std::string display;
  std::string identity;
  std::string before;
  std::string after;
  std::size_t replacements = 0;
};

struct TextEdit {
  std::string_view old_text;
  std::string_view new_text;
  bool replace_all = false;
  std::size_t max_bytes = 0;
};

Expected<EditDone> edit_file(const Mutation& mutation, const TextEdit& edit);

/// Removes the entry itself, a link for instance.
Expected<void> remove_file(const Mutation& mutation);

}  // namespace keel::fs_local
