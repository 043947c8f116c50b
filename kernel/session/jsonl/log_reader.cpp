// SPDX-License-Identifier: MIT
#include "session/jsonl/log_reader.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "session/jsonl/frame_codec.hpp"
#include "session/jsonl/frame_window.hpp"
#include "session/jsonl/header_line.hpp"
#include "session/jsonl/line_splitter.hpp"
#include "session/jsonl/plain_lines.hpp"
#include "session/jsonl/row_stream.hpp"
#include "session/jsonl/row_text.hpp"
#include "session/log/fault.hpp"

namespace keel::session::jsonl {

namespace {

Error corrupt_at(const std::string& artifact, std::uint64_t offset, const std::string& what) {
  return refused(
      fault::kCorrupt,
      "corrupt session log " + artifact + ": byte " + std::to_string(offset) + ": " + what,
      object({{"offset", offset}}));
}

std::string too_long() {
  return "a line is longer than " + std::to_string(kMaxLineBytes) + " bytes";
}

/// Fixes, once, from where on the bytes need repair.
void mark_damage(StoredLog& log, std::uint64_t offset, std::int64_t seq,
                 const std::string& damage) {
  if (log.damaged()) return;
  log.kept_size = offset;
  log.kept_seq = seq;
  log.damage = damage;
}

class PlainReader {
 public:
  PlainReader(ByteSource& source, const std::string& artifact, std::optional<ReadStart> start,
              RowSink& sink)
      : lines_(source, start ? start->offset : 0),
        artifact_(artifact),
        stream_(artifact, sink),
        sink_(sink) {
    if (start) stream_.resume_at(std::move(start->header), start->seq);
  }

  Expected<StoredLog> run() {
    while (sink_.wants_more()) {
      auto line = lines_.next();
      if (!line) return tl::make_unexpected(std::move(line.error()));
      if (!*line) return finish(true);
      if (stream_.has_header() && !log_.damaged()) {
        sink_.at((*line)->offset, stream_.next_seq());
      }
      if (auto fault = take(**line)) return tl::make_unexpected(std::move(*fault));
    }
    return finish(false);
  }

 private:
  std::optional<Error> take(const PlainLines::Line& line) {
    const std::int64_t seq = stream_.next_seq();
    switch (stream_.take(line.text)) {
      case RowStream::Verdict::kTaken:
        return std::nullopt;
      case RowStream::Verdict::kResumed:
        mark_damage(log_, line.offset, seq,
                    "line " + std::to_string(stream_.lines()) +
                        " holds the beginning of a record before another one");
        return std::nullopt;
      case RowStream::Verdict::kDropped:
        mark_damage(log_, line.offset, seq,
                    "line " + std::to_string(stream_.lines()) + ": " + stream_.damage());
        return std::nullopt;
      case RowStream::Verdict::kFailed:
        break;
    }
    return std::move(stream_.error());
  }

  Expected<StoredLog> finish(bool at_end) {
    if (!stream_.has_header()) {
      return tl::make_unexpected(corrupt_at(artifact_, 0, "no header line"));
    }
    log_.header = stream_.header();
    log_.next_seq = stream_.next_seq();
    log_.size = lines_.size();
    if (at_end && lines_.end_offset() < log_.size) {
      mark_damage(log_, lines_.end_offset(), log_.next_seq, "the last line has no line feed");
    }
    if (!log_.damaged()) {
      log_.kept_size = log_.size;
      log_.kept_seq = log_.next_seq;
    }
    return std::move(log_);
  }

  PlainLines lines_;
  const std::string& artifact_;
  RowStream stream_;
  RowSink& sink_;
  StoredLog log_;
};

class ZstdReader {
 public:
  ZstdReader(ByteSource& source, const std::string& artifact, std::optional<ReadStart> start,
             RowSink& sink)
      : window_(source, start ? start->offset : 0),
        artifact_(artifact),
        stream_(artifact, sink),
        sink_(sink) {
    if (start) stream_.resume_at(std::move(start->header), start->seq);
  }

