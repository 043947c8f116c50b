// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "keel/error.hpp"

namespace keel::fs_local {

struct EditRequest {
  std::string_view old_text;
  std::string_view new_text;
  bool replace_all = false;
};

/// What became of a text.
struct EditedText {
  /// As it goes to the disk: what was not matched is byte for byte as before.
  std::string content;
  std::size_t replacements = 0;
};

/// Replaces `old_text` in `content`, UTF-8 without byte order mark. Both match with LF for CRLF;
/// lone CR count as they are. Line ends of the new text become those of the span that it replaces,
/// or of the file where that has none. Matches are counted without overlap; the new text is
/// literal. Errors: FS_EDIT_NOT_FOUND, FS_AMBIGUOUS_EDIT. Pure.
Expected<EditedText> edit_text(std::string_view content, const EditRequest& request,
                               std::string_view display_path);

}  // namespace keel::fs_local
