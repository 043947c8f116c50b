// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <unordered_map>
#include <vector>

#include <tl/expected.hpp>

#include "core/schema/schema.hpp"
#include "keel/value.hpp"

namespace keel::core {

/// Compiled schemas by the identity of the value they were compiled from: the same part of the same
/// document is compiled once, however often it is asked about. Holds the documents of the schemas
/// it knows, at most kCapacity; the one not used for longest goes first. Kernel thread.
class CompiledSchemas {
 public:
  using Result = tl::expected<Schema, std::vector<Violation>>;

  static constexpr std::size_t kCapacity = 256;

  /// Valid until the next call.
  const Result& compile(ValueView schema, Dialect dialect);

 private:
  struct Identity {
    std::uint64_t head = 0;
    std::uint64_t body = 0;
    Dialect dialect = Dialect::kTool;

    friend bool operator==(const Identity&, const Identity&) = default;
  };
  struct IdentityHash {
    std::size_t operator()(const Identity& identity) const;
  };
  struct Entry {
    Identity identity;
    /// Keeps the identity from being given to another value.
    Value schema;
    Result result;
  };

  /// Most recently used first.
  std::list<Entry> entries_;
  std::unordered_map<Identity, std::list<Entry>::iterator, IdentityHash> places_;
};

inline std::size_t CompiledSchemas::IdentityHash::operator()(const Identity& identity) const {
  const std::uint64_t mixed = (identity.body ^ (identity.head << 17U)) * 0x9E3779B97F4A7C15U;
  return static_cast<std::size_t>(mixed ^ (mixed >> 32U) ^
                                  static_cast<std::uint64_t>(identity.dialect));
}

inline const CompiledSchemas::Result& CompiledSchemas::compile(ValueView schema, Dialect dialect) {
  const Identity identity{schema.raw().head, schema.raw().body, dialect};
  const auto known = places_.find(identity);
  if (known != places_.end()) {
    entries_.splice(entries_.begin(), entries_, known->second);
    return entries_.front().result;
  }
  if (entries_.size() == kCapacity) {
    places_.erase(entries_.back().identity);
    entries_.pop_back();
  }
  entries_.push_front({identity, Value::share(schema), Schema::compile(schema, dialect)});
  places_.emplace(identity, entries_.begin());
  return entries_.front().result;
}

}  // namespace keel::core
