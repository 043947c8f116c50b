// SPDX-License-Identifier: MIT
#include "core/deploy/toml_text.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace keel::core {

namespace {

bool is_bare(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '-';
}

std::string scalar_text(ValueView value) {
  switch (value.kind()) {
    case Kind::kString:
      return toml_string(value.text());
    case Kind::kDouble: {
      // JSON writes 1.0 as 1, which TOML would read back as an integer.
      std::string text = to_json(value);
      if (text.find_first_of(".eE") == std::string::npos) text += ".0";
      return text;
    }
    case Kind::kBool:
    case Kind::kInt:
    case Kind::kUint:
      return to_json(value);
    default:
      return toml_string(kind_name(value.kind()));
  }
}

struct OpenValue {
  ValueView value;
  std::size_t next_child;
};

/// Writes what stands before child `index` of `parent`.
void write_lead(std::string& out, ValueView parent, std::size_t index) {
  if (index > 0) out += ", ";
  if (!parent.is_object()) return;
  if (index == 0) out += ' ';
  out += toml_key(parent.member(index).first);
  out += " = ";
}

}  // namespace

std::string toml_key(std::string_view name) {
  if (!name.empty() && std::all_of(name.begin(), name.end(), is_bare)) return std::string(name);
  return toml_string(name);
}

std::string toml_string(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    switch (c) {
      case '"':
        out += "\\\"";
        break;
      case '\\':
        out += "\\\\";
        break;
      case '\n':
        out += "\\n";
        break;
      case '\r':
        out += "\\r";
        break;
      case '\t':
        out += "\\t";
        break;
      default:
        if (byte >= 0x20U && byte != 0x7fU) {
          out += c;
          break;
        }
        out += "\\u00";
        out += kDigits[byte >> 4U];
        out += kDigits[byte & 0xfU];
    }
  }
  return out + "\"";
}

std::string toml_inline(ValueView value, const TomlSubstitute& substitute) {
  std::string out;
  std::vector<OpenValue> open;
  const auto write = [&](ValueView next) {
    const bool nested = next.is_object() || next.is_array();
    if (!nested) {
      out += scalar_text(next);
      return;
    }
    const auto instead = next.is_object() && substitute ? substitute(next) : std::nullopt;
    if (instead) {
      out += *instead;
      return;
    }
    out += next.is_object() ? '{' : '[';
    open.push_back({next, 0});
  };
  write(value);
  while (!open.empty()) {
    OpenValue& top = open.back();
    if (top.next_child == top.value.size()) {
      if (top.value.is_object()) out += top.value.empty() ? "}" : " }";
      if (top.value.is_array()) out += ']';
      open.pop_back();
      continue;
    }
    const ValueView parent = top.value;
    const std::size_t index = top.next_child++;
    write_lead(out, parent, index);
    write(parent.is_object() ? parent.member(index).second : parent.at(index));
  }
  return out;
}

}  // namespace keel::core
