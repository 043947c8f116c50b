// SPDX-License-Identifier: MIT
#pragma once

#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace keel::core {

/// The secrets that a process has resolved, so that its log can leave them out. Any thread.
class SecretSet {
 public:
  /// Shorter texts are not kept: they could not be told from ordinary words.
  static constexpr std::size_t kShortest = 4;

  SecretSet() = default;
  SecretSet(const SecretSet&) = delete;
  SecretSet& operator=(const SecretSet&) = delete;

  /// Masks `text` from now on: as it is, as JSON writes it, and each of its lines when there are
  /// several of at least 8 bytes.
  void add(std::string_view text);
  /// `text` with every secret in it replaced by "<secret>".
  std::string masked(std::string_view text) const;
  bool empty() const;

 private:
  void add_form(std::string form);

  mutable std::mutex mutex_;
  std::vector<std::string> forms_;  ///< Longest first, so that no part of one is left over.
};

}  // namespace keel::core
