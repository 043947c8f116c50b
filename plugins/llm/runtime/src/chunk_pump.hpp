// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>

#include "adapter_binding.hpp"
#include "keel/sdk.hpp"

namespace keel::llm_runtime {

/// Carries the chunks of one adapter call to whoever reads them, and makes sure that they end with
/// exactly one finish chunk: the adapter's, or one that says why there is none. Kernel thread.
class ChunkPump {
 public:
  /// `call_token` tells whether the caller has given up; the pump's own token, below it, tells the
  /// adapter.
  ChunkPump(Context context, std::shared_ptr<const AdapterBinding> adapter, CancelSource token)
      : context_(std::move(context)), adapter_(std::move(adapter)), token_(std::move(token)) {}

  keel_token token() const { return token_.raw(); }
  Context context() const { return context_; }

  /// Reads `chunks` to their end, or until nobody reads `out` any more. Then the adapter is told to
  /// stop, and its end is awaited: the adapter's generation is kept that long.
  Task<void> run(StreamReader chunks, StreamWriter out);

  /// The finish chunk of a call that came to nothing.
  Value finish_of(const Error& error) const;

 private:
  enum class ChunkKind : std::uint8_t { kContent, kFinish, kUnknown };

  static ChunkKind kind_of(ValueView chunk);
  void stop();
  Task<bool> carry(StreamReader& chunks, StreamWriter& out);
  Task<void> drain(StreamReader& chunks);
  Value checked_finish(Value chunk) const;
  Error malformed(const std::string& what) const;

  Context context_;
  std::shared_ptr<const AdapterBinding> adapter_;
  CancelSource token_;
  /// The token was set here, not by the caller.
  bool stopped_ = false;
  /// The adapter's stream has come to its end.
  bool ended_ = false;
};

}  // namespace keel::llm_runtime
