// SPDX-License-Identifier: MIT
// An Exec under test, and what its jobs have thrown.
#pragma once

#include <string>
#include <vector>

#include "core/exec/exec.hpp"

namespace keel::test {

struct ExecFixture {
  std::vector<std::string> faults;
  core::Exec exec{[this](const core::JobFault& fault) {
    faults.push_back(std::string(fault.where) + ": " + std::string(fault.what));
  }};
};

}  // namespace keel::test
