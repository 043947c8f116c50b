// Builds one document: what stands behind a keel_builder, and what the JSON reader feeds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "core/value/document.hpp"
#include "core/value/pod_vector.hpp"
#include "keel/abi.h"

namespace keel::core::value {

/// The first thing that went wrong in a build.
enum class Mistake : std::uint8_t {
  kNone,
  kNoMemory,
  kTooDeep,
  kTooLarge,
  kDuplicateName,
  kValueWithoutName,
  kNameOutsideObject,
  kNameWithoutValue,
  kUnbalancedEnd,
  kLeftOpen,
  kNothingPut,
  kSecondValue,
  kNotUtf8,
  kNoText,
  kNotFinite,
  kAbsentPut,
  kUnknownKind,
  kNoKey,
};

/// What to do with a name that an object has already.
enum class Duplicates : std::uint8_t { kRefuse, kLastWins };

/// Values go to scratch memory that is kept from one build to the next; finish() copies them into
/// one block of the right size, or, when large, hands the scratch block over. After a mistake all
/// calls but finish() do nothing. Never throws. One thread at a time.
class DocumentBuilder {
 public:
  struct Recycle {
    void operator()(DocumentBuilder* builder) const noexcept;
  };
  using Pointer = std::unique_ptr<DocumentBuilder, Recycle>;

  /// An empty builder, from this thread's few cached ones when possible. nullptr: no memory.
  static Pointer obtain() noexcept;
  /// Destroys a chain of cached builders.
  static void drop_cached(DocumentBuilder* first) noexcept;

  DocumentBuilder() = default;
  DocumentBuilder(const DocumentBuilder&) = delete;
  DocumentBuilder& operator=(const DocumentBuilder&) = delete;
  ~DocumentBuilder() { drop_embedded(); }

  void set_duplicates(Duplicates rule) noexcept { duplicates_ = rule; }

  void begin_object() noexcept { begin(KEEL_KIND_OBJECT); }
  void begin_array() noexcept { begin(KEEL_KIND_ARRAY); }
  void end() noexcept;
  void name_key(const KeyRecord* key) noexcept;
  /// Checks the text.
  void name(std::string_view text) noexcept;
  /// `text` is UTF-8. `place` comes back as duplicate_place() when the name is refused.
  void name_valid(std::string_view text, std::uint32_t place) noexcept;
  void put(keel_value v) noexcept;
  /// Puts everything that `v` shows, embedding nothing.
  void put_copy(keel_value v) noexcept;
  /// Checks the text.
  void put_string(std::string_view text) noexcept;
  /// KEEL_KIND_STRING with text that is UTF-8, or KEEL_KIND_BYTES.
  void put_text(std::uint32_t kind, std::string_view text) noexcept;
  /// A scalar that is known to be well formed.
  void put_scalar(keel_value v) noexcept { add(v, 0); }

  /// The innermost open container is an object.
  bool in_object() const noexcept { return frames_[frames_.size() - 1].kind == KEEL_KIND_OBJECT; }
  /// Number of open containers.
  std::size_t open() const noexcept { return frames_.size() - 1; }

  /// Remembers a mistake of the caller's own finding, as the first if it is.
  [[gnu::noinline, gnu::cold]] void fail(Mistake mistake) noexcept;
  Mistake mistake() const noexcept { return mistake_; }
  std::uint32_t duplicate_place() const noexcept { return duplicate_place_; }
  /// Where the mistake was made: "$.a[3].b". Valid UTF-8, shortened when long.
  std::string_view path() const noexcept { return {path_.data(), path_.size()}; }
  /// What the mistake was, for people.
  std::string_view explanation() const noexcept;

  /// The built value, owned by the caller; absent after a mistake. Empties the builder, except that
  /// the mistake can still be asked for.
  keel_value finish() noexcept;

  /// Scratch memory for a text of unknown size: begin_text(), append to it, finish_text() makes it
  /// an owned string. The caller vouches for UTF-8. Absent: no memory.
  PodVector<char>& begin_text() noexcept;
  keel_value finish_text() noexcept;

 private:
  struct Name {
    std::uint64_t word;
    std::uint32_t hash;
    std::uint32_t place;
  };
  struct Frame {
    std::size_t slot_start;
    std::size_t name_start;
    std::uint32_t kind;  // KEEL_KIND_ABSENT: the document itself, which takes one value
    std::uint16_t depth;
    bool named;

    bool takes_value() const noexcept { return named || kind == KEEL_KIND_ARRAY; }
  };
  struct CopyStep {
    keel_value container;
    std::size_t next;
  };

  bool reset() noexcept;
  void shrink() noexcept;
  void begin(std::uint32_t kind) noexcept;
  /// Puts a finished slot into the innermost container. Most values take the first line.
  void add(keel_value slot, std::uint32_t depth) noexcept {
    Frame& frame = frames_.back();
    if (frame.takes_value() && depth <= frame.depth && mistake_ == Mistake::kNone) {
      frame.named = false;
      if (!slots_.push(slot)) fail(Mistake::kNoMemory);
      return;
    }
    add_elsewhere(slot, depth);
  }
  void add_elsewhere(keel_value slot, std::uint32_t depth) noexcept;
  void add_name(Name name) noexcept;
  void embed(keel_value v) noexcept;
  void copy_next(PodVector<CopyStep>& steps) noexcept;
  void copy_one(keel_value v, PodVector<CopyStep>& steps) noexcept;
  std::uint64_t local_name(std::string_view text, std::uint32_t hash) noexcept;
  keel_value make_array(const Frame& frame) noexcept;
  keel_value make_object(const Frame& frame) noexcept;
  bool settle_names(const Frame& frame) noexcept;
  bool settle_few_names(const Frame& frame) noexcept;
  bool settle_many_names(const Frame& frame) noexcept;
  bool meet_duplicate(const Frame& frame, std::size_t first, std::size_t again) noexcept;
  void remove_replaced(const Frame& frame) noexcept;
  bool same_name(const Name& a, const Name& b) const noexcept;
  const KeyRecord* record_of(const Name& name) const noexcept;
  std::uint64_t allocate(std::size_t bytes) noexcept;
  keel_value seal(keel_value root) noexcept;
  void describe_place() noexcept;
  void append_step(const Name* name, std::size_t index) noexcept;
  void append_path(std::string_view text) noexcept;
  void drop_embedded() noexcept;

  static constexpr std::size_t kRecentNames = 64;

  PodVector<char> arena_;
  PodVector<keel_value> slots_;
  PodVector<Name> names_;
  PodVector<Frame> frames_;
  PodVector<std::uint64_t> embedded_;
  PodVector<std::uint32_t> index_;
  PodVector<char> path_;
  /// Offsets of local names by hash: one record per text as long as they do not push each other
  /// out.
  std::uint32_t recent_names_[kRecentNames];
  DocumentBuilder* next_cached_ = nullptr;
  std::size_t removed_ = 0;
  std::uint32_t duplicate_place_ = 0;
  Mistake mistake_ = Mistake::kNone;
  Duplicates duplicates_ = Duplicates::kRefuse;
  bool pure_ = true;
};

/// An owned string (text that is UTF-8) or bytes; absent when memory is out.
keel_value make_text(std::uint32_t kind, std::string_view text) noexcept;

/// An owned value that keeps nothing else alive; absent when memory is out.
keel_value detach(keel_value v) noexcept;

}  // namespace keel::core::value
