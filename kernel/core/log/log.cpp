// SPDX-License-Identifier: MIT
#include "core/log/log.hpp"

#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include "core/deploy/secret_set.hpp"
#include "core/value/utf8.hpp"

namespace keel::core {

namespace {

constexpr std::size_t kMaxText = 16 * 1024;

spdlog::level::level_enum to_spdlog(LogLevel level) {
  switch (level) {
    case LogLevel::kDebug:
      return spdlog::level::debug;
    case LogLevel::kInfo:
      return spdlog::level::info;
    case LogLevel::kWarn:
      return spdlog::level::warn;
    case LogLevel::kError:
      return spdlog::level::err;
  }
  return spdlog::level::err;
}

/// A terminal must not be steered by what a plugin or a provider wrote.
std::string escaped(std::string_view text) {
  constexpr std::string_view kHex = "0123456789abcdef";
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte != 0x7f) {
      out.push_back(c);
      continue;
    }
    if (c == '\n') {
      out += "\\n";
      continue;
    }
    if (c == '\t') {
      out += "\\t";
      continue;
    }
    out += "\\x";
    out.push_back(kHex[byte >> 4]);
    out.push_back(kHex[byte & 0xf]);
  }
  return out;
}

}  // namespace

struct Log::Backend {
  std::shared_ptr<spdlog::sinks::sink> sink = std::make_shared<spdlog::sinks::stderr_sink_mt>();
  spdlog::logger logger{"keel", sink};
};

Log::Log(LogLevel threshold, Sink sink, const SecretSet* secrets)
    : threshold_(threshold), sink_(std::move(sink)), secrets_(secrets) {
  if (sink_) return;
  backend_ = std::make_unique<Backend>();
  backend_->logger.set_pattern("keel %l: %v");
  backend_->logger.set_level(to_spdlog(threshold));
}

Log::~Log() = default;

void Log::write(LogLevel level, std::string_view source, std::string_view text) {
  if (!enabled(level)) return;
  const std::string line = cleaned(text);
  if (sink_) {
    const std::lock_guard lock(sink_mutex_);
    sink_(level, source, line);
    return;
  }
  backend_->logger.log(to_spdlog(level), "{}: {}", source, line);
}

std::string Log::cleaned(std::string_view text) const {
  std::string out = secrets_ == nullptr ? std::string(text) : secrets_->masked(text);
  if (out.size() > kMaxText) {
    const std::size_t full = out.size();
    out.resize(utf8::cut_at_boundary(out, kMaxText).size());
    out += " [cut: " + std::to_string(full) + " bytes in all]";
  }
  return escaped(out);
}

}  // namespace keel::core
