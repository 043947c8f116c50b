// SPDX-License-Identifier: MIT
#include "session/store/session_contract.hpp"

// String literals of this size are beyond what compilers must take.
__asm__(
    ".pushsection .rodata\n"
    ".balign 8\n"
    "keel_session_contract_begin:\n"
    ".incbin \"" KEEL_CONTRACT_DIR
    "/session.json\"\n"
    "keel_session_contract_end:\n"
    ".popsection\n");

extern "C" {
extern const char keel_session_contract_begin[] __attribute__((visibility("hidden")));
extern const char keel_session_contract_end[] __attribute__((visibility("hidden")));
}

namespace keel::session {

std::string_view session_contract() {
  return {keel_session_contract_begin,
          static_cast<std::size_t>(keel_session_contract_end - keel_session_contract_begin)};
}

}  // namespace keel::session
