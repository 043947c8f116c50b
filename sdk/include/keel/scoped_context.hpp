// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <utility>

#include "keel/abi.h"
#include "keel/context.hpp"
#include "keel/detail/owned.hpp"
#include "keel/error.hpp"
#include "keel/tables.hpp"

namespace keel {

namespace detail {

/// The SDK's count on the core of a context in another scope, given up by an undo step that was
/// registered first and so runs last; or with the instance.
class ScopedCore final : public Owned {
 public:
  explicit ScopedCore(ContextCore& core) : core_(core) { core_.hold(); }
  ~ScopedCore() override {
    core_.end();
    if (core_.instance != nullptr) {
      core_.instance->sweep_posts(
          [this](Owned& post) { return &static_cast<PostBase&>(post).core() == &core_; });
    }
    core_.drop();
  }

  /// A keel_method.
  static std::int32_t undo(void* self, const keel_call*, std::uint32_t, const keel_msg*,
                           keel_msg*) {
    delete static_cast<ScopedCore*>(self);
    return KEEL_OK;
  }

 private:
  ContextCore& core_;
};

}  // namespace detail

/// A context of the same instance in another scope, ended when it goes out of scope, which undoes
/// what was registered through it. detach() leaves its end to the scope (or the instance). Move
/// only. Kernel thread.
class [[nodiscard]] ScopedContext {
 public:
  ScopedContext() = default;
  /// Takes over a context that the host has just made. For the SDK.
  explicit ScopedContext(Context context) : context_(std::move(context)), owned_(true) {}

  ScopedContext(ScopedContext&& other) noexcept
      : context_(std::move(other.context_)), owned_(std::exchange(other.owned_, false)) {}
  ScopedContext& operator=(ScopedContext&& other) noexcept {
    std::swap(context_, other.context_);
    std::swap(owned_, other.owned_);
    return *this;
  }
  ScopedContext(const ScopedContext&) = delete;
  ScopedContext& operator=(const ScopedContext&) = delete;
  ~ScopedContext() { end(); }

  const Context& context() const { return context_; }
  const Context* operator->() const { return &context_; }

  void end() {
    if (std::exchange(owned_, false) && !context_.core().ended) {
      detail::call_api().ctx_end(context_.raw(), nullptr, nullptr);
    }
  }
  Context detach() {
    owned_ = false;
    return context_;
  }

 private:
  Context context_;
  bool owned_ = false;
};

inline Expected<ScopedContext> Context::in_scope(keel_scope scope) const {
  keel_ctx ctx{nullptr, 0};
  std::int32_t status = detail::call_api().ctx_in_scope(raw(), scope, &ctx);
  if (status != KEEL_OK) return tl::make_unexpected(Error::from_outcome(status, {}));
  auto* core = new detail::ContextCore(ctx, core_->instance);
  Context context(*core);
  core->drop();
  auto* owner = new detail::ScopedCore(*core);
  keel_reg reg{0};
  status = detail::call_api().effect(ctx, detail::to_str("sdk context"), &detail::ScopedCore::undo,
                                     owner, &reg);
  if (status != KEEL_OK) {
    delete owner;
    detail::call_api().ctx_end(ctx, nullptr, nullptr);
    return tl::make_unexpected(Error::from_outcome(status, {}));
  }
  core_->instance->things().add(owner);
  return ScopedContext(std::move(context));
}

}  // namespace keel
