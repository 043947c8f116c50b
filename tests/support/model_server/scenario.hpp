// Scripts as JSON files; README.md describes the format.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "script.hpp"

namespace keel::testing {

// Errors are one sentence with the place, e.g. `answers[2].steps[0].txt: unknown key`. Relative
// names of body files are looked up in `folder`.
tl::expected<Script, std::string> parse_scenario(std::string_view text,
                                                 const std::filesystem::path& folder);
tl::expected<Script, std::string> load_scenario(const std::filesystem::path& file);

}  // namespace keel::testing
