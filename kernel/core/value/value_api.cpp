// The table "keel.value" of the host.
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/value/builder.hpp"
#include "core/value/document.hpp"
#include "core/value/equality.hpp"
#include "core/value/json_printer.hpp"
#include "core/value/json_reader.hpp"
#include "core/value/key.hpp"
#include "core/value/utf8.hpp"
#include "keel/abi.h"
#include "keel/value.hpp"

namespace keel::core::value {

namespace {

constexpr keel_value kAbsent{KEEL_KIND_ABSENT, 0};

keel_str to_str(std::string_view text) { return {text.data(), text.size()}; }

/// A view with a size but no data is a caller's mistake that must not crash the host: read as
/// empty.
std::string_view to_view(keel_str text) {
  if (text.data == nullptr) return {};
  return {text.data, text.size};
}

/// A size without data is a caller's mistake; it must not crash the host.
bool is_usable(keel_str text) { return text.data != nullptr || text.size == 0; }

/// Hands an owned value over; releases it when nobody wants it.
void hand_over(keel_value v, keel_value* out) {
  if (out != nullptr) {
    *out = v;
  } else {
    release(v);
  }
}

keel_value integer(std::size_t number) { return {KEEL_KIND_INT, number}; }

keel_value make_error(std::string_view code, std::string_view message) {
  const DocumentBuilder::Pointer builder = DocumentBuilder::obtain();
  if (builder == nullptr) return kAbsent;
  builder->begin_object();
  builder->name("code");
  builder->put_string(code);
  builder->name("message");
  builder->put_string(message);
  builder->end();
  return builder->finish();
}

keel_value make_json_error(const JsonFault& fault) {
  if (fault.no_memory) return make_error("JSON", "JSON: out of memory");
  const DocumentBuilder::Pointer builder = DocumentBuilder::obtain();
  if (builder == nullptr) return kAbsent;
  builder->begin_object();
  builder->name("code");
  builder->put_string("JSON");
  builder->name("message");
  builder->put_string(fault.message);
  builder->name("data");
  builder->begin_object();
  builder->name("offset");
  builder->put_scalar(integer(fault.offset));
  builder->name("line");
  builder->put_scalar(integer(fault.line));
  builder->name("column");
  builder->put_scalar(integer(fault.column));
  builder->end();
  builder->end();
  return builder->finish();
}

keel_value make_build_error(const DocumentBuilder& failed) {
  const DocumentBuilder::Pointer builder = DocumentBuilder::obtain();
  if (builder == nullptr) return kAbsent;
  PodVector<char> message;
  const std::string_view why = failed.explanation();
  const bool complete = message.append(failed.path().data(), failed.path().size()) &&
                        message.append(": ", 2) && message.append(why.data(), why.size());
  builder->begin_object();
  builder->name("code");
  builder->put_string("VALUE");
  builder->name("message");
  builder->put_string(complete ? std::string_view(message.data(), message.size()) : why);
  builder->name("data");
  builder->begin_object();
  builder->name("path");
  builder->put_string(failed.path());
  builder->end();
  builder->end();
  return builder->finish();
}

DocumentBuilder* builder_of(keel_builder b) { return reinterpret_cast<DocumentBuilder*>(b); }

keel_key api_key(keel_str name) { return is_usable(name) ? intern(to_view(name)) : nullptr; }
keel_str api_key_text(keel_key key) { return key == nullptr ? keel_str{} : to_str(key->text()); }
void api_retain(keel_value v) { retain(v); }
void api_release(keel_value v) { release(v); }
keel_str api_text(keel_value v) { return to_str(text(v)); }
std::size_t api_count(keel_value v) { return count(v); }
keel_value api_item(keel_value array, std::size_t i) { return item(array, i); }

keel_value api_member(keel_value object, std::size_t i, keel_str* name) {
  std::string_view text;
  const keel_value v = member(object, i, &text);
  if (name != nullptr) *name = to_str(text);
  return v;
}

keel_value api_get(keel_value object, keel_key name) { return get(object, name); }
keel_value api_find(keel_value object, keel_str name) { return find(object, to_view(name)); }
std::int32_t api_equal(keel_value a, keel_value b) { return equal(a, b) ? 1 : 0; }
keel_value api_detach(keel_value v) { return detach(v); }

std::int32_t make_or_refuse(std::uint32_t kind, keel_str content, keel_value* out) {
  const keel_value made = make_text(kind, to_view(content));
  hand_over(made, out);
  return kind_of(made) == kind ? KEEL_OK : KEEL_REFUSED;
}

std::int32_t api_make_string(keel_str text, keel_value* out) {
  if (out != nullptr) *out = kAbsent;
  if (!is_usable(text) || !utf8::validate(to_view(text))) return KEEL_REFUSED;
  return make_or_refuse(KEEL_KIND_STRING, text, out);
}

std::int32_t api_make_bytes(keel_str bytes, keel_value* out) {
  if (out != nullptr) *out = kAbsent;
  if (!is_usable(bytes)) return KEEL_REFUSED;
  return make_or_refuse(KEEL_KIND_BYTES, bytes, out);
}

std::int32_t api_parse(keel_str json, std::uint32_t mode, keel_value* out, keel_value* why) {
  if (out != nullptr) *out = kAbsent;
  if (why != nullptr) *why = kAbsent;
  if (!is_usable(json) || mode > KEEL_PARSE_LENIENT) {
    hand_over(make_error("JSON", "JSON: no text, or a mode that this host does not know"), why);
    return KEEL_REFUSED;
  }
  JsonFault fault;
  const JsonMode how = mode == KEEL_PARSE_LENIENT ? JsonMode::kLenient : JsonMode::kStrict;
  const keel_value made = read_json(to_view(json), how, fault);
  if (kind_of(made) == KEEL_KIND_ABSENT) {
    hand_over(make_json_error(fault), why);
    return KEEL_REFUSED;
  }
  hand_over(made, out);
  return KEEL_OK;
}

std::int32_t api_print(keel_value v, std::uint32_t indent, keel_value* out) {
  const keel_value printed = print_json(v, indent);
  hand_over(printed, out);
  return kind_of(printed) == KEEL_KIND_STRING ? KEEL_OK : KEEL_REFUSED;
}

keel_builder api_builder() {
  return reinterpret_cast<keel_builder>(DocumentBuilder::obtain().release());
}

void api_begin_object(keel_builder b) {
  if (b != nullptr) builder_of(b)->begin_object();
}
void api_begin_array(keel_builder b) {
  if (b != nullptr) builder_of(b)->begin_array();
}
void api_end(keel_builder b) {
  if (b != nullptr) builder_of(b)->end();
}
void api_name_key(keel_builder b, keel_key key) {
  if (b != nullptr) builder_of(b)->name_key(key);
}
void api_name(keel_builder b, keel_str text) {
  if (b == nullptr) return;
  if (!is_usable(text)) return builder_of(b)->fail(Mistake::kNoText);
  builder_of(b)->name(to_view(text));
}
void api_put(keel_builder b, keel_value v) {
  if (b != nullptr) builder_of(b)->put(v);
}
void api_put_string(keel_builder b, keel_str text) {
  if (b == nullptr) return;
  if (!is_usable(text)) return builder_of(b)->fail(Mistake::kNoText);
  builder_of(b)->put_string(to_view(text));
}
void api_put_bytes(keel_builder b, keel_str bytes) {
  if (b == nullptr) return;
  if (!is_usable(bytes)) return builder_of(b)->fail(Mistake::kNoText);
  builder_of(b)->put_text(KEEL_KIND_BYTES, to_view(bytes));
}

std::int32_t api_finish(keel_builder b, keel_value* out, keel_value* why) {
  if (out != nullptr) *out = kAbsent;
  if (why != nullptr) *why = kAbsent;
  if (b == nullptr) {
    hand_over(make_error("VALUE", "no builder: memory was out when it was asked for"), why);
    return KEEL_REFUSED;
  }
  const DocumentBuilder::Pointer builder(builder_of(b));
  const keel_value made = builder->finish();
  if (builder->mistake() != Mistake::kNone) {
    hand_over(make_build_error(*builder), why);
    return KEEL_REFUSED;
  }
  hand_over(made, out);
  return KEEL_OK;
}

void api_discard(keel_builder b) {
  if (b != nullptr) DocumentBuilder::Recycle()(builder_of(b));
}

}  // namespace

}  // namespace keel::core::value

