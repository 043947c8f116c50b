// What a model server answers.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "answer.hpp"
#include "recorded_request.hpp"

namespace keel::testing {

enum class Fallback {
  kRefuse,      // 400, naming the request: a test sees what it did not expect
  kDirectives,  // the newest user text that holds a directive decides (README.md)
  kRepeat,      // the answer given last, again
};

struct Script {
  // Taken in order: a request gets the first one that is meant for it.
  std::vector<Answer> answers{};
  Fallback fallback = Fallback::kRefuse;
  // Asked first, on the server's thread; nullopt goes on to `answers`.
  std::function<std::optional<Answer>(const RecordedRequest&)> choose{};
  std::vector<std::string> models{"scripted-model"};
  std::size_t burst = 1;  // events per socket write

  static Script directives() {
    Script script;
    script.fallback = Fallback::kDirectives;
    return script;
  }
  static Script of(std::vector<Answer> answers) {
    Script script;
    script.answers = std::move(answers);
    return script;
  }
};

}  // namespace keel::testing
