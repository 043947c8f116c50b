// SPDX-License-Identifier: MIT
// Running the programs that $command names.
#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <span>
#include <string>

#include <tl/expected.hpp>

#include "core/deploy/environment.hpp"

namespace keel::core {

struct CommandLimits {
  std::chrono::milliseconds time{10'000};
  std::size_t output = 64 * 1024;
};

/// Runs a program to its end and gives what it wrote to its standard output. The error continues a
/// sentence that begins with the program, and quotes nothing that the program wrote.
using CommandRunner = std::function<tl::expected<std::string, std::string>(
    std::span<const std::string> arguments, const CommandLimits& limits)>;

/// Runs `arguments` without a shell, in `directory`, with exactly the variables of `environment`,
/// nothing on its standard input, its standard error left to the host's. Beyond a limit the
/// program's whole process group is killed. A status other than 0 is an error. Blocks: call it on
/// the pool. The program is searched in the host's PATH.
tl::expected<std::string, std::string> run_bounded_command(std::span<const std::string> arguments,
                                                           const CommandLimits& limits,
                                                           const Environment& environment,
                                                           const std::filesystem::path& directory);

}  // namespace keel::core
