// SPDX-License-Identifier: MIT
#include "core/deploy/toml_document.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "core/deploy/deploy_error.hpp"
#include "core/deploy/toml_nesting.hpp"
#include "core/deploy/toml_parser.hpp"
#include "core/value/utf8.hpp"

namespace keel::core {

namespace {

struct TextPlace {
  std::size_t line;
  std::size_t column;
};

/// Lines and columns as editors count them: from 1, one column for each character.
TextPlace place_in(std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, offset);
  const std::size_t line_start = before.rfind('\n') + 1;
  const std::string_view line = before.substr(line_start);
  const auto continues = [](char c) { return (static_cast<unsigned char>(c) & 0xc0U) == 0x80U; };
  const auto bytes_inside = std::count_if(line.begin(), line.end(), continues);
  return {static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n')) + 1,
          line.size() - static_cast<std::size_t>(bytes_inside) + 1};
}

std::string at_place(std::string_view name, std::size_t line, std::size_t column) {
  return printable(name) + ":" + std::to_string(line) + ":" + std::to_string(column);
}

Error syntax_error(std::string_view name, const TextPlace& place, std::string_view cause,
                   std::string_view remedy) {
  return deploy_error(deploy_code::kSyntax, at_place(name, place.line, place.column), cause,
                      remedy);
}

/// The parser quotes pieces of numbers, and an unquoted key pasted into a file looks like one.
std::string without_quotations(std::string_view description) {
  if (description.find("cannot redefine") != std::string_view::npos)
    return std::string(description);
  constexpr std::size_t kLongestHarmless = 4;
  std::string out;
  std::size_t at = 0;
  while (at < description.size()) {
    const std::size_t open = description.find('\'', at);
    const std::size_t close = description.find('\'', std::min(open, description.size() - 1) + 1);
    if (open == std::string_view::npos || close == std::string_view::npos) break;
    const std::size_t length = close - open - 1;
    out += description.substr(at, open - at);
    out += length > kLongestHarmless ? "the text there" : description.substr(open, length + 2);
    at = close + 1;
  }
  return out + std::string(description.substr(at));
}

Origin origin_of(const toml::source_position& position) {
  return {0, static_cast<std::uint32_t>(position.line),
          static_cast<std::uint32_t>(position.column)};
}

/// A member of a table or an item of an array; items have no name.
struct Child {
  std::string_view name;
  Origin key;
  const toml::node* node;
};

std::vector<Child> children_of(const toml::node& node) {
  std::vector<Child> children;
  if (const toml::array* items = node.as_array()) {
    children.reserve(items->size());
    for (const toml::node& item : *items) {
      children.push_back({{}, origin_of(item.source().begin), &item});
    }
    return children;
  }
  const toml::table* members = node.as_table();
  if (members == nullptr) return children;
  children.reserve(members->size());
  for (const auto& [key, member] : *members) {
    children.push_back({key.str(), origin_of(key.source().begin), &member});
  }
  // The parser keeps members by name; people read them in the order of the file.
  std::stable_sort(children.begin(), children.end(), [](const Child& a, const Child& b) {
    return std::pair(a.key.line, a.key.column) < std::pair(b.key.line, b.key.column);
  });
  return children;
}

/// Makes the value and its origins from the parser's tree in one walk without recursion.
class TreeConversion {
 public:
  explicit TreeConversion(std::string_view name) : name_(name) {}

  Expected<TomlDocument> run(const toml::table& root) {
    enter({{}, {0, 1, 1}, &root});
    while (!open_.empty()) {
      Frame& top = open_.back();
      if (top.next_child == top.children.size()) {
        leave();
        continue;
      }
      const Child child = top.children[top.next_child++];
      if (top.named) builder_.name(child.name);
      enter(child);
      if (fault_) return tl::make_unexpected(std::move(*fault_));
    }
    auto [value, mistake] = builder_.finish();
    if (mistake) {
      return tl::make_unexpected(deploy_error(deploy_code::kSyntax, printable(name_),
                                              mistake->message, "Correct the file"));
    }
    return TomlDocument{std::move(value), OriginTree(std::move(nodes_))};
  }

