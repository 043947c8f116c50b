#include "request_recorder.hpp"

namespace keel::testing {

void RequestRecorder::add(RecordedRequest& request) {
  const std::lock_guard lock(mutex_);
  request.id = requests_.size() + 1;
  requests_.push_back(request);
  changed_.notify_all();
}

void RequestRecorder::end(const RecordedRequest& request) {
  const std::lock_guard lock(mutex_);
  RecordedRequest& kept = requests_[request.id - 1];
  kept.first_byte_at = request.first_byte_at;
  kept.ended_at = request.ended_at;
  kept.bytes_out = request.bytes_out;
  kept.ended = request.ended;
  kept.cut = request.cut;
  kept.client_closed = request.client_closed;
  ++ended_;
  changed_.notify_all();
}

std::vector<RecordedRequest> RequestRecorder::all() const {
  const std::lock_guard lock(mutex_);
  return requests_;
}

bool RequestRecorder::wait_for_requests(std::size_t count,
                                        std::chrono::milliseconds timeout) const {
  std::unique_lock lock(mutex_);
  return changed_.wait_for(lock, timeout, [&] { return requests_.size() >= count; });
}

bool RequestRecorder::wait_for_ended(std::size_t count, std::chrono::milliseconds timeout) const {
  std::unique_lock lock(mutex_);
  return changed_.wait_for(lock, timeout, [&] { return ended_ >= count; });
}

}  // namespace keel::testing
