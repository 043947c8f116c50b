// SPDX-License-Identifier: MIT
// One event.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/contract/message_contract.hpp"
#include "keel/value.hpp"

namespace keel::core {

enum class DispatchMode : std::uint8_t { kEmit, kSerial, kParallel, kWaterfall };

std::string_view dispatch_mode_name(DispatchMode mode);

struct EventContract {
  std::string name;
  std::string doc;
  DispatchMode mode = DispatchMode::kEmit;
  MessageContract params;
  MessageContract result;
  std::vector<std::string> replaceable;  ///< members of the value that next() may replace
  bool replaces_all = false;             ///< next() may replace the whole value
  bool first_answer = false;             ///< serial: a result that is there ends the dispatch
  std::map<std::string, std::int32_t, std::less<>> bands;  ///< named orders of listeners
  bool scoped = true;
  bool fail_closed = false;  ///< a failing or vanished listener fails the dispatch
  std::optional<std::int64_t> timeout_ms;

  /// What next() changed without being allowed to. Members may be neither changed, added nor
  /// removed.
  std::vector<Violation> check_replacement(ValueView before, ValueView after) const;
};

}  // namespace keel::core
