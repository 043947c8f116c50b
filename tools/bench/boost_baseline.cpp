// SPDX-License-Identifier: MIT
#include "boost_baseline.hpp"

#include <array>
#include <boost/json.hpp>

namespace keel::bench {

struct BoostBaseline::Memory {
  std::array<unsigned char, 65536> bytes;
};

BoostBaseline::BoostBaseline() : memory_(std::make_unique<Memory>()) {}
BoostBaseline::~BoostBaseline() = default;

std::uint64_t BoostBaseline::read(std::string_view json, std::string_view number,
                                  std::string_view text) {
  namespace bj = boost::json;
  bj::monotonic_resource resource(memory_->bytes.data(), memory_->bytes.size());
  const bj::value parsed = bj::parse(bj::string_view(json.data(), json.size()), &resource);
  const bj::object& object = parsed.get_object();
  std::uint64_t result = 0;
  const bj::value* at = object.if_contains(bj::string_view(number.data(), number.size()));
  if (at != nullptr && at->is_int64()) result += static_cast<std::uint64_t>(at->get_int64());
  at = object.if_contains(bj::string_view(text.data(), text.size()));
  if (at != nullptr && at->is_string()) result += at->get_string().size();
  return result;
}

}  // namespace keel::bench
