// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "keel/value.hpp"
#include "session/log/core_type.hpp"
#include "session/log/event_record.hpp"

namespace keel::session {

/// The memory behind an EventPool: blocks of records, recycled. Lives until the pool and the last
/// event are gone.
class EventStorage {
 public:
  EventStorage();
  EventStorage(const EventStorage&) = delete;
  EventStorage& operator=(const EventStorage&) = delete;

  /// A record with count 1 and otherwise as the last owner left it. Kernel thread.
  EventRecord* take();
  /// Gives a record without owners back. Any thread. May destroy the storage.
  void give_back(EventRecord* record) noexcept;
  /// The pool is gone. May destroy the storage.
  void close() noexcept { drop_owner(); }

  /// The string value of a type name. Kernel thread.
  Value type_value(CoreType core, std::string_view name);

  ValueView append_text() const { return append_text_; }

 private:
  /// Names beyond this many are not remembered: a hostile log may bring any number.
  static constexpr std::size_t kMaxTypes = 1024;
  static constexpr std::size_t kBlockRecords = 64;

  struct TextHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>{}(text);
    }
  };

  ~EventStorage() = default;
  void drop_owner() noexcept;
  EventRecord* refill();

  /// The pool and each event in use.
  std::atomic<std::size_t> owners_{1};
  /// Only taken from as a whole, so that a record cannot come back under a reader's feet.
  std::atomic<EventRecord*> returned_{nullptr};
  EventRecord* free_ = nullptr;
  std::vector<std::unique_ptr<EventRecord[]>> blocks_;
  Value append_text_{"append"};
  std::array<Value, 17> core_types_;
  std::unordered_map<std::string, Value, TextHash, std::equal_to<>> other_types_;
};

}  // namespace keel::session
