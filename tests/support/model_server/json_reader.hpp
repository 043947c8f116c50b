// Strict reading of one JSON object: every key must be asked for, every value must have its type.
#pragma once

#include <boost/json.hpp>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>

namespace keel::testing {

// what() names the place and what was expected there.
struct JsonError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class JsonReader {
 public:
  // `place` is the path of the value in the file. Throws JsonError when it is not an object.
  JsonReader(const boost::json::value& value, std::string place);

  bool has(std::string_view key);
  // Absent: nullptr.
  const boost::json::value* value(std::string_view key);
  const boost::json::array* array(std::string_view key);
  std::optional<std::string> string(std::string_view key);
  std::optional<std::int64_t> integer(std::string_view key);
  std::optional<std::size_t> count(std::string_view key);
  std::optional<std::chrono::milliseconds> milliseconds(std::string_view key);
  std::optional<bool> boolean(std::string_view key);

  std::string place(std::string_view key) const;
  std::string place(std::string_view key, std::size_t index) const;
  [[noreturn]] void fail(std::string_view key, std::string_view expected) const;
  // Throws when a key was never asked for.
  void done() const;

 private:
  const boost::json::object* object_;
  std::string place_;
  std::set<std::string, std::less<>> asked_;
};

}  // namespace keel::testing
