#include "recorded_request.hpp"

#include <boost/beast/core/string.hpp>

namespace keel::testing {

std::string_view RecordedRequest::path() const {
  const std::string_view whole = target;
  return whole.substr(0, whole.find('?'));
}

std::optional<std::string> RecordedRequest::header(std::string_view name) const {
  for (const auto& [key, value] : headers) {
    if (boost::beast::iequals(key, name)) return value;
  }
  return std::nullopt;
}

}  // namespace keel::testing
