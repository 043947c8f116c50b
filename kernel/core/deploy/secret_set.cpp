// SPDX-License-Identifier: MIT
#include "core/deploy/secret_set.hpp"

#include <algorithm>
#include <utility>

#include "core/value/utf8.hpp"
#include "keel/value.hpp"

namespace keel::core {

void SecretSet::add(std::string_view text) {
  constexpr std::size_t kShortestLine = 8;
  if (text.size() < kShortest) return;
  const std::lock_guard lock(mutex_);
  add_form(std::string(text));
  if (utf8::validate(text)) {
    const std::string json = to_json(Value(text));
    add_form(json.substr(1, json.size() - 2));
  }
  std::size_t start = 0;
  while (start < text.size()) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    std::string_view line = text.substr(start, end - start);
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.size() >= kShortestLine) add_form(std::string(line));
    start = end + 1;
  }
}

void SecretSet::add_form(std::string form) {
  const auto longer = [](const std::string& a, const std::string& b) {
    return a.size() != b.size() ? a.size() > b.size() : a < b;
  };
  const auto place = std::lower_bound(forms_.begin(), forms_.end(), form, longer);
  if (place != forms_.end() && *place == form) return;
  forms_.insert(place, std::move(form));
}

std::string SecretSet::masked(std::string_view text) const {
  constexpr std::string_view kMask = "<secret>";
  std::string out(text);
  const std::lock_guard lock(mutex_);
  for (const std::string& form : forms_) {
    std::size_t at = out.find(form);
    while (at != std::string::npos) {
      out.replace(at, form.size(), kMask);
      at = out.find(form, at + kMask.size());
    }
  }
  return out;
}

bool SecretSet::empty() const {
  const std::lock_guard lock(mutex_);
  return forms_.empty();
}

}  // namespace keel::core
