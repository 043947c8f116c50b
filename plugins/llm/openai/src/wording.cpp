// SPDX-License-Identifier: MIT
#include "wording.hpp"

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <string>
#include <vector>

namespace keel::llm_openai {

namespace {

/// Enough for any sentence; a document of markup is not searched to its end.
constexpr std::size_t kMaxText = 4096;
constexpr std::size_t kNear = 40;

struct Word {
  std::string text;
  std::size_t begin = 0;
  std::size_t end = 0;
};

using Choice = std::initializer_list<std::string_view>;

/// The words of a text, in lower case, with their places.
class Words {
 public:
  explicit Words(std::string_view text) {
    text = text.substr(0, kMaxText);
    for (std::size_t i = 0; i < text.size();) {
      const std::size_t start = i;
      while (i < text.size() && is_word(text[i])) ++i;
      if (i > start) add(text.substr(start, i - start), start);
      if (i < text.size()) ++i;
    }
  }

  std::size_t size() const { return words_.size(); }
  bool is(std::size_t at, Choice choice) const {
    return at < size() && std::find(choice.begin(), choice.end(), words_[at].text) != choice.end();
  }
  /// Behind one of the words, or at the same place when none stands there.
  std::size_t skip(std::size_t at, Choice choice) const { return is(at, choice) ? at + 1 : at; }
  /// The first word from `at` on for which `test` holds and that begins at most 40 characters
  /// behind the end of the word before `at`; size() when there is none.
  template <typename Test>
  std::size_t find_near(std::size_t at, Test test) const {
    for (std::size_t i = at; i < size(); ++i) {
      if (words_[i].begin - words_[at - 1].end > kNear) break;
      if (test(i)) return i;
    }
    return size();
  }

 private:
  static bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '\'';
  }
  void add(std::string_view text, std::size_t begin) {
    Word word{std::string(text), begin, begin + text.size()};
    for (char& c : word.text) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    words_.push_back(std::move(word));
  }

  std::vector<Word> words_;
};

bool is_request(const Words& words, std::size_t i) {
  return words.is(i, {"request", "prompt", "input", "message", "messages"});
}

std::size_t skip_the_model(const Words& words, std::size_t i) {
  return words.skip(words.skip(i, {"this", "the"}), {"model", "models", "model's"});
}

/// "context length exceeded", "context_window_limit_exceeded"
bool is_context_exceeded(const Words& words, std::size_t i) {
  if (!words.is(i, {"context"}) || !words.is(i + 1, {"length", "window"})) return false;
  return words.is(i + 2, {"exceed", "exceeds", "exceeded", "overflow", "overflowed"}) ||
         (words.is(i + 2, {"limit"}) && words.is(i + 3, {"exceeded"}));
}

/// "maximum allowed context length"
bool is_maximum_context(const Words& words, std::size_t i) {
  if (!words.is(i, {"max", "maximum"})) return false;
  const std::size_t context = words.skip(i + 1, {"allowed", "supported"});
  return words.is(context, {"context"}) && words.is(context + 1, {"length", "window"});
}

/// "prompt too long for the model's context", "input is too large for this model", "prompt is too
/// long: 3 tokens > 2 maximum"
bool is_too_long(const Words& words, std::size_t i) {
  if (!is_request(words, i)) return false;
  const std::size_t too = words.skip(i + 1, {"is", "are", "was", "were"});
  if (!words.is(too, {"too"}) || !words.is(too + 1, {"large", "long"})) return false;
  if (words.is(too + 3, {"tokens"})) return true;
  if (!words.is(too + 2, {"for"})) return false;
  if (words.is(skip_the_model(words, too + 3), {"context"})) return true;
  return !words.is(i, {"message", "messages"}) && words.is(too + 3, {"this", "the"}) &&
         words.is(too + 4, {"model"});
}

/// "the request exceeds the available context size", "input token count (5) exceeds the maximum
/// number of tokens"
bool is_request_exceeding(const Words& words, std::size_t i) {
  if (!is_request(words, i)) return false;
  const auto exceeds = [&](std::size_t at) {
    return words.is(at, {"exceeds", "exceeded", "overflows"}) ||
           (words.is(at, {"is"}) && words.is(at + 1, {"larger"}) && words.is(at + 2, {"than"}));
  };
  const std::size_t verb = words.find_near(i + 1, exceeds);
  if (verb == words.size()) return false;
  const std::size_t behind = words.is(verb, {"is"}) ? verb + 3 : verb + 1;
  const auto names_context = [&](std::size_t at) { return words.is(at, {"context"}); };
  if (words.find_near(behind, names_context) != words.size()) return true;
  return words.is(i + 1, {"token", "tokens"}) && words.is(words.skip(behind, {"the"}), {"maximum"});
}

bool is_quota(const Words& words, std::size_t i) {
  if (words.is(i, {"insufficient"})) {
    return words.is(i + 1, {"quota", "balance", "credit", "credits"});
  }
  if (words.is(i, {"quota"}) && words.is(i + 1, {"exceeded", "exhausted", "reached"})) return true;
  if (words.is(i, {"usage"}) && words.is(i + 1, {"limit"})) {
    return words.is(i + 2, {"exceeded", "exhausted", "reached"});
  }
  if (words.is(i, {"exceed", "exceeds", "exceeded"})) {
    return words.is(words.skip(words.skip(i + 1, {"your", "the"}), {"current"}), {"quota"});
  }
  if (words.is(i, {"balance", "credit", "credits"})) {
    return words.is(i + 1, {"exhausted", "depleted"});
  }
  return words.is(i, {"out"}) && words.is(i + 1, {"of"}) &&
         words.is(i + 2, {"credit", "credits", "budget"});
}

}  // namespace

bool tells_context_overflow(std::string_view text) {
  const Words words(text);
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (is_context_exceeded(words, i) || is_maximum_context(words, i) || is_too_long(words, i) ||
        is_request_exceeding(words, i)) {
      return true;
    }
  }
  return false;
}

bool tells_quota(std::string_view text) {
  const Words words(text);
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (is_quota(words, i)) return true;
  }
  return false;
}

}  // namespace keel::llm_openai
