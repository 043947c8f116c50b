// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "keel/error.hpp"

struct ZSTD_CCtx_s;
struct ZSTD_DCtx_s;

namespace keel::session::jsonl {

/// Makes frames: default level, content checksum, no dictionary. Keeps its context from one to the
/// next.
class FrameCompressor {
 public:
  FrameCompressor();
  FrameCompressor(FrameCompressor&&) noexcept = default;
  FrameCompressor& operator=(FrameCompressor&&) noexcept = default;
  ~FrameCompressor();

  /// Appends one frame that holds `text` to `out`.
  std::optional<Error> compress(std::string_view text, std::string& out);

 private:
  struct Free {
    void operator()(ZSTD_CCtx_s* context) const;
  };
  std::unique_ptr<ZSTD_CCtx_s, Free> context_;
};

/// Reads frames piece by piece: however much a hostile frame grows to, no more than a window and a
/// piece of it are in memory.
class FrameDecompressor {
 public:
  /// Takes the next piece of text; false stops.
  using Sink = std::function<bool(std::string_view piece)>;

  FrameDecompressor();
  FrameDecompressor(FrameDecompressor&&) noexcept = default;
  FrameDecompressor& operator=(FrameDecompressor&&) noexcept = default;
  ~FrameDecompressor();

  /// The content of one complete frame. What is wrong with it when its bytes or its checksum are;
  /// pieces may have gone to `sink` by then.
  std::optional<std::string> decompress(std::string_view frame, const Sink& sink);
  /// What can be had of a frame whose end is missing.
  void salvage(std::string_view part, const Sink& sink);

 private:
  struct Free {
    void operator()(ZSTD_DCtx_s* context) const;
  };
  std::optional<std::string> run(std::string_view bytes, bool whole, const Sink& sink);

  std::unique_ptr<ZSTD_DCtx_s, Free> context_;
  std::string piece_;
};

}  // namespace keel::session::jsonl
