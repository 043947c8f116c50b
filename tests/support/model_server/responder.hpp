// Decides what a request gets: the script first, then its fallback. Server thread, except add() and
// left().
#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "dialect.hpp"
#include "directives.hpp"
#include "holds.hpp"
#include "recorded_request.hpp"
#include "reply.hpp"
#include "script.hpp"

namespace keel::testing {

class Responder {
 public:
  Responder(Script script, Holds& holds);

  Reply respond(const RecordedRequest& request);

  void add(Answer answer);
  std::size_t left() const;

 private:
  const Dialect* dialect_for(const RecordedRequest& request) const;
  std::optional<Answer> scripted(const RecordedRequest& request, bool has_dialect);
  std::optional<Answer> take(const RecordedRequest& request, bool has_dialect);
  Answer fallback(const RecordedRequest& request, const Conversation& ask);
  Answer control(const RecordedRequest& request);
  Answer model_list() const;
  Reply finish(Answer answer, const RecordedRequest& request, const Dialect* dialect,
               const Conversation* ask, std::string source) const;

  Script script_;
  Holds& holds_;
  std::vector<std::unique_ptr<Dialect>> dialects_;
  Directives directives_;
  mutable std::mutex mutex_;  // guards queue_
  std::deque<Answer> queue_;
  std::optional<Answer> last_;
};

}  // namespace keel::testing
