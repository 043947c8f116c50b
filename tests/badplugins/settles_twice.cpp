// SPDX-License-Identifier: MIT
//
// Settles its completions too often or wrongly: first twice within the method, second with a status
// that a plugin may not give, third after it has given the completion up. The first answer of each
// is {"answer": 1}.
#include "bad_plugin.hpp"

namespace {

keel_msg answer(std::int64_t number) {
  keel_msg message{};
  message.value = keel::object({{"answer", number}}).release();
  return message;
}

std::int32_t method(void*, const keel_call* call, std::uint32_t ordinal, const keel_msg*,
                    keel_msg*) {
  const auto& calls = keel::detail::call_api();
  keel_completion completion{nullptr, 0};
  if (calls.defer(call, &completion) == nullptr) return KEEL_FAILED;
  keel_msg first = answer(1);
  keel_msg second = answer(2);
  switch (ordinal) {
    case 0:
      calls.settle(completion, KEEL_OK, &first);
      calls.settle(completion, KEEL_OK, &second);
      break;
    case 1:
      calls.settle(completion, KEEL_DEADLINE, &first);
      calls.settle(completion, 99, &second);
      break;
    default:
      calls.drop(completion);
      calls.settle(completion, KEEL_OK, &first);
      calls.settle(completion, KEEL_OK, &second);
      break;
  }
  return KEEL_PENDING;
}

}  // namespace

std::int32_t keel_plugin_entry(const keel_host* host, keel_plugin* plugin, keel_value*) {
  return bad::fill(host, plugin, &bad::lifecycle<&method>);
}
