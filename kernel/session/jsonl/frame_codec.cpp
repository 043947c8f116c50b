// SPDX-License-Identifier: MIT
#include "session/jsonl/frame_codec.hpp"

#include <new>

#include <zstd.h>

#include "session/log/fault.hpp"

namespace keel::session::jsonl {

namespace {

constexpr int kWindowLogMax = 27;

}  // namespace

void FrameCompressor::Free::operator()(ZSTD_CCtx_s* context) const { ZSTD_freeCCtx(context); }
void FrameDecompressor::Free::operator()(ZSTD_DCtx_s* context) const { ZSTD_freeDCtx(context); }

FrameCompressor::FrameCompressor() : context_(ZSTD_createCCtx()) {
  if (!context_) throw std::bad_alloc();
  ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_checksumFlag, 1);
}
FrameCompressor::~FrameCompressor() = default;

std::optional<Error> FrameCompressor::compress(std::string_view text, std::string& out) {
  const std::size_t before = out.size();
  out.resize(before + ZSTD_compressBound(text.size()));
  const std::size_t size = ZSTD_compress2(context_.get(), out.data() + before, out.size() - before,
                                          text.data(), text.size());
  if (ZSTD_isError(size) != 0U) {
    out.resize(before);
    return refused(fault::kStorage,
                   std::string("a batch could not be compressed: ") + ZSTD_getErrorName(size));
  }
  out.resize(before + size);
  return std::nullopt;
}

FrameDecompressor::FrameDecompressor()
    : context_(ZSTD_createDCtx()), piece_(ZSTD_DStreamOutSize(), '\0') {
  if (!context_) throw std::bad_alloc();
  ZSTD_DCtx_setParameter(context_.get(), ZSTD_d_windowLogMax, kWindowLogMax);
}
FrameDecompressor::~FrameDecompressor() = default;

std::optional<std::string> FrameDecompressor::decompress(std::string_view frame, const Sink& sink) {
  return run(frame, true, sink);
}

void FrameDecompressor::salvage(std::string_view part, const Sink& sink) { run(part, false, sink); }

std::optional<std::string> FrameDecompressor::run(std::string_view bytes, bool whole,
                                                  const Sink& sink) {
  ZSTD_DCtx_reset(context_.get(), ZSTD_reset_session_only);
  ZSTD_inBuffer input{bytes.data(), bytes.size(), 0};
  while (true) {
    ZSTD_outBuffer output{piece_.data(), piece_.size(), 0};
    const std::size_t before = input.pos;
    const std::size_t rest = ZSTD_decompressStream(context_.get(), &output, &input);
    if (ZSTD_isError(rest) != 0U) return std::string(ZSTD_getErrorName(rest));
    if (output.pos > 0 && !sink({piece_.data(), output.pos})) return std::nullopt;
    if (rest == 0) {
      if (input.pos == input.size || !whole) return std::nullopt;
      return "the frame ends before its bytes do";
    }
    if (output.pos == 0 && input.pos == before) {
      return whole ? std::optional<std::string>("the frame's bytes end before it does")
                   : std::nullopt;
    }
  }
}

}  // namespace keel::session::jsonl
