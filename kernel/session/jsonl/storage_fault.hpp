// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "keel/error.hpp"

namespace keel::session::jsonl {

/// SESSION_STORAGE: "<what>: <text of the error number>", with data {errno}.
Error storage_fault(const std::string& what, int error_number);

}  // namespace keel::session::jsonl
