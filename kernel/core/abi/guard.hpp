// SPDX-License-Identifier: MIT
#pragma once

#include <exception>
#include <new>
#include <utility>

#include "core/kernel.hpp"
#include "keel/abi.h"
#include "keel/error.hpp"

namespace keel::core {

/// Stores the error of a host function where the plugin asked for it.
inline std::int32_t tell(const Error& error, keel_value* why) {
  if (why != nullptr) *why = error.to_value().release();
  return error.status;
}

/// Runs the body of a host function with the context looked up. No exception leaves: running out of
/// memory becomes KEEL_REFUSED, which every function may answer.
template <typename Body>
std::int32_t with_context(keel_ctx ctx, keel_value* why, Body body) noexcept {
  if (why != nullptr) *why = {0, 0};
  Kernel* kernel = nullptr;
  Context* context = Kernel::context(ctx, &kernel);
  if (context == nullptr) {
    if (why != nullptr) {
      *why = object({{"code", "INACTIVE_EFFECT"},
                     {"message", "the context has ended, or this is not its kernel's thread"}})
                 .release();
    }
    return KEEL_INACTIVE;
  }
  try {
    return body(*kernel, *context);
  } catch (const std::exception& exception) {
    return tell(Error{KEEL_REFUSED, "HOST", exception.what(), {}}, why);
  } catch (...) {
    return KEEL_REFUSED;
  }
}

/// The same for functions that leave something running: before START there may be nothing that a
/// failed create would have to wait for. Looking things up is allowed.
template <typename Body>
std::int32_t with_started_context(keel_ctx ctx, keel_value* why, Body body) noexcept {
  return with_context(ctx, why, [&](Kernel& kernel, Context& context) {
    if (context.instance->state != InstanceState::kCreated) return body(kernel, context);
    return tell(Error{KEEL_REFUSED,
                      "NOT_STARTED",
                      context.instance->label() + " is not started yet: wait for START",
                      {}},
                why);
  });
}

/// The same for functions that make a context offer something: not while it is ending. Timers, jobs
/// and the like are let through, because an undo step may have to wait.
template <typename Body>
std::int32_t with_offering_context(keel_ctx ctx, keel_value* why, Body body) noexcept {
  return with_started_context(ctx, why, [&](Kernel& kernel, Context& context) {
    if (!context.ending) return body(kernel, context);
    return tell(Error{KEEL_INACTIVE, "INACTIVE_EFFECT", "the context is ending", {}}, why);
  });
}

}  // namespace keel::core
