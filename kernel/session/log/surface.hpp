// SPDX-License-Identifier: MIT
// Which events the model's history is made of, in order.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "keel/error.hpp"
#include "session/log/event.hpp"
#include "session/log/event_fields.hpp"

namespace keel::session {

/// The surface after some events of a log: the seqs of its nodes and how often a part was replaced.
/// Works on a window too: a replacement that reaches before the first event of the window is
/// refused.
class Surface {
 public:
  /// Gives the stored event of a surface node; empty when it is not at hand.
  using Lookup = std::function<Event(std::int64_t seq)>;

  /// What one event will do, found out by check() and done by commit().
  struct Change {
    SurfaceOp::Kind kind = SurfaceOp::Kind::kNone;
    std::int64_t seq = 0;
    /// Of a replace: positions in nodes(), `last` inclusive.
    std::size_t first = 0;
    std::size_t last = 0;
  };

  /// Finds out whether the event may follow, without changing anything. INVALID_SURFACE: sources
  /// that repeat, reach the event itself or are empty where they may not be; a replace whose ends
  /// are not on the surface or in this order, that does not cite all it shadows, or that changes
  /// more of a tool result than its content.
  Expected<Change> check(const EventFields& event, const Lookup& lookup) const;

  /// Makes room for one more node, so that the next commit() cannot fail.
  void reserve_one();
  /// Applies a change that check() gave for the present state.
  void commit(const Change& change);

  const std::vector<std::int64_t>& nodes() const { return nodes_; }
  /// One more with each replacement.
  std::int64_t replace_generation() const { return replace_generation_; }
  bool has(std::int64_t seq) const;

  /// {nodes, replaceGeneration}
  Value value() const;

 private:
  Expected<Change> check_replace(const EventFields& event, const Lookup& lookup) const;
  std::optional<std::size_t> position(std::int64_t seq) const;

  std::vector<std::int64_t> nodes_;
  std::int64_t replace_generation_ = 0;
};

/// One replacement of a folded log.
struct Replacement {
  std::int64_t seq;
  std::int64_t start;
  std::int64_t end;
  /// In surface order.
  std::vector<std::int64_t> shadowed_seqs;
};

struct FoldedSurface {
  Surface surface;
  std::vector<Replacement> replacements;
};

/// Folds a log or a window of one. Fails at the first event whose surface transition is not
/// allowed.
Expected<FoldedSurface> fold_surface(std::span<const Event> events);

}  // namespace keel::session
