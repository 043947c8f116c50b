// SPDX-License-Identifier: MIT
#include <string>

#include "core/abi/guard.hpp"
#include "core/abi/host_tables.hpp"

namespace keel::core {
namespace {

LogLevel level_of(std::uint32_t level) {
  switch (level) {
    case KEEL_LOG_DEBUG:
      return LogLevel::kDebug;
    case KEEL_LOG_INFO:
      return LogLevel::kInfo;
    case KEEL_LOG_WARN:
      return LogLevel::kWarn;
    default:
      return LogLevel::kError;
  }
}

void log_write(keel_ctx ctx, std::uint32_t level, keel_str text, keel_value fields) noexcept {
  auto* port = static_cast<Port*>(ctx.host);
  if (port == nullptr) return;
  try {
    std::string line(detail::to_view(text));
    const ValueView extra(fields);
    if (!extra.is_absent()) line += " " + to_json(extra);
    port->with_kernel([&](Kernel& kernel) {
      // The context's name is known on the kernel thread only; another thread's lines say which
      // kernel they are of.
      std::string source = "plugin";
      if (port->kernel_here() != nullptr) {
        if (const Context* context = kernel.contexts().find_any(ctx.id)) {
          source = context->instance->row + "#" + std::to_string(context->instance->generation);
        }
      }
      kernel.log().write(level_of(level), source, line);
    });
  } catch (...) {
    // Out of memory: a log line is not worth more.
    return;
  }
}

std::int32_t log_enabled(keel_ctx ctx, std::uint32_t level) noexcept {
  auto* port = static_cast<Port*>(ctx.host);
  std::int32_t enabled = 0;
  if (port == nullptr) return 0;
  port->with_kernel(
      [&](Kernel& kernel) { enabled = kernel.log().enabled(level_of(level)) ? 1 : 0; });
  return enabled;
}

}  // namespace
}  // namespace keel::core

extern "C" const keel_log_api keel_host_log_api = {sizeof(keel_log_api), keel::core::log_write,
                                                   keel::core::log_enabled};
