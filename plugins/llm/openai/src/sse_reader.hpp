// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace keel::llm_openai {

/// One event of an event stream, or one line that stands outside of any.
struct SseEvent {
  enum class Kind : std::uint8_t {
    kData,   ///< `data` lines, joined by LF
    kStray,  ///< a line that begins with `{` or `[`: a server that forgot the framing for its error
  };
  Kind kind = Kind::kData;
  /// Valid until the reader is used again.
  std::string_view data;
  /// What the `event` field said; empty when there was none.
  std::string_view name;
};

/// Reads server-sent events by the rules of WHATWG: lines end in LF, CR or CRLF, a byte order mark
/// at the start is skipped, comments and unknown fields are passed over, several `data` lines make
/// one event, a blank line without data dispatches nothing. Two additions: an event that is open
/// when the body ends is delivered, and lines outside the format that look like JSON are given as
/// they are. Bytes may be cut anywhere. Knows nothing of JSON or of characters: what is not UTF-8
/// is passed on.
///
///   reader.feed(bytes);
///   while (const auto event = reader.next()) { ... }
///   ...
///   reader.end();
///   while (const auto event = reader.next()) { ... }
class SseReader {
 public:
  /// Bytes of one event, or of one line that does not end. Beyond them the reader stops.
  static constexpr std::size_t kMaxEventBytes = 16U << 20U;

  void feed(std::string_view bytes);
  /// The body has ended.
  void end() { ended_ = true; }
  /// The next event of what was fed.
  std::optional<SseEvent> next();

  /// An event was larger than kMaxEventBytes; there will be no more.
  bool overflowed() const { return overflowed_; }
  /// The event given last was open when the body ended.
  bool was_unterminated() const { return unterminated_; }
  std::uint64_t comments() const { return comments_; }
  std::uint64_t events() const { return events_; }

 private:
  bool skip_mark();
  std::optional<std::string_view> next_line();
  std::optional<SseEvent> take_line(std::string_view line);
  std::optional<SseEvent> take_tail();
  std::optional<SseEvent> dispatch();
  void add_data(std::string_view value);
  void drop_consumed();

  std::string buffer_;
  /// Where the next line begins, and up to where no line end was found.
  std::size_t position_ = 0;
  std::size_t searched_ = 0;
  std::string data_;
  std::string name_;
  std::string given_data_;
  std::string given_name_;
  bool has_data_ = false;
  bool mark_checked_ = false;
  bool skip_line_feed_ = false;
  bool ended_ = false;
  bool overflowed_ = false;
  bool unterminated_ = false;
  std::uint64_t comments_ = 0;
  std::uint64_t events_ = 0;
};

}  // namespace keel::llm_openai
