// SPDX-License-Identifier: MIT
#include "core/schema/schema_program.hpp"

#include <algorithm>

namespace keel::core {

const SchemaProperty* SchemaProgram::find_property(const SchemaNode& object,
                                                   std::string_view name) const {
  const auto first = by_name.begin() + object.first;
  const auto last = first + object.count;
  const auto place = std::lower_bound(
      first, last, name,
      [this](std::uint32_t at, std::string_view n) { return properties[at].name < n; });
  if (place == last || properties[*place].name != name) return nullptr;
  return &properties[*place];
}

std::uint32_t SchemaProgram::find_tag(const SchemaNode& tagged, std::string_view tag) const {
  const auto first = tags.begin() + tagged.first;
  const auto last = first + tagged.count;
  const auto place = std::lower_bound(
      first, last, tag, [](const SchemaTag& entry, std::string_view t) { return entry.tag < t; });
  return place == last || place->tag != tag ? kNoIndex : place->node;
}

}  // namespace keel::core
