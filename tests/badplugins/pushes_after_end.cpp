// SPDX-License-Identifier: MIT
//
// Breaks the rules of streams; each method answers with a reader. first: pushes one item, ends,
// pushes and ends again. second: pushes 1,000 items without heeding FULL, then ends. third: never
// ends its stream.
#include "bad_plugin.hpp"

namespace {

keel_msg item(std::int64_t number) {
  keel_msg message{};
  message.value = keel::object({{"n", number}}).release();
  return message;
}

void push(keel_stream stream, std::int64_t number) {
  keel_msg message = item(number);
  keel::detail::stream_api().push(stream, &message);
}

void end(keel_stream stream) {
  keel_msg message{};
  keel::detail::stream_api().end(stream, KEEL_OK, &message, nullptr, nullptr);
}

std::int32_t method(void* self, const keel_call*, std::uint32_t ordinal, const keel_msg*,
                    keel_msg* out) {
  auto& own = *static_cast<bad::Self*>(self);
  keel_stream_options options{};
  options.size = sizeof options;
  const auto& streams = keel::detail::stream_api();
  if (streams.open(own.ctx, &options, &own.stream, &out->refs[0]) != KEEL_OK) return KEEL_FAILED;
  out->ref_count = 1;
  push(own.stream, 0);
  if (ordinal == 1) {
    for (std::int64_t number = 1; number < 1000; ++number) push(own.stream, number);
  }
  if (ordinal != 2) end(own.stream);
  if (ordinal == 0) {
    push(own.stream, 1);
    end(own.stream);
  }
  return KEEL_OK;
}

}  // namespace

std::int32_t keel_plugin_entry(const keel_host* host, keel_plugin* plugin, keel_value*) {
  return bad::fill(host, plugin, &bad::lifecycle<&method>);
}
