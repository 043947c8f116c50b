#include "holds.hpp"

#include <utility>

namespace keel::testing {

Holds::Holds(std::function<void()> released) : released_(std::move(released)) {}

void Holds::release(std::string_view name, std::size_t count) {
  {
    const std::lock_guard lock(mutex_);
    holds_[std::string(name)].permits += count;
  }
  released_();
}

void Holds::release_all() {
  {
    const std::lock_guard lock(mutex_);
    open_ = true;
  }
  released_();
}

bool Holds::wait_for_held(std::string_view name, std::chrono::milliseconds timeout) const {
  std::unique_lock lock(mutex_);
  return arrived_.wait_for(lock, timeout, [&] {
    const auto found = holds_.find(name);
    return found != holds_.end() && found->second.waiting > 0;
  });
}

void Holds::arrive(const std::string& name) {
  const std::lock_guard lock(mutex_);
  ++holds_[name].waiting;
  arrived_.notify_all();
}

bool Holds::try_pass(const std::string& name) {
  const std::lock_guard lock(mutex_);
  if (open_) return true;
  Hold& hold = holds_[name];
  if (hold.permits == 0) return false;
  --hold.permits;
  return true;
}

void Holds::leave(const std::string& name) {
  const std::lock_guard lock(mutex_);
  --holds_[name].waiting;
}

}  // namespace keel::testing
