// The static checks of a plugin file (S2 to S6, S12, S13), as text with a stable identifier each.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/plugin_image/symbols.hpp"

namespace keel::core {

struct SymbolFinding {
  enum class Severity {
    note,    ///< True and harmless; the host acts on it.
    warn,    ///< A fault of the build, which may hurt others one day.
    refuse,  ///< Cannot be loaded, or would weaken the host: Library::load refuses it.
  };
  std::string_view check;  ///< "S2" and so on: one check, one identifier, for ever.
  Severity severity;
  std::string text;    ///< What was found, against what is expected.
  std::string remedy;  ///< A sentence.
};

/// In the order of the checks; empty for a file without fault.
std::vector<SymbolFinding> symbol_findings(const SymbolReport& report);

}  // namespace keel::core
