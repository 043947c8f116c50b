// SPDX-License-Identifier: MIT
#include "session/log/fields.hpp"

namespace keel::session {

const Fields& fields() {
  static const Fields names;
  return names;
}

}  // namespace keel::session
