// SPDX-License-Identifier: MIT
// Computed values as they are written: tables with one key that begins with `$`.
//
//   { "$env" = "NAME", default = "text" }   an environment variable; the default may be any scalar
//   { "$file" = "path" }                    the text of a file, relative to the file that says so
//   { "$command" = ["program", "arg"] }     what a program prints
//   { "$home" = "sub/path" }                a path below Keel's home
//   { "$cwd" = "sub/path" }                 a path below the working directory
//
// Each may say `secret = true` or `secret = false`; without it $file, $command and the variables
// whose names speak of keys, tokens, secrets or passwords are secret.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

#include "keel/value.hpp"

namespace keel::core {

enum class ComputedKind : std::uint8_t { kEnv, kFile, kCommand, kHome, kCwd };

/// A computed value, read. Borrows from the value that it was read from.
struct Computed {
  ComputedKind kind = ComputedKind::kEnv;
  std::string_view text;  ///< The name or path; for $command the program.
  ValueView arguments;    ///< For $command the whole array of strings.
  ValueView fallback;     ///< Absent when there is no default.
  bool secret = false;
};

/// What is wrong with a computed value: sentences without places.
struct ComputedFault {
  std::string cause;
  std::string remedy;
};

/// Nothing when `value` is not a table with a key that begins with `$`.
tl::expected<std::optional<Computed>, ComputedFault> read_computed(ValueView value);

/// True when `value` is a table with a key that begins with `$`, well formed or not.
bool looks_computed(ValueView value);

/// True when `name` contains KEY, TOKEN, SECRET or PASSWORD, in any case.
bool is_secret_name(std::string_view name);

/// What people see in place of a secret: "<secret from env NAME>", "<secret from file PATH>",
/// "<secret from command PROGRAM>".
std::string secret_label(const Computed& computed);

}  // namespace keel::core
