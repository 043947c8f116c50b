#include "core/value/json_reader.hpp"

#include <cmath>
#include <cstring>

#include "core/value/builder.hpp"
#include "core/value/number_text.hpp"
#include "core/value/utf8.hpp"

namespace keel::core::value {

namespace {

constexpr keel_value kAbsent{KEEL_KIND_ABSENT, 0};
constexpr keel_value kNull{KEEL_KIND_NULL, 0};

/// 8 bytes at once: is one of them a quote, a backslash, a control character, or not ASCII? The
/// high bit of each such byte is set; below the first one the answer is exact, which is all that is
/// used.
constexpr std::uint64_t kOnes = 0x0101010101010101U;
constexpr std::uint64_t kHighs = 0x8080808080808080U;

constexpr std::uint64_t zero_bytes(std::uint64_t word) { return (word - kOnes) & ~word & kHighs; }

constexpr std::uint64_t special_bytes(std::uint64_t word) {
  const std::uint64_t control = (word - kOnes * 0x20) & ~word & kHighs;
  return control | zero_bytes(word ^ (kOnes * '"')) | zero_bytes(word ^ (kOnes * '\\')) |
         (word & kHighs);
}

constexpr bool is_space(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }

constexpr bool is_special(char c) {
  return static_cast<unsigned char>(c) < 0x20 || c == '"' || c == '\\' || (c & 0x80) != 0;
}

constexpr int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

/// Doubles up to 1e21 print without a point. What a print gives must read back in strict mode too.
bool is_printed_double(keel_value number, std::string_view text) {
  char printed[kMaxNumberText];
  return text == std::string_view(
                     printed, static_cast<std::size_t>(write_number(printed, number) - printed));
}

constexpr bool is_high_surrogate(std::uint32_t unit) { return unit >= 0xD800 && unit < 0xDC00; }
constexpr bool is_low_surrogate(std::uint32_t unit) { return unit >= 0xDC00 && unit < 0xE000; }

class JsonReader {
 public:
  JsonReader(std::string_view text, JsonMode mode, DocumentBuilder& builder)
      : begin_(text.data()),
        at_(begin_),
        end_(begin_ + text.size()),
        lenient_(mode == JsonMode::kLenient),
        builder_(builder) {
    builder_.set_duplicates(lenient_ ? Duplicates::kLastWins : Duplicates::kRefuse);
  }

  /// Feeds the builder. False: fault_message() and fault_offset() say why.
  bool read() {
    if (lenient_ && std::string_view(at_, left()).substr(0, 3) == "\xEF\xBB\xBF") at_ += 3;
    skip_space();
    State state = State::kValue;
    while (state != State::kDone) {
      switch (state) {
        case State::kValue:
          state = read_value();
          break;
        case State::kFirstName:
          state = read_first_name();
          break;
        case State::kName:
          state = read_name();
          break;
        case State::kFirstItem:
          state = read_first_item();
          break;
        case State::kAfterValue:
          state = read_after_value();
          break;
        case State::kFailed:
          return false;
        case State::kDone:
          break;
      }
    }
    return at_ == end_ || expected("the end of the text");
  }

  const std::string& fault_message() const { return message_; }
  std::size_t fault_offset() const { return fault_offset_; }

 private:
  enum class State { kValue, kFirstName, kName, kFirstItem, kAfterValue, kDone, kFailed };

  std::size_t left() const { return static_cast<std::size_t>(end_ - at_); }

  void skip_space() {
    while (at_ != end_ && is_space(*at_)) ++at_;
  }

  // ---- Structure

  State read_value() {
    if (at_ == end_) return fail_state("a value");
    switch (*at_) {
      case '{':
        builder_.begin_object();
        return opened(State::kFirstName);
      case '[':
        builder_.begin_array();
        return opened(State::kFirstItem);
      case '"':
        if (!read_string()) return State::kFailed;
        builder_.put_text(KEEL_KIND_STRING, string_);
        return State::kAfterValue;
      case 't':
        return read_word("true", {KEEL_KIND_BOOL, 1});
      case 'f':
        return read_word("false", {KEEL_KIND_BOOL, 0});
      case 'n':
        return read_word("null", kNull);
      default:
        return read_number_value();
    }
  }

  State opened(State next) {
    if (builder_.mistake() != Mistake::kNone) return builder_failed();
    ++at_;
    skip_space();
    return next;
  }

  State read_first_item() {
    if (at_ != end_ && *at_ == ']') return close();
    return State::kValue;
  }

  State read_first_name() {
    if (at_ != end_ && *at_ == '}') return close();
    return read_name();
  }

  State read_name() {
    if (at_ == end_ || *at_ != '"') return fail_state("a name in quotes");
    const auto place = static_cast<std::uint32_t>(at_ - begin_);
    if (!read_string()) return State::kFailed;
    builder_.name_valid(string_, place);
    skip_space();
    if (at_ == end_ || *at_ != ':') return fail_state("':' after the name");
    ++at_;
    skip_space();
    return State::kValue;
  }

