// SPDX-License-Identifier: MIT
#pragma once

#include <utility>

#include "keel/abi.h"
#include "keel/detail/record.hpp"
#include "keel/error.hpp"
#include "keel/tables.hpp"

namespace keel {

/// Something registered with the host: a listener, a published service, a timer, a watcher, an undo
/// step. Undone when it goes out of scope. detach() leaves it to the context, which undoes it, in
/// reverse order, when it ends: that is what most registrations want, and keep() says it in one
/// word. Move only. Kernel thread.
class [[nodiscard]] Registration {
 public:
  Registration() = default;
  /// Takes over a record whose `reg` the host has just set. For the SDK.
  static Registration take(detail::Record* record) {
    Registration registration;
    registration.record_ = record;
    return registration;
  }

  Registration(Registration&& other) noexcept : record_(std::exchange(other.record_, nullptr)) {}
  Registration& operator=(Registration&& other) noexcept {
    std::swap(record_, other.record_);
    return *this;
  }
  Registration(const Registration&) = delete;
  Registration& operator=(const Registration&) = delete;
  ~Registration() { undo(); }

  /// Holds something; it may have ended with its context meanwhile.
  explicit operator bool() const { return record_ != nullptr; }

  /// Undoes it now. Without effect when it was undone or has run its course.
  void undo() {
    detail::Record* record = std::exchange(record_, nullptr);
    if (record == nullptr) return;
    if (record->reg.id != 0) detail::call_api().undo(record->ctx(), record->reg);
    record->drop();
  }

  /// It lives as long as its context from now on.
  void detach() {
    detail::Record* record = std::exchange(record_, nullptr);
    if (record == nullptr) return;
    if (record->core().ended || record->reg.id == 0) {
      record->drop();
    } else {
      record->core().detached.add(record);
    }
  }

  /// For PUBLISH_REPLACE: what the host calls it.
  keel_reg raw() const { return record_ == nullptr ? keel_reg{0} : record_->reg; }
  detail::Record* record() const { return record_; }

 private:
  detail::Record* record_ = nullptr;
};

/// Keeps a registration as long as its context lives; a failed one becomes the outcome of the
/// enclosing handler.
///
///   keel::keep(context().listen("agent/turn", 0, this, &Meter::on_turn));
inline void keep(Expected<Registration> registration) { must(std::move(registration)).detach(); }

}  // namespace keel
