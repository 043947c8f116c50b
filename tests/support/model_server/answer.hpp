// One scripted answer of the model server: what the model says, and how its bytes reach the client.
//
// Plain data with a few builders. Nothing here knows a wire format: a dialect turns the steps into
// the events of its protocol. Values may be copied between threads freely.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace keel::testing {

// A piece of a tool call. What is empty is left out of the wire event.
struct ToolPart {
  std::optional<std::int64_t> index{};
  std::optional<std::string> id{};
  std::optional<std::string> name{};
  std::optional<std::string> arguments{};
};

// One wire event of model output; several members share the event.
struct Delta {
  std::optional<std::string> text{};
  std::optional<std::string> reasoning{};
  std::vector<ToolPart> tools{};
};

// One server-sent event with this data (a line feed in it gives several `data` lines).
struct Event {
  std::string data{};
  std::string name{};
};

// A comment line and a blank line: `: ping`.
struct Comment {
  std::string text{};
};

// Body bytes as they are, outside any event.
struct Bytes {
  std::string bytes{};
};

struct Pause {
  std::chrono::milliseconds length{};
};

// The answer stands still here until ModelServer::release(name).
struct Hold {
  std::string name{};
};

enum class CutHow {
  kClose,  // the peer reads an end of file in the middle of the message
  kReset,  // the peer gets ECONNRESET
};

struct Cut {
  CutHow how = CutHow::kClose;
};

using Step = std::variant<Delta, Event, Comment, Bytes, Pause, Hold, Cut>;

// What may stand before the response head.
using Gate = std::variant<Pause, Hold, Cut>;

struct Usage {
  std::uint64_t prompt_tokens = 0;
  std::uint64_t completion_tokens = 0;
  std::optional<std::uint64_t> cached_tokens{};
  std::optional<std::uint64_t> reasoning_tokens{};
  // JSON text that stands for the whole usage object, fields above ignored.
  std::optional<std::string> raw{};
};

enum class UsageAt {
  kAsAsked,   // where the real service puts it for this request
  kNone,      //
  kFinish,    // on the event that carries the finish reason
  kTrailing,  // on an event of its own without choices
  kBoth,
};

enum class Framing {
  kChunked,
  kLength,     // Content-Length of the whole body, also when a cut ends it early
  kUntilClose  // the end of the connection ends the body
};

struct ErrorBody {
  std::string message{};
  std::string type{};
  std::string code{};
};

using Header = std::pair<std::string, std::string>;

inline constexpr std::string_view kFinishAuto = "auto";

struct Answer {
  // A request takes the answer only if these match: its path ends in `path` (empty: any path of a
  // dialect), its body holds `contains`.
  std::string path{};
  std::string contains{};

  int status = 200;
  std::vector<Header> headers{};
  std::string content_type{};        // empty: what the dialect uses
  std::optional<ErrorBody> error{};  // the body is the dialect's error document

  std::vector<Gate> before_head{};
  std::vector<Step> steps{};
  // The body is the steps alone: no opening event, finish reason, usage or end marker.
  bool verbatim = false;
  // In the words of chat completions; "auto" is `tool_calls` if a tool part was sent, else `stop`;
  // nullopt: no finish event.
  std::optional<std::string> finish{kFinishAuto};
  UsageAt usage_at = UsageAt::kAsAsked;
  std::optional<Usage> usage{};         // absent: counted from request and answer
  std::optional<Usage> finish_usage{};  // kBoth only: what the finish event says; absent: `usage`
  bool done = true;                     // the end marker, where the dialect has one
  std::string reasoning_field = "reasoning_content";

  Framing framing = Framing::kChunked;
  bool close = false;  // close the connection after the answer
  // Where the body is cut into socket writes (and into HTTP chunks). The first of these that is set
  // counts: offsets in the body; a fixed number of bytes; a number of events.
  std::vector<std::size_t> splits{};
  std::size_t piece_bytes = 0;
  std::size_t burst = 0;                   // 0: the script's
  std::optional<std::size_t> cut_after{};  // body bytes, then the connection is cut
  CutHow cut_how = CutHow::kClose;

  // One text delta.
  static Answer say(std::string text);
  // `count` text deltas: `w0 `, `w1 `, ..., every 16th ends in a line feed instead of a space.
  static Answer words(std::size_t count);
  // A recorded body, byte for byte.
  static Answer replay(std::string body, std::string content_type = "text/event-stream");
  static Answer failure(int status, ErrorBody error);

  Answer& text(std::string text);
  Answer& reasoning(std::string text);
  Answer& tool(ToolPart part);
  // A whole call in one event.
  Answer& tool_call(std::int64_t index, std::string id, std::string name, std::string arguments);
  Answer& event(std::string data, std::string name = {});
  Answer& comment(std::string text);
  Answer& bytes(std::string bytes);
  Answer& pause(std::chrono::milliseconds length);
  Answer& hold(std::string name = {});
  Answer& cut(CutHow how = CutHow::kClose);
  Answer& header(std::string name, std::string value);
  Answer& retry_after(std::string value);
};

// The text of the n-th delta of Answer::words.
std::string word(std::size_t n);

}  // namespace keel::testing
