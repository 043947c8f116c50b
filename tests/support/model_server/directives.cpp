#include "directives.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>

#include "shell_call.hpp"

namespace keel::testing {
namespace {

// More than any bench asks for; keeps a typing error from filling the memory.
constexpr std::size_t kLargestNumber = 5'000'000;
constexpr std::size_t kDefaultDeltas = 3;
constexpr std::size_t kDefaultThoughts = 2;

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_space(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

std::optional<std::size_t>* slot(DirectiveWords& words, std::string_view name) {
  if (name == "plain") return &words.plain;
  if (name == "tools") return &words.tools;
  if (name == "partools") return &words.partools;
  if (name == "think") return &words.think;
  if (name == "slow") return &words.slow;
  if (name == "gap") return &words.gap;
  if (name == "fail") return &words.fail;
  if (name == "drop") return &words.drop;
  return nullptr;
}

std::optional<std::size_t> number(std::string_view word) {
  std::size_t value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || end != word.data() + word.size()) return std::nullopt;
  return std::min(value, kLargestNumber);
}

std::chrono::milliseconds milliseconds(std::size_t count) {
  return std::chrono::milliseconds(static_cast<std::chrono::milliseconds::rep>(count));
}

bool speaks_of_title(const Conversation& ask) {
  const auto speaks = [](std::string_view text) {
    return text.find("title") != std::string_view::npos ||
           text.find("Title") != std::string_view::npos ||
           text.find("summar") != std::string_view::npos ||
           text.find("Summar") != std::string_view::npos;
  };
  return speaks(ask.system) || std::any_of(ask.turns.begin(), ask.turns.end(),
                                           [&](const Turn& turn) { return speaks(turn.text); });
}

// The newest user text that holds a directive, and the tool results since.
struct Order {
  DirectiveWords words;
  std::string_view text;
  std::size_t results = 0;
};

Order newest_order(const Conversation& ask) {
  Order order;
  for (auto turn = ask.turns.rbegin(); turn != ask.turns.rend(); ++turn) {
    if (turn->kind == Turn::Kind::kToolResult) {
      ++order.results;
      continue;
    }
    order.words = find_directives(turn->text);
    if (!order.words.any()) continue;
    order.text = turn->text;
    return order;
  }
  return order;
}

// Opened with id and name, the arguments in two halves, as real services send them.
void add_call(Answer& answer, const Conversation& ask, const DeclaredTool& tool, std::size_t index,
              std::size_t running_number) {
  const std::string arguments = shell_arguments(tool, "true " + std::to_string(running_number));
  ToolPart open;
  open.index = static_cast<std::int64_t>(index);
  open.id = "call_" + std::to_string(ask.request_id) + "_" + std::to_string(index);
  open.name = tool.name;
  open.arguments = "";
  answer.tool(std::move(open));
  const std::size_t middle = arguments.size() / 2;
  for (std::string half : {arguments.substr(0, middle), arguments.substr(middle)}) {
    ToolPart part;
    part.index = static_cast<std::int64_t>(index);
    part.arguments = std::move(half);
    answer.tool(std::move(part));
  }
}

void add_words(Answer& answer, const DirectiveWords& words, std::size_t count) {
  answer.steps.reserve(answer.steps.size() + count * (words.gap ? 2 : 1));
  for (std::size_t n = 0; n < count; ++n) {
    if (words.gap) answer.pause(milliseconds(*words.gap));
    answer.text(word(n));
  }
}

void add_thoughts(Answer& answer, std::size_t count) {
  for (std::size_t n = 0; n < count; ++n) answer.reasoning("t" + std::to_string(n) + " ");
}

Answer no_shell_tool() {
  return Answer::failure(
      400, {"the prompt asks for tool calls, but the request declares no tool that runs a shell "
            "command (bash, shell, exec_command, ...): declare one",
            "invalid_request_error", "no_shell_tool"});
}

}  // namespace

DirectiveWords find_directives(std::string_view text) {
  DirectiveWords words;
  std::optional<std::size_t>* waiting = nullptr;
  std::size_t at = 0;
  while (at < text.size()) {
    if (!is_word(text[at])) {
      if (!is_space(text[at])) waiting = nullptr;
      ++at;
      continue;
    }
    const std::size_t begin = at;
    while (at < text.size() && is_word(text[at])) ++at;
    const std::string_view one = text.substr(begin, at - begin);
    if (waiting) {
      if (const auto value = number(one)) *waiting = value;
    }
    waiting = slot(words, one);
  }
  return words;
}

Answer Directives::answer(const Conversation& ask) {
  // Requests for a title or a summary repeat the user's text but must not disturb a measurement.
  if (ask.tools.empty() && speaks_of_title(ask)) return Answer::say("Scripted title");

  const Order order = newest_order(ask);
  const DirectiveWords& words = order.words;
  Answer answer;
  if (words.slow) answer.before_head.emplace_back(Pause{milliseconds(*words.slow)});
  if (words.fail && failed_.emplace(order.text).second) {
    const std::string code = std::to_string(*words.fail);
    answer.status = static_cast<int>(std::clamp<std::size_t>(*words.fail, 400, 599));
    answer.error = ErrorBody{"scripted failure " + code, "scripted_error", "scripted_" + code};
    return answer;
  }
  add_thoughts(answer, words.think.value_or(ask.reasoning ? kDefaultThoughts : 0));

  const std::size_t calls = words.partools.value_or(words.tools.value_or(0));
  const bool all_at_once = words.partools.has_value();
  if (order.results < calls) {
    const DeclaredTool* shell = find_shell_tool(ask.tools);
    if (!shell) return no_shell_tool();
    if (words.plain) add_words(answer, words, *words.plain);
    const std::size_t first = order.results;
    const std::size_t count = all_at_once ? calls - first : 1;
    for (std::size_t n = 0; n < count; ++n) add_call(answer, ask, *shell, n, first + n + 1);
    return answer;
  }
  if (words.drop) {
    add_words(answer, words, *words.drop);
    answer.cut();
    return answer;
  }
  add_words(answer, words, words.plain.value_or(kDefaultDeltas));
  return answer;
}

}  // namespace keel::testing
