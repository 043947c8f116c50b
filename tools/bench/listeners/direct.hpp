// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "keel/abi.h"

/// A listener of a library without a host: a function, its state, and the one after it in a chain.
struct keel_bench_link {
  void (*run)(const keel_bench_link* link, keel_value in);
  std::uint64_t* sum;
  const keel_bench_link* next;
};

/// The functions of one library.
struct keel_bench_direct {
  void (*plain)(const keel_bench_link* link, keel_value in);
  void (*chained)(const keel_bench_link* link, keel_value in);
};

/// Name of the one function that the library exports.
using keel_bench_direct_entry = void(const keel_value_api* values, keel_bench_direct* out);
