// SPDX-License-Identifier: MIT
#include "edit_text.hpp"

#include <algorithm>
#include <vector>

#include "fs_error.hpp"
#include "keel/contracts/fs.hpp"
#include "text/line_endings.hpp"

namespace keel::fs_local {

namespace errors = contracts::fs::errors;
using text::LineEnding;

namespace {

/// As far as the spec looks for the line ends of a file.
constexpr std::size_t kStyleSample = 4096;
constexpr std::size_t kListedLines = 8;

/// A text with LF line ends that knows where its parts stand in the text with CRLF that it came
/// from.
class FoldedText {
 public:
  explicit FoldedText(std::string_view raw) : raw_(raw) {
    folded_.reserve(raw.size());
    std::size_t from = 0;
    for (std::size_t at = raw.find("\r\n"); at != std::string_view::npos;
         at = raw.find("\r\n", from)) {
      folded_.append(raw.substr(from, at - from));
      folded_at_.push_back(folded_.size());
      from = at + 1;
    }
    folded_.append(raw.substr(from));
  }

  const std::string& text() const { return folded_; }
  std::string_view raw() const { return raw_; }
  /// Where a place of text() stands in raw(); in front of the CR when a CRLF begins there.
  std::size_t raw_offset(std::size_t folded) const {
    const auto before = std::lower_bound(folded_at_.begin(), folded_at_.end(), folded);
    return folded + static_cast<std::size_t>(before - folded_at_.begin());
  }

 private:
  std::string_view raw_;
  std::string folded_;
  /// Places in text() of the LFs that were CRLF.
  std::vector<std::size_t> folded_at_;
};

std::vector<std::size_t> find_all(std::string_view text, std::string_view wanted) {
  std::vector<std::size_t> found;
  for (std::size_t at = text.find(wanted); at != std::string_view::npos;
       at = text.find(wanted, at + wanted.size())) {
    found.push_back(at);
  }
  return found;
}

std::string line_list(std::string_view text, const std::vector<std::size_t>& places) {
  std::string list;
  std::size_t line = 1;
  std::size_t counted = 0;
  for (std::size_t i = 0; i < places.size() && i < kListedLines; ++i) {
    const auto part = text.substr(counted, places[i] - counted);
    line += static_cast<std::size_t>(std::count(part.begin(), part.end(), '\n'));
    counted = places[i];
    list += (i == 0 ? "" : ", ") + std::to_string(line);
  }
  return places.size() > kListedLines ? list + ", ..." : list;
}

LineEnding ending_for(std::string_view replaced, LineEnding of_file) {
  const text::LineEndings found = text::count_line_endings(replaced);
  return found.lf + found.crlf == 0 ? of_file : found.majority();
}

}  // namespace

Expected<EditedText> edit_text(std::string_view content, const EditRequest& request,
                               std::string_view display_path) {
  const FoldedText folded(content);
  const std::string wanted = text::to_lf(request.old_text);
  const std::string path(display_path);
  if (wanted.empty()) {
    return fs_fail(errors::kFsEditNotFound, "the text to be replaced in " + path + " is empty");
  }
  const std::vector<std::size_t> places = find_all(folded.text(), wanted);
  if (places.empty()) {
    return fs_fail(errors::kFsEditNotFound,
                   "the text to be replaced is not in " + path +
                       "; it has to match exactly, with its indentation and spaces");
  }
  if (places.size() > 1 && !request.replace_all) {
    return fs_fail(errors::kFsAmbiguousEdit,
                   "the text to be replaced occurs " + std::to_string(places.size()) +
                       " times in " + path + " (lines " + line_list(folded.text(), places) +
                       "); give more of the text around it, or replace all");
  }
  const std::string plain = text::to_lf(request.new_text);
  const std::string with_crlf = text::to_crlf(plain);
  const LineEnding of_file = text::count_line_endings(content.substr(0, kStyleSample)).majority();
  EditedText edited;
  edited.replacements = places.size();
  std::size_t from = 0;
  for (const std::size_t place : places) {
    const std::size_t start = folded.raw_offset(place);
    const std::size_t end = folded.raw_offset(place + wanted.size());
    edited.content.append(content.substr(from, start - from));
    const LineEnding ending = ending_for(content.substr(start, end - start), of_file);
    edited.content.append(ending == LineEnding::kCrlf ? with_crlf : plain);
    from = end;
  }
  edited.content.append(content.substr(from));
  return edited;
}

}  // namespace keel::fs_local
