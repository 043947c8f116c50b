// SPDX-License-Identifier: MIT
#include "core/host/host_contracts.hpp"

// String literals of this size are beyond what compilers must take.
__asm__(
    ".pushsection .rodata\n"
    ".balign 8\n"
    "keel_kernel_contract_begin:\n"
    ".incbin \"" KEEL_CONTRACT_DIR
    "/kernel.json\"\n"
    "keel_kernel_contract_end:\n"
    ".popsection\n");

extern "C" {
extern const char keel_kernel_contract_begin[] __attribute__((visibility("hidden")));
extern const char keel_kernel_contract_end[] __attribute__((visibility("hidden")));
}

namespace keel::core {

std::string_view kernel_contract() {
  return {keel_kernel_contract_begin,
          static_cast<std::size_t>(keel_kernel_contract_end - keel_kernel_contract_begin)};
}

}  // namespace keel::core
