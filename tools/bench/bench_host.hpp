// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/host/host.hpp"
#include "keel/sdk.hpp"
#include "session/store/sessions.hpp"
#include "temporary_folder.hpp"

namespace keel::bench {

/// A host in this process: a deployment, real libraries from beside the program, a home of its own
/// in a temporary folder. Constructors throw std::runtime_error when it does not come up.
class BenchHost {
 public:
  /// `deployment` is the text of one; `environment` comes on top of PATH and HOME.
  explicit BenchHost(std::string_view deployment,
                     const std::map<std::string, std::string>& environment = {});
  BenchHost(const BenchHost&) = delete;
  BenchHost& operator=(const BenchHost&) = delete;
  ~BenchHost();

  core::Kernel& kernel() { return host_->kernel(); }
  session::Sessions& sessions() { return *sessions_; }
  const Context& context() const { return *context_; }
  const std::filesystem::path& folder() const { return folder_.path(); }

  /// Calls a method and runs the loop until it has settled. Throws when it fails.
  Message call(std::string_view service, std::uint32_t ordinal, Message in = {},
               const CallOptions& options = {});
  Message call(RefView ref, std::uint32_t ordinal, Message in = {},
               const CallOptions& options = {});

  template <typename Predicate>
  void run_until(Predicate done) {
    kernel().exec().run_until(std::move(done));
  }

 private:
  static Task<void> keep(Context context, RefView ref, std::uint32_t ordinal, Message in,
                         CallOptions options, std::optional<Expected<Message>>* result);

  TemporaryFolder folder_;
  std::unique_ptr<core::Host> host_;
  std::unique_ptr<session::Sessions> sessions_;
  std::unique_ptr<Instance> instance_;
  std::optional<Context> context_;
};

}  // namespace keel::bench
