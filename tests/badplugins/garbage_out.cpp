// SPDX-License-Identifier: MIT
//
// Fills its outcome with nonsense: first four billion references, second references to things that
// it does not own, third KEEL_FAILED without an error value.
#include "bad_plugin.hpp"

namespace {

std::int32_t method(void*, const keel_call*, std::uint32_t ordinal, const keel_msg*,
                    keel_msg* out) {
  switch (ordinal) {
    case 0:
      out->ref_count = 4'000'000'000U;
      return KEEL_OK;
    case 1:
      out->ref_count = 2;
      out->refs[0].id = 0xdeadbeefdeadbeefU;
      out->refs[1].id = 1;
      return KEEL_OK;
    default:
      return KEEL_FAILED;
  }
}

}  // namespace

std::int32_t keel_plugin_entry(const keel_host* host, keel_plugin* plugin, keel_value*) {
  return bad::fill(host, plugin, &bad::lifecycle<&method>);
}
