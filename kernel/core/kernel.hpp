// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "core/bus/bus.hpp"
#include "core/call/calls.hpp"
#include "core/call/interfaces.hpp"
#include "core/call/port.hpp"
#include "core/exec/cancel_tree.hpp"
#include "core/exec/exec.hpp"
#include "core/exec/worker_pool.hpp"
#include "core/log/log.hpp"
#include "core/plugin/contexts.hpp"
#include "core/plugin/instance.hpp"
#include "core/scope/scopes.hpp"
#include "core/service/services.hpp"
#include "core/stream/streams.hpp"
#include "keel/abi.h"

namespace keel::core {

/// One kernel: an event bus, a registry, calls, streams and scopes, confined to the thread that
/// made it. Knows no model, tool, agent or session. A process may hold several; they share the
/// worker pool, the log and immutable values.
class Kernel {
 public:
  struct Options {
    WorkerPool& pool;
    Log& log;
    /// How long step 3 of the stop protocol waits, and STOP may take.
    std::int64_t stop_grace_ms = 5000;
    /// Check payloads against contracts and other rules that cost time.
    bool checked = false;
  };

  explicit Kernel(Options options);
  Kernel(const Kernel&) = delete;
  Kernel& operator=(const Kernel&) = delete;
  ~Kernel();

  Exec& exec() { return exec_; }
  WorkerPool& pool() { return options_.pool; }
  Log& log() { return options_.log; }
  CancelTree& cancels() { return cancels_; }
  Contexts& contexts() { return contexts_; }
  Scopes& scopes() { return scopes_; }
  Services& services() { return services_; }
  Bus& bus() { return bus_; }
  Calls& calls() { return calls_; }
  Streams& streams() { return streams_; }
  Interfaces& interfaces() { return interfaces_; }
  Port& port() { return port_; }
  const Options& options() const { return options_; }

  /// The context of the host itself: front ends call and register through it with the same tables
  /// as plugins.
  keel_ctx host_ctx() const { return host_.ctx; }
  Instance& host_instance() { return host_; }
  Context& host_context();

  /// The calling thread becomes the kernel thread. Before any plugin runs.
  void adopt_thread();

  /// Looks a context up from its handle, on the kernel thread only; null when it has ended or is
  /// foreign.
  static Context* context(keel_ctx ctx, Kernel** kernel = nullptr);

  /// What a part of the host above the core hangs on a kernel, so that its own table finds it. One
  /// at most.
  void* extension() const { return extension_; }
  void set_extension(void* extension) { extension_ = extension; }

  /// Logs misbehaviour of a plugin: names it, its generation, and what was wrong.
  void report(const Instance& instance, std::string_view what);

 private:
  Options options_;
  Exec exec_;
  CancelTree cancels_;
  Port& port_;
  void* extension_ = nullptr;
  Interfaces interfaces_;
  Instance host_;
  Contexts contexts_;
  Scopes scopes_;
  Services services_;
  Bus bus_;
  Calls calls_;
  Streams streams_;
};

}  // namespace keel::core
