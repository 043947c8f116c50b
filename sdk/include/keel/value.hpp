// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <bit>
#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include <tl/expected.hpp>

#include "keel/abi.h"

namespace keel {

namespace detail {

#if defined(KEEL_HOST_BUILD)
/// The host's own table: the same functions, bound when the host is linked.
extern "C" const keel_value_api keel_host_value_api;
inline const keel_value_api& value_api() { return keel_host_value_api; }
#else
/// Where the process-wide value table lies. The one static of a plugin: keel_plugin_entry stores
/// the same address for each kernel of the process, so it is constant once any code of the plugin
/// can see a value.
inline std::atomic<const keel_value_api*> value_table{nullptr};
inline const keel_value_api& value_api() { return *value_table.load(std::memory_order_relaxed); }
#endif

inline void retain(keel_value value) {
  if ((value.head & 0xffU) >= KEEL_KIND_STRING) value_api().retain(value);
}
inline void release(keel_value value) {
  if ((value.head & 0xffU) >= KEEL_KIND_STRING) value_api().release(value);
}

inline keel_str to_str(std::string_view text) { return {text.data(), text.size()}; }
inline std::string_view to_view(keel_str text) {
  return text.size == 0 ? std::string_view() : std::string_view(text.data, text.size);
}

}  // namespace detail

enum class Kind : std::uint8_t {
  kAbsent = KEEL_KIND_ABSENT,
  kNull = KEEL_KIND_NULL,
  kBool = KEEL_KIND_BOOL,
  kInt = KEEL_KIND_INT,
  kUint = KEEL_KIND_UINT,
  kDouble = KEEL_KIND_DOUBLE,
  kString = KEEL_KIND_STRING,
  kBytes = KEEL_KIND_BYTES,
  kArray = KEEL_KIND_ARRAY,
  kObject = KEEL_KIND_OBJECT,
};

/// "absent", "null", "boolean", "integer", "number", "string", "bytes", "array", "object".
constexpr std::string_view kind_name(Kind kind) {
  switch (kind) {
    case Kind::kAbsent:
      return "absent";
    case Kind::kNull:
      return "null";
    case Kind::kBool:
      return "boolean";
    case Kind::kInt:
    case Kind::kUint:
      return "integer";
    case Kind::kDouble:
      return "number";
    case Kind::kString:
      return "string";
    case Kind::kBytes:
      return "bytes";
    case Kind::kArray:
      return "array";
    case Kind::kObject:
      return "object";
  }
  return "unknown";
}

/// A member name interned for the life of the process: the fast way to read a field.
class Key {
 public:
  explicit Key(std::string_view name) : key_(detail::value_api().key(detail::to_str(name))) {}

  std::string_view text() const { return detail::to_view(detail::value_api().key_text(key_)); }
  keel_key raw() const { return key_; }

 private:
  keel_key key_;
};

class ValueItems;
class ValueMembers;

/// A borrowed view of an immutable value: two words, copied freely, valid as long as some owner of
/// the document lives. Reading never fails: a wrong kind gives the empty answer. Any thread.
class ValueView {
 public:
  constexpr ValueView() : raw_{0, 0} {}
  constexpr explicit ValueView(keel_value raw) : raw_(raw) {}

  keel_value raw() const { return raw_; }
  Kind kind() const { return static_cast<Kind>(raw_.head & 0xffU); }

  bool is_absent() const { return kind() == Kind::kAbsent; }
  bool is_null() const { return kind() == Kind::kNull; }
  bool is_bool() const { return kind() == Kind::kBool; }
  bool is_integer() const { return kind() == Kind::kInt || kind() == Kind::kUint; }
  bool is_number() const { return is_integer() || kind() == Kind::kDouble; }
  bool is_string() const { return kind() == Kind::kString; }
  bool is_bytes() const { return kind() == Kind::kBytes; }
  bool is_array() const { return kind() == Kind::kArray; }
  bool is_object() const { return kind() == Kind::kObject; }

  std::optional<bool> boolean() const {
    if (!is_bool()) return std::nullopt;
    return raw_.body != 0;
  }
  /// True only for the boolean true.
  bool is_true() const { return is_bool() && raw_.body != 0; }

