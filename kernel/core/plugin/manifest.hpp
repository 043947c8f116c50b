// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "keel/error.hpp"
#include "keel/value.hpp"

namespace keel::core {

/// What a plugin says of itself in its note, before any code of it runs: plugin.json.
struct Manifest {
  std::string id;       ///< "family/name"
  std::string version;  ///< of the plugin
  std::string abi;      ///< "0.1"
  std::string description;
  std::string licence;
  std::vector<std::string> provides;   ///< service names, for people and for the boot audit
  std::vector<std::string> requires_;  ///< service names it waits for
  std::vector<std::string> optional;   ///< service names it uses when they are there
  Value config;                        ///< schema of the config; absent: no config allowed
  std::string instancing =
      "kernel";                  ///< "kernel": instances per row; "process": one in the process
  std::string swap = "restart";  ///< "overlap", "handover" or "restart"
  std::vector<Value> contracts;  ///< contracts it defines
  bool front_end = false;        ///< may use the standard streams

  /// Reads the text of a note. Errors (code MANIFEST) name `origin`, the path in the JSON, what was
  /// expected and found.
  static Expected<Manifest> parse(std::string_view json, std::string_view origin);
};

}  // namespace keel::core