extern "C" const keel_value_api keel::detail::keel_host_value_api = {
    .size = sizeof(keel_value_api),
    .key = keel::core::value::api_key,
    .key_text = keel::core::value::api_key_text,
    .retain = keel::core::value::api_retain,
    .release = keel::core::value::api_release,
    .text = keel::core::value::api_text,
    .count = keel::core::value::api_count,
    .item = keel::core::value::api_item,
    .member = keel::core::value::api_member,
    .get = keel::core::value::api_get,
    .find = keel::core::value::api_find,
    .equal = keel::core::value::api_equal,
    .detach = keel::core::value::api_detach,
    .make_string = keel::core::value::api_make_string,
    .make_bytes = keel::core::value::api_make_bytes,
    .parse = keel::core::value::api_parse,
    .print = keel::core::value::api_print,
    .builder = keel::core::value::api_builder,
    .begin_object = keel::core::value::api_begin_object,
    .begin_array = keel::core::value::api_begin_array,
    .end = keel::core::value::api_end,
    .name_key = keel::core::value::api_name_key,
    .name = keel::core::value::api_name,
    .put = keel::core::value::api_put,
    .put_string = keel::core::value::api_put_string,
    .put_bytes = keel::core::value::api_put_bytes,
    .finish = keel::core::value::api_finish,
    .discard = keel::core::value::api_discard,
};