  /// The value as int64 when it is an integer, or a double without fraction, that fits.
  std::optional<std::int64_t> integer() const {
    switch (kind()) {
      case Kind::kInt:
        return static_cast<std::int64_t>(raw_.body);
      case Kind::kDouble: {
        const double number = std::bit_cast<double>(raw_.body);
        if (number < -9223372036854775808.0 || number >= 9223372036854775808.0) return std::nullopt;
        const auto whole = static_cast<std::int64_t>(number);
        if (static_cast<double>(whole) != number) return std::nullopt;
        return whole;
      }
      default:
        return std::nullopt;
    }
  }
  std::int64_t integer_or(std::int64_t fallback) const { return integer().value_or(fallback); }

  std::optional<double> number() const {
    switch (kind()) {
      case Kind::kInt:
        return static_cast<double>(static_cast<std::int64_t>(raw_.body));
      case Kind::kUint:
        return static_cast<double>(raw_.body);
      case Kind::kDouble:
        return std::bit_cast<double>(raw_.body);
      default:
        return std::nullopt;
    }
  }

  /// Text of a string; empty for every other kind.
  std::string_view text() const {
    if (!is_string()) return {};
    return detail::to_view(detail::value_api().text(raw_));
  }
  std::string_view text_or(std::string_view fallback) const {
    return is_string() ? text() : fallback;
  }
  /// Content of bytes; empty for every other kind.
  std::string_view bytes() const {
    if (!is_bytes()) return {};
    return detail::to_view(detail::value_api().text(raw_));
  }

  /// Items of an array or members of an object; 0 for every other kind.
  std::size_t size() const {
    if (!is_array() && !is_object()) return 0;
    return detail::value_api().count(raw_);
  }
  bool empty() const { return size() == 0; }

  /// Item of an array, absent outside.
  ValueView at(std::size_t index) const { return ValueView(detail::value_api().item(raw_, index)); }
  /// Member of an object, absent when missing.
  ValueView operator[](const Key& key) const {
    if (!is_object()) return {};
    return ValueView(detail::value_api().get(raw_, key.raw()));
  }
  ValueView operator[](std::string_view name) const {
    if (!is_object()) return {};
    return ValueView(detail::value_api().find(raw_, detail::to_str(name)));
  }
  ValueView operator[](const char* name) const { return (*this)[std::string_view(name)]; }
  bool has(std::string_view name) const { return !(*this)[name].is_absent(); }

  /// Member i in insertion order: its name and value.
  std::pair<std::string_view, ValueView> member(std::size_t index) const {
    keel_str name{nullptr, 0};
    const keel_value value = detail::value_api().member(raw_, index, &name);
    return {detail::to_view(name), ValueView(value)};
  }

  /// for (ValueView item : array.items()), for (auto [name, value] : object.members())
  ValueItems items() const;
  ValueMembers members() const;

  friend bool operator==(ValueView a, ValueView b) {
    return detail::value_api().equal(a.raw_, b.raw_) != 0;
  }

 protected:
  keel_value raw_;
};

class ValueItems {
 public:
  class Iterator {
   public:
    Iterator(ValueView array, std::size_t index) : array_(array), index_(index) {}
    ValueView operator*() const { return array_.at(index_); }
    Iterator& operator++() {
      ++index_;
      return *this;
    }
    bool operator!=(const Iterator& other) const { return index_ != other.index_; }

   private:
    ValueView array_;
    std::size_t index_;
  };

  explicit ValueItems(ValueView array) : array_(array) {}
  Iterator begin() const { return {array_, 0}; }
  Iterator end() const { return {array_, array_.is_array() ? array_.size() : 0}; }

 private:
  ValueView array_;
};

class ValueMembers {
 public:
  class Iterator {
   public:
    Iterator(ValueView object, std::size_t index) : object_(object), index_(index) {}
    std::pair<std::string_view, ValueView> operator*() const { return object_.member(index_); }
    Iterator& operator++() {
      ++index_;
      return *this;
    }
    bool operator!=(const Iterator& other) const { return index_ != other.index_; }

   private:
    ValueView object_;
    std::size_t index_;
  };

