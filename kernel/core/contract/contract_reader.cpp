// SPDX-License-Identifier: MIT
#include "core/contract/contract_reader.hpp"

#include <algorithm>
#include <limits>

#include "core/contract/content_hash.hpp"
#include "core/contract/contract_names.hpp"
#include "core/schema/scalar_check.hpp"

namespace keel::core {

namespace {

MemberReader members_of(ValueView document, FaultList& faults) {
  return {document,
          "",
          faults,
          {"contract", "version", "doc", "interfaces", "families", "events", "durable", "types",
           "extends"}};
}

std::string quote(std::string_view text) { return shown_value(Value(text)); }

std::optional<DispatchMode> find_mode(std::string_view name) {
  for (const DispatchMode mode : {DispatchMode::kEmit, DispatchMode::kSerial,
                                  DispatchMode::kParallel, DispatchMode::kWaterfall}) {
    if (dispatch_mode_name(mode) == name) return mode;
  }
  return std::nullopt;
}

std::vector<ContractError> errors_of(const FaultList& faults, const Contract& contract) {
  std::vector<ContractError> errors;
  for (const Violation& fault : faults.all()) {
    errors.push_back({contract.version, contract.origin, fault.path, fault.message});
  }
  return errors;
}

}  // namespace

tl::expected<Value, ContractError> ContractReader::parse(std::string_view json,
                                                         const std::string& origin) {
  if (json.size() > kMaxTextSize) {
    return tl::make_unexpected(ContractError{"", origin, "",
                                             "expected at most " + std::to_string(kMaxTextSize) +
                                                 " bytes, found " + std::to_string(json.size())});
  }
  tl::expected<Value, ParseError> value = parse_json(json);
  if (value) return std::move(*value);
  const ParseError& error = value.error();
  return tl::make_unexpected(ContractError{
      "", origin, "line " + std::to_string(error.line) + ", column " + std::to_string(error.column),
      "expected JSON: " + error.message});
}

tl::expected<std::unique_ptr<Contract>, std::vector<ContractError>> ContractReader::read_name(
    ValueView document, std::string origin) {
  auto contract = std::make_unique<Contract>();
  contract->origin = std::move(origin);
  FaultList faults;
  MemberReader members = members_of(document, faults);
  // Members that may not stand there are read()'s to report, together with everything else.
  if (members.is_object()) faults = FaultList();
  contract->name = members.required_text("contract");
  if (!contract->name.empty() && !is_dotted_name(contract->name)) {
    members.fault("contract", "expected a name like \"llm.adapter\", in lower case, found " +
                                  quote(contract->name));
  }
  const std::string version = members.required_text("version");
  const std::optional<ContractVersion> parsed = parse_contract_version(version);
  if (!version.empty() && !parsed) {
    members.fault("version", "expected major.minor, like \"0.1\", found " + quote(version));
  }
  contract->doc = members.present_text("doc");
  contract->major = parsed.value_or(ContractVersion{}).major;
  contract->minor = parsed.value_or(ContractVersion{}).minor;
  contract->id = contract->name + "@" + std::to_string(contract->major);
  contract->version = contract->id + "." + std::to_string(contract->minor);
  if (!faults.empty()) return tl::make_unexpected(errors_of(faults, *contract));
  contract->document = Value::share(document).detached();
  contract->hash = content_hash(contract->document);
  return contract;
}

ContractReader::ContractReader(Contract& contract, const RefResolver& resolver,
                               const UnionVariants* variants)
    : contract_(contract), compiler_(Dialect::kContract, resolver, contract.id, variants) {}

std::vector<ContractError> ContractReader::read() {
  const ValueView document = contract_.document;
  MemberReader members = members_of(document, faults_);
  for (const auto& [name, value] : members.object("types").members()) {
    const std::string place = place_below("types", name);
    if (!is_type_name(name)) faults_.add(place, "expected a type name like \"ContentBlock\"");
    pending_types_.push_back({std::string(name), compiler_.add_type(value, name, place)});
  }
  for (const auto& [name, value] : members.object("interfaces").members()) {
    read_interface(std::string(name), value, place_below("interfaces", name));
  }
  for (const auto& [name, value] : members.object("families").members()) {
    read_family(std::string(name), value, place_below("families", name));
  }
  for (const auto& [name, value] : members.object("events").members()) {
    read_event(std::string(name), value, place_below("events", name));
  }
  for (const auto& [name, value] : members.object("durable").members()) {
    read_durable(std::string(name), value, place_below("durable", name));
  }
  for (const auto& [name, value] : members.object("extends").members()) {
    read_variants(std::string(name), value, place_below("extends", name));
  }
  compile_schemas();
  return errors_of(faults_, contract_);
}

void ContractReader::read_interface(const std::string& name, ValueView value,
                                    const std::string& place) {
  if (!is_dotted_name(name)) {
    faults_.add(place, "expected an interface name like \"llm.adapter\", in lower case");
  }
  InterfaceContract& interface = contract_.interfaces[name];
  interface.name = name + "@" + std::to_string(contract_.major);
  MemberReader members(value, place, faults_, {"doc", "methods"});
  interface.doc = members.present_text("doc");
  const ValueView methods = members.list("methods");
  if (members.is_object() && !members.has("methods")) {
    members.fault("methods", "expected a list of methods, found nothing");
  }
  // Pending schemas point into the list: it must not move.
  interface.methods.resize(methods.size());
  std::size_t index = 0;
  for (const ValueView method : methods.items()) {
    const std::string method_place = place_below(members.place_of("methods"), index);
    MethodContract& into = interface.methods[index++];
    read_method(into, method, method_place);
    const auto same_name = [&](const MethodContract& other) { return other.name == into.name; };
    if (std::count_if(interface.methods.begin(), interface.methods.end(), same_name) > 1 &&
        !into.name.empty()) {
      faults_.add(method_place, "two methods are called " + quote(into.name));
    }
  }
}

void ContractReader::read_method(MethodContract& method, ValueView value,
                                 const std::string& place) {
  MemberReader members(value, place, faults_,
                       {"name", "doc", "params", "param_refs", "result", "result_optional",
                        "result_refs", "errors", "orphanable", "stream"});
  method.name = members.required_text("name");
  if (!method.name.empty() && !is_member_name(method.name)) {
    members.fault("name", "expected a method name like \"when_idle\", found " + quote(method.name));
  }
  method.doc = members.present_text("doc");
  read_message(method.params, members, "params", "param_refs");
  read_message(method.result, members, "result", "result_refs");
  method.result.value_optional = members.flag("result_optional", false);
  if (method.result.value_optional && !members.has("result")) {
    members.fault("result_optional", "stands only beside \"result\"");
  }
  read_errors(method, members);
  method.orphanable = members.flag("orphanable", false);
  if (members.has("stream")) read_stream(method, members.get("stream"), members.place_of("stream"));
}

void ContractReader::read_stream(MethodContract& method, ValueView value,
                                 const std::string& place) {
  StreamContract& stream = method.stream.emplace();
  MemberReader members(value, place, faults_, {"item", "end"});
  if (members.is_object() && !members.has("item")) {
    members.fault("item", "expected a schema, found nothing");
  }
  schema(members, "item", stream.item);
  schema(members, "end", stream.end);
  if (method.result.refs.empty()) method.result.refs.push_back({"stream", "", false});
}

void ContractReader::read_message(MessageContract& message, MemberReader& members,
                                  std::string_view value_name, std::string_view refs_name) {
  schema(members, value_name, message.value);
  const ValueView refs = members.list(refs_name);
  if (refs.size() > KEEL_MAX_REFS) {
    members.fault(refs_name, "expected at most " + std::to_string(KEEL_MAX_REFS) +
                                 " references, found " + std::to_string(refs.size()));
  }
  std::size_t index = 0;
  for (const ValueView ref : refs.items()) {
    read_ref(message.refs.emplace_back(), ref, place_below(members.place_of(refs_name), index++));
  }
}

void ContractReader::read_ref(RefContract& ref, ValueView value, const std::string& place) {
  MemberReader members(value, place, faults_, {"name", "doc", "interface", "optional"});
  ref.name = members.required_text("name");
  if (!ref.name.empty() && !is_member_name(ref.name)) {
    members.fault("name", "expected a name like \"session\", found " + quote(ref.name));
  }
  members.text("doc");
  ref.interface = members.text("interface");
  if (!ref.interface.empty() && !is_interface_reference(ref.interface)) {
    members.fault("interface",
                  "expected name@major, like \"agent@0\", found " + quote(ref.interface));
  }
  ref.optional = members.flag("optional", false);
}

void ContractReader::read_errors(MethodContract& method, MemberReader& members) {
  std::size_t index = 0;
  for (const ValueView code : members.list("errors").items()) {
    const std::string place = place_below(members.place_of("errors"), index++);
    if (!is_error_code(code.text()) && code.text() != "*") {
      faults_.add(place, "expected an error code like \"AGENT_BUSY\", or \"*\" for any, found " +
                             shown_value(code));
    } else if (std::find(method.errors.begin(), method.errors.end(), code.text()) !=
               method.errors.end()) {
      faults_.add(place, quote(code.text()) + " is listed twice");
    } else {
      method.errors.emplace_back(code.text());
    }
  }
}

void ContractReader::read_event(const std::string& name, ValueView value,
                                const std::string& place) {
  if (!is_slashed_name(name)) {
    faults_.add(place, "expected an event name like \"agent/status\", in lower case");
  }
  EventContract& event = contract_.events[name];
  event.name = name;
  MemberReader members(
      value, place, faults_,
      {"doc", "mode", "params", "refs", "replace", "result", "result_optional", "result_refs",
       "first_answer", "bands", "scoped", "fail_closed", "timeout_ms"});
  event.doc = members.present_text("doc");
  const std::string mode = members.required_text("mode");
  const std::optional<DispatchMode> known = find_mode(mode);
  if (!mode.empty() && !known) {
    members.fault("mode",
                  "expected one of emit, serial, parallel, waterfall, found " + quote(mode));
  }
  event.mode = known.value_or(DispatchMode::kWaterfall);
  read_message(event.params, members, "params", "refs");
  read_message(event.result, members, "result", "result_refs");
  event.first_answer = members.flag("first_answer", false);
  // A listener of a serial event may have no answer.
  event.result.value_optional =
      members.flag("result_optional", false) || event.mode == DispatchMode::kSerial;
  read_replace(event, members);
  read_bands(event, members);
  event.scoped = members.flag("scoped", true);
  event.fail_closed = members.flag("fail_closed", false);
  const ValueView timeout = members.get("timeout_ms");
  event.timeout_ms = timeout.integer();
  if (!timeout.is_absent() && event.timeout_ms.value_or(0) <= 0) {
    members.fault("timeout_ms", "expected milliseconds from 1 up, found " + shown_value(timeout));
  }
  if (known) check_mode(event, members);
}

/// Members that the mode gives no meaning to.
void ContractReader::check_mode(const EventContract& event, MemberReader& members) {
  const auto refuse = [&](std::string_view member, std::string_view modes) {
    if (!members.has(member)) return;
    members.fault(member, "has a meaning only in mode " + std::string(modes) + ", found mode " +
                              std::string(dispatch_mode_name(event.mode)));
  };
  if (event.mode != DispatchMode::kSerial) refuse("first_answer", "serial");
  if (event.mode != DispatchMode::kWaterfall) refuse("replace", "waterfall");
  if (event.mode == DispatchMode::kEmit || event.mode == DispatchMode::kParallel) {
    for (const std::string_view member : {"result", "result_optional", "result_refs"}) {
      refuse(member, "serial or waterfall");
    }
  }
  if (event.mode == DispatchMode::kEmit) {
    refuse("fail_closed", "serial, parallel or waterfall");
    refuse("timeout_ms", "serial, parallel or waterfall");
  }
}

void ContractReader::read_replace(EventContract& event, MemberReader& members) {
  const ValueView replace = members.get("replace");
  if (replace.is_string() && replace.text() == "*") {
    event.replaces_all = true;
    return;
  }
  if (!replace.is_absent() && !replace.is_array()) {
    members.fault("replace", "expected a list of members of \"params\", or \"*\", found " +
                                 shown_value(replace));
    return;
  }
  std::size_t index = 0;
  for (const ValueView member : replace.items()) {
    const std::string place = place_below(members.place_of("replace"), index++);
    if (!member.is_string() || member.text().empty()) {
      faults_.add(place,
                  "expected the name of a member of \"params\", found " + shown_value(member));
    } else if (member.text() == "*" && replace.size() == 1) {
      event.replaces_all = true;
    } else {
      event.replaceable.emplace_back(member.text());
    }
  }
}

void ContractReader::read_bands(EventContract& event, MemberReader& members) {
  for (const auto& [name, order] : members.object("bands").members()) {
    const std::string place = place_below(members.place_of("bands"), name);
    const std::optional<std::int64_t> number = order.integer();
    if (!is_member_name(name)) faults_.add(place, "expected a band name like \"audit\"");
    if (!number || *number < std::numeric_limits<std::int32_t>::min() ||
        *number > std::numeric_limits<std::int32_t>::max()) {
      faults_.add(place, "expected a whole number of 32 bits, found " + shown_value(order));
      continue;
    }
    event.bands.emplace(name, static_cast<std::int32_t>(*number));
  }
}

/// After the schemas: replaceable members must be members.
void ContractReader::check_replaceable(const EventContract& event, const std::string& place) {
  for (const std::string& member : event.replaceable) {
    if (event.params.value && event.params.value->declares_member(member)) continue;
    faults_.add(place_below(place, "replace"), quote(member) + " is not a member of \"params\"");
  }
  if (event.replaces_all && !event.params.value) {
    faults_.add(place_below(place, "replace"), "there are no \"params\" to replace");
  }
}

void ContractReader::read_family(const std::string& name, ValueView value,
                                 const std::string& place) {
  if (!is_dotted_name(name)) {
    faults_.add(place, "expected a family name like \"llm.adapter\", in lower case");
  }
  FamilyContract& family = contract_.families[name];
  family.name = name;
  MemberReader members(value, place, faults_, {"doc", "interface", "metadata", "owner", "admit"});
  family.doc = members.present_text("doc");
  family.interface = members.text("interface");
  if (!family.interface.empty() && !is_interface_reference(family.interface)) {
    members.fault("interface",
                  "expected name@major, like \"tool@0\", found " + quote(family.interface));
  }
  schema(members, "metadata", family.metadata);
  family.owner = members.text("owner");
  if (!family.owner.empty() && !is_slashed_name(family.owner)) {
    members.fault("owner", "expected the name of a service, like \"agent/tools\", found " +
                               quote(family.owner));
  }
  family.admit = members.flag("admit", false);
  if (family.admit && family.owner.empty()) {
    members.fault("admit", "stands only beside \"owner\", who admits");
  }
}

void ContractReader::read_durable(const std::string& name, ValueView value,
                                  const std::string& place) {
  if (!is_slashed_name(name)) {
    faults_.add(place, "expected an event type like \"prompt/blocked\", in lower case");
  }
  DurableContract& durable = contract_.durables[name];
  durable.type = name;
  MemberReader members(value, place, faults_,
                       {"doc", "data", "surface", "ignorable", "standalone"});
  durable.doc = members.present_text("doc");
  if (members.is_object() && !members.has("data")) {
    members.fault("data", "expected a schema, found nothing");
  }
  schema(members, "data", durable.data);
  durable.surface = members.flag("surface", false);
  durable.ignorable = members.flag("ignorable", false);
  durable.standalone = members.flag("standalone", false);
}

void ContractReader::read_variants(const std::string& union_name, ValueView value,
                                   const std::string& place) {
  if (!is_dotted_name(union_name)) {
    faults_.add(place, "expected the name of an open union, like \"content-block\"");
  }
  if (!value.is_object() || value.empty()) {
    faults_.add(place, "expected an object of schemas by tag, found " + shown_value(value));
    return;
  }
  for (const auto& [tag, variant] : value.members()) {
    const std::size_t index = compiler_.add(variant, place_below(place, tag));
    pending_variants_.push_back({union_name, std::string(tag), index});
  }
}

void ContractReader::schema(MemberReader& members, std::string_view member,
                            std::optional<Schema>& into) {
  if (!members.has(member)) return;
  pending_.push_back({&into, compiler_.add(members.get(member), members.place_of(member))});
}

void ContractReader::compile_schemas() {
  tl::expected<std::vector<Schema>, std::vector<Violation>> schemas = compiler_.finish();
  if (!schemas) {
    faults_.add_all(schemas.error());
    return;
  }
  for (const auto& [into, index] : pending_) *into = (*schemas)[index];
  for (const auto& [name, index] : pending_types_) {
    contract_.types.emplace(name, (*schemas)[index]);
    note_open_union(name, (*schemas)[index]);
  }
  for (const PendingVariant& variant : pending_variants_) {
    contract_.variants[variant.union_name].emplace(variant.tag, (*schemas)[variant.index]);
  }
  for (const auto& [name, event] : contract_.events) {
    check_replaceable(event, place_below("events", name));
  }
}

void ContractReader::note_open_union(const std::string& type, const Schema& schema) {
  // A type that only refers to a union of another contract does not declare it.
  if (contract_.document["types"][type].has("$ref")) return;
  const std::optional<OpenUnion> open_union = schema.open_union();
  if (!open_union) return;
  if (contract_.unions.emplace(open_union->name, *open_union).second) return;
  faults_.add(place_below("types", type),
              "another type is the open union " + quote(open_union->name) + " already");
}

}  // namespace keel::core
