#include "core/value/json_printer.hpp"

#include <array>
#include <bit>
#include <cstring>
#include <string_view>

#include "core/value/builder.hpp"
#include "core/value/document.hpp"
#include "core/value/number_text.hpp"

namespace keel::core::value {

namespace {

/// What a byte of a string prints as: itself for 0, \u00xx for 'u', else a backslash and the
/// letter.
constexpr std::array<char, 256> make_escapes() {
  std::array<char, 256> escapes{};
  for (std::size_t byte = 0; byte < 0x20; ++byte) escapes[byte] = 'u';
  escapes['\b'] = 'b';
  escapes['\f'] = 'f';
  escapes['\n'] = 'n';
  escapes['\r'] = 'r';
  escapes['\t'] = 't';
  escapes['"'] = '"';
  escapes['\\'] = '\\';
  return escapes;
}
constexpr std::array<char, 256> kEscapes = make_escapes();

constexpr std::uint64_t kOnes = 0x0101010101010101U;
constexpr std::uint64_t kHighs = 0x8080808080808080U;

constexpr std::uint64_t zero_bytes(std::uint64_t word) { return (word - kOnes) & ~word & kHighs; }

/// Marks the bytes that need an escape by their high bit; above the first one, marks may be wrong.
constexpr std::uint64_t escaped_bytes(std::uint64_t word) {
  const std::uint64_t control = (word - kOnes * 0x20) & ~word & kHighs;
  return control | zero_bytes(word ^ (kOnes * '"')) | zero_bytes(word ^ (kOnes * '\\'));
}

class JsonPrinter {
 public:
  JsonPrinter(std::uint32_t indent, PodVector<char>& out) : indent_(indent), out_(out) {}

  bool print(keel_value v) {
    if (!open_or_print(v)) return false;
    while (!frames_.empty()) {
      if (!step()) return false;
    }
    return true;
  }

 private:
  struct Frame {
    keel_value container;
    /// Where the slots, and the names of an object, lie; null for a record shown as an object.
    const keel_value* slots;
    const std::uint64_t* words;
    std::size_t next;
    std::size_t size;
  };

  /// Prints the next item or member of the innermost container, or closes it.
  bool step() {
    Frame& frame = frames_.back();
    const bool object = kind_of(frame.container) == KEEL_KIND_OBJECT;
    if (frame.next == frame.size) {
      frames_.pop();
      return break_line() && put(object ? '}' : ']');
    }
    if (frame.next != 0 && !put(',')) return false;
    if (!break_line()) return false;
    const std::size_t at = frame.next++;
    if (frame.slots == nullptr) return print_record_member(frame.container, at);
    const std::uint64_t base = base_of(frame.container);
    const keel_value v = read_slot(base, frame.slots[at]);
    if (object && !print_name(read_key(base, frame.words[at])->text())) return false;
    return open_or_print(v);
  }

  bool print_record_member(keel_value record, std::size_t index) {
    std::string_view name;
    const keel_value v = member(record, index, &name);
    return print_name(name) && open_or_print(v);
  }

  bool print_name(std::string_view name) {
    return print_string(name) && (indent_ == 0 ? put(':') : put_all(": "));
  }

  bool open(keel_value v) {
    const bool object = kind_of(v) == KEEL_KIND_OBJECT;
    const std::size_t size = count(v);
    if (size == 0) return put_all(object ? "{}" : "[]");
    if (!put(object ? '{' : '[')) return false;
    if (is_virtual(v)) return frames_.push({v, nullptr, nullptr, 0, size});
    const ContainerNode* node = node_of(v);
    if (!object) return frames_.push({v, node->array_slots(), nullptr, 0, size});
    return frames_.push({v, node->member_slots(), node->words(), 0, size});
  }

  bool open_or_print(keel_value v) {
    switch (kind_of(v)) {
      case KEEL_KIND_BOOL:
        return put_all(v.body != 0 ? "true" : "false");
      case KEEL_KIND_INT:
      case KEEL_KIND_UINT:
      case KEEL_KIND_DOUBLE:
        return print_number(v);
      case KEEL_KIND_STRING:
        return print_string(text(v));
      case KEEL_KIND_ARRAY:
      case KEEL_KIND_OBJECT:
        return open(v);
      default:
        return put_all("null");
    }
  }