  explicit ValueMembers(ValueView object) : object_(object) {}
  Iterator begin() const { return {object_, 0}; }
  Iterator end() const { return {object_, object_.is_object() ? object_.size() : 0}; }

 private:
  ValueView object_;
};

inline ValueItems ValueView::items() const { return ValueItems(*this); }
inline ValueMembers ValueView::members() const { return ValueMembers(*this); }

/// An owner of a value: keeps the document alive. Copying counts, moving does not. Any thread.
class Value : public ValueView {
 public:
  Value() = default;
  Value(std::nullptr_t) : ValueView({KEEL_KIND_NULL, 0}) {}            // NOLINT: literals convert
  Value(bool value) : ValueView({KEEL_KIND_BOOL, value ? 1U : 0U}) {}  // NOLINT
  template <std::signed_integral T>
  Value(T value)  // NOLINT
      : ValueView({KEEL_KIND_INT, static_cast<std::uint64_t>(static_cast<std::int64_t>(value))}) {}
  template <std::unsigned_integral T>
  requires(!std::same_as<T, bool>) Value(T value)  // NOLINT
      : ValueView({static_cast<std::uint64_t>(value) > INT64_MAX ? KEEL_KIND_UINT : KEEL_KIND_INT,
                   static_cast<std::uint64_t>(value)}) {}
  /// A double that is not finite gives null, as JSON has it.
  Value(double value) : ValueView(from_double(value)) {}  // NOLINT
  /// Text that is not UTF-8 gives the absent value: check outside text before.
  Value(std::string_view text) {  // NOLINT
    detail::value_api().make_string(detail::to_str(text), &raw_);
  }
  Value(const std::string& text) : Value(std::string_view(text)) {}  // NOLINT
  Value(const char* text) : Value(std::string_view(text)) {}         // NOLINT

  Value(const Value& other) : ValueView(other) { detail::retain(raw_); }
  Value(Value&& other) noexcept : ValueView(other) { other.raw_ = {0, 0}; }
  Value& operator=(const Value& other) {
    Value copy(other);
    std::swap(raw_, copy.raw_);
    return *this;
  }
  Value& operator=(Value&& other) noexcept {
    std::swap(raw_, other.raw_);
    return *this;
  }
  ~Value() { detail::release(raw_); }

  static Value bytes_of(std::string_view bytes) {
    Value value;
    detail::value_api().make_bytes(detail::to_str(bytes), &value.raw_);
    return value;
  }
  /// Takes over a count that the caller owns.
  static Value take(keel_value owned) {
    Value value;
    value.raw_ = owned;
    return value;
  }
  /// One more owner of what `view` shows.
  static Value share(ValueView view) {
    detail::retain(view.raw());
    return take(view.raw());
  }
  /// Hands the count to the caller.
  keel_value release() { return std::exchange(raw_, keel_value{0, 0}); }

  /// A copy that keeps nothing else alive.
  Value detached() const { return take(detail::value_api().detach(raw_)); }

 private:
  static keel_value from_double(double value) {
    if (!(value - value == 0)) return {KEEL_KIND_NULL, 0};
    return {KEEL_KIND_DOUBLE, std::bit_cast<std::uint64_t>(value)};
  }
};

struct ErrorText {
  std::string code;
  std::string message;
};

/// Builds one document. Mistakes are kept until finish. One thread at a time; movable.
class Builder {
 public:
  Builder() : builder_(detail::value_api().builder()) {}
  Builder(Builder&& other) noexcept : builder_(std::exchange(other.builder_, nullptr)) {}
  Builder(const Builder&) = delete;
  Builder& operator=(const Builder&) = delete;
  Builder& operator=(Builder&&) = delete;
  ~Builder() {
    if (builder_ != nullptr) detail::value_api().discard(builder_);
  }

