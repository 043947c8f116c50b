// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>

#include "chat_reader.hpp"
#include "keel/sdk.hpp"
#include "keel/signal.hpp"
#include "provider_client.hpp"
#include "sse_reader.hpp"
#include "streams/stream_sink.hpp"

namespace keel::llm_openai {

/// One answer under way: reads the body of a response, and gives chunks at the pace of their
/// reader. Ends with exactly one finish chunk. Kernel thread.
class ChatStream final : private streams::StreamSink::Listener {
 public:
  class Owner {
   public:
    /// The stream is through and calls nobody any more; it may be destroyed.
    virtual void stream_over(ChatStream& stream) = 0;

   protected:
    ~Owner() = default;
  };

  /// `stop` ends the HTTP exchange; it was given to its request. `route` names it in messages.
  ChatStream(Context context, CancelSource stop, std::string route, ChatReader::Source source,
             Owner& owner);
  ChatStream(const ChatStream&) = delete;
  ChatStream& operator=(const ChatStream&) = delete;

  /// Opens the stream of chunks and begins to read the body.
  Expected<Ref> start(StreamReader body);

 private:
  /// What kind of body this is, told by its first byte that is no white space.
  enum class BodyKind : std::uint8_t { kUnknown, kEvents, kDocument };

  void sink_has_room() override { room_.pulse(); }
  void sink_closed() override;
  void sink_over() override;

  Task<void> run(StreamReader body);
  Task<void> read_all(StreamReader& body);
  Task<void> rest_of_connection(StreamReader& body);
  void take_bytes(std::string_view bytes);
  void take_end();
  void end_document();
  bool push_chunks();
  void leave_if_over();

  Context context_;
  CancelSource stop_;
  std::string route_;
  std::string host_;
  Owner& owner_;
  streams::StreamSink sink_;
  SseReader events_;
  ChatReader answer_;
  Signal room_;

  BodyKind kind_ = BodyKind::kUnknown;
  std::string document_;
  bool body_over_ = false;
  std::size_t pushed_ = 0;
  bool run_over_ = false;
  bool sink_over_ = false;
};

}  // namespace keel::llm_openai
