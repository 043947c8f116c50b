// SPDX-License-Identifier: MIT
#include "chat_reader.hpp"

#include <utility>

#include "chunks.hpp"
#include "keel/lazy_key.hpp"
#include "replay_state.hpp"
#include "token_usage.hpp"

namespace keel::llm_openai {

namespace {

constinit LazyKey kChoices{"choices"};
constinit LazyKey kError{"error"};
constinit LazyKey kIndex{"index"};
constinit LazyKey kDelta{"delta"};
constinit LazyKey kMessage{"message"};
constinit LazyKey kFinishReason{"finish_reason"};
constinit LazyKey kContent{"content"};
constinit LazyKey kReasoningContent{"reasoning_content"};
constinit LazyKey kReasoning{"reasoning"};
constinit LazyKey kReasoningDetails{"reasoning_details"};
constinit LazyKey kRefusal{"refusal"};
constinit LazyKey kToolCalls{"tool_calls"};
constinit LazyKey kFunction{"function"};
constinit LazyKey kArguments{"arguments"};
constinit LazyKey kName{"name"};
constinit LazyKey kId{"id"};
constinit LazyKey kType{"type"};
constinit LazyKey kText{"text"};
constinit LazyKey kThinking{"thinking"};
constinit LazyKey kUsage{"usage"};
constinit LazyKey kXGroq{"x_groq"};

constexpr std::size_t kMaxSample = 120;
constexpr std::string_view kPartsField = "content";

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r\n";
  const std::size_t start = text.find_first_not_of(kBlank);
  if (start == std::string_view::npos) return {};
  return text.substr(start, text.find_last_not_of(kBlank) - start + 1);
}

bool is_there(ValueView value) { return !value.is_absent() && !value.is_null(); }

std::string upper_case(std::string_view text) {
  std::string upper(text);
  for (char& c : upper) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
  return upper;
}

/// The text of a content part that thinks: a string, or a list of text parts.
std::string thinking_text(ValueView thinking) {
  if (thinking.is_string()) return std::string(thinking.text());
  std::string text;
  for (const ValueView part : thinking.items()) text += kText.of(part).text();
  return text;
}

}  // namespace

// ---- events
// --------------------------------------------------------------------------------------

void ChatReader::take(const SseEvent& event) {
  if (finished_) return;
  ++frames_;
  if (event.kind == SseEvent::Kind::kStray) {
    take_stray(event.data);
  } else {
    take_data(event);
  }
}

void ChatReader::take_data(const SseEvent& event) {
  const std::string_view data = trimmed(event.data);
  if (data.empty()) return;
  if (data == "[DONE]") {
    finish();
    return;
  }
  const auto frame = parse_json(data, ParseMode::kLenient);
  if (!frame || !frame->is_object()) {
    skip_bad(data);
    return;
  }
  bad_in_a_row_ = 0;
  last_frame_.assign(data.substr(0, kMaxSample));
  take_frame(*frame, event.name);
}

/// A line outside of the format is of interest only as an error without framing.
void ChatReader::take_stray(std::string_view line) {
  const auto document = parse_json(line, ParseMode::kLenient);
  if (document) take_error(*document, {});
}

void ChatReader::skip_bad(std::string_view data) {
  if (++skipped_; skipped_sample_.empty()) skipped_sample_ = shortened(data, kMaxSample);
  if (++bad_in_a_row_ <= kMaxBadInARow) return;
  fail({"MALFORMED_RESPONSE", source_.host + " sent " + std::to_string(bad_in_a_row_) +
                                  " data lines in a row that are no JSON objects, the last: " +
                                  shortened(data, kMaxSample)});
}

void ChatReader::take_frame(ValueView frame, std::string_view event_name) {
  if (take_error(frame, event_name)) return;
  for (const ValueView choice : kChoices.of(frame).items()) {
    // Only one answer is asked for; a further one would be mixed into it.
    if (kIndex.of(choice).integer_or(0) != 0) continue;
    if (take_error(choice, {})) return;
    take_choice(choice);
  }
  take_usage(frame);
}

void ChatReader::take_document(ValueView document) {
  if (finished_) return;
  ++frames_;
  take_frame(document, {});
  if (finished_) return;
  if (kChoices.of(document).empty()) {
    fail({"MALFORMED_RESPONSE", source_.host +
                                    " sent a JSON document that is no chat completion: " +
                                    shortened(to_json(document), kMaxSample)});
    return;
  }
  finish();
}

/// Ends the answer when the frame is, or holds, an error.
bool ChatReader::take_error(ValueView frame, std::string_view event_name) {
  ValueView error = kError.of(frame);
  const bool is_bare = !is_there(error) && event_name == "error";
  if (is_bare) error = frame;
  if (!is_there(error) && !kChoices.of(frame).is_array()) error = vendor_error(frame);
  if (!is_there(error)) return false;
  const ProviderError found = ProviderError::read(error);
  Failure failure;
  failure.code = code_in_stream(found);
  failure.status = found.status;
  const std::string text = found.text();
  failure.message = source_.host + " ended the answer of " + source_.model + " with an error: " +
                    (text.empty() ? shortened(to_json(error), kMaxSample) : text);
  fail(std::move(failure));
  return true;
}

