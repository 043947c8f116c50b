#include "scenario.hpp"

#include <openssl/evp.h>

#include <algorithm>
#include <boost/json.hpp>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <utility>

#include "json_reader.hpp"

namespace keel::testing {
namespace {

namespace json = boost::json;
namespace fs = std::filesystem;

constexpr std::size_t kMaxTimes = 1'000'000;

std::string read_file(const fs::path& file, const std::string& place) {
  std::ifstream in(file, std::ios::binary);
  if (!in) {
    throw JsonError(place + ": cannot read " + file.string() + ": " + std::strerror(errno));
  }
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

CutHow cut_how(JsonReader& reader, std::string_view key) {
  const std::string word = reader.string(key).value_or("close");
  if (word == "close") return CutHow::kClose;
  if (word == "reset") return CutHow::kReset;
  reader.fail(key, "\"close\" or \"reset\"");
}

UsageAt usage_at(JsonReader& reader) {
  const std::string word = reader.string("usage_at").value_or("as-asked");
  if (word == "as-asked") return UsageAt::kAsAsked;
  if (word == "none") return UsageAt::kNone;
  if (word == "finish") return UsageAt::kFinish;
  if (word == "trailing") return UsageAt::kTrailing;
  if (word == "both") return UsageAt::kBoth;
  reader.fail("usage_at", "as-asked, none, finish, trailing or both");
}

Framing framing(JsonReader& reader) {
  const std::string word = reader.string("framing").value_or("chunked");
  if (word == "chunked") return Framing::kChunked;
  if (word == "length") return Framing::kLength;
  if (word == "until-close") return Framing::kUntilClose;
  reader.fail("framing", "chunked, length or until-close");
}

Fallback fallback(JsonReader& reader) {
  const std::string word = reader.string("fallback").value_or("refuse");
  if (word == "refuse") return Fallback::kRefuse;
  if (word == "directives") return Fallback::kDirectives;
  if (word == "repeat") return Fallback::kRepeat;
  reader.fail("fallback", "refuse, directives or repeat");
}

std::string decode_base64(JsonReader& reader, const std::string& text) {
  std::string bytes(text.size() / 4 * 3 + 3, '\0');
  const int size = EVP_DecodeBlock(reinterpret_cast<unsigned char*>(bytes.data()),
                                   reinterpret_cast<const unsigned char*>(text.data()),
                                   static_cast<int>(text.size()));
  if (size < 0) reader.fail("base64", "base64 text with its padding");
  // OpenSSL counts the padding as zero bytes.
  const auto padding = std::count(text.begin(), text.end(), '=');
  bytes.resize(static_cast<std::size_t>(std::max<std::ptrdiff_t>(size - padding, 0)));
  return bytes;
}

std::optional<Usage> usage(JsonReader& reader, std::string_view key) {
  const json::value* found = reader.value(key);
  if (!found) return std::nullopt;
  Usage usage;
  usage.raw = json::serialize(*found);
  return usage;
}

ToolPart tool_part(const json::value& value, const std::string& place) {
  JsonReader reader(value, place);
  ToolPart part;
  part.index = reader.integer("index");
  part.id = reader.string("id");
  part.name = reader.string("name");
  part.arguments = reader.string("arguments");
  reader.done();
  return part;
}

Step delta(JsonReader& reader) {
  Delta delta;
  delta.text = reader.string("text");
  delta.reasoning = reader.string("reasoning");
  if (const json::array* tools = reader.array("tools")) {
    for (std::size_t n = 0; n < tools->size(); ++n) {
      delta.tools.push_back(tool_part((*tools)[n], reader.place("tools", n)));
    }
  }
  return delta;
}

Step event(JsonReader& reader) {
  const json::value& data = *reader.value("event");
  Event event;
  event.data = data.is_string() ? std::string(data.get_string()) : json::serialize(data);
  event.name = reader.string("name").value_or("");
  return event;
}

std::optional<Gate> gate(JsonReader& reader) {
  if (reader.has("pause_ms")) return Pause{*reader.milliseconds("pause_ms")};
  if (reader.has("hold")) return Hold{*reader.string("hold")};
  if (reader.has("cut")) return Cut{cut_how(reader, "cut")};
  return std::nullopt;
}

// Reads one scenario; relative body files are looked up in its folder.
class ScenarioReader {
 public:
  explicit ScenarioReader(fs::path folder) : folder_(std::move(folder)) {}

  Script script(const json::value& value) {
    JsonReader reader(value, "");
    Script script;
    script.fallback = fallback(reader);
    script.burst = reader.count("burst").value_or(1);
    if (const json::array* models = reader.array("models")) {
      script.models.clear();
      for (const json::value& model : *models) {
        if (!model.is_string()) reader.fail("models", "an array of strings");
        script.models.emplace_back(model.get_string());
      }
    }
    if (const json::array* answers = reader.array("answers")) {
      for (std::size_t n = 0; n < answers->size(); ++n) {
        add_answer(script, (*answers)[n], reader.place("answers", n));
      }
    }
    reader.done();
    return script;
  }

 private:
  void add_answer(Script& script, const json::value& value, const std::string& place) {
    JsonReader reader(value, place);
    Answer answer;
    read_target(reader, answer);
    read_head(reader, answer);
    read_content(reader, answer);
    read_transport(reader, answer);
    const std::size_t times = reader.count("times").value_or(1);
    if (times > kMaxTimes) reader.fail("times", "at most 1000000");
    reader.done();
    script.answers.insert(script.answers.end(), times, answer);
  }

  static void read_target(JsonReader& reader, Answer& answer) {
    answer.path = reader.string("path").value_or("");
    answer.contains = reader.string("contains").value_or("");
  }

  static void read_head(JsonReader& reader, Answer& answer) {
    const std::int64_t status = reader.integer("status").value_or(200);
    if (status < 200 || status > 599) reader.fail("status", "an HTTP status, 200 to 599");
    answer.status = static_cast<int>(status);
    answer.content_type = reader.string("content_type").value_or("");
    if (const json::value* headers = reader.value("headers")) {
      if (!headers->is_object()) reader.fail("headers", "an object of strings");
      for (const auto& member : headers->get_object()) {
        if (!member.value().is_string()) reader.fail("headers", "an object of strings");
        answer.header(std::string(member.key()), std::string(member.value().get_string()));
      }
    }
    if (auto retry_after = reader.string("retry_after")) answer.retry_after(*retry_after);
    if (const json::array* before = reader.array("before")) {
      for (std::size_t n = 0; n < before->size(); ++n) {
        JsonReader step((*before)[n], reader.place("before", n));
        const std::optional<Gate> found = gate(step);
        if (!found) throw JsonError(reader.place("before", n) + ": expected pause_ms, hold or cut");
        step.done();
        answer.before_head.push_back(*found);
      }
    }
    if (const json::value* error = reader.value("error")) {
      JsonReader body(*error, reader.place("error"));
      answer.error = ErrorBody{body.string("message").value_or(""),
                               body.string("type").value_or(""), body.string("code").value_or("")};
      body.done();
    }
  }

  void read_content(JsonReader& reader, Answer& answer) {
    answer.verbatim = reader.boolean("verbatim").value_or(false);
    if (const auto words = reader.count("words")) {
      for (std::size_t n = 0; n < *words; ++n) answer.text(word(n));
    }
    if (const json::array* steps = reader.array("steps")) {
      for (std::size_t n = 0; n < steps->size(); ++n) {
        answer.steps.push_back(step((*steps)[n], reader.place("steps", n)));
      }
    }
    if (const auto file = reader.string("replay")) {
      answer.verbatim = true;
      answer.bytes(read_file(folder_ / *file, reader.place("replay")));
    }
    if (const json::value* finish = reader.value("finish"); finish && finish->is_null()) {
      answer.finish.reset();
    } else if (finish) {
      answer.finish = reader.string("finish");
    }
    answer.usage_at = usage_at(reader);
    answer.usage = usage(reader, "usage");
    answer.finish_usage = usage(reader, "finish_usage");
    answer.done = reader.boolean("done").value_or(true);
    answer.reasoning_field = reader.string("reasoning_field").value_or(answer.reasoning_field);
  }

  static void read_transport(JsonReader& reader, Answer& answer) {
    answer.framing = framing(reader);
    answer.close = reader.boolean("close").value_or(false);
    if (const json::array* splits = reader.array("splits")) {
      for (const json::value& split : *splits) {
        if (!split.is_int64() || split.get_int64() < 0) reader.fail("splits", "offsets of bytes");
        answer.splits.push_back(static_cast<std::size_t>(split.get_int64()));
      }
    }
    answer.piece_bytes = reader.count("piece_bytes").value_or(0);
    answer.burst = reader.count("burst").value_or(0);
    answer.cut_after = reader.count("cut_after");
    answer.cut_how = cut_how(reader, "cut_how");
  }

  Step step(const json::value& value, const std::string& place) {
    JsonReader reader(value, place);
    Step found = any_step(reader, place);
    reader.done();
    return found;
  }

  Step any_step(JsonReader& reader, const std::string& place) {
    if (reader.has("text") || reader.has("reasoning") || reader.has("tools")) return delta(reader);
    if (reader.has("event")) return event(reader);
    if (reader.has("comment")) return Comment{*reader.string("comment")};
    if (reader.has("bytes")) return Bytes{*reader.string("bytes")};
    if (reader.has("base64")) return Bytes{decode_base64(reader, *reader.string("base64"))};
    if (reader.has("file")) return Bytes{read_file(folder_ / *reader.string("file"), place)};
    if (const auto found = gate(reader)) {
      return std::visit([](const auto& one) { return Step(one); }, *found);
    }
    throw JsonError(place +
                    ": expected one of text, reasoning, tools, event, comment, bytes, "
                    "base64, file, pause_ms, hold, cut");
  }

  fs::path folder_;
};

}  // namespace

tl::expected<Script, std::string> parse_scenario(std::string_view text, const fs::path& folder) {
  json::error_code error;
  const json::value value = json::parse(text, error);
  if (error) return tl::unexpected("the scenario is not JSON: " + error.message());
  try {
    return ScenarioReader(folder).script(value);
  } catch (const JsonError& problem) {
    return tl::unexpected(std::string(problem.what()));
  }
}

tl::expected<Script, std::string> load_scenario(const fs::path& file) {
  std::string text;
  try {
    text = read_file(file, "scenario");
  } catch (const JsonError& problem) {
    return tl::unexpected(std::string(problem.what()));
  }
  auto script = parse_scenario(text, file.parent_path());
  if (!script) return tl::unexpected(file.string() + ": " + script.error());
  return script;
}

}  // namespace keel::testing
