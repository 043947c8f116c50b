// SPDX-License-Identifier: MIT
// Which schemas are accepted.
#pragma once

#include <cstdint>

namespace keel::core {

enum class Dialect : std::uint8_t {
  /// Arguments and values of tools, and structured outputs. Per schema object exactly one `type` of
  /// object, array, string,
  /// number, integer, boolean, null, or none for any JSON; `properties`, `required` (declared
  /// names), boolean
  /// `additionalProperties`; `items`; `enum` and `const` of scalars; `oneOf` with two or more
  /// branches and nothing
  /// constraining beside it; the annotations `description`, `title`, `default`, `examples`. A value
  /// must survive JSON:
  /// no bytes, no -0.
  kTool,
  /// Contracts and configuration: the same, and
  /// - `minimum`, `maximum`; `minLength`, `maxLength` (code points; bytes for type bytes),
  /// `pattern`; `minItems`, `maxItems`;
  /// - the type `bytes`;
  /// - `$ref` to "#/types/Name", or "contract@major#/types/Name" of another contract;
  /// - `x-open: true` beside `enum`: other values of the type are let through;
  /// - `discriminator: "member"` beside `oneOf`: each branch is an object that requires this member
  /// with a `const` or `enum` of
  ///   strings, and only the branch that it names counts. `open: true` lets unknown tags through,
  ///   unless a contract that
  ///   `extends` the union declares the tag. `x-union` names an open union for those; a type
  ///   ContentBlock is
  ///   "content-block" without it;
  /// - the annotations `x-id` (name of an id type) and `x-secret` (values are never shown in
  /// messages) on strings.
  kContract,
};

}  // namespace keel::core
