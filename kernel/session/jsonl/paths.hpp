// SPDX-License-Identifier: MIT
// Where a session lies below the root: <root>/<project>/<id segment>/session.jsonl[.zstd].
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "keel/error.hpp"
#include "session/log/session_header.hpp"

namespace keel::session::jsonl {

enum class Encoding { kPlain, kZstd };

/// The id as a file name: letters, digits, '.', '_' and '-' as they are, every other UTF-16 code
/// unit as '~' and four upper-case hexadecimal digits. Different ids give different names; none is
/// "." or "..". Refuses an empty id and text that is not UTF-8.
Expected<std::string> id_segment(std::string_view id);

/// The id that id_segment() made `segment` from; nothing when it made it from none.
std::optional<std::string> id_of_segment(std::string_view segment);

/// "_no-cwd", or "--<slug>--" made of the path. Groups sessions and does not identify them:
/// different paths may share a folder.
std::string project_folder(const std::optional<std::string>& cwd);

/// "session.jsonl" or "session.jsonl.zstd"
std::string_view file_name(Encoding encoding);

/// <root>/<project>/<id segment>
Expected<std::filesystem::path> session_folder(const std::filesystem::path& root,
                                               const SessionHeader& header);

}  // namespace keel::session::jsonl
