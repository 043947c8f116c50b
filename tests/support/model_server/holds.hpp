// The places where answers wait for the test. Any thread.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

namespace keel::testing {

class Holds {
 public:
  // `released` runs after each release, on the releasing thread, without a lock.
  explicit Holds(std::function<void()> released);

  void release(std::string_view name, std::size_t count);
  void release_all();
  bool wait_for_held(std::string_view name, std::chrono::milliseconds timeout) const;

  // For the answer that waits: arrive, try until it may pass, leave.
  void arrive(const std::string& name);
  bool try_pass(const std::string& name);
  void leave(const std::string& name);

 private:
  struct Hold {
    std::size_t permits = 0;
    std::size_t waiting = 0;
  };

  std::function<void()> released_;
  mutable std::mutex mutex_;
  mutable std::condition_variable arrived_;
  std::map<std::string, Hold, std::less<>> holds_;
  bool open_ = false;
};

}  // namespace keel::testing
