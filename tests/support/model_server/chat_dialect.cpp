// OpenAI chat completions, with the DeepSeek reasoning field.
#include <boost/json.hpp>
#include <cstdint>
#include <map>

#include "dialect.hpp"
#include "sse.hpp"

namespace keel::testing {
namespace {

namespace json = boost::json;

constexpr std::int64_t kCreated = 1700000000;
constexpr std::uint64_t kTokensPerToolCall = 20;

std::string string_at(const json::object& object, std::string_view key) {
  const json::value* found = object.if_contains(key);
  const json::string* text = found ? found->if_string() : nullptr;
  return text ? std::string(*text) : std::string();
}

bool true_at(const json::object& object, std::string_view key) {
  const json::value* found = object.if_contains(key);
  return found && found->is_bool() && found->get_bool();
}

const json::object* object_at(const json::object& object, std::string_view key) {
  const json::value* found = object.if_contains(key);
  return found ? found->if_object() : nullptr;
}

const json::array* array_at(const json::object& object, std::string_view key) {
  const json::value* found = object.if_contains(key);
  return found ? found->if_array() : nullptr;
}

// Message content is a string or a list of parts; parts without text (images) count as nothing.
std::string content_text(const json::object& message) {
  const json::array* parts = array_at(message, "content");
  if (!parts) return string_at(message, "content");
  std::string text;
  for (const json::value& part : *parts) {
    const json::object* object = part.if_object();
    if (!object) continue;
    if (!text.empty()) text += '\n';
    text += string_at(*object, "text");
  }
  return text;
}

std::string quoted(std::string_view text) { return json::serialize(json::string(text)); }

bool has_reasoning(const Answer& answer) {
  for (const Step& step : answer.steps) {
    const auto* delta = std::get_if<Delta>(&step);
    if (delta && delta->reasoning) return true;
  }
  return false;
}

bool has_tools(const Answer& answer) {
  for (const Step& step : answer.steps) {
    const auto* delta = std::get_if<Delta>(&step);
    if (delta && !delta->tools.empty()) return true;
  }
  return false;
}

std::string finish_word(const Answer& answer) {
  if (*answer.finish != kFinishAuto) return *answer.finish;
  return has_tools(answer) ? "tool_calls" : "stop";
}

std::string tool_json(const ToolPart& part) {
  std::string text = "{";
  const auto member = [&text](std::string_view key, std::string_view value) {
    if (text.back() != '{') text += ',';
    text.append("\"").append(key).append("\":").append(value);
  };
  if (part.index) member("index", std::to_string(*part.index));
  if (part.id) {
    member("id", quoted(*part.id));
    member("type", "\"function\"");
  }
  if (part.name || part.arguments) {
    member("function", "{");
    if (part.name) member("name", quoted(*part.name));
    if (part.arguments) member("arguments", quoted(*part.arguments));
    text += '}';
  }
  text += '}';
  return text;
}

Usage counted_usage(const Answer& answer, const Conversation& ask) {
  Usage usage;
  usage.prompt_tokens = ask.request_bytes / 4;
  usage.cached_tokens = 0;
  usage.reasoning_tokens = 0;
  for (const Step& step : answer.steps) {
    const auto* delta = std::get_if<Delta>(&step);
    if (!delta) continue;
    if (delta->text) ++usage.completion_tokens;
    if (delta->reasoning) {
      ++usage.completion_tokens;
      ++*usage.reasoning_tokens;
    }
    for (const ToolPart& part : delta->tools) {
      if (part.name) usage.completion_tokens += kTokensPerToolCall;
    }
  }
  return usage;
}

json::object usage_object(const Usage& usage) {
  json::object object;
  object["prompt_tokens"] = usage.prompt_tokens;
  object["completion_tokens"] = usage.completion_tokens;
  object["total_tokens"] = usage.prompt_tokens + usage.completion_tokens;
  if (usage.cached_tokens) {
    object["prompt_tokens_details"] = json::object{{"cached_tokens", *usage.cached_tokens}};
  }
  if (usage.reasoning_tokens) {
    object["completion_tokens_details"] =
        json::object{{"reasoning_tokens", *usage.reasoning_tokens}};
  }
  return object;
}

std::string usage_json(const Usage& usage) {
  return usage.raw ? *usage.raw : json::serialize(usage_object(usage));
}

// Writes the events of one answer. Everything before `"choices"` is the same in all of them and is
// made once: benches ask for streams of many thousand events.
class ChatStream {
 public:
  ChatStream(const Answer& answer, const Conversation& ask)
      : answer_(answer),
        ask_(ask),
        nulls_(has_reasoning(answer)),
        reasoning_key_(quoted(answer.reasoning_field)) {
    json::object head;
    head["id"] = "chatcmpl-scripted-" + std::to_string(ask.request_id);
    head["object"] = "chat.completion.chunk";
    head["created"] = kCreated;
    head["model"] = ask.model;
    head_ = "data: " + json::serialize(head);
    head_.back() = ',';
  }

