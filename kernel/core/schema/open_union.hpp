// SPDX-License-Identifier: MIT
// A union that other contracts may extend.
#pragma once

#include <string>
#include <vector>

namespace keel::core {

struct OpenUnion {
  std::string name;           ///< "content-block", from the name of the type
  std::string discriminator;  ///< the member that holds the tag
  std::vector<std::string> tags;
};

}  // namespace keel::core
