// SPDX-License-Identifier: MIT
//
// The shapes in which a tool answers.
#pragma once

#include <string>
#include <string_view>

#include "keel/error.hpp"
#include "keel/value.hpp"

namespace keel::tool_kit {

/// What render() gives: one block of text, and meta for cards.
Value rendered(std::string_view text, const Value& meta = {});

/// What execute() gives.
Value run_result(const Value& value);

/// The envelope of the file tools: path, type and a body.
std::string file_envelope(std::string_view path, std::string_view body);

/// A failure with the kind that durable results call it by.
tl::unexpected<Error> tool_fail(std::string_view kind, std::string_view code, std::string message);

/// The arguments fit the schema, but not the tool: INVALID_ARGS.
tl::unexpected<Error> bad_arguments(std::string message);

/// `object` with one more member.
Value with_member(ValueView object, std::string_view name, const Value& member);

/// Whether the call was given up.
bool is_cancelled(const Error& error);

/// Line for the model, exactly as it is parsed elsewhere.
std::string denial_marker(std::string_view mode);

}  // namespace keel::tool_kit