 private:
  struct Frame {
    std::vector<Child> children;
    std::size_t next_child;
    std::size_t node;
    bool named;
  };

  void enter(const Child& child) {
    const toml::source_position begin = child.node->source().begin;
    // Tables that exist only through a dotted key have no place of their own.
    const Origin value = begin.line == 0 ? child.key : origin_of(begin);
    nodes_.push_back({value, child.key, 1});
    switch (child.node->type()) {
      case toml::node_type::table:
        builder_.begin_object();
        break;
      case toml::node_type::array:
        builder_.begin_array();
        break;
      default:
        put_scalar(*child.node, value);
        return;
    }
    open_.push_back({children_of(*child.node), 0, nodes_.size() - 1, child.node->is_table()});
  }

  void leave() {
    const std::size_t node = open_.back().node;
    nodes_[node].span = static_cast<std::uint32_t>(nodes_.size() - node);
    builder_.end();
    open_.pop_back();
  }

  void put_scalar(const toml::node& node, const Origin& origin) {
    switch (node.type()) {
      case toml::node_type::string:
        builder_.put(node.as_string()->get());
        return;
      case toml::node_type::integer:
        builder_.put(node.as_integer()->get());
        return;
      case toml::node_type::boolean:
        builder_.put(node.as_boolean()->get());
        return;
      case toml::node_type::floating_point: {
        const double number = node.as_floating_point()->get();
        if (std::isfinite(number)) {
          builder_.put(number);
          return;
        }
        refuse(origin, "a number that is infinite, not a number or out of range",
               "Write a finite number, or text in quotes");
        return;
      }
      case toml::node_type::date:
      case toml::node_type::time:
      case toml::node_type::date_time:
        refuse(origin, "a date or time, which settings cannot hold", "Write it as text in quotes");
        return;
      default:
        refuse(origin, "a value of unknown type", "Write it as text in quotes");
        return;
    }
  }

  void refuse(const Origin& origin, std::string_view cause, std::string_view remedy) {
    fault_ = deploy_error(deploy_code::kInvalid, at_place(name_, origin.line, origin.column), cause,
                          remedy);
  }

  std::string_view name_;
  Builder builder_;
  std::vector<OriginTree::Node> nodes_;
  std::vector<Frame> open_;
  std::optional<Error> fault_;
};

std::optional<Error> find_hostile_text(std::string_view text, std::string_view name) {
  if (text.size() > kLargestTomlFile) {
    return deploy_error(deploy_code::kSyntax, printable(name),
                        "larger than " + std::to_string(kLargestTomlFile) + " bytes",
                        "Keep data out of the settings, in files that they name");
  }
  const std::size_t valid = utf8::valid_prefix(text);
  if (valid != text.size()) {
    return syntax_error(name, place_in(text, valid), "a byte that is not UTF-8",
                        "Save the file as UTF-8");
  }
  const std::optional<std::size_t> deep = find_deep_nesting(text, kDeepestToml);
  if (!deep) return std::nullopt;
  return syntax_error(
      name, place_in(text, *deep),
      "tables, arrays and dotted keys nested deeper than " + std::to_string(kDeepestToml),
      "Make the settings flatter");
}

}  // namespace

Expected<TomlDocument> parse_toml(std::string_view text, std::string_view name) {
  if (std::optional<Error> fault = find_hostile_text(text, name)) {
    return tl::make_unexpected(std::move(*fault));
  }
  try {
    const toml::table root = toml::parse(text);
    return TreeConversion(name).run(root);
  } catch (const toml::parse_error& error) {
    const toml::source_position at = error.source().begin;
    return tl::make_unexpected(syntax_error(name, {at.line, at.column},
                                            without_quotations(error.description()),
                                            "Correct the TOML there"));
  }
}

}  // namespace keel::core
