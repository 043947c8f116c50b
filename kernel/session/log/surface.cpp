// SPDX-License-Identifier: MIT
#include "session/log/surface.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "session/log/fault.hpp"
#include "session/log/fields.hpp"

namespace keel::session {

namespace {

Error surface_fault(const EventFields& event, const std::string& what) {
  return refused(
      fault::kInvalidSurface,
      "event " + in_quotes(event.type) + " at seq " + std::to_string(event.seq) + ": " + what,
      object({{"type", event.type}, {"seq", event.seq}}));
}

tl::unexpected<Error> reject(const EventFields& event, const std::string& what) {
  return tl::make_unexpected(surface_fault(event, what));
}

std::optional<Error> find_sources_fault(const EventFields& event) {
  if (!event.sources) return std::nullopt;
  const SourceList& sources = *event.sources;
  if (sources.empty()) {
    if (event.core == CoreType::kAssistantMessage) return std::nullopt;
    return surface_fault(event,
                         "sourceEventSeqs is empty; only an assistant/message may say that it has "
                         "no sources, others leave the key out");
  }
  if (sources.has_duplicates()) return surface_fault(event, "sourceEventSeqs names a seq twice");
  if (sources.largest() >= event.seq) {
    return surface_fault(event, "sourceEventSeqs names seq " + std::to_string(sources.largest()) +
                                    ", expected seqs below the event's own");
  }
  return std::nullopt;
}

/// The first member besides `except` in which two objects differ; nothing when they differ in none.
std::optional<std::string> find_difference(ValueView before, ValueView after,
                                           std::string_view except) {
  for (const auto& [name, value] : before.members()) {
    if (name != except && !(value == after[name])) return std::string(name);
  }
  for (const auto& [name, value] : after.members()) {
    if (name != except && before[name].is_absent()) return std::string(name);
  }
  return std::nullopt;
}

/// The path of the first thing besides the inner content that a replacing tool result changes.
std::optional<std::string> find_result_change(ValueView before, ValueView after) {
  const Fields& names = fields();
  if (auto name = find_difference(before, after, "message")) return *name;
  const ValueView old_message = before[names.message];
  const ValueView new_message = after[names.message];
  if (auto name = find_difference(old_message, new_message, "content")) return "message." + *name;
  const ValueView old_block = old_message[names.content].at(0);
  const ValueView new_block = new_message[names.content].at(0);
  if (auto name = find_difference(old_block, new_block, "content")) {
    return "message.content[0]." + *name;
  }
  return std::nullopt;
}

std::optional<Error> find_result_fault(const EventFields& event, const Surface::Lookup& lookup,
                                       std::int64_t replaced, std::size_t count) {
  if (count != 1) {
    return surface_fault(event, "a tool/result may replace exactly one node, this one replaces " +
                                    std::to_string(count));
  }
  const Event before = lookup(replaced);
  if (!before) {
    return surface_fault(event,
                         "the replaced node " + std::to_string(replaced) + " is not at hand");
  }
  if (before.core() != CoreType::kToolResult) {
    return surface_fault(event, "a tool/result may replace a tool/result only; node " +
                                    std::to_string(replaced) + " is a " +
                                    std::string(before.type()));
  }
  if (const auto path = find_result_change(before.data(), event.data)) {
    return surface_fault(event,
                         "a replacing tool/result may change nothing but the content of its "
                         "tool-result block; data." +
                             *path + " differs from node " + std::to_string(replaced));
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::size_t> Surface::position(std::int64_t seq) const {
  // What is replaced or asked for is mostly recent.
  const auto found = std::find(nodes_.rbegin(), nodes_.rend(), seq);
  if (found == nodes_.rend()) return std::nullopt;
  return static_cast<std::size_t>(nodes_.rend() - found) - 1;
}

bool Surface::has(std::int64_t seq) const { return position(seq).has_value(); }

Expected<Surface::Change> Surface::check(const EventFields& event, const Lookup& lookup) const {
  if (event.surface.kind == SurfaceOp::Kind::kNone) return Change{};
  if (auto fault = find_sources_fault(event)) return tl::make_unexpected(std::move(*fault));
  if (event.surface.kind == SurfaceOp::Kind::kReplace) return check_replace(event, lookup);
  return Change{SurfaceOp::Kind::kAppend, event.seq, 0, 0};
}

Expected<Surface::Change> Surface::check_replace(const EventFields& event,
                                                 const Lookup& lookup) const {
  const SurfaceOp& op = event.surface;
  const auto first = position(op.start);
  const auto last = position(op.end);
  if (!first || !last) {
    const std::int64_t missing = first ? op.end : op.start;
    return reject(
        event, "surfaceOp replaces " + std::to_string(op.start) + " to " + std::to_string(op.end) +
                   ", but " + std::to_string(missing) + " is no node of the surface" +
                   (nodes_.empty() ? "" : "; its first node is " + std::to_string(nodes_.front())));
  }
  if (*first > *last) {
    return reject(event, "surfaceOp replaces " + std::to_string(op.start) + " to " +
                             std::to_string(op.end) + ", but these stand the other way round");
  }
  const auto shadowed = std::span(nodes_).subspan(*first, *last - *first + 1);
  const auto missing =
      event.sources ? event.sources->first_missing(shadowed) : std::optional(shadowed.front());
  if (missing) {
    return reject(event, "sourceEventSeqs must name every node that is replaced; " +
                             std::to_string(*missing) + " is missing");
  }
  if (event.core == CoreType::kToolResult) {
    if (auto fault = find_result_fault(event, lookup, op.start, *last - *first + 1)) {
      return tl::make_unexpected(std::move(*fault));
    }
  }
  return Change{SurfaceOp::Kind::kReplace, event.seq, *first, *last};
}

void Surface::reserve_one() {
  constexpr std::size_t kFirstNodes = 16;
  if (nodes_.size() == nodes_.capacity()) nodes_.reserve(std::max(kFirstNodes, 2 * nodes_.size()));
}

void Surface::commit(const Change& change) {
  switch (change.kind) {
    case SurfaceOp::Kind::kNone:
      return;
    case SurfaceOp::Kind::kAppend:
      nodes_.push_back(change.seq);
      return;
    case SurfaceOp::Kind::kReplace: {
      const auto first = nodes_.begin() + static_cast<std::ptrdiff_t>(change.first);
      const auto end = nodes_.begin() + static_cast<std::ptrdiff_t>(change.last) + 1;
      *first = change.seq;
      nodes_.erase(first + 1, end);
      ++replace_generation_;
      return;
    }
  }
}

Value Surface::value() const {
  Builder builder;
  builder.begin_object().name("nodes").begin_array();
  for (const std::int64_t seq : nodes_) builder.put(seq);
  builder.end().member("replaceGeneration", replace_generation_).end();
  return builder.finish_or_absent();
}

Expected<FoldedSurface> fold_surface(std::span<const Event> events) {
  FoldedSurface folded;
  const Surface::Lookup lookup = [events](std::int64_t seq) {
    const auto at = std::lower_bound(events.begin(), events.end(), seq,
                                     [](const Event& e, std::int64_t s) { return e.seq() < s; });
    return at != events.end() && at->seq() == seq ? *at : Event();
  };
  for (const Event& event : events) {
    if (event.surface().kind == SurfaceOp::Kind::kNone) continue;
    EventFields fields;
    fields.type = event.type();
    fields.core = event.core();
    fields.seq = event.seq();
    fields.data = Value::share(event.data());
    fields.surface = event.surface();
    if (event.sources() != nullptr) fields.sources = *event.sources();
    const auto change = folded.surface.check(fields, lookup);
    if (!change) return tl::make_unexpected(change.error());
    if (change->kind == SurfaceOp::Kind::kReplace) {
      const auto& nodes = folded.surface.nodes();
      folded.replacements.push_back(
          {event.seq(),
           fields.surface.start,
           fields.surface.end,
           {nodes.begin() + static_cast<std::ptrdiff_t>(change->first),
            nodes.begin() + static_cast<std::ptrdiff_t>(change->last) + 1}});
    }
    folded.surface.commit(*change);
  }
  return folded;
}

}  // namespace keel::session