  Expected<StoredLog> run() {
    while (sink_.wants_more()) {
      auto frame = window_.next();
      if (!frame) return tl::make_unexpected(std::move(frame.error()));
      if (frame->bytes.empty()) break;
      if (stream_.has_header() && !log_.damaged()) sink_.at(frame->offset, stream_.next_seq());
      if (auto fault = take(*frame)) return tl::make_unexpected(std::move(*fault));
      if (frame->extent.state != FrameState::kComplete || ended_) break;
    }
    if (!stream_.has_header()) {
      return tl::make_unexpected(corrupt_at(artifact_, 0, "no header frame"));
    }
    log_.header = stream_.header();
    log_.next_seq = stream_.next_seq();
    log_.size = window_.end();
    if (!log_.damaged()) {
      log_.kept_size = log_.size;
      log_.kept_seq = log_.next_seq;
    }
    return std::move(log_);
  }

 private:
  std::optional<Error> take(const FrameWindow::Frame& frame) {
    switch (frame.extent.state) {
      case FrameState::kComplete:
        return take_complete(frame);
      case FrameState::kIncomplete:
        return take_torn(frame);
      case FrameState::kInvalid:
        break;
    }
    // A power cut may leave a file longer than what was written, filled with zeros.
    if (stream_.has_header() && frame.only_zeros) {
      mark_damage(log_, frame.offset, stream_.next_seq(), "zeros stand behind the last frame");
      return std::nullopt;
    }
    return corrupt_at(artifact_, frame.offset, std::string(frame.extent.fault));
  }

  /// Blocks that never reached the disk read as zeros, so the end of a frame may be there in form
  /// only. Nothing in such a frame can be trusted. A sound frame is followed by zeros never, and
  /// ends in four of them hardly ever.
  std::optional<Error> take_broken(std::uint64_t offset, bool four_zeros,
                                   const std::string& fault) {
    const auto zeros = window_.zeros_follow();
    if (!zeros) return zeros.error();
    if (*zeros == FrameWindow::Zeros::kSome ||
        (*zeros == FrameWindow::Zeros::kNone && four_zeros)) {
      mark_damage(log_, offset, stream_.next_seq(), "the last frame ends in zeros");
      ended_ = true;
      return std::nullopt;
    }
    return corrupt_at(artifact_, offset, "the frame is damaged: " + fault);
  }

  std::optional<Error> take_complete(const FrameWindow::Frame& frame) {
    if (stream_.has_header() && frame.bytes.ends_with('\0')) {
      const bool four = frame.bytes.ends_with(std::string_view("\0\0\0\0", 4));
      if (const auto fault = decompressor_.decompress(frame.bytes, [](auto) { return true; })) {
        return take_broken(frame.offset, four, *fault);
      }
    }
    const bool is_header = !stream_.has_header();
    const std::uint64_t lines_before = stream_.lines();
    feed_.clear();
    const auto fault = decompressor_.decompress(frame.bytes, sink_for(frame));
    if (error_) return std::move(error_);
    if (fault) return corrupt_at(artifact_, frame.offset, "the frame is damaged: " + *fault);
    if (!feed_.rest().empty()) {
      return corrupt_at(artifact_, frame.offset, "the frame does not end with a line feed");
    }
    if (is_header && stream_.lines() - lines_before != 1) {
      return corrupt_at(artifact_, frame.offset,
                        "the first frame holds " + std::to_string(stream_.lines()) +
                            " lines, expected the header alone");
    }
    return std::nullopt;
  }

  std::optional<Error> take_torn(const FrameWindow::Frame& frame) {
    if (!stream_.has_header()) {
      return corrupt_at(artifact_, frame.offset, "the header frame is incomplete");
    }
    const std::int64_t seq = stream_.next_seq();
    feed_.clear();
    decompressor_.salvage(frame.bytes, sink_for(frame));
    if (error_) return std::move(error_);
    mark_damage(log_, frame.offset, seq, "the last frame is incomplete");
    return std::nullopt;
  }

  FrameDecompressor::Sink sink_for(const FrameWindow::Frame& frame) {
    return [this, offset = frame.offset, seq = stream_.next_seq()](std::string_view piece) {
      const bool fed = feed_.feed(piece, kMaxLineBytes, [&](std::string_view line) {
        const RowStream::Verdict verdict = stream_.take(line);
        if (verdict == RowStream::Verdict::kFailed) {
          error_ = std::move(stream_.error());
          return false;
        }
        if (verdict != RowStream::Verdict::kTaken) {
          mark_damage(log_, offset, seq,
                      "line " + std::to_string(stream_.lines()) + ": " +
                          (stream_.in_tail() ? stream_.damage() : "a record stands in another"));
        }
        return true;
      });
      if (!fed && !error_) error_ = corrupt_at(artifact_, offset, too_long());
      return fed;
    };
  }

