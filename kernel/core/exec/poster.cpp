// SPDX-License-Identifier: MIT
#include "core/exec/poster.hpp"

#include <utility>

#include "core/exec/post_queue.hpp"

namespace keel::core {

Poster::Poster(std::shared_ptr<PostQueue> queue) : queue_(std::move(queue)) {}

bool Poster::post(Job job) const { return queue_->push(std::move(job)); }

}  // namespace keel::core