/// An error in a member of the vendor's own: {"x_groq": {"error": ...}}, {"base_resp":
/// {"status_code": 1008, "status_msg": "..."}}. Absent when there is none.
ValueView ChatReader::vendor_error(ValueView frame) const {
  for (const auto [name, value] : frame.members()) {
    if (!value.is_object()) continue;
    const ValueView inner = kError.of(value);
    if (is_there(inner)) return inner;
    if (value["status_code"].integer_or(0) != 0 && value.has("status_msg")) return value;
  }
  return {};
}

void ChatReader::take_choice(ValueView choice) {
  const ValueView delta = kDelta.of(choice);
  take_delta(delta.is_object() ? delta : kMessage.of(choice));
  const std::string_view reason = kFinishReason.of(choice).text();
  if (!reason.empty()) finish_reason_ = reason;
}

void ChatReader::take_delta(ValueView delta) {
  take_reasoning(delta);
  take_content(kContent.of(delta));
  add_text(kRefusal.of(delta).text());
  const ValueView calls = kToolCalls.of(delta);
  if (calls.is_array()) take_tool_calls(calls);
}

void ChatReader::take_reasoning(ValueView delta) {
  const ValueView details = kReasoningDetails.of(delta);
  if (details.is_array()) details_.add(details);
  for (const LazyKey* key : {&kReasoningContent, &kReasoning}) {
    const ValueView text = key->of(delta);
    if (!text.is_string()) continue;
    add_reasoning(text.text(), key->name());
    return;
  }
  if (details.is_array()) add_reasoning(ReasoningDetails::text_of(details), {});
}

void ChatReader::take_content(ValueView content) {
  if (content.is_string()) {
    add_text(content.text());
    return;
  }
  for (const ValueView part : content.items()) {
    const std::string_view type = kType.of(part).text();
    if (type == "text") add_text(kText.of(part).text());
    if (type == "thinking") add_reasoning(thinking_text(kThinking.of(part)), kPartsField);
  }
}

void ChatReader::take_usage(ValueView frame) {
  ValueView usage = kUsage.of(frame);
  if (!usage.is_object()) usage = kUsage.of(kXGroq.of(frame));
  if (usage.is_object()) usage_ = Value::share(usage);
}

// ---- blocks
// --------------------------------------------------------------------------------------

std::string_view ChatReader::name_of(BlockType type) {
  switch (type) {
    case BlockType::kText:
      return "text";
    case BlockType::kReasoning:
      return "reasoning";
    case BlockType::kToolCall:
      break;
  }
  return "tool-call";
}

std::int64_t ChatReader::open_block(BlockType type) {
  const auto index = static_cast<std::int64_t>(blocks_.size());
  blocks_.emplace_back().type = type;
  emit(chunks::block_start(index, name_of(type)));
  return index;
}

void ChatReader::add_text(std::string_view text) {
  if (text.empty()) return;
  if (!text_block_) text_block_ = open_block(BlockType::kText);
  blocks_[static_cast<std::size_t>(*text_block_)].text += text;
  emit(chunks::text_delta(*text_block_, text));
}

void ChatReader::add_reasoning(std::string_view text, std::string_view field) {
  if (text.empty()) return;
  if (!reasoning_block_) {
    reasoning_block_ = open_block(BlockType::kReasoning);
    reasoning_field_ = field;
  }
  blocks_[static_cast<std::size_t>(*reasoning_block_)].text += text;
  emit(chunks::reasoning_delta(*reasoning_block_, text));
}

void ChatReader::take_tool_calls(ValueView list) {
  const std::size_t count = list.size();
  for (std::size_t place = 0; place < count; ++place) take_tool_call(list.at(place), place, count);
}

void ChatReader::take_tool_call(ValueView delta, std::size_t place, std::size_t count) {
  if (!delta.is_object()) return;
  ToolCall* call = calls_.find(delta, place, count);
  const bool is_new = call == nullptr;
  if (is_new) {
    const std::int64_t block = open_block(BlockType::kToolCall);
    call = &calls_.open(delta, block);
    blocks_.back().call = calls_.all().size() - 1;
  }
  const ValueView function = kFunction.of(delta);
  const std::string_view id = kId.of(delta).text();
  const std::string_view name = kName.of(function).text();
  const bool has_new_id = call->id.empty() && !id.empty();
  const bool has_new_name = call->name.empty() && !name.empty();
  if (has_new_id) call->id = id;
  if (has_new_name) call->name = name;
  const std::string arguments = arguments_text(kArguments.of(function));
  call->arguments += arguments;
  take_extra(*call, delta);
  if (!is_new && !has_new_id && !has_new_name && arguments.empty()) return;
  emit(chunks::tool_call_delta(call->block, call->id, has_new_name ? name : std::string_view(),
                               arguments));
}

