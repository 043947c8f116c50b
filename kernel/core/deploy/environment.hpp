// SPDX-License-Identifier: MIT
// The environment as a snapshot, with .env files behind what the process inherited.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "keel/error.hpp"

namespace keel::core {

enum class EnvironmentSource : std::uint8_t {
  kProcess,      ///< Inherited.
  kProjectFile,  ///< .env of the invoking directory.
  kHomeFile,     ///< .env of Keel's home.
};

/// "process", "project-env", "user-env"
std::string_view environment_source_name(EnvironmentSource source);

/// Names and values, each with its source. Does not change after it was made; the process
/// environment is never written. Reading: any thread.
class Environment {
 public:
  struct Entry {
    std::string value;
    EnvironmentSource source = EnvironmentSource::kProcess;
    std::string file;      ///< Of a .env file; "" for the process.
    std::size_t line = 0;  ///< In that file.
  };
  using Entries = std::map<std::string, Entry, std::less<>>;

  Environment() = default;
  explicit Environment(Entries entries) : entries_(std::move(entries)) {}
  /// From "NAME=value" strings that end with a null pointer, such as `environ`.
  static Environment from_process(const char* const* variables);

  /// The entry, or null.
  const Entry* find(std::string_view name) const;
  std::optional<std::string_view> get(std::string_view name) const;
  /// The value, or nothing when it is unset or empty.
  std::optional<std::string_view> get_filled(std::string_view name) const;
  const Entries& entries() const { return entries_; }
  /// "NAME=value" strings for a child process.
  std::vector<std::string> variables() const;

 private:
  Entries entries_;
};

struct EnvironmentFiles {
  std::filesystem::path project;  ///< .env of the invoking directory; "" for none.
  std::filesystem::path home;     ///< .env of Keel's home; "" for none.
};

struct LayeredEnvironment {
  Environment environment;
  std::vector<std::string> warnings;  ///< Files that exist and cannot be read.
};

/// `inherited`, then the project's file, then home's: a name that is set already is never
/// overwritten. Both files are read before either applies. Fails, naming file, line and name and
/// never a value, when a file is malformed or sets a name that it may not set. An absent file is
/// nothing, an unreadable one a warning. Reads the disk.
Expected<LayeredEnvironment> layer_environment(const Environment& inherited,
                                               const EnvironmentFiles& files);

/// True when a .env file of this source must not set `name`: names that choose what code runs,
/// where data goes, or whom to trust. Case does not matter.
bool is_forbidden_name(std::string_view name, EnvironmentSource source);

}  // namespace keel::core
