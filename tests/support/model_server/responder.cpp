#include "responder.hpp"

#include <algorithm>
#include <boost/json.hpp>
#include <utility>

namespace keel::testing {
namespace {

namespace json = boost::json;

// Deep enough for any tool schema; the parser keeps its state off the call stack.
constexpr std::size_t kMaxJsonDepth = 500;

struct Parsed {
  std::optional<json::object> body{};
  std::string problem{};
};

Parsed parse_body(const std::string& text) {
  json::parse_options options;
  options.max_depth = kMaxJsonDepth;
  json::error_code error;
  json::value value = json::parse(text, error, {}, options);
  if (error) return {std::nullopt, "the request body is not JSON: " + error.message()};
  if (!value.is_object()) return {std::nullopt, "the request body is JSON, but not an object"};
  return {std::move(value.get_object()), {}};
}

Answer json_answer(int status, std::string body) {
  Answer answer = Answer::replay(std::move(body), "application/json");
  answer.status = status;
  answer.framing = Framing::kLength;
  return answer;
}

bool meant_for(const Answer& answer, const RecordedRequest& request, bool has_dialect) {
  if (answer.path.empty() ? !has_dialect : !request.path().ends_with(answer.path)) return false;
  return answer.contains.empty() || request.body.find(answer.contains) != std::string::npos;
}

std::string name_of(const RecordedRequest& request) {
  return "request " + std::to_string(request.id) + " (" + request.method + " " + request.target +
         ")";
}

}  // namespace

Responder::Responder(Script script, Holds& holds)
    : script_(std::move(script)),
      holds_(holds),
      dialects_(make_dialects()),
      queue_(std::make_move_iterator(script_.answers.begin()),
             std::make_move_iterator(script_.answers.end())) {
  script_.answers.clear();
}

Reply Responder::respond(const RecordedRequest& request) {
  const Dialect* dialect = dialect_for(request);
  std::optional<Conversation> ask;
  std::string problem;
  if (dialect) {
    Parsed parsed = parse_body(request.body);
    problem = std::move(parsed.problem);
    if (parsed.body) {
      ask = dialect->read(*parsed.body);
      ask->request_id = request.id;
      ask->request_bytes = request.body.size();
    }
  }
  const Conversation* read = ask ? &*ask : nullptr;

  if (!problem.empty()) {
    Answer answer = Answer::failure(400, {problem, "invalid_request_error", ""});
    return finish(std::move(answer), request, dialect, read, "malformed");
  }
  if (auto answer = scripted(request, dialect != nullptr)) {
    return finish(std::move(*answer), request, dialect, read, "script");
  }
  if (!dialect) return finish(control(request), request, nullptr, nullptr, "control");
  return finish(fallback(request, *ask), request, dialect, read, "fallback");
}

void Responder::add(Answer answer) {
  const std::lock_guard lock(mutex_);
  queue_.push_back(std::move(answer));
}

std::size_t Responder::left() const {
  const std::lock_guard lock(mutex_);
  return queue_.size();
}

const Dialect* Responder::dialect_for(const RecordedRequest& request) const {
  for (const auto& dialect : dialects_) {
    if (dialect->serves(request.method, request.path())) return dialect.get();
  }
  return nullptr;
}

std::optional<Answer> Responder::scripted(const RecordedRequest& request, bool has_dialect) {
  if (script_.choose) {
    if (auto chosen = script_.choose(request)) return chosen;
  }
  auto answer = take(request, has_dialect);
  if (answer && has_dialect && script_.fallback == Fallback::kRepeat) last_ = answer;
  return answer;
}

std::optional<Answer> Responder::take(const RecordedRequest& request, bool has_dialect) {
  const std::lock_guard lock(mutex_);
  const auto found = std::find_if(queue_.begin(), queue_.end(), [&](const Answer& answer) {
    return meant_for(answer, request, has_dialect);
  });
  if (found == queue_.end()) return std::nullopt;
  Answer answer = std::move(*found);
  queue_.erase(found);
  return answer;
}

Answer Responder::fallback(const RecordedRequest& request, const Conversation& ask) {
  if (script_.fallback == Fallback::kDirectives) return directives_.answer(ask);
  if (script_.fallback == Fallback::kRepeat && last_) return *last_;
  // 400: a client that tries again after server errors would hide the surprise.
  return Answer::failure(400, {"the script has no answer for " + name_of(request) +
                                   ": give it one more, or a fallback",
                               "invalid_request_error", "script_exhausted"});
}

Answer Responder::control(const RecordedRequest& request) {
  const std::string_view path = request.path();
  if (request.method == "GET" && path.ends_with("/models")) return model_list();
  if (request.method == "GET" && path == "/health") return json_answer(200, R"({"ok":true})");
  if (request.method == "POST" && path == "/control/release-all") {
    holds_.release_all();
    return json_answer(200, R"({"ok":true})");
  }
  constexpr std::string_view kRelease = "/control/release";
  if (request.method == "POST" && path.starts_with(kRelease)) {
    std::string_view name = path.substr(kRelease.size());
    if (name.starts_with('/')) name.remove_prefix(1);
    holds_.release(name, 1);
    return json_answer(200, R"({"ok":true})");
  }
  return Answer::failure(404, {"no such path: " + name_of(request), "not_found_error", ""});
}

Answer Responder::model_list() const {
  json::array data;
  for (const std::string& id : script_.models) {
    data.emplace_back(json::object{
        {"id", id}, {"object", "model"}, {"created", 1700000000}, {"owned_by", "scripted"}});
  }
  return json_answer(200,
                     json::serialize(json::object{{"object", "list"}, {"data", std::move(data)}}));
}

Reply Responder::finish(Answer answer, const RecordedRequest& request, const Dialect* dialect,
                        const Conversation* ask, std::string source) const {
  // Answers to other paths are written as chat completions writes them.
  const Dialect& writer = dialect ? *dialect : *dialects_.front();
  const Conversation none;
  const Conversation& asked = ask ? *ask : none;
  std::vector<WirePart> parts;
  std::string content_type = "application/json";
  if (answer.error) {
    parts.emplace_back(writer.error_document(*answer.error));
    if (answer.framing == Framing::kChunked) answer.framing = Framing::kLength;
  } else if (answer.verbatim || asked.stream) {
    parts = writer.stream(answer, asked);
    content_type = "text/event-stream; charset=utf-8";
  } else {
    for (const Step& step : answer.steps) {
      if (const auto* pause = std::get_if<Pause>(&step)) parts.emplace_back(*pause);
      if (const auto* hold = std::get_if<Hold>(&step)) parts.emplace_back(*hold);
      if (const auto* cut = std::get_if<Cut>(&step)) parts.emplace_back(*cut);
    }
    parts.emplace_back(writer.document(answer, asked));
    answer.framing = Framing::kLength;
  }
  if (!answer.content_type.empty()) content_type = answer.content_type;
  // HTTP/1.0 knows no chunks.
  if (request.http_version < 11 && answer.framing == Framing::kChunked) {
    answer.framing = Framing::kUntilClose;
  }
  answer.close = answer.close || !request.keep_alive || answer.framing == Framing::kUntilClose;
  const std::vector<Header> defaults{{"content-type", content_type},
                                     {"cache-control", "no-cache"},
                                     {"x-request-id", "scripted-" + std::to_string(request.id)}};
  Reply reply = make_reply(answer, parts, defaults, script_.burst);
  reply.source = std::move(source);
  return reply;
}

}  // namespace keel::testing
