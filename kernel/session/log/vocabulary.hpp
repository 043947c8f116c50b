// SPDX-License-Identifier: MIT
// Which stored logs this build can interpret: the format version, and the event types it knows.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

#include "keel/error.hpp"

namespace keel::session {

/// The format version that this build writes, and the only one that it reads.
inline constexpr std::int64_t kFormatVersion = 0;

/// Refuses (SESSION_FORMAT_UNSUPPORTED) any other version, saying whether the log is newer or older
/// and where its bytes are. `artifact` may be empty.
std::optional<Error> find_version_fault(std::int64_t version, std::string_view artifact = {});

/// True for the core types and the types of the plugins that were there from the start.
bool is_builtin_type(std::string_view type);

/// True for the built-in log-only types that may stand between turns.
bool is_builtin_standalone(std::string_view type);

/// The event types that a reader may find without `ignorable: true`.
class Vocabulary {
 public:
  /// True for a type that a loaded contract declares. May be empty.
  using Declared = std::function<bool(std::string_view type)>;

  Vocabulary() = default;
  explicit Vocabulary(Declared declared) : declared_(std::move(declared)) {}

  bool knows(std::string_view type) const {
    return is_builtin_type(type) || (declared_ && declared_(type));
  }
  /// Refuses (SESSION_FORMAT_UNSUPPORTED) a type that is neither known nor ignorable. For reading
  /// only: an append is never held up by it.
  std::optional<Error> find_fault(std::string_view type, bool ignorable, std::int64_t seq,
                                  std::string_view artifact = {}) const;

 private:
  Declared declared_;
};

}  // namespace keel::session