  State read_after_value() {
    if (builder_.mistake() != Mistake::kNone) return builder_failed();
    skip_space();
    if (builder_.open() == 0) return State::kDone;
    const bool in_object = builder_.in_object();
    if (at_ != end_ && *at_ == ',') {
      ++at_;
      skip_space();
      return in_object ? State::kName : State::kValue;
    }
    if (at_ == end_ || *at_ != (in_object ? '}' : ']')) {
      return fail_state(in_object ? "',' or '}' after the member" : "',' or ']' after the item");
    }
    return close();
  }

  State close() {
    builder_.end();
    if (builder_.mistake() != Mistake::kNone) return builder_failed();
    ++at_;
    return State::kAfterValue;
  }

  // ---- Scalars

  State read_word(std::string_view word, keel_value v) {
    if (std::string_view(at_, left()).substr(0, word.size()) != word) return fail_state("a value");
    at_ += word.size();
    builder_.put_scalar(v);
    return State::kAfterValue;
  }

  State read_number_value() {
    if (*at_ != '-' && !(*at_ >= '0' && *at_ <= '9')) return fail_state("a value");
    const NumberText number = read_number({at_, left()});
    const char* start = at_;
    at_ += number.size;
    switch (number.fault) {
      case NumberFault::kNone:
        break;
      case NumberFault::kSyntax:
        return fail_state("a digit of a JSON number");
      case NumberFault::kOverflow:
        if (!lenient_ && !is_printed_double(number.value, {start, number.size})) {
          return refuse(start, "number out of range; write it as a string");
        }
        break;
      case NumberFault::kNegativeZero:
        if (!lenient_) return refuse(start, "negative zero; write 0");
        break;
    }
    const bool infinite = (number.value.head & kKindMask) == KEEL_KIND_DOUBLE &&
                          std::isinf(std::bit_cast<double>(number.value.body));
    builder_.put_scalar(infinite ? kNull : number.value);
    return State::kAfterValue;
  }

  // ---- Strings

  /// Reads the string at the quote. string_ shows it, valid until the next one.
  bool read_string() {
    const char* start = ++at_;
    at_ = find_special(start);
    if (at_ == end_ || *at_ != '"') {
      if (!skip_clean()) return false;
    }
    if (at_ != end_ && *at_ == '"') {
      string_ = {start, static_cast<std::size_t>(at_ - start)};
      ++at_;
      return true;
    }
    return decode_string(start);
  }

  /// Goes to the first byte that ends the string or needs a change: quote, backslash, control
  /// character, what is not UTF-8. In strict mode the last two fail.
  bool skip_clean() {
    const char* at = at_;
    while (true) {
      at = find_special(at);
      if (at == end_ || *at == '"' || *at == '\\') break;
      if ((*at & 0x80) == 0) {
        if (!lenient_) return refused(at, "control character in a string; write it as an escape");
        ++at;
        continue;
      }
      const std::size_t length = utf8::sequence_length({at, static_cast<std::size_t>(end_ - at)});
      if (length == 0 && !lenient_) return refused(at, "bytes that are not UTF-8");
      if (length == 0) break;
      at += length;
    }
    at_ = at;
    return true;
  }

  /// The first byte from `at` on that is_special(), or the end.
  const char* find_special(const char* at) const {
    while (end_ - at >= 8) {
      std::uint64_t word;
      std::memcpy(&word, at, sizeof word);
      const std::uint64_t special = special_bytes(word);
      if (special != 0) return at + std::countr_zero(special) / 8;
      at += 8;
    }
    while (at != end_ && !is_special(*at)) ++at;
    return at;
  }

  bool decode_string(const char* start) {
    decoded_.clear();
    while (true) {
      if (!keep({start, static_cast<std::size_t>(at_ - start)})) return false;
      if (at_ == end_) return expected("'\"' at the end of the string");
      if (*at_ == '"') break;
      if (*at_ == '\\') {
        if (!decode_escape()) return false;
      } else {
        at_ += utf8::invalid_length({at_, left()});
        if (!keep(utf8::kReplacement)) return false;
      }
      start = at_;
      if (!skip_clean()) return false;
    }
    ++at_;
    string_ = {decoded_.data(), decoded_.size()};
    return true;
  }

  bool decode_escape() {
    const char* start = at_;
    ++at_;
    if (at_ == end_) return expected("an escape after '\\'");
    char plain = 0;
    switch (*at_) {
      case '"':
      case '\\':
      case '/':
        plain = *at_;
        break;
      case 'b':
        plain = '\b';
        break;
      case 'f':
        plain = '\f';
        break;
      case 'n':
        plain = '\n';
        break;
      case 'r':
        plain = '\r';
        break;
      case 't':
        plain = '\t';
        break;
      case 'u':
        ++at_;
        return decode_unicode(start);
      default:
        return expected("one of \" \\ / b f n r t u after '\\'");
    }
    ++at_;
    return keep({&plain, 1});
  }

