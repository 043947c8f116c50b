// SPDX-License-Identifier: MIT
//
// What is measured; docs/bench.md describes each. They throw std::exception when something that
// should work does not.
#pragma once

#include <array>
#include <string_view>

#include "figure.hpp"
#include "options.hpp"

namespace keel::bench {

RowResult measure_bus(const Options& options);
RowResult measure_session(const Options& options);
RowResult measure_load(const Options& options);
RowResult measure_start(const Options& options);
RowResult measure_memory(const Options& options);
RowResult measure_stream(const Options& options);
RowResult measure_tools(const Options& options);

struct Row {
  std::string_view name;
  RowResult (*measure)(const Options& options);
};

inline constexpr std::array<Row, 7> kRows = {{{"bus", &measure_bus},
                                              {"session", &measure_session},
                                              {"load", &measure_load},
                                              {"start", &measure_start},
                                              {"memory", &measure_memory},
                                              {"stream", &measure_stream},
                                              {"tools", &measure_tools}}};

}  // namespace keel::bench
