// One provider wire format: reads its requests, writes its answers. Stateless; one file per
// dialect, listed in make_dialects().
#pragma once

#include <boost/json/object.hpp>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "answer.hpp"
#include "conversation.hpp"

namespace keel::testing {

// A unit of a streamed body: one event (or raw bytes), or something that happens between events.
using WirePart = std::variant<std::string, Pause, Hold, Cut>;

class Dialect {
 public:
  virtual ~Dialect() = default;

  virtual std::string_view name() const = 0;
  virtual bool serves(std::string_view method, std::string_view path) const = 0;
  virtual Conversation read(const boost::json::object& body) const = 0;
  virtual std::vector<WirePart> stream(const Answer& answer, const Conversation& ask) const = 0;
  // The same answer as one JSON document.
  virtual std::string document(const Answer& answer, const Conversation& ask) const = 0;
  virtual std::string error_document(const ErrorBody& error) const = 0;
};

std::unique_ptr<Dialect> make_chat_dialect();

std::vector<std::unique_ptr<Dialect>> make_dialects();

}  // namespace keel::testing
