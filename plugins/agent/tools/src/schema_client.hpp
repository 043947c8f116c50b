// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "keel/sdk.hpp"

namespace keel::agent_tools {

/// kernel/schema as the pipeline needs it. What is asked about must live until the task has ended.
/// Kernel thread.
class SchemaClient {
 public:
  /// Fails the enclosing handler when the host offers no kernel/schema.
  explicit SchemaClient(const Context& context);

  /// What is wrong with a schema of a tool, "path: what" joined by "; "; empty when it may be used.
  Task<std::string> schema_faults(Call call, ValueView schema) const;
  /// What is wrong with a value, in the same form. `root` is the name of the value itself in paths.
  Task<std::string> value_faults(Call call, ValueView schema, ValueView value,
                                 std::string_view root) const;
  /// The same for a value that only has to be JSON.
  Task<std::string> lossy_parts(Call call, ValueView value, std::string_view root) const;

 private:
  Task<std::string> ask(Call call, std::uint32_t method, Value params) const;

  Ref service_;
  Value anything_;
};

}  // namespace keel::agent_tools
