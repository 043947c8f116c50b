#include "dialect.hpp"

namespace keel::testing {

std::vector<std::unique_ptr<Dialect>> make_dialects() {
  std::vector<std::unique_ptr<Dialect>> dialects;
  dialects.push_back(make_chat_dialect());
  return dialects;
}

}  // namespace keel::testing
