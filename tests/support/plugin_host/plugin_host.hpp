// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/host/host.hpp"
#include "keel/sdk.hpp"
#include "session/store/sessions.hpp"

namespace keel::testing {

/// A real host for tests of plugins: a deployment given as TOML text, real libraries from the
/// build, a home of its own in a temporary folder, and the host's context for calls through the
/// SDK. Everything is taken down in the destructor.
///
///   PluginHost host(R"([[row]]
///   plugin = "agent/tools")");
///   REQUIRE(host.boot_error() == "");
///   auto outcome = host.call("agent/tools", tools::Tools::kSchemas, object({}));
class PluginHost {
 public:
  struct Options {
    std::map<std::string, std::string> environment;  ///< beside PATH and HOME
    std::filesystem::path cwd;   ///< empty: a new folder "work" in the temporary one
    std::filesystem::path home;  ///< empty: a new one; give it to boot twice on one store
    bool boot = true;
  };

  explicit PluginHost(std::string_view deployment_toml);
  PluginHost(std::string_view deployment_toml, Options options);
  ~PluginHost();

  /// Why the deployment did not come up; empty when it did.
  const std::string& boot_error() const { return boot_error_; }

  core::Host& host() { return *host_; }
  core::Kernel& kernel() { return host_->kernel(); }
  session::Sessions& sessions() { return *sessions_; }
  /// The host's root context, for registrations and calls of the test.
  const Context& ctx() const { return *context_; }
  const std::filesystem::path& cwd() const { return options_.cwd; }
  const std::filesystem::path& home() const { return options_.home; }

  /// Calls a method of a service and runs the loop until it has settled.
  Expected<Message> call(std::string_view service, std::uint32_t ordinal, Message in = {},
                         const CallOptions& options = {});
  Expected<Message> call(RefView ref, std::uint32_t ordinal, Message in = {},
                         const CallOptions& options = {});

  /// Runs the loop until the task has ended.
  template <typename T>
  Expected<T> await(Task<T> task) {
    std::optional<Expected<T>> result;
    context_->spawn(keep_result(std::move(task), &result));
    run_until([&] { return result.has_value(); });
    return std::move(*result);
  }

  /// Runs the loop until `done()`; fails the test after 30 s.
  template <typename Predicate>
  void run_until(Predicate done) {
    bool late = false;
    const auto timer = context_->after(30000, [&late] { late = true; });
    kernel().exec().run_until([&] { return late || done(); });
    if (late)
      throw std::runtime_error("the test waited 30 s for something that did not happen:\n" +
                               log_text());
  }
  /// Runs what is queued.
  void drain();

  /// Log lines so far, one a line.
  std::string log_text() const;
  bool logged(std::string_view text) const { return log_text().find(text) != std::string::npos; }

  /// Stops everything now; the host may not be used after it.
  void shutdown();

 private:
  template <typename T>
  static Task<void> keep_result(Task<T> task, std::optional<Expected<T>>* result) {
    Expected<T> outcome = co_await task;
    result->emplace(std::move(outcome));
  }
  void make_folders();
  void create_host(std::string_view deployment_toml);

  Options options_;
  std::filesystem::path folder_;
  mutable std::mutex lines_mutex_;
  std::vector<std::string> lines_;
  std::string boot_error_;
  std::unique_ptr<core::Host> host_;
  std::unique_ptr<session::Sessions> sessions_;
  std::unique_ptr<Instance> instance_;
  std::optional<Context> context_;
};

}  // namespace keel::testing
