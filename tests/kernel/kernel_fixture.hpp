// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/abi/host_tables.hpp"
#include "core/kernel.hpp"
#include "core/plugin/lifecycle.hpp"
#include "keel/error.hpp"

namespace keel::testing {

/// A kernel with a log that tests can read.
class KernelFixture {
 public:
  std::vector<std::string> lines;
  core::Log log{core::LogLevel::kDebug,
                [this](core::LogLevel, std::string_view source, std::string_view text) {
                  lines.push_back(std::string(source) + ": " + std::string(text));
                }};
  core::WorkerPool pool{core::WorkerPool::Options{}, [](std::string_view) {}};
  std::unique_ptr<core::Kernel> kernel =
      std::make_unique<core::Kernel>(core::Kernel::Options{pool, log, 200, false});

  /// An instance of nothing: its root context takes registrations as a plugin's would.
  core::Instance& add_instance(std::string row, std::uint32_t index = 1) {
    auto instance = std::make_unique<core::Instance>();
    instance->row = std::move(row);
    instance->plugin = "test/" + instance->row;
    instance->key = Key(instance->row).raw();
    instance->row_index = index;
    instance->state = core::InstanceState::kActive;
    instance->table.destroy = [](void*) {};
    instance->ctx = kernel->contexts().begin_root(*instance);
    instances_.push_back(std::move(instance));
    return *instances_.back();
  }

  void declare(std::string name, core::EventMode mode, std::vector<std::string> replace = {},
               bool first_answer = false, bool fail_closed = false, std::int64_t timeout_ms = 0) {
    core::EventInfo info;
    info.name = std::move(name);
    info.mode = mode;
    info.replace = std::move(replace);
    info.first_answer = first_answer;
    info.fail_closed = fail_closed;
    info.timeout_ms = timeout_ms;
    kernel->bus().declare(std::move(info));
  }

  keel_event event(std::string_view name) {
    keel_event found{0};
    static_cast<void>(keel_host_bus_api.event(kernel->host_ctx(), detail::to_str(name), &found));
    return found;
  }

  /// Runs the kernel until nothing is queued.
  void drain() {
    while (kernel->exec().poll_once()) {
    }
  }

  bool logged(std::string_view text) const {
    for (const std::string& line : lines) {
      if (line.find(text) != std::string::npos) return true;
    }
    return false;
  }

 private:
  std::vector<std::unique_ptr<core::Instance>> instances_;
};

/// A method made of a C++ function; lives as long as the test.
class Method {
 public:
  using Body =
      std::function<std::int32_t(const keel_call*, std::uint32_t, const keel_msg*, keel_msg*)>;
  explicit Method(Body body) : body_(std::move(body)) {}

  static std::int32_t call(void* self, const keel_call* call, std::uint32_t ordinal,
                           const keel_msg* in, keel_msg* out) {
    return static_cast<Method*>(self)->body_(call, ordinal, in, out);
  }

 private:
  Body body_;
};

/// Keeps the outcome of a call that may pend.
struct Outcome {
  bool settled = false;
  std::int32_t status = KEEL_PENDING;
  Value value;
  std::vector<keel_ref> refs;

  static void done(void* user, std::int32_t status, keel_msg* message) {
    auto& outcome = *static_cast<Outcome*>(user);
    outcome.take(status, *message);
  }
  void take(std::int32_t given, keel_msg& message) {
    settled = true;
    status = given;
    value = Value::take(message.value);
    refs.assign(message.refs, message.refs + message.ref_count);
  }
};

}  // namespace keel::testing