/// Keeps what is not understood; the latest value of a member counts.
void ChatReader::take_extra(ToolCall& call, ValueView delta) {
  for (const auto [name, value] : delta.members()) {
    if (name == "index" || name == "id" || name == "type" || name == "function") continue;
    if (value.is_null()) continue;
    bool known = false;
    for (auto& [extra_name, extra] : call.extra) {
      if (extra_name != name) continue;
      extra = Value::share(value).detached();
      known = true;
    }
    if (!known) call.extra.emplace_back(name, Value::share(value).detached());
  }
}

// ---- the end
// -------------------------------------------------------------------------------------

void ChatReader::end_of_body() {
  if (finished_) return;
  if (!finish_reason_.empty()) {
    finish();
    return;
  }
  if (bytes_ == 0) {
    fail({"EMPTY_RESPONSE", source_.host + " answered without a body"});
    return;
  }
  const bool is_stream = source_.content_type.empty() ||
                         source_.content_type.find("event-stream") != std::string::npos;
  if (frames_ == 0 && !is_stream) {
    fail({"MALFORMED_RESPONSE", source_.host + " answered with " +
                                    shortened(source_.content_type, kMaxSample) +
                                    " instead of an event stream; check the base URL"});
    return;
  }
  fail({"STREAM_CLOSED", "the answer was cut off: " + progress()});
}

void ChatReader::broken(const Failure& failure) {
  if (finished_) return;
  if (!finish_reason_.empty() && failure.code != "ABORTED") {
    finish();
    return;
  }
  Failure told = failure;
  if (failure.code != "ABORTED") told.message += "; " + progress();
  fail(std::move(told));
}

void ChatReader::fail(Failure failure) {
  if (std::exchange(finished_, true)) return;
  emit(chunks::failed(failure));
}

void ChatReader::finish() {
  end_blocks();
  const Value usage = token_usage(usage_);
  if (!usage.is_absent()) emit(chunks::usage(usage));
  const std::string_view kind = finish_kind();
  if (kind.empty()) {
    fail({upper_case(finish_reason_), source_.host + " ended the answer of " + source_.model +
                                          " with reason " + finish_reason_});
    return;
  }
  if (blocks_.empty() && kind != "max-tokens") {
    fail({"EMPTY_RESPONSE",
          source_.model + " at " + source_.host + " answered with neither text nor a tool call"});
    return;
  }
  finished_ = true;
  emit(chunks::finish(kind, replay_state()));
}

void ChatReader::end_blocks() {
  for (std::size_t i = 0; i < blocks_.size(); ++i) {
    const Block& block = blocks_[i];
    const auto index = static_cast<std::int64_t>(i);
    if (block.type != BlockType::kToolCall) {
      emit(chunks::text_end(index, name_of(block.type), block.text));
      continue;
    }
    const ToolCall& call = calls_.all()[block.call];
    emit(chunks::tool_call_end(index, call.id_or_made(), call.name, call.arguments));
  }
}

/// Whether there are calls to run is told by the calls: some servers say "stop" beside them.
std::string_view ChatReader::finish_kind() const {
  const std::string_view reason = finish_reason_;
  if (reason == "length" || reason == "max_tokens") return "max-tokens";
  const bool is_good = reason.empty() || reason == "stop" || reason == "tool_calls" ||
                       reason == "function_call" || reason == "tool_use" || reason == "eos" ||
                       reason == "end_turn" || reason == "stop_sequence";
  if (!is_good) return {};
  return calls_.empty() ? "stop" : "tool-calls";
}

Value ChatReader::replay_state() const {
  const Value details = details_.to_value();
  bool has_extra = false;
  for (const ToolCall& call : calls_.all()) has_extra = has_extra || !call.extra.empty();
  const bool names_field =
      source_.keeps_reasoning_field &&
      (reasoning_field_ == kReasoning.name() || reasoning_field_ == kReasoningContent.name());
  if (details.is_absent() && !has_extra && !names_field) return {};

  Builder builder;
  builder.begin_object().name("response").begin_object();
  builder.member("kind", kReplayKind).member("version", kReplayVersion);
  if (names_field) builder.member("reasoningField", reasoning_field_);
  builder.optional_member("reasoningDetails", details).end();
  if (has_extra) {
    builder.name("blocks").begin_array();
    for (const Block& block : blocks_) {
      builder.begin_object();
      const bool is_call = block.type == BlockType::kToolCall;
      if (is_call && !calls_.all()[block.call].extra.empty()) {
        builder.name("extra").begin_object();
        for (const auto& [name, value] : calls_.all()[block.call].extra) {
          builder.member(name, static_cast<const ValueView&>(value));
        }
        builder.end();
      }
      builder.end();
    }
    builder.end();
  }
  builder.end();
  return builder.finish_or_absent();
}

std::string ChatReader::progress() const {
  std::string text = source_.model + " at " + source_.host + " gave no finish reason within " +
                     std::to_string(bytes_) + " bytes and " + std::to_string(frames_) + " events";
  if (!last_frame_.empty()) text += ", the last: " + shortened(last_frame_, kMaxSample);
  return text;
}

}  // namespace keel::llm_openai
