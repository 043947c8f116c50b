#include "json_reader.hpp"

#include <utility>

namespace keel::testing {

namespace json = boost::json;

JsonReader::JsonReader(const json::value& value, std::string place)
    : object_(value.if_object()), place_(std::move(place)) {
  if (!object_) {
    throw JsonError((place_.empty() ? "the file" : place_) + ": expected an object, found " +
                    json::serialize(value).substr(0, 60));
  }
}

bool JsonReader::has(std::string_view key) { return value(key) != nullptr; }

const json::value* JsonReader::value(std::string_view key) {
  asked_.emplace(key);
  return object_->if_contains(key);
}

const json::array* JsonReader::array(std::string_view key) {
  const json::value* found = value(key);
  if (!found) return nullptr;
  if (!found->is_array()) fail(key, "an array");
  return &found->get_array();
}

std::optional<std::string> JsonReader::string(std::string_view key) {
  const json::value* found = value(key);
  if (!found) return std::nullopt;
  if (!found->is_string()) fail(key, "a string");
  return std::string(found->get_string());
}

std::optional<std::int64_t> JsonReader::integer(std::string_view key) {
  const json::value* found = value(key);
  if (!found) return std::nullopt;
  if (!found->is_int64()) fail(key, "an integer");
  return found->get_int64();
}

std::optional<std::size_t> JsonReader::count(std::string_view key) {
  const auto number = integer(key);
  if (!number) return std::nullopt;
  if (*number < 0) fail(key, "an integer of at least 0");
  return static_cast<std::size_t>(*number);
}

std::optional<std::chrono::milliseconds> JsonReader::milliseconds(std::string_view key) {
  // More than that is a typing error, and would overflow clocks at some size.
  constexpr std::size_t kOneDay = 24UL * 60 * 60 * 1000;
  const auto number = count(key);
  if (!number) return std::nullopt;
  if (*number > kOneDay) fail(key, "milliseconds, at most a day (86400000)");
  return std::chrono::milliseconds(static_cast<std::int64_t>(*number));
}

std::optional<bool> JsonReader::boolean(std::string_view key) {
  const json::value* found = value(key);
  if (!found) return std::nullopt;
  if (!found->is_bool()) fail(key, "true or false");
  return found->get_bool();
}

std::string JsonReader::place(std::string_view key) const {
  return place_.empty() ? std::string(key) : place_ + "." + std::string(key);
}

std::string JsonReader::place(std::string_view key, std::size_t index) const {
  return place(key) + "[" + std::to_string(index) + "]";
}

void JsonReader::fail(std::string_view key, std::string_view expected) const {
  const json::value* found = object_->if_contains(key);
  const std::string text = found ? json::serialize(*found).substr(0, 60) : "nothing";
  throw JsonError(place(key) + ": expected " + std::string(expected) + ", found " + text);
}

void JsonReader::done() const {
  for (const auto& member : *object_) {
    const std::string_view key(member.key().data(), member.key().size());
    if (asked_.contains(key)) continue;
    std::string known;
    for (const std::string& name : asked_) known += (known.empty() ? "" : ", ") + name;
    throw JsonError(place(key) + ": unknown key; known here: " + known);
  }
}

}  // namespace keel::testing
