// SPDX-License-Identifier: MIT
#include "session/log/data_fault.hpp"

#include <string>

#include "core/value/document.hpp"
#include "session/log/fault.hpp"
#include "session/log/lossless.hpp"

namespace keel::session {

namespace {

constexpr std::uint32_t kMaxDataDepth = core::value::kMaxDepth - 16;

}  // namespace

std::optional<Error> find_depth_fault(std::string_view type, ValueView data) {
  if (core::value::depth_of(data.raw()) <= kMaxDataDepth) return std::nullopt;
  return refused_shape(type, "data", "at most " + std::to_string(kMaxDataDepth) + " levels",
                       "a deeper value");
}

std::optional<Error> find_lossy_fault(std::string_view type, ValueView data) {
  const auto lossy = find_lossy(data);
  if (!lossy) return std::nullopt;
  return refused_shape(type, lossy->path, "a value that JSON text keeps as it is", lossy->found);
}

}  // namespace keel::session
