// SPDX-License-Identifier: MIT
#pragma once

#include <fstream>
#include <iterator>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "keel/sdk.hpp"
#include "plugin_host/plugin_host.hpp"

namespace keel::testing {

/// A host for plugins of the agent runtime, whose contracts refer to those of parts that the test
/// does not mount.
class AgentHost {
 public:
  explicit AgentHost(const std::string& deployment, PluginHost::Options options = {})
      : host_(deployment, without_boot(std::move(options))) {
    if (!host_.boot_error().empty()) throw std::runtime_error(host_.boot_error());
    for (const char* name : {"session", "agent", "llm"}) declare(name);
    if (const auto booted = host_.host().boot(); !booted) boot_error_ = booted.error().message;
  }

  PluginHost* operator->() { return &host_; }
  PluginHost& host() { return host_; }
  const Context& ctx() { return host_.ctx(); }
  const std::string& boot_error() const { return boot_error_; }

  /// A call that the test does not wait for.
  struct Pending {
    std::optional<Expected<Message>> outcome;
    bool is_settled() const { return outcome.has_value(); }
  };

  /// Begins a call; `pending` must outlive it.
  void begin(std::string_view service, std::uint32_t ordinal, Message in,
             const CallOptions& options, Pending& pending) {
    Ref ref = must(ctx().resolve(service, options.target.value_or(keel_scope{0})));
    ctx().spawn(run(ctx(), std::move(ref), ordinal, std::move(in), options, &pending));
  }
  void begin(const Ref& ref, std::uint32_t ordinal, Message in, const CallOptions& options,
             Pending& pending) {
    ctx().spawn(run(ctx(), must(ref.dup()), ordinal, std::move(in), options, &pending));
  }

  void wait(const Pending& pending) {
    host_.run_until([&] { return pending.is_settled(); });
  }

 private:
  static PluginHost::Options without_boot(PluginHost::Options options) {
    options.boot = false;
    return options;
  }

  void declare(const std::string& name) {
    const std::string path = std::string(KEEL_SOURCE_DIR) + "/sdk/contracts/" + name + ".json";
    std::ifstream file(path);
    const std::string text(std::istreambuf_iterator<char>(file), {});
    if (const auto declared = host_.host().supervisor().declare(text, path); !declared) {
      throw std::runtime_error(declared.error().message);
    }
  }

  static Task<void> run(Context context, Ref ref, std::uint32_t ordinal, Message in,
                        CallOptions options, Pending* pending) {
    Expected<Message> outcome = co_await context.invoke(ref, ordinal, std::move(in), options);
    pending->outcome.emplace(std::move(outcome));
  }

  PluginHost host_;
  std::string boot_error_;
};

/// A scope with a context of the test in it, as an agent has one.
class TestScope {
 public:
  explicit TestScope(const Context& context, keel_scope parent = {0})
      : scope_(must(context.begin_scope(parent, "agent"))),
        context_(must(context.in_scope(scope_.raw()))) {}

  keel_scope raw() const { return scope_.raw(); }
  const Context* operator->() const { return &context_.context(); }

 private:
  OwnedScope scope_;
  ScopedContext context_;
};

}  // namespace keel::testing
