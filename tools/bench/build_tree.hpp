// SPDX-License-Identifier: MIT
//
// What lies beside this program.
#pragma once

#include <filesystem>
#include <string>

namespace keel::bench::build_tree {

std::filesystem::path program();
/// A program in the same folder.
std::filesystem::path program(const std::string& name);
std::filesystem::path plugins();
std::filesystem::path default_deployment();

/// What `keel run` with the default deployment and the scripted server needs and is not there, as
/// one line; empty when all is.
std::string find_missing();

}  // namespace keel::bench::build_tree
