// SPDX-License-Identifier: MIT
//
// The baseline of the bus: the same listeners, called through a pointer and nothing else.
#include "direct.hpp"

#include "reading.hpp"

namespace {

void plain(const keel_bench_link* link, keel_value in) {
  *link->sum += keel::bench::read_two_fields(keel::ValueView(in));
}

void chained(const keel_bench_link* link, keel_value in) {
  *link->sum += keel::bench::read_two_fields(keel::ValueView(in));
  if (link->next != nullptr) link->next->run(link->next, in);
}

}  // namespace

extern "C" KEEL_EXPORT void keel_bench_direct_functions(const keel_value_api* values,
                                                        keel_bench_direct* out) {
  keel::detail::value_table.store(values);
  *out = {&plain, &chained};
}
