// SPDX-License-Identifier: MIT
#include "schema_client.hpp"

#include <utility>

#include "keel/contracts/kernel.hpp"

namespace keel::agent_tools {

using contracts::kernel::Schema;

namespace {

constexpr const char* kTooDeep = "it nests deeper than a message can carry";

std::string to_text(ValueView violations) {
  std::string text;
  for (const ValueView violation : violations.items()) {
    if (!text.empty()) text += "; ";
    text += violation["path"].text();
    text += ": ";
    text += violation["message"].text();
  }
  return text;
}

}  // namespace

SchemaClient::SchemaClient(const Context& context)
    : service_(must(context.resolve("kernel/schema"))), anything_(object({})) {}

Task<std::string> SchemaClient::schema_faults(Call call, ValueView schema) const {
  if (!schema.is_object())
    co_return "schema: expected object, found " + std::string(kind_name(schema.kind()));
  Value params = object({{"schema", Value::share(schema)}});
  if (params.is_absent()) co_return std::string("schema: ") + kTooDeep;
  co_return co_await must(ask(call, Schema::kCheck, std::move(params)));
}

Task<std::string> SchemaClient::value_faults(Call call, ValueView schema, ValueView value,
                                             std::string_view root) const {
  Value params = object(
      {{"schema", Value::share(schema)}, {"value", Value::share(value)}, {"root", Value(root)}});
  if (params.is_absent()) co_return std::string(root) + ": " + kTooDeep;
  co_return co_await must(ask(call, Schema::kValidate, std::move(params)));
}

Task<std::string> SchemaClient::lossy_parts(Call call, ValueView value,
                                            std::string_view root) const {
  co_return co_await must(value_faults(call, anything_, value, root));
}

Task<std::string> SchemaClient::ask(Call call, std::uint32_t method, Value params) const {
  Message in(std::move(params));
  const Message answer = co_await must(call.invoke(service_, method, std::move(in)));
  co_return to_text(answer["violations"]);
}

}  // namespace keel::agent_tools
