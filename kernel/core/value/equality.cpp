#include "core/value/equality.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/value/document.hpp"
#include "core/value/pod_vector.hpp"

namespace keel::core::value {

namespace {

bool is_number(std::uint32_t kind) {
  return kind == KEEL_KIND_INT || kind == KEEL_KIND_UINT || kind == KEEL_KIND_DOUBLE;
}

bool integer_equals_double(keel_value integer, double number) {
  // Compared as integers: the conversion to double would round.
  if (kind_of(integer) == KEEL_KIND_INT) {
    if (!(number >= -9223372036854775808.0 && number < 9223372036854775808.0)) return false;
    const auto whole = static_cast<std::int64_t>(number);
    return static_cast<double>(whole) == number && whole == static_cast<std::int64_t>(integer.body);
  }
  if (!(number >= 0 && number < 18446744073709551616.0)) return false;
  const auto whole = static_cast<std::uint64_t>(number);
  return static_cast<double>(whole) == number && whole == integer.body;
}

bool equal_numbers(keel_value a, keel_value b) {
  if (kind_of(a) == KEEL_KIND_DOUBLE && kind_of(b) == KEEL_KIND_DOUBLE) {
    return std::bit_cast<double>(a.body) == std::bit_cast<double>(b.body);
  }
  if (kind_of(a) == KEEL_KIND_DOUBLE)
    return integer_equals_double(b, std::bit_cast<double>(a.body));
  if (kind_of(b) == KEEL_KIND_DOUBLE)
    return integer_equals_double(a, std::bit_cast<double>(b.body));
  if (a.body != b.body) return false;
  // The same bits as int64 and as uint64 are the same number when the top bit is clear.
  return kind_of(a) == kind_of(b) || a.body <= INT64_MAX;
}

class Comparison {
 public:
  bool run(keel_value a, keel_value b) {
    if (!compare(a, b)) return false;
    while (depth_ != 0) {
      Frame& frame = top();
      if (frame.next == frame.size) {
        pop();
        continue;
      }
      if (!compare_next(frame)) return false;
    }
    return true;
  }

 private:
  struct Frame {
    keel_value a;
    keel_value b;
    std::size_t next;
    std::size_t size;
  };

  /// Compares what needs no descent, and opens a frame for what does.
  bool compare(keel_value a, keel_value b) {
    const std::uint32_t kind = kind_of(a);
    if (is_number(kind)) return is_number(kind_of(b)) && equal_numbers(a, b);
    if (kind != kind_of(b)) return false;
    switch (kind) {
      case KEEL_KIND_BOOL:
        return (a.body != 0) == (b.body != 0);
      case KEEL_KIND_STRING:
      case KEEL_KIND_BYTES:
        return text(a) == text(b);
      case KEEL_KIND_ARRAY:
      case KEEL_KIND_OBJECT: {
        if (a.body == b.body) return true;
        const std::size_t size = count(a);
        return size == count(b) && (size == 0 || push({a, b, 0, size}));
      }
      default:
        return true;
    }
  }

  bool compare_next(Frame& frame) {
    const std::size_t at = frame.next++;
    if (kind_of(frame.a) == KEEL_KIND_ARRAY) return compare(item(frame.a, at), item(frame.b, at));
    std::string_view name;
    std::string_view other_name;
    const keel_value mine = member(frame.a, at, &name);
    // Most equal objects were built in the same order.
    keel_value other = member(frame.b, at, &other_name);
    if (name != other_name) other = find(frame.b, name);
    if (kind_of(other) == KEEL_KIND_ABSENT) return false;
    return compare(mine, other);
  }

  Frame& top() { return depth_ <= kInline ? inline_[depth_ - 1] : rest_.back(); }

  bool push(const Frame& frame) {
    if (depth_ < kInline) {
      inline_[depth_] = frame;
    } else if (!rest_.push(frame)) {
      return false;
    }
    ++depth_;
    return true;
  }

  void pop() {
    if (depth_ > kInline) rest_.pop();
    --depth_;
  }

  static constexpr std::size_t kInline = 64;

  std::size_t depth_ = 0;
  Frame inline_[kInline];
  PodVector<Frame> rest_;
};

}  // namespace

bool equal(keel_value a, keel_value b) noexcept {
  Comparison comparison;
  return comparison.run(a, b);
}

}  // namespace keel::core::value
