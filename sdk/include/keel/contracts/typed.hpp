// SPDX-License-Identifier: MIT
#pragma once

#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "keel/lazy_key.hpp"
#include "keel/value.hpp"

/// What the generated headers of this folder are made of. A contract's type T gives two classes:
/// TView reads a value where it lies, T is a plain struct that makes one. Reading never fails: what
/// is missing or of another kind reads as empty.
namespace keel::contracts {

template <typename Tag>
class Id;

/// A borrowed id. Ids of different types do not convert into one another.
template <typename Tag>
class IdView {
 public:
  constexpr IdView() = default;
  constexpr explicit IdView(std::string_view text) : text_(text) {}

  constexpr std::string_view text() const { return text_; }
  constexpr bool empty() const { return text_.empty(); }

  friend constexpr auto operator<=>(IdView, IdView) = default;

 private:
  std::string_view text_;
};

/// An id with its text.
template <typename Tag>
class Id {
 public:
  using View = IdView<Tag>;

  explicit Id(std::string text) : text_(std::move(text)) {}
  Id(View view) : text_(view.text()) {}  // NOLINT(google-explicit-constructor)

  operator View() const { return View(text_); }  // NOLINT(google-explicit-constructor)
  const std::string& text() const { return text_; }

  friend auto operator<=>(const Id&, const Id&) = default;

 private:
  std::string text_;
};

/// Content of the type bytes in a struct.
struct Bytes {
  std::string content;
};

/// One part of a struct that is made: a T, or a value of that type that exists already, which is
/// shared and not copied.
template <typename T, typename View>
class Part {
 public:
  Part(const T& made) : value_(made.to_value()) {}  // NOLINT(google-explicit-constructor)
  Part(const View& view)
      : value_(Value::share(view.raw())) {}  // NOLINT(google-explicit-constructor)
  explicit Part(Value value) : value_(std::move(value)) {}

  void write(Builder& builder) const { builder.put(static_cast<const ValueView&>(value_)); }
  View view() const { return View(value_); }

 private:
  Value value_;
};

/// How an item of a list is read.
template <typename T>
struct Read {
  static T item(ValueView value) { return T(value); }
};
template <>
struct Read<std::string_view> {
  static std::string_view item(ValueView value) { return value.text(); }
};
template <>
struct Read<std::int64_t> {
  static std::int64_t item(ValueView value) { return value.integer_or(0); }
};
template <>
struct Read<double> {
  static double item(ValueView value) { return value.number().value_or(0); }
};
template <>
struct Read<bool> {
  static bool item(ValueView value) { return value.is_true(); }
};
template <typename Tag>
struct Read<IdView<Tag>> {
  static IdView<Tag> item(ValueView value) { return IdView<Tag>(value.text()); }
};

/// A borrowed list. Empty when the value is absent or no array.
template <typename T>
class ListView {
 public:
  class Iterator {
   public:
    Iterator(ValueView list, std::size_t index) : list_(list), index_(index) {}
    T operator*() const { return Read<T>::item(list_.at(index_)); }
    Iterator& operator++() {
      ++index_;
      return *this;
    }
    bool operator==(const Iterator& other) const { return index_ == other.index_; }

   private:
    ValueView list_;
    std::size_t index_;
  };

  ListView() = default;
  explicit ListView(ValueView value) : value_(value) {}

  /// Whether there is a list, be it empty.
  explicit operator bool() const { return value_.is_array(); }
  std::size_t size() const { return value_.is_array() ? value_.size() : 0; }
  bool empty() const { return size() == 0; }
  T operator[](std::size_t index) const { return Read<T>::item(value_.at(index)); }
  Iterator begin() const { return {value_, 0}; }
  Iterator end() const { return {value_, size()}; }
  ValueView raw() const { return value_; }

 private:
  ValueView value_;
};

inline std::optional<std::string_view> optional_text(ValueView value) {
  return value.is_string() ? std::optional(value.text()) : std::nullopt;
}
inline std::optional<std::string_view> optional_bytes(ValueView value) {
  return value.is_bytes() ? std::optional(value.bytes()) : std::nullopt;
}
template <typename IdType>
std::optional<IdType> optional_id(ValueView value) {
  return value.is_string() ? std::optional(IdType(value.text())) : std::nullopt;
}

/// A type that writes itself into a builder: structs, unions, parts.
template <typename T>
concept Writable = requires(const T& part, Builder& builder) {
  part.write(builder);
};

inline void put_value(Builder& builder, const Value& value) {
  builder.put(static_cast<const ValueView&>(value));
}
inline void put_value(Builder& builder, const std::string& text) { builder.put(text); }
inline void put_value(Builder& builder, const Bytes& bytes) { builder.put_bytes(bytes.content); }
template <typename T>
requires std::is_arithmetic_v<T>
void put_value(Builder& builder, T number) { builder.put(number); }
template <typename T>
requires std::is_enum_v<T>
void put_value(Builder& builder, T choice) { builder.put(to_text(choice)); }
template <typename Tag>
void put_value(Builder& builder, const Id<Tag>& id) {
  builder.put(id.text());
}
template <Writable T>
void put_value(Builder& builder, const T& part) {
  part.write(builder);
}
template <typename T>
void put_value(Builder& builder, const std::vector<T>& list) {
  builder.begin_array();
  // A vector of bool gives out no references.
  for (const auto& item : list) put_value(builder, static_cast<const T&>(item));
  builder.end();
}

template <typename T>
void put_member(Builder& builder, const LazyKey& key, const T& member) {
  builder.name(key.key());
  put_value(builder, member);
}
/// What is not set is left out.
template <typename T>
void put_member(Builder& builder, const LazyKey& key, const std::optional<T>& member) {
  if (member) put_member(builder, key, *member);
}
inline void put_member(Builder& builder, const LazyKey& key, const Value& member) {
  if (member.is_absent()) return;
  builder.name(key.key());
  put_value(builder, member);
}

}  // namespace keel::contracts

template <typename Tag>
struct std::hash<keel::contracts::IdView<Tag>> {
  std::size_t operator()(keel::contracts::IdView<Tag> id) const {
    return std::hash<std::string_view>()(id.text());
  }
};
template <typename Tag>
struct std::hash<keel::contracts::Id<Tag>> {
  std::size_t operator()(const keel::contracts::Id<Tag>& id) const {
    return std::hash<std::string_view>()(id.text());
  }
};
