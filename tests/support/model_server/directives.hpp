// Answers decided by words in the prompt, for clients that are driven by their prompt alone.
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "answer.hpp"
#include "conversation.hpp"

namespace keel::testing {

// The numbers that stand after the words, e.g. `plain 100`; the last one of a kind counts.
struct DirectiveWords {
  std::optional<std::size_t> plain{};
  std::optional<std::size_t> tools{};
  std::optional<std::size_t> partools{};
  std::optional<std::size_t> think{};
  std::optional<std::size_t> slow{};
  std::optional<std::size_t> gap{};
  std::optional<std::size_t> fail{};
  std::optional<std::size_t> drop{};

  bool any() const { return plain || tools || partools || think || slow || gap || fail || drop; }
};

DirectiveWords find_directives(std::string_view text);

// Keeps what `fail` must remember. Server thread only.
class Directives {
 public:
  Answer answer(const Conversation& ask);

 private:
  std::set<std::string, std::less<>> failed_;
};

}  // namespace keel::testing
