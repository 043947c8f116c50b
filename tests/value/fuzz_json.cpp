// libFuzzer: any bytes through both parsing modes. What is accepted must print and read back equal.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "core/value/document.hpp"
#include "core/value/utf8.hpp"
#include "keel/value.hpp"

namespace {

void must(bool holds) {
  if (!holds) std::abort();
}

/// Whole doubles from 2^53 to 1e21 print without a point and read back as integers, so texts are
/// compared instead of values.
void check_round_trip(const keel::Value& value) {
  const std::string printed = keel::to_json(value);
  must(keel::core::utf8::validate(printed));
  const auto again = keel::parse_json(printed);
  must(again.has_value());
  must(keel::to_json(*again) == printed);
  must(keel::to_json(value.detached()) == printed);
  must(value == value.detached());
  if (value.size() != 0 && value.is_object()) {
    const auto [name, member] = value.member(value.size() - 1);
    must(value[name].raw().body == member.raw().body);
    const keel::Value part = keel::Value::share(member).detached();
    must(part == member);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto strict = keel::parse_json(text, keel::ParseMode::kStrict);
  const auto lenient = keel::parse_json(text, keel::ParseMode::kLenient);
  if (lenient.has_value()) check_round_trip(*lenient);
  if (strict.has_value()) {
    must(lenient.has_value());
    must(*strict == *lenient);
    check_round_trip(*strict);
  } else {
    must(strict.error().offset <= size);
    must(!strict.error().message.empty());
  }
  return 0;
}
