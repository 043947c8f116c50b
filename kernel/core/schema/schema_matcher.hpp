// SPDX-License-Identifier: MIT
// The fast check: yes or no.
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>

#include <boost/container/small_vector.hpp>

#include "core/schema/schema_program.hpp"
#include "keel/value.hpp"

namespace keel::core {

/// One check of one value. Keeps an explicit stack; stops at the first fault.
class SchemaMatcher {
 public:
  bool run(const SchemaProgram& program, std::uint32_t node, ValueView value);

 private:
  enum class Verdict : std::uint8_t { kMatch, kMismatch, kPushed };

  struct Frame {
    const SchemaProgram* program = nullptr;
    const SchemaNode* node = nullptr;
    ValueView value;
    std::uint32_t next = 0;
    std::uint32_t hits = 0;  ///< object: declared members found; oneOf: branches that match
  };

  /// A node asked about a value.
  struct Question {
    const SchemaNode* node = nullptr;
    std::uint64_t head = 0;
    std::uint64_t body = 0;

    friend bool operator==(const Question&, const Question&) = default;
  };
  struct QuestionHash {
    std::size_t operator()(const Question& question) const;
  };

  Verdict enter(const SchemaProgram& program, std::uint32_t node, ValueView value);
  Verdict enter_one_of(const Frame& frame);
  Verdict resume(Verdict child);
  Verdict resume_array(Verdict child);
  Verdict resume_object(Verdict child);
  Verdict resume_one_of(Verdict child);
  Verdict leave(bool matches);
  bool keeps_answers() const;

  static constexpr std::size_t kInlineDepth = 24;
  boost::container::small_vector<Frame, kInlineDepth> frames_;
  std::uint32_t one_ofs_ = 0;
  /// Answers inside a oneOf: without them a chain of shared branches takes time exponential in its
  /// length.
  std::unique_ptr<std::unordered_map<Question, bool, QuestionHash>> answers_;
};

/// The node that a tagged union picks for `value`. `program` changes when another contract declares
/// the variant.
struct PickedVariant {
  enum class Answer : std::uint8_t {
    kNode,     ///< go on at program and node
    kPasses,   ///< an unknown tag of an open union
    kRefused,  ///< not an object, no tag, or an unknown tag of a closed union
  };
  Answer answer = Answer::kRefused;
  const SchemaProgram* program = nullptr;
  std::uint32_t node = kNoIndex;
};

PickedVariant pick_variant(const SchemaProgram& program, const SchemaNode& tagged, ValueView value);

}  // namespace keel::core