  std::vector<WirePart> write() {
    parts_.reserve(answer_.steps.size() + 4);
    if (!answer_.verbatim) open();
    for (const Step& step : answer_.steps) {
      std::visit([this](const auto& one) { add(one); }, step);
    }
    if (!answer_.verbatim) close();
    return std::move(parts_);
  }

 private:
  void open() {
    std::string delta = "\"role\":\"assistant\",\"content\":";
    if (nulls_) {
      delta.append("null,").append(reasoning_key_).append(":\"\"");
    } else {
      delta += "\"\"";
    }
    choice(delta, "null", nullptr);
  }

  void close() {
    const UsageAt at = usage_place();
    const Usage last = answer_.usage ? *answer_.usage : counted_usage(answer_, ask_);
    if (answer_.finish) {
      const bool here = at == UsageAt::kFinish || at == UsageAt::kBoth;
      const Usage& early =
          at == UsageAt::kBoth && answer_.finish_usage ? *answer_.finish_usage : last;
      choice({}, quoted(finish_word(answer_)), here ? &early : nullptr);
    }
    if (at == UsageAt::kTrailing || at == UsageAt::kBoth) {
      parts_.emplace_back(head_ + "\"choices\":[],\"usage\":" + usage_json(last) + "}\n\n");
    }
    if (answer_.done) parts_.emplace_back(std::string("data: [DONE]\n\n"));
  }

  UsageAt usage_place() const {
    if (answer_.usage_at != UsageAt::kAsAsked) return answer_.usage_at;
    if (ask_.usage_on_finish) return UsageAt::kFinish;
    return ask_.usage_asked ? UsageAt::kTrailing : UsageAt::kNone;
  }

  void choice(std::string_view delta, std::string_view finish, const Usage* usage) {
    std::string event;
    event.reserve(head_.size() + delta.size() + 96);
    event.append(head_).append("\"choices\":[{\"index\":0,\"delta\":{").append(delta);
    event.append("},\"logprobs\":null,\"finish_reason\":").append(finish).append("}]");
    if (usage) event.append(",\"usage\":").append(usage_json(*usage));
    event += "}\n\n";
    parts_.emplace_back(std::move(event));
  }

  void add(const Delta& delta) {
    std::string text;
    const auto member = [&text](std::string_view key, std::string_view value) {
      if (!text.empty()) text += ',';
      text.append(key).append(":").append(value);
    };
    if (delta.text) {
      member("\"content\"", quoted(*delta.text));
    } else if (nulls_ && delta.reasoning) {
      member("\"content\"", "null");
    }
    if (delta.reasoning) {
      member(reasoning_key_, quoted(*delta.reasoning));
    } else if (nulls_ && delta.text) {
      member(reasoning_key_, "null");
    }
    if (!delta.tools.empty()) {
      std::string list = "[";
      for (const ToolPart& part : delta.tools) {
        if (list.size() > 1) list += ',';
        list += tool_json(part);
      }
      list += ']';
      member("\"tool_calls\"", list);
    }
    choice(text, "null", nullptr);
  }

  void add(const Event& event) { parts_.emplace_back(sse_event(event.data, event.name)); }
  void add(const Comment& comment) { parts_.emplace_back(sse_comment(comment.text)); }
  void add(const Bytes& bytes) { parts_.emplace_back(bytes.bytes); }
  void add(const Pause& pause) { parts_.emplace_back(pause); }
  void add(const Hold& hold) { parts_.emplace_back(hold); }
  void add(const Cut& cut) { parts_.emplace_back(cut); }

  const Answer& answer_;
  const Conversation& ask_;
  bool nulls_;  // DeepSeek sends the other of content and reasoning as null
  std::string reasoning_key_;
  std::string head_;
  std::vector<WirePart> parts_;
};

// Puts the fragments of tool calls together, by index where they have one.
class ToolCalls {
 public:
  void add(const ToolPart& part) {
    const std::int64_t key = part.index ? *part.index : part.id || order_.empty() ? next_ : last_;
    if (!calls_.contains(key)) order_.push_back(key);
    Call& call = calls_[key];
    last_ = key;
    next_ = std::max(next_, key + 1);
    if (part.id) call.id = *part.id;
    if (part.name) call.name = *part.name;
    if (part.arguments) call.arguments += *part.arguments;
  }

