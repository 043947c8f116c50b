// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

#include "keel/abi.h"
#include "keel/ref.hpp"
#include "keel/value.hpp"

namespace keel {

/// One service of a listing (Context::layers).
struct ServiceEntry {
  /// "family/name"
  std::string name;
  Value metadata;
  /// Follows swaps of the provider.
  Ref ref;
  /// The scope it was published into; {0}: global.
  keel_scope layer{0};
  /// 0: the scope asked about, then its ancestors; the global layer comes last.
  std::uint32_t depth = 0;
};

}  // namespace keel
