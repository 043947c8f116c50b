// The requests a server has seen. Written by the server's thread, read by any.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

#include "recorded_request.hpp"

namespace keel::testing {

class RequestRecorder {
 public:
  // Numbers the request and keeps a copy.
  void add(RecordedRequest& request);
  // Takes over what is known of the answer.
  void end(const RecordedRequest& request);

  std::vector<RecordedRequest> all() const;
  bool wait_for_requests(std::size_t count, std::chrono::milliseconds timeout) const;
  bool wait_for_ended(std::size_t count, std::chrono::milliseconds timeout) const;

 private:
  mutable std::mutex mutex_;
  mutable std::condition_variable changed_;
  std::vector<RecordedRequest> requests_;
  std::size_t ended_ = 0;
};

}  // namespace keel::testing