  Builder& begin_object() {
    detail::value_api().begin_object(builder_);
    return *this;
  }
  Builder& begin_array() {
    detail::value_api().begin_array(builder_);
    return *this;
  }
  Builder& end() {
    detail::value_api().end(builder_);
    return *this;
  }
  Builder& name(std::string_view text) {
    detail::value_api().name(builder_, detail::to_str(text));
    return *this;
  }
  Builder& name(const Key& key) {
    detail::value_api().name_key(builder_, key.raw());
    return *this;
  }
  Builder& put(ValueView value) {
    detail::value_api().put(builder_, value.raw());
    return *this;
  }
  Builder& put(std::string_view text) {
    detail::value_api().put_string(builder_, detail::to_str(text));
    return *this;
  }
  Builder& put(const char* text) { return put(std::string_view(text)); }
  Builder& put(const std::string& text) { return put(std::string_view(text)); }
  /// Scalars: bool, integers, double, nullptr.
  template <typename T>
  requires(std::is_arithmetic_v<T> || std::same_as<T, std::nullptr_t>) Builder& put(T scalar) {
    return put(static_cast<const ValueView&>(Value(scalar)));
  }
  Builder& put_bytes(std::string_view bytes) {
    detail::value_api().put_bytes(builder_, detail::to_str(bytes));
    return *this;
  }
  template <typename Name, typename T>
  Builder& member(const Name& key, const T& value) {
    name(key);
    return put(value);
  }
  /// Leaves the member out when the value is absent.
  template <typename Name>
  Builder& optional_member(const Name& key, ValueView value) {
    if (value.is_absent()) return *this;
    name(key);
    return put(value);
  }

  /// The built value, or the first mistake. The builder is used up.
  std::pair<Value, std::optional<ErrorText>> finish() {
    keel_value out{0, 0};
    keel_value why{0, 0};
    const std::int32_t status =
        detail::value_api().finish(std::exchange(builder_, nullptr), &out, &why);
    const Value reason = Value::take(why);
    if (status == KEEL_OK) return {Value::take(out), std::nullopt};
    return {Value(),
            ErrorText{std::string(reason["code"].text()), std::string(reason["message"].text())}};
  }
  /// For builds from the program's own text, which cannot be wrong: absent on a mistake.
  Value finish_or_absent() { return finish().first; }

 private:
  keel_builder builder_;
};

/// One member of object({...}): a name and anything that converts to Value.
struct Member {
  std::string_view name;
  Value value;
};

/// object({{"type", "text"}, {"text", text}}): members whose value is absent are left out.
inline Value object(std::initializer_list<Member> members) {
  Builder builder;
  builder.begin_object();
  for (const Member& member : members) builder.optional_member(member.name, member.value);
  builder.end();
  return builder.finish_or_absent();
}

/// array({1, "two", three})
inline Value array(std::initializer_list<Value> items) {
  Builder builder;
  builder.begin_array();
  for (const Value& item : items) builder.put(static_cast<const ValueView&>(item));
  builder.end();
  return builder.finish_or_absent();
}

/// Compact for indent 0, otherwise that many spaces per level.
inline std::string to_json(ValueView value, std::uint32_t indent = 0) {
  keel_value out{0, 0};
  detail::value_api().print(value.raw(), indent, &out);
  return std::string(Value::take(out).text());
}

enum class ParseMode : std::uint32_t { kStrict = KEEL_PARSE_STRICT, kLenient = KEEL_PARSE_LENIENT };

/// What is wrong with a JSON text, and where: byte offset from 0, line and column from 1.
struct ParseError {
  std::string message;
  std::size_t offset = 0;
  std::size_t line = 1;
  std::size_t column = 1;
};

/// Parses one JSON text.
inline tl::expected<Value, ParseError> parse_json(std::string_view json,
                                                  ParseMode mode = ParseMode::kStrict) {
  keel_value out{0, 0};
  keel_value why{0, 0};
  const std::int32_t status =
      detail::value_api().parse(detail::to_str(json), static_cast<std::uint32_t>(mode), &out, &why);
  const Value reason = Value::take(why);
  if (status == KEEL_OK) return Value::take(out);
  const ValueView place = reason["data"];
  ParseError error;
  error.message = reason["message"].text();
  error.offset = static_cast<std::size_t>(place["offset"].integer_or(0));
  error.line = static_cast<std::size_t>(place["line"].integer_or(1));
  error.column = static_cast<std::size_t>(place["column"].integer_or(1));
  return tl::make_unexpected(std::move(error));
}

}  // namespace keel