  FrameWindow window_;
  const std::string& artifact_;
  RowStream stream_;
  RowSink& sink_;
  FrameDecompressor decompressor_;
  LineSplitter feed_;
  std::optional<Error> error_;
  StoredLog log_;
  bool ended_ = false;
};

Expected<std::string> first_line_plain(ByteSource& source, const std::string& artifact) {
  PlainLines lines(source);
  auto line = lines.next();
  if (!line) return tl::make_unexpected(std::move(line.error()));
  if (!*line) return tl::make_unexpected(corrupt_at(artifact, 0, "no header line"));
  return std::string((*line)->text);
}

/// The text of the first frame, without its line feed.
Expected<std::string> first_line_zstd(ByteSource& source, const std::string& artifact) {
  FrameWindow window(source);
  auto frame = window.next();
  if (!frame) return tl::make_unexpected(std::move(frame.error()));
  if (frame->bytes.empty() || frame->extent.state != FrameState::kComplete) {
    return tl::make_unexpected(corrupt_at(artifact, 0, "no header frame"));
  }
  std::string text;
  FrameDecompressor decompressor;
  const auto fault = decompressor.decompress(frame->bytes, [&text](std::string_view piece) {
    text += piece;
    return text.size() <= kMaxHeaderBytes;
  });
  if (fault) {
    return tl::make_unexpected(corrupt_at(artifact, 0, "the header frame is damaged: " + *fault));
  }
  if (text.find('\n') != text.size() - 1) {
    return tl::make_unexpected(corrupt_at(artifact, 0, "the first frame is not one line"));
  }
  text.pop_back();
  return text;
}

}  // namespace

Expected<StoredLog> read_log(ByteSource& source, Encoding encoding, const std::string& artifact,
                             RowSink& sink) {
  if (encoding == Encoding::kPlain) {
    return PlainReader(source, artifact, std::nullopt, sink).run();
  }
  return ZstdReader(source, artifact, std::nullopt, sink).run();
}

Expected<StoredLog> read_log_from(ByteSource& source, Encoding encoding,
                                  const std::string& artifact, ReadStart start, RowSink& sink) {
  if (encoding == Encoding::kPlain) {
    return PlainReader(source, artifact, std::move(start), sink).run();
  }
  return ZstdReader(source, artifact, std::move(start), sink).run();
}

Expected<SessionHeader> read_header(ByteSource& source, Encoding encoding,
                                    const std::string& artifact) {
  auto line = encoding == Encoding::kPlain ? first_line_plain(source, artifact)
                                           : first_line_zstd(source, artifact);
  if (!line) return tl::make_unexpected(std::move(line.error()));
  return parse_header_line(*line, artifact);
}

Expected<std::string> read_text(ByteSource& source, Encoding encoding,
                                const std::string& artifact) {
  std::string text;
  if (encoding == Encoding::kPlain) {
    PlainLines lines(source);
    while (true) {
      auto line = lines.next();
      if (!line) return tl::make_unexpected(std::move(line.error()));
      if (!*line) return text;
      text += (*line)->text;
      text += '\n';
    }
  }
  FrameWindow window(source);
  FrameDecompressor decompressor;
  while (true) {
    auto frame = window.next();
    if (!frame) return tl::make_unexpected(std::move(frame.error()));
    if (frame->bytes.empty() || frame->extent.state == FrameState::kIncomplete) return text;
    if (frame->extent.state == FrameState::kInvalid) {
      if (frame->only_zeros) return text;
      return tl::make_unexpected(
          corrupt_at(artifact, frame->offset, std::string(frame->extent.fault)));
    }
    const auto fault = decompressor.decompress(frame->bytes, [&text](std::string_view piece) {
      text += piece;
      return true;
    });
    if (fault) {
      return tl::make_unexpected(
          corrupt_at(artifact, frame->offset, "the frame is damaged: " + *fault));
    }
  }
}

}  // namespace keel::session::jsonl
