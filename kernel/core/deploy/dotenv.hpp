// SPDX-License-Identifier: MIT
// The text of a .env file.
//
//   # a comment
//   NAME=plain text   # a comment behind a blank
//   export NAME='text as it is; \' and \\ stand for the quote and the backslash'
//   NAME="text with \n \t \r \" \' \\ \$; it may
//   span lines"
//
// Nothing is interpolated.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

namespace keel::core {

struct DotenvEntry {
  std::string name;
  std::string value;
  std::size_t line;  ///< Of the name, from 1.
};

/// A sentence that never quotes the text: it may be a secret.
struct DotenvFault {
  std::size_t line;
  std::string cause;
};

/// The entries of `text` in order. Any thread.
tl::expected<std::vector<DotenvEntry>, DotenvFault> parse_dotenv(std::string_view text);

}  // namespace keel::core