  json::array list() const {
    json::array list;
    for (const std::int64_t key : order_) {
      const Call& call = calls_.at(key);
      json::object one;
      one["id"] = call.id;
      one["type"] = "function";
      one["function"] = json::object{{"name", call.name}, {"arguments", call.arguments}};
      list.emplace_back(std::move(one));
    }
    return list;
  }

 private:
  struct Call {
    std::string id;
    std::string name;
    std::string arguments;
  };

  std::map<std::int64_t, Call> calls_;
  std::vector<std::int64_t> order_;
  std::int64_t last_ = 0;
  std::int64_t next_ = 0;
};

class ChatDialect final : public Dialect {
 public:
  std::string_view name() const override { return "chat"; }

  bool serves(std::string_view method, std::string_view path) const override {
    return method == "POST" && path.ends_with("/chat/completions");
  }

  Conversation read(const json::object& body) const override {
    Conversation ask;
    ask.model = string_at(body, "model");
    ask.stream = true_at(body, "stream");
    if (const json::object* options = object_at(body, "stream_options")) {
      ask.usage_asked = true_at(*options, "include_usage");
    }
    const json::object* thinking = object_at(body, "thinking");
    ask.reasoning = thinking && string_at(*thinking, "type") == "enabled";
    ask.usage_on_finish = thinking || ask.model.find("deepseek") != std::string::npos;
    if (const json::array* messages = array_at(body, "messages")) read_messages(*messages, ask);
    if (const json::array* tools = array_at(body, "tools")) read_tools(*tools, ask);
    return ask;
  }

  std::vector<WirePart> stream(const Answer& answer, const Conversation& ask) const override {
    return ChatStream(answer, ask).write();
  }

  std::string document(const Answer& answer, const Conversation& ask) const override {
    std::string text;
    std::string reasoning;
    ToolCalls calls;
    for (const Step& step : answer.steps) {
      const auto* delta = std::get_if<Delta>(&step);
      if (!delta) continue;
      text += delta->text.value_or("");
      reasoning += delta->reasoning.value_or("");
      for (const ToolPart& part : delta->tools) calls.add(part);
    }
    json::object message{{"role", "assistant"}, {"content", text}};
    if (!reasoning.empty()) message[answer.reasoning_field] = reasoning;
    if (json::array list = calls.list(); !list.empty()) message["tool_calls"] = std::move(list);
    json::object choice{{"index", 0}, {"message", std::move(message)}, {"finish_reason", nullptr}};
    if (answer.finish) choice["finish_reason"] = finish_word(answer);
    json::object whole;
    whole["id"] = "chatcmpl-scripted-" + std::to_string(ask.request_id);
    whole["object"] = "chat.completion";
    whole["created"] = kCreated;
    whole["model"] = ask.model;
    whole["choices"] = json::array{std::move(choice)};
    std::string body = json::serialize(whole);
    if (answer.usage_at == UsageAt::kNone) return body;
    const Usage usage = answer.usage ? *answer.usage : counted_usage(answer, ask);
    body.back() = ',';
    return body + "\"usage\":" + usage_json(usage) + "}";
  }

  std::string error_document(const ErrorBody& error) const override {
    json::object inner{{"message", error.message}};
    if (!error.type.empty()) inner["type"] = error.type;
    if (!error.code.empty()) inner["code"] = error.code;
    return json::serialize(json::object{{"error", std::move(inner)}});
  }

 private:
  static void read_messages(const json::array& messages, Conversation& ask) {
    for (const json::value& value : messages) {
      const json::object* message = value.if_object();
      if (!message) continue;
      const std::string role = string_at(*message, "role");
      if (role == "system" || role == "developer") ask.system += content_text(*message);
      if (role == "user") ask.turns.push_back({Turn::Kind::kUser, content_text(*message)});
      if (role == "tool") ask.turns.push_back({Turn::Kind::kToolResult, content_text(*message)});
    }
  }

  static void read_tools(const json::array& tools, Conversation& ask) {
    for (const json::value& value : tools) {
      const json::object* tool = value.if_object();
      const json::object* function = tool ? object_at(*tool, "function") : nullptr;
      if (!function) continue;
      DeclaredTool declared;
      declared.name = string_at(*function, "name");
      const json::object* schema = object_at(*function, "parameters");
      if (schema) declared.parameters = *schema;
      ask.tools.push_back(std::move(declared));
    }
  }
};

}  // namespace

std::unique_ptr<Dialect> make_chat_dialect() { return std::make_unique<ChatDialect>(); }

}  // namespace keel::testing