  bool print_number(keel_value v) {
    char* start = out_.room(kMaxNumberText);
    if (start == nullptr) return false;
    out_.add(static_cast<std::size_t>(write_number(start, v) - start));
    return true;
  }

  bool print_string(std::string_view text) {
    if (text.size() > kShortText) return put('"') && print_long_text(text) && put('"');
    // Room for the worst case, so that nothing more is checked.
    char* start = out_.room(text.size() * 6 + 2 + 8);
    if (start == nullptr) return false;
    *start = '"';
    char* end = write_short_text(start + 1, text);
    *end++ = '"';
    out_.add(static_cast<std::size_t>(end - start));
    return true;
  }

  static char* write_short_text(char* out, std::string_view text) {
    const char* at = text.data();
    const char* end = at + text.size();
    while (end - at >= 8) {
      std::uint64_t word;
      std::memcpy(&word, at, sizeof word);
      std::memcpy(out, &word, sizeof word);
      const std::uint64_t escaped = escaped_bytes(word);
      // The lowest mark is exact: what lies before it is written.
      const auto clean = escaped == 0 ? 8 : std::countr_zero(escaped) / 8;
      out += clean;
      at += clean;
      if (clean < 8) out = write_char(out, *at++);
    }
    for (; at != end; ++at) out = write_char(out, *at);
    return out;
  }

  bool print_long_text(std::string_view text) {
    while (!text.empty()) {
      const std::size_t clean = clean_prefix(text);
      if (!out_.append(text.data(), clean)) return false;
      text.remove_prefix(clean);
      if (text.empty()) return true;
      char* start = out_.room(6);
      if (start == nullptr) return false;
      out_.add(static_cast<std::size_t>(write_char(start, text.front()) - start));
      text.remove_prefix(1);
    }
    return true;
  }

  static std::size_t clean_prefix(std::string_view text) {
    std::size_t at = 0;
    while (text.size() - at >= 8) {
      std::uint64_t word;
      std::memcpy(&word, text.data() + at, sizeof word);
      const std::uint64_t escaped = escaped_bytes(word);
      if (escaped != 0) return at + static_cast<std::size_t>(std::countr_zero(escaped)) / 8;
      at += 8;
    }
    while (at < text.size() && kEscapes[static_cast<unsigned char>(text[at])] == 0) ++at;
    return at;
  }

  static char* write_char(char* out, char c) {
    const char escape = kEscapes[static_cast<unsigned char>(c)];
    if (escape == 0) {
      *out++ = c;
      return out;
    }
    *out++ = '\\';
    *out++ = escape;
    if (escape != 'u') return out;
    constexpr char kDigits[] = "0123456789abcdef";
    *out++ = '0';
    *out++ = '0';
    *out++ = kDigits[static_cast<unsigned char>(c) >> 4];
    *out++ = kDigits[static_cast<unsigned char>(c) & 15];
    return out;
  }

  bool break_line() {
    if (indent_ == 0) return true;
    const std::size_t spaces = frames_.size() * indent_;
    char* start = out_.extend(spaces + 1);
    if (start == nullptr) return false;
    *start = '\n';
    std::memset(start + 1, ' ', spaces);
    return true;
  }

  bool put(char c) { return out_.push(c); }
  bool put_all(std::string_view text) { return out_.append(text.data(), text.size()); }

  static constexpr std::size_t kShortText = 40;

  std::uint32_t indent_;
  PodVector<char>& out_;
  PodVector<Frame> frames_;
};

}  // namespace

bool print_json(keel_value v, std::uint32_t indent, PodVector<char>& out) noexcept {
  return JsonPrinter(indent, out).print(v);
}

keel_value print_json(keel_value v, std::uint32_t indent) noexcept {
  const DocumentBuilder::Pointer builder = DocumentBuilder::obtain();
  if (builder == nullptr || !print_json(v, indent, builder->begin_text())) {
    return {KEEL_KIND_ABSENT, 0};
  }
  return builder->finish_text();
}

}  // namespace keel::core::value
