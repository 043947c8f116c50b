#include "answer.hpp"

namespace keel::testing {

std::string word(std::size_t n) {
  std::string text = "w" + std::to_string(n);
  text += (n + 1) % 16 == 0 ? '\n' : ' ';
  return text;
}

Answer Answer::say(std::string text) {
  Answer answer;
  answer.text(std::move(text));
  return answer;
}

Answer Answer::words(std::size_t count) {
  Answer answer;
  answer.steps.reserve(count);
  for (std::size_t n = 0; n < count; ++n) answer.text(word(n));
  return answer;
}

Answer Answer::replay(std::string body, std::string content_type) {
  Answer answer;
  answer.verbatim = true;
  answer.content_type = std::move(content_type);
  answer.bytes(std::move(body));
  return answer;
}

Answer Answer::failure(int status, ErrorBody error) {
  Answer answer;
  answer.status = status;
  answer.error = std::move(error);
  return answer;
}

Answer& Answer::text(std::string text) {
  Delta delta;
  delta.text = std::move(text);
  steps.emplace_back(std::move(delta));
  return *this;
}

Answer& Answer::reasoning(std::string text) {
  Delta delta;
  delta.reasoning = std::move(text);
  steps.emplace_back(std::move(delta));
  return *this;
}

Answer& Answer::tool(ToolPart part) {
  Delta delta;
  delta.tools.push_back(std::move(part));
  steps.emplace_back(std::move(delta));
  return *this;
}

Answer& Answer::tool_call(std::int64_t index, std::string id, std::string name,
                          std::string arguments) {
  ToolPart part;
  part.index = index;
  part.id = std::move(id);
  part.name = std::move(name);
  part.arguments = std::move(arguments);
  return tool(std::move(part));
}

Answer& Answer::event(std::string data, std::string name) {
  steps.emplace_back(Event{std::move(data), std::move(name)});
  return *this;
}

Answer& Answer::comment(std::string text) {
  steps.emplace_back(Comment{std::move(text)});
  return *this;
}

Answer& Answer::bytes(std::string bytes) {
  steps.emplace_back(Bytes{std::move(bytes)});
  return *this;
}

Answer& Answer::pause(std::chrono::milliseconds length) {
  steps.emplace_back(Pause{length});
  return *this;
}

Answer& Answer::hold(std::string name) {
  steps.emplace_back(Hold{std::move(name)});
  return *this;
}

Answer& Answer::cut(CutHow how) {
  steps.emplace_back(Cut{how});
  return *this;
}

Answer& Answer::header(std::string name, std::string value) {
  headers.emplace_back(std::move(name), std::move(value));
  return *this;
}

Answer& Answer::retry_after(std::string value) { return header("retry-after", std::move(value)); }

}  // namespace keel::testing
