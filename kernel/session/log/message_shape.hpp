// SPDX-License-Identifier: MIT
// The shapes that several core events share: messages, their blocks and sources, request headers.
#pragma once

#include <string_view>

#include "session/log/shape_check.hpp"

namespace keel::session {

/// How much is asked of a value: at append all known fields, at load what folds depend on.
enum class Rigour : std::uint8_t { kAppend, kLoad };

/// {id, role, content, source} with the given role. An assistant message comes from a model.
bool check_message(ShapeCheck& check, ValueView message, std::string_view role, Rigour rigour,
                   const ShapePath& at);

/// {kind: non-empty, ...}
bool check_source(ShapeCheck& check, ValueView source, const ShapePath& at);

/// An array of content blocks; nested blocks too. Unknown block types pass.
bool check_content(ShapeCheck& check, ValueView content, const ShapePath& at);

/// One content block, without the blocks nested in it.
bool check_block(ShapeCheck& check, ValueView block, const ShapePath& at);

/// message of a tool/result: from a tool, with exactly one tool-result block of the same call.
bool check_tool_message(ShapeCheck& check, ValueView message, Rigour rigour, const ShapePath& at);

/// EpochHeader: config, adapterDefaults, system, messagePrefix, tools.
bool check_header(ShapeCheck& check, ValueView header, Rigour rigour, const ShapePath& at);

/// {inputTokens, outputTokens, ...}
bool check_usage(ShapeCheck& check, ValueView usage, const ShapePath& at);

/// {message, code, ...}
bool check_failure(ShapeCheck& check, ValueView failure, const ShapePath& at);

}  // namespace keel::session
