// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <type_traits>
#include <unordered_map>
#include <utility>

#include "keel/context.hpp"
#include "keel/error.hpp"
#include "keel/registration.hpp"
#include "keel/scoped_context.hpp"

namespace keel {

/// State that lives with a scope, usually an agent's: made at the first use in the scope, destroyed
/// when the scope ends.
///
///   keel::PerScope<Counter> counters_{context()};
///   Counter& counter = *keel::must(counters_.get(call.target()));
///
/// T is made from the `const Context&` of the scope (through which it may register; that is undone
/// with it), or by its default constructor. Kernel thread.
template <typename T>
class PerScope {
 public:
  explicit PerScope(Context context)
      : context_(std::move(context)), entries_(std::make_shared<Entries>()) {}

  /// The state of the scope. Error KEEL_INACTIVE when the scope has ended. The pointer is valid as
  /// long as the scope.
  Expected<T*> get(keel_scope scope) {
    if (T* found = find(scope)) return found;
    return make(scope);
  }
  /// Null when nothing was made in the scope.
  T* find(keel_scope scope) const {
    const auto place = entries_->find(scope.id);
    return place == entries_->end() ? nullptr : place->second.state.get();
  }

  /// Visits the states of all scopes: function(keel_scope, T&). Must not make or end any.
  template <typename Function>
  void each(Function function) const {
    for (auto& [scope, entry] : *entries_) function(keel_scope{scope}, *entry.state);
  }
  std::size_t size() const { return entries_->size(); }

 private:
  struct Entry {
    ScopedContext context;
    std::unique_ptr<T> state;
  };
  using Entries = std::unordered_map<std::uint64_t, Entry>;

  Expected<T*> make(keel_scope scope) {
    Expected<ScopedContext> context = context_.in_scope(scope);
    if (!context) return tl::make_unexpected(std::move(context.error()));
    // The undo step may run after this object has gone.
    std::weak_ptr<Entries> entries = entries_;
    Expected<Registration> end = (*context)->effect("state of the scope", [entries, scope] {
      const std::shared_ptr<Entries> alive = entries.lock();
      if (alive == nullptr) return;
      const auto place = alive->find(scope.id);
      if (place == alive->end()) return;
      place->second.context.detach();
      // Off the map first: the destructor may ask for the state of its scope.
      Entry ended = std::move(place->second);
      alive->erase(place);
    });
    if (!end) return tl::make_unexpected(std::move(end.error()));
    end->detach();
    std::unique_ptr<T> state = make_state(context->context());
    T* made = state.get();
    entries_->insert_or_assign(scope.id, Entry{std::move(*context), std::move(state)});
    return made;
  }

  static std::unique_ptr<T> make_state(const Context& context) {
    if constexpr (std::is_constructible_v<T, const Context&>) {
      return std::make_unique<T>(context);
    } else {
      return std::make_unique<T>();
    }
  }

  Context context_;
  std::shared_ptr<Entries> entries_;
};

}  // namespace keel
