// SPDX-License-Identifier: MIT
#pragma once

#include <catch2/catch.hpp>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/kernel.hpp"
#include "core/plugin/lifecycle.hpp"
#include "keel/sdk.hpp"

CATCH_TRANSLATE_EXCEPTION(keel::Failure& failure) {
  return failure.error().code + ": " + failure.error().message;
}

namespace keel::testing {

/// A kernel, and plugins that live in the test itself: each an instance of the kernel with an SDK
/// of its own.
class SdkFixture {
 public:
  std::vector<std::string> lines;
  core::Log log{core::LogLevel::kDebug,
                [this](core::LogLevel, std::string_view source, std::string_view text) {
                  lines.push_back(std::string(source) + ": " + std::string(text));
                }};
  core::WorkerPool pool{core::WorkerPool::Options{}, [](std::string_view) {}};
  std::unique_ptr<core::Kernel> kernel =
      std::make_unique<core::Kernel>(core::Kernel::Options{pool, log, 200, false});
  core::Lifecycle lifecycle{*kernel};

  /// A plugin in the test.
  struct Side {
    std::unique_ptr<core::Instance> host = std::make_unique<core::Instance>();
    std::unique_ptr<Instance> sdk;

    Context context() const { return sdk->context(); }
  };

  SdkFixture() {
    declare("test/event", core::EventMode::kEmit);
    declare("test/shape", core::EventMode::kWaterfall, {"*"});
    declare("test/ask", core::EventMode::kSerial);
    core::FamilyInfo family;
    family.name = "shape";
    kernel->services().declare_family(std::move(family));
  }
  ~SdkFixture() {
    for (auto& side : sides_) side->sdk.reset();
    kernel.reset();
  }

  Side& add(std::string row) {
    auto side = std::make_unique<Side>();
    core::Instance& host = *side->host;
    host.row = row;
    host.plugin = "test/" + row;
    host.key = Key(row).raw();
    host.row_index = static_cast<std::uint32_t>(sides_.size()) + 1;
    host.state = core::InstanceState::kActive;
    host.table.destroy = [](void*) {};
    host.ctx = kernel->contexts().begin_root(host);
    side->sdk = std::make_unique<Instance>(host.ctx);
    sides_.push_back(std::move(side));
    return *sides_.back();
  }

  /// Runs the stop protocol on a side to its end.
  void stop(Side& side) {
    bool stopped = false;
    side.host->table.lifecycle = [](void*, const keel_call*, std::uint32_t, const keel_msg*,
                                    keel_msg*) -> std::int32_t { return KEEL_OK; };
    side.host->self = &side;
    side.host->table.destroy = [](void* self) { static_cast<Side*>(self)->sdk.reset(); };
    lifecycle.stop(*side.host, [&](const core::StopReport& report) {
      stopped = true;
      CHECK(report.destroyed);
    });
    run_until([&] { return stopped; });
  }

  void declare(std::string name, core::EventMode mode, std::vector<std::string> replace = {}) {
    core::EventInfo info;
    info.name = std::move(name);
    info.mode = mode;
    info.replace = std::move(replace);
    kernel->bus().declare(std::move(info));
  }

  /// Runs what is queued.
  void drain() {
    while (kernel->exec().poll_once()) {
    }
  }
  /// Runs the kernel until `done` says so; timers and other threads included.
  void run_until(const std::function<bool()>& done) { REQUIRE(kernel->exec().run_until(done)); }

  /// Starts a coroutine as background work of `side` and runs the kernel until it has ended.
  template <typename T>
  Expected<T> run(const Side& side, Task<T> task) {
    std::optional<Expected<T>> result;
    side.context().spawn(keep_result(std::move(task), result));
    run_until([&] { return result.has_value(); });
    return std::move(*result);
  }

  bool logged(std::string_view text) const {
    for (const std::string& line : lines) {
      if (line.find(text) != std::string::npos) return true;
    }
    return false;
  }

 private:
  template <typename T>
  static Task<void> keep_result(Task<T> task, std::optional<Expected<T>>& result) {
    Expected<T> given = co_await task;
    result.emplace(std::move(given));
  }

  std::vector<std::unique_ptr<Side>> sides_;
};

}  // namespace keel::testing
