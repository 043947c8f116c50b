// SPDX-License-Identifier: MIT
#include "session/jsonl/storage_fault.hpp"

#include <system_error>

#include "session/log/fault.hpp"

namespace keel::session::jsonl {

Error storage_fault(const std::string& what, int error_number) {
  return refused(fault::kStorage, what + ": " + std::generic_category().message(error_number),
                 object({{"errno", error_number}}));
}

}  // namespace keel::session::jsonl
