// SPDX-License-Identifier: MIT
#include "reply_writer.hpp"

#include <string>
#include <string_view>
#include <utility>

namespace keel::llm_scripted {

namespace {

constexpr std::size_t kPieceBytes = 24;

/// The length of the next piece: a few words, never part of a character.
std::size_t piece_size(std::string_view text) {
  if (text.size() <= kPieceBytes) return text.size();
  const std::size_t space = text.find_last_of(" \n", kPieceBytes);
  if (space != std::string_view::npos && space > 0) return space + 1;
  std::size_t size = kPieceBytes;
  while (size < text.size() && (static_cast<unsigned char>(text[size]) & 0xC0U) == 0x80U) ++size;
  return size;
}

Value block_start(std::size_t index, std::string_view type) {
  return object({{"type", "block-start"}, {"index", index}, {"blockType", type}});
}

Value block_end(std::size_t index, const Value& block) {
  return object({{"type", "block-end"}, {"index", index}, {"block", block}});
}

void add_text(std::vector<Value>& chunks, std::size_t index, std::string_view text) {
  chunks.push_back(block_start(index, "text"));
  std::string_view rest = text;
  while (!rest.empty()) {
    const std::string_view piece = rest.substr(0, piece_size(rest));
    rest.remove_prefix(piece.size());
    chunks.push_back(object({{"type", "text-delta"}, {"index", index}, {"text", piece}}));
  }
  chunks.push_back(block_end(index, object({{"type", "text"}, {"text", text}})));
}

void add_call(std::vector<Value>& chunks, std::size_t index, const ReplyCall& call) {
  chunks.push_back(block_start(index, "tool-call"));
  chunks.push_back(object({{"type", "tool-call-delta"},
                           {"index", index},
                           {"id", call.id},
                           {"name", call.tool},
                           {"argumentsDelta", call.arguments}}));
  chunks.push_back(block_end(index, object({{"type", "tool-call"},
                                            {"id", call.id},
                                            {"name", call.tool},
                                            {"arguments", call.arguments}})));
}

Value finish(const Value& reason) { return object({{"type", "finish"}, {"reason", reason}}); }

Value aborted() {
  const Value failure =
      object({{"message", "the scripted reply was cancelled"}, {"code", "ABORTED"}});
  return finish(object({{"kind", "aborted"}, {"failure", failure}}));
}

}  // namespace

std::vector<Value> chunks_of(const Reply& reply) {
  std::vector<Value> chunks;
  std::size_t index = 0;
  if (!reply.text.empty()) add_text(chunks, index++, reply.text);
  for (const ReplyCall& call : reply.calls) add_call(chunks, index++, call);
  const Value usage = object({{"inputTokens", 0}, {"outputTokens", 0}});
  chunks.push_back(object({{"type", "usage"}, {"usage", usage}}));
  const char* kind = reply.calls.empty() ? "stop" : "tool-calls";
  chunks.push_back(finish(object({{"kind", kind}})));
  return chunks;
}

Task<void> write_reply(Context context, Reply reply, StreamWriter out, CancelSource token) {
  static_cast<void>(context);  // The frame comes from its instance.
  std::vector<Value> chunks = chunks_of(reply);
  for (Value& chunk : chunks) {
    const Expected<void> room = co_await out.room();
    if (!room) co_return;
    if (token.cancelled()) {
      out.push(Message(aborted()));
      break;
    }
    out.push(Message(std::move(chunk)));
  }
  out.finish();
}

}  // namespace keel::llm_scripted
