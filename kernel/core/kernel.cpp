// SPDX-License-Identifier: MIT
#include "core/kernel.hpp"

#include <string>
#include <thread>

namespace keel::core {

Kernel::Kernel(Options options)
    : options_(options),
      exec_([this](const JobFault& fault) {
        options_.log.write(LogLevel::kError, "kernel",
                           "a " + std::string(fault.where) + " threw: " + std::string(fault.what));
      }),
      cancels_(exec_),
      port_(*Port::open(*this, std::this_thread::get_id())),
      contexts_(*this),
      scopes_(*this),
      services_(*this),
      bus_(*this),
      calls_(*this, exec_),
      streams_(*this) {
  host_.row = "host";
  host_.plugin = "keel/host";
  host_.key = Key("host").raw();
  host_.state = InstanceState::kActive;
  host_.ctx = contexts_.begin_root(host_);
}

Kernel::~Kernel() {
  // First the door, so that no thread reaches into what is being taken down.
  port_.close();
  calls_.settle_all(host_);
  contexts_.end_all();
}

void Kernel::adopt_thread() { port_.adopt_thread(); }

Context& Kernel::host_context() { return *contexts_.find_any(host_.ctx.id); }

Context* Kernel::context(keel_ctx ctx, Kernel** kernel) {
  const auto* port = static_cast<const Port*>(ctx.host);
  if (port == nullptr) return nullptr;
  Kernel* here = port->kernel_here();
  if (here == nullptr) return nullptr;
  if (kernel != nullptr) *kernel = here;
  return here->contexts_.find_any(ctx.id);
}

void Kernel::report(const Instance& instance, std::string_view what) {
  options_.log.write(LogLevel::kError, "kernel", instance.label() + ": " + std::string(what));
}

}  // namespace keel::core