  bool decode_unicode(const char* start) {
    std::uint32_t unit = 0;
    if (!read_unit(unit)) return false;
    if (is_high_surrogate(unit) && left() >= 2 && at_[0] == '\\' && at_[1] == 'u') {
      const char* second = at_;
      at_ += 2;
      std::uint32_t low = 0;
      if (!read_unit(low)) return false;
      if (is_low_surrogate(low)) {
        return keep_code_point(0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00));
      }
      at_ = second;
    }
    if (is_high_surrogate(unit) || is_low_surrogate(unit)) {
      if (!lenient_) return refused(start, "lone surrogate in an escape");
      return keep(utf8::kReplacement);
    }
    return keep_code_point(unit);
  }

  bool read_unit(std::uint32_t& unit) {
    for (int i = 0; i < 4; ++i, ++at_) {
      const int digit = at_ == end_ ? -1 : hex_digit(*at_);
      if (digit < 0) return expected("four hexadecimal digits after '\\u'");
      unit = unit << 4 | static_cast<std::uint32_t>(digit);
    }
    return true;
  }

  bool keep_code_point(std::uint32_t point) {
    char bytes[4];
    std::size_t size = 0;
    const auto tail = [&](unsigned shift) {
      return static_cast<char>(0x80 | (point >> shift & 0x3F));
    };
    if (point < 0x80) {
      bytes[size++] = static_cast<char>(point);
    } else if (point < 0x800) {
      bytes[size++] = static_cast<char>(0xC0 | point >> 6);
      bytes[size++] = tail(0);
    } else if (point < 0x10000) {
      bytes[size++] = static_cast<char>(0xE0 | point >> 12);
      bytes[size++] = tail(6);
      bytes[size++] = tail(0);
    } else {
      bytes[size++] = static_cast<char>(0xF0 | point >> 18);
      bytes[size++] = tail(12);
      bytes[size++] = tail(6);
      bytes[size++] = tail(0);
    }
    return keep({bytes, size});
  }

  bool keep(std::string_view part) {
    return decoded_.append(part.data(), part.size()) || refused(at_, "out of memory");
  }

  // ---- Faults

  State fail_state(std::string_view what) {
    expected(what);
    return State::kFailed;
  }

  State refuse(const char* place, std::string_view why) {
    refused(place, why);
    return State::kFailed;
  }

  State builder_failed() {
    const bool duplicate = builder_.mistake() == Mistake::kDuplicateName;
    const char* place = duplicate ? begin_ + builder_.duplicate_place() : at_;
    refused(place, std::string(builder_.explanation()) + " at " + std::string(builder_.path()));
    return State::kFailed;
  }

  [[gnu::noinline, gnu::cold]] bool refused(const char* place, std::string_view why) {
    fault_offset_ = static_cast<std::size_t>(place - begin_);
    message_ = why;
    return false;
  }

  [[gnu::noinline, gnu::cold]] bool expected(std::string_view what) {
    std::string message = "expected " + std::string(what) + ", found ";
    if (at_ == end_) {
      message += "the end of the text";
    } else if (is_special(*at_) && *at_ != '"' && *at_ != '\\') {
      constexpr char kDigits[] = "0123456789abcdef";
      const auto byte = static_cast<unsigned char>(*at_);
      message += "byte 0x";
      message += kDigits[byte >> 4];
      message += kDigits[byte & 15];
    } else {
      message += std::string("'") + *at_ + "'";
    }
    return refused(at_, message);
  }

  const char* begin_;
  const char* at_;
  const char* end_;
  bool lenient_;
  DocumentBuilder& builder_;
  std::string_view string_;
  PodVector<char> decoded_;
  std::string message_;
  std::size_t fault_offset_ = 0;
};

void locate(std::string_view text, std::size_t offset, JsonFault& fault) {
  fault.offset = offset;
  fault.line = 1;
  fault.column = 1;
  for (const char c : text.substr(0, offset)) {
    if (c == '\n') {
      ++fault.line;
      fault.column = 1;
    } else if ((c & 0xC0) != 0x80) {
      ++fault.column;
    }
  }
}

keel_value read_or_throw(std::string_view text, JsonMode mode, JsonFault& fault) {
  if (text.size() > UINT32_MAX) {
    fault.message =
        "JSON: text of " + std::to_string(text.size()) + " bytes; at most 4 GiB are read";
    return kAbsent;
  }
  const DocumentBuilder::Pointer builder = DocumentBuilder::obtain();
  if (builder == nullptr) {
    fault.no_memory = true;
    return kAbsent;
  }
  JsonReader reader(text, mode, *builder);
  if (reader.read()) {
    const keel_value made = builder->finish();
    if (builder->mistake() == Mistake::kNone) return made;
    fault.message = "JSON: " + std::string(builder->explanation());
    return kAbsent;
  }
  locate(text, reader.fault_offset(), fault);
  fault.message = "JSON line " + std::to_string(fault.line) + ", column " +
                  std::to_string(fault.column) + ": " + reader.fault_message();
  return kAbsent;
}

}  // namespace

keel_value read_json(std::string_view text, JsonMode mode, JsonFault& fault) noexcept {
  try {
    return read_or_throw(text, mode, fault);
  } catch (...) {
    fault.no_memory = true;
    return kAbsent;
  }
}

}  // namespace keel::core::value
