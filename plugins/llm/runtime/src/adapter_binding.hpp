// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "keel/contracts/llm.hpp"
#include "keel/sdk.hpp"
#include "routes.hpp"

namespace keel::llm_runtime {

/// One adapter, bound for one call: what the adapter prepared for it, or the adapter itself when it
/// prepares nothing. Kernel thread.
class AdapterBinding {
 public:
  /// Binds the adapter that serves a route now, and asks it about the model. Errors: NO_ADAPTER,
  /// those of check_model(), and the adapter's own.
  static Task<AdapterBinding> bind(Call call, Context context, const Routes& routes,
                                   std::string route, std::string model);

  const std::string& route() const { return route_; }
  /// ResolvedModelInfo, checked.
  const Value& model() const { return model_; }
  const Value& metadata() const { return metadata_; }

  /// Sends one request; gives the reader of its chunks. `token` cancels the call and what comes of
  /// it, beside the token of `call`. Error: the adapter's, or MALFORMED_RESPONSE when it gives no
  /// stream.
  Task<StreamReader> stream(Call call, Value options, keel_token token) const;

 private:
  std::string route_;
  Value model_;
  Value metadata_;
  Ref adapter_;
  /// Keeps the adapter's generation from being unmapped while the call runs. Calls do not go
  /// through it: what the adapter prepared outlives the registration of its route.
  Ref lease_;
  /// llm-prepared@0; may be empty.
  Ref prepared_;
};

/// Whether the error says that the callee has no such method.
bool is_unimplemented(const Error& error);

}  // namespace keel::llm_runtime
