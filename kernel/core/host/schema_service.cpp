// SPDX-License-Identifier: MIT
#include "core/host/schema_service.hpp"

#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/abi/host_tables.hpp"
#include "core/host/compiled_schemas.hpp"
#include "core/kernel.hpp"
#include "core/schema/schema.hpp"
#include "keel/error.hpp"

namespace keel::core {

namespace {

/// Ordinals of schema@0 in kernel.json.
enum SchemaMethod : std::uint32_t { kCheck = 0, kValidate = 1, kSchemaMethodCount = 2 };

std::optional<Dialect> dialect_of(ValueView params) {
  const std::string_view name = params["dialect"].text_or("tool");
  if (name == "tool") return Dialect::kTool;
  if (name == "extended") return Dialect::kContract;
  return std::nullopt;
}

Value violation_list(const std::vector<Violation>& violations) {
  Builder builder;
  builder.begin_object().name("violations").begin_array();
  for (const Violation& violation : violations) {
    builder.begin_object();
    builder.member("path", violation.path);
    builder.member("message", violation.message);
    builder.end();
  }
  builder.end().end();
  return builder.finish_or_absent();
}

/// The service's state, owned by the host's context through an undo step.
class SchemaService {
 public:
  Expected<Value> check(ValueView params) {
    const std::optional<Dialect> dialect = dialect_of(params);
    if (!dialect) return unknown_dialect(params);
    const CompiledSchemas::Result& compiled = schemas_.compile(params["schema"], *dialect);
    return violation_list(compiled ? std::vector<Violation>() : compiled.error());
  }

  Expected<Value> validate(ValueView params) {
    const std::optional<Dialect> dialect = dialect_of(params);
    if (!dialect) return unknown_dialect(params);
    const CompiledSchemas::Result& compiled = schemas_.compile(params["schema"], *dialect);
    if (!compiled) return fail("INVALID_SCHEMA", to_text(compiled.error()));
    const std::string_view root = params["root"].text_or("value");
    return violation_list(compiled->validate(params["value"], root));
  }

  static std::int32_t serve(void* self, const keel_call*, std::uint32_t ordinal, const keel_msg* in,
                            keel_msg* out) {
    auto& service = *static_cast<SchemaService*>(self);
    const ValueView params(in->value);
    const Expected<Value> result =
        ordinal == kCheck ? service.check(params) : service.validate(params);
    Value answer = result ? *result : result.error().to_value();
    out->value = answer.release();
    return result ? KEEL_OK : KEEL_FAILED;
  }

  static std::int32_t destroy(void* self, const keel_call*, std::uint32_t, const keel_msg*,
                              keel_msg*) {
    delete static_cast<SchemaService*>(self);
    return KEEL_OK;
  }

 private:
  static tl::unexpected<Error> unknown_dialect(ValueView params) {
    return fail("DIALECT", "unknown dialect \"" + std::string(params["dialect"].text()) +
                               "\"; expected tool or extended");
  }

  CompiledSchemas schemas_;
};

}  // namespace

void publish_schema_service(Kernel& kernel) {
  auto service = std::make_unique<SchemaService>();
  // Registered first, so that it is undone after the publication.
  keel_reg effect{0};
  const std::int32_t kept =
      keel_host_call_api.effect(kernel.host_ctx(), detail::to_str("kernel/schema"),
                                &SchemaService::destroy, service.get(), &effect);
  if (kept != KEEL_OK) {
    kernel.log().write(LogLevel::kError, "kernel", "kernel/schema could not be registered");
    return;
  }
  SchemaService* self = service.release();

  const Value metadata = object({{"interface", "schema@0"}});
  keel_publication entry{};
  entry.size = sizeof entry;
  entry.op = KEEL_PUBLISH_ADD;
  entry.name = detail::to_str("kernel/schema");
  entry.metadata = metadata.raw();
  entry.method = &SchemaService::serve;
  entry.self = self;
  entry.method_count = kSchemaMethodCount;
  keel_value why{0, 0};
  const std::int32_t status = keel_host_service_api.publish(kernel.host_ctx(), &entry, 1, &why);
  const Value reason = Value::take(why);
  if (status == KEEL_OK) return;
  kernel.log().write(LogLevel::kError, "kernel", Error::from_outcome(status, reason).message);
}

}  // namespace keel::core
