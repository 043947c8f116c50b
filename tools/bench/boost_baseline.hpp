// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

namespace keel::bench {

/// The baseline for everything that reads JSON: Boost.JSON into memory that is given up as a whole.
class BoostBaseline {
 public:
  BoostBaseline();
  BoostBaseline(const BoostBaseline&) = delete;
  BoostBaseline& operator=(const BoostBaseline&) = delete;
  ~BoostBaseline();

  /// Parses one text and reads `number` and the size of `text` of the object it holds. Throws what
  /// the parser throws.
  std::uint64_t read(std::string_view json, std::string_view number, std::string_view text);

 private:
  struct Memory;
  std::unique_ptr<Memory> memory_;
};

}  // namespace keel::bench
