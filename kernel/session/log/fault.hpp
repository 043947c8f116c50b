// SPDX-License-Identifier: MIT
// The failures of the log, as errors of the contract session@0.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "keel/error.hpp"

namespace keel::session {

namespace fault {
/// Data, envelope or type cannot be logged. data: {type, path, expected, found}.
inline constexpr std::string_view kInvalidEvent = "INVALID_EVENT";
/// The surface does not allow what the event asks for.
inline constexpr std::string_view kInvalidSurface = "INVALID_SURFACE";
/// A type or form that earlier builds wrote and nobody reads any more.
inline constexpr std::string_view kRetiredEvent = "RETIRED_EVENT";
/// Between turns, and the event is none of those that may stand there.
inline constexpr std::string_view kOutsideTurn = "OUTSIDE_TURN";
/// append_out_of_band with a type whose contract does not say `standalone: true`.
inline constexpr std::string_view kNotStandalone = "NOT_STANDALONE";
/// The header of a session is not well formed.
inline constexpr std::string_view kInvalidHeader = "INVALID_HEADER";
/// Checked mode: turns, steps, calls and results do not fit together.
inline constexpr std::string_view kInvalidOrder = "INVALID_ORDER";
/// Stored bytes are damaged.
inline constexpr std::string_view kCorrupt = "SESSION_CORRUPT";
/// Stored bytes may be fine, but this build cannot interpret them: another format version, or an
/// event type that it must know and does not.
inline constexpr std::string_view kUnsupported = "SESSION_FORMAT_UNSUPPORTED";
/// The part of the log asked for is not in memory.
inline constexpr std::string_view kNotResident = "NOT_RESIDENT";
/// The medium failed: no space, no permission, an input or output error. data: {errno}.
inline constexpr std::string_view kStorage = "SESSION_STORAGE";
/// Another process, or this one, has the session open for writing. data: {pid}.
inline constexpr std::string_view kLocked = "SESSION_LOCKED";
inline constexpr std::string_view kNotFound = "SESSION_NOT_FOUND";
inline constexpr std::string_view kAlreadyExists = "SESSION_ALREADY_EXISTS";
}  // namespace fault

/// An error with status KEEL_REFUSED: the caller asked for something that is not allowed.
Error refused(std::string_view code, std::string message, Value data = {});

/// "event \"<type>\": <path>: expected <expected>, found <found>" with the same four facts as data.
Error refused_shape(std::string_view type, const std::string& path, std::string_view expected,
                    std::string_view found);

/// What a value is, for a message: its kind, and for short texts and numbers its content.
std::string describe(ValueView value);

/// The text in double quotes, cut at 60 bytes on a character boundary.
std::string in_quotes(std::string_view text);

}  // namespace keel::session
