// SPDX-License-Identifier: MIT
#include "core/call/port.hpp"

#include <deque>
#include <memory>

#include "core/kernel.hpp"

namespace keel::core {

Port* Port::open(Kernel& kernel, std::thread::id thread) {
  // Never destroyed: plugin threads may hold the address after main has returned.
  static std::mutex* const ports_mutex = new std::mutex;
  static auto* const ports = new std::deque<std::unique_ptr<Port>>;
  const std::lock_guard lock(*ports_mutex);
  ports->push_back(std::unique_ptr<Port>(new Port(kernel, thread)));
  return ports->back().get();
}

void Port::close() {
  const std::lock_guard lock(mutex_);
  kernel_.store(nullptr, std::memory_order_relaxed);
}

bool Port::post(Job job) {
  const std::lock_guard lock(mutex_);
  Kernel* kernel = kernel_.load(std::memory_order_relaxed);
  if (kernel == nullptr) return false;
  kernel->exec().post(std::move(job));
  return true;
}

}  // namespace keel::core
