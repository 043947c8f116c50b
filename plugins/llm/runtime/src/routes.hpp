// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "keel/sdk.hpp"

namespace keel::llm_runtime {

/// One route as a scope sees it.
struct Route {
  std::string id;
  /// Of the family llm.adapter.
  Value metadata;
  /// Follows swaps of the adapter.
  Ref adapter;
};

/// The routes, which are the services of the family llm.adapter. Kernel thread.
class Routes {
 public:
  explicit Routes(Context context) : context_(std::move(context)) {}

  /// Error NO_ADAPTER, naming the routes that there are.
  Expected<Route> find(std::string_view id, keel_scope scope) const;
  /// All routes that a scope sees, in the order of registration.
  std::vector<Route> list(keel_scope scope) const;
  /// Whether one adapter serves both routes now, and so may read what it left in messages of
  /// either.
  bool share_adapter(std::string_view a, std::string_view b, keel_scope scope) const;

 private:
  std::string adapter_of(std::string_view id, keel_scope scope) const;

  Context context_;
};

}  // namespace keel::llm_runtime
