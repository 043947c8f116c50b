// SPDX-License-Identifier: MIT
#include "core/contract/contract_registry.hpp"

#include <algorithm>
#include <map>

#include "core/contract/contract_reader.hpp"
#include "core/contract/contract_superset.hpp"

namespace keel::core {

namespace {

constexpr std::size_t kShownHash = 12;

ContractError error_in(const Contract& contract, std::string place, std::string message) {
  return {contract.version, contract.origin, std::move(place), std::move(message)};
}

std::string named(const Contract& contract) {
  return "contract " + contract.version + " from " + contract.origin;
}

void append(std::vector<ContractError>& to, std::vector<ContractError> from) {
  std::move(from.begin(), from.end(), std::back_inserter(to));
}

bool contains(const std::vector<std::string>& list, std::string_view text) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

}  // namespace

tl::expected<ContractHold, std::vector<ContractError>> ContractRegistry::add(std::string_view json,
                                                                             std::string origin) {
  tl::expected<Value, ContractError> document = ContractReader::parse(json, origin);
  if (!document) return tl::make_unexpected(Errors{std::move(document.error())});
  return add(static_cast<ValueView>(*document), std::move(origin));
}

tl::expected<ContractHold, std::vector<ContractError>> ContractRegistry::add(ValueView document,
                                                                             std::string origin) {
  const Source source{Value::share(document), std::move(origin)};
  tl::expected<std::vector<ContractHold>, Errors> holds = add_all({&source, 1});
  if (!holds) return tl::make_unexpected(std::move(holds.error()));
  return std::move(holds->front());
}

tl::expected<std::vector<ContractHold>, std::vector<ContractError>> ContractRegistry::add_all(
    std::span<const Source> sources) {
  Batch batch;
  Errors errors = read_names(sources, batch);
  if (errors.empty()) errors = compile(batch);
  if (!errors.empty()) return tl::make_unexpected(std::move(errors));

  const std::size_t known = entries_.size();
  for (std::unique_ptr<Entry>& entry : batch.fresh) entries_.push_back(std::move(entry));
  std::vector<ContractHold> holds;
  errors = admit(batch, holds);
  if (errors.empty()) return holds;
  holds.clear();
  // Nobody has seen these: their memory need not stay.
  entries_.resize(known);
  return tl::make_unexpected(std::move(errors));
}

ContractRegistry::Errors ContractRegistry::read_names(std::span<const Source> sources,
                                                      Batch& batch) {
  Errors errors;
  for (const Source& source : sources) {
    auto contract = ContractReader::read_name(source.document, source.origin);
    if (!contract) {
      append(errors, std::move(contract.error()));
      continue;
    }
    Entry* entry = find_known(**contract, batch);
    if (entry == nullptr) {
      batch.fresh.push_back(std::make_unique<Entry>());
      entry = batch.fresh.back().get();
      entry->contract = std::move(*contract);
    }
    batch.entries.push_back(entry);
  }
  return errors;
}

ContractRegistry::Entry* ContractRegistry::find_known(const Contract& contract,
                                                      const Batch& batch) {
  const auto same = [&](const std::unique_ptr<Entry>& entry) {
    return entry->contract->hash == contract.hash;
  };
  const auto fresh = std::find_if(batch.fresh.begin(), batch.fresh.end(), same);
  if (fresh != batch.fresh.end()) return fresh->get();
  const auto known = std::find_if(entries_.begin(), entries_.end(), same);
  return known == entries_.end() ? nullptr : known->get();
}

ContractRegistry::Errors ContractRegistry::compile(Batch& batch) {
  Errors errors;
  const RefResolver resolver = [&](std::string_view contract, std::string_view type) {
    return find_type(batch, contract, type);
  };
  for (const std::unique_ptr<Entry>& entry : batch.fresh) {
    ContractReader reader(*entry->contract, resolver, this);
    append(errors, reader.read());
  }
  return errors;
}

ValueView ContractRegistry::find_type(const Batch& batch, std::string_view id,
                                      std::string_view type) const {
  const Contract* found = contract(id);
  for (const Entry* entry : batch.entries) {
    const bool newer = found == nullptr || entry->contract->minor >= found->minor;
    if (entry->contract->id == id && newer) found = entry->contract.get();
  }
  return found == nullptr ? ValueView() : found->document["types"][type];
}

/// Takes the batch in, or says why not; what it took in so far is in `holds`.
ContractRegistry::Errors ContractRegistry::admit(const Batch& batch,
                                                 std::vector<ContractHold>& holds) {
  Errors errors;
  std::vector<const Contract*> arrived;
  for (Entry* entry : batch.entries) {
    const Contract& contract = *entry->contract;
    if (entry->holds == 0) {
      const std::size_t before = errors.size();
      check_versions(contract, errors);
      check_owners(contract, errors);
      check_unions(contract, errors);
      if (errors.size() != before) continue;
      arrived.push_back(&contract);
    }
    ++entry->holds;
    holds.push_back(ContractHold(this, &contract));
    if (entry->holds > 1) continue;
    ++generation_;
    if (indices_.contracts.contains(contract.id)) {
      rebuild();
    } else {
      index(contract);
    }
  }
  if (!errors.empty()) return errors;
  for (const Contract* contract : arrived) check_variants(*contract, errors);
  return errors;
}

void ContractRegistry::check_versions(const Contract& contract, Errors& errors) const {
  for (const std::unique_ptr<Entry>& entry : entries_) {
    const Contract& other = *entry->contract;
    if (entry->holds == 0 || other.name != contract.name) continue;
    if (other.version == contract.version) {
      errors.push_back(error_in(contract, "version",
                                "expected the content that " + named(other) + " has, " +
                                    other.hash.substr(0, kShownHash) + ", found " +
                                    contract.hash.substr(0, kShownHash) +
                                    "; a contract that has changed needs a new version"));
      continue;
    }
    const bool is_newer =
        std::pair(other.major, other.minor) < std::pair(contract.major, contract.minor);
    const Contract& older = is_newer ? other : contract;
    const Contract& newer = is_newer ? contract : other;
    ContractSuperset superset(older, newer);
    const std::vector<Violation> faults =
        older.major == newer.major ? superset.minor_faults() : superset.shared_faults();
    for (const Violation& fault : faults) {
      errors.push_back(error_in(
          contract, fault.path,
          "does not fit " + named(other) + ": version " + std::to_string(newer.major) + "." +
              std::to_string(newer.minor) + " against " + std::to_string(older.major) + "." +
              std::to_string(older.minor) + ": " + fault.message +
              (older.major == newer.major ? "" : "; give what has changed a new name")));
    }
  }
}

void ContractRegistry::check_owners(const Contract& contract, Errors& errors) const {
  const auto refuse = [&](std::string_view where, std::string_view name, const Contract& owner) {
    errors.push_back(error_in(contract, place_below(std::string(where), name),
                              "belongs to " + named(owner) + "; choose another name"));
  };
  const auto check = [&](const auto& parts, const auto& index, std::string_view where) {
    for (const auto& [name, part] : parts) {
      const auto found = index.find(name);
      if (found == index.end() || found->second.owner->name == contract.name) continue;
      refuse(where, name, *found->second.owner);
    }
  };
  check(contract.events, indices_.events, "events");
  check(contract.families, indices_.families, "families");
  check(contract.durables, indices_.durables, "durable");
  for (const auto& [name, interface] : contract.interfaces) {
    const auto found = indices_.interface_owners.find(name);
    if (found == indices_.interface_owners.end()) continue;
    if (found->second->name != contract.name) refuse("interfaces", name, *found->second);
  }
  for (const auto& [name, variants] : contract.variants) {
    const auto found = indices_.variants.find(name);
    if (found == indices_.variants.end()) continue;
    check(variants, found->second, place_below("extends", name));
  }
}

void ContractRegistry::check_unions(const Contract& contract, Errors& errors) const {
  for (const auto& [name, open_union] : contract.unions) {
    const auto found = indices_.unions.find(name);
    if (found != indices_.unions.end() && found->second.owner->name != contract.name) {
      errors.push_back(error_in(contract, "types",
                                "the open union \"" + name + "\" belongs to " +
                                    named(*found->second.owner) + "; choose another name"));
    }
    const auto variants = indices_.variants.find(name);
    if (variants == indices_.variants.end()) continue;
    const std::string in_union = "\" of the open union \"" + name + "\" belongs to ";
    for (const std::string& tag : open_union.tags) {
      const auto taken = variants->second.find(tag);
      if (taken == variants->second.end()) continue;
      errors.push_back(
          error_in(contract, "types", "the tag \"" + tag + in_union + named(*taken->second.owner)));
    }
  }
}

/// Once everything that arrives together is indexed: the unions that it extends are there and take
/// the variants.
void ContractRegistry::check_variants(const Contract& contract, Errors& errors) const {
  for (const auto& [name, variants] : contract.variants) {
    const std::string place = place_below("extends", name);
    const auto found = indices_.unions.find(name);
    if (found == indices_.unions.end()) {
      errors.push_back(error_in(contract, place, "no contract here declares this open union"));
      continue;
    }
    const OpenUnion& open_union = *found->second.part;
    for (const auto& [tag, schema] : variants) {
      if (contains(open_union.tags, tag)) {
        errors.push_back(error_in(contract, place_below(place, tag),
                                  "belongs to " + named(*found->second.owner) +
                                      ", which declares the union; choose another tag"));
      } else if (!schema.fixes_member(open_union.discriminator, tag)) {
        errors.push_back(error_in(contract, place_below(place, tag),
                                  "expected an object that requires \"" + open_union.discriminator +
                                      "\" with the const \"" + tag + "\""));
      }
    }
  }
}

void ContractRegistry::release(const Contract& contract) {
  for (const std::unique_ptr<Entry>& entry : entries_) {
    if (entry->contract.get() != &contract) continue;
    if (--entry->holds > 0) return;
    ++generation_;
    rebuild();
    return;
  }
}

void ContractRegistry::rebuild() {
  indices_ = {};
  std::map<std::string_view, const Contract*> newest;
  for (const std::unique_ptr<Entry>& entry : entries_) {
    if (entry->holds == 0) continue;
    const Contract*& best = newest[entry->contract->id];
    if (best == nullptr || best->minor < entry->contract->minor) best = entry->contract.get();
  }
  for (const auto& [id, contract] : newest) index(*contract);
}

void ContractRegistry::index(const Contract& contract) {
  // What two majors share is answered from the newer one.
  const auto put = [&](auto& index, const auto& parts) {
    for (const auto& [name, part] : parts) {
      auto& owned = index[name];
      if (owned.owner == nullptr || owned.owner->major < contract.major) owned = {&part, &contract};
    }
  };
  indices_.contracts[contract.id] = &contract;
  for (const auto& [name, interface] : contract.interfaces) {
    indices_.interfaces[interface.name] = {&interface, &contract};
    indices_.interface_owners[name] = &contract;
  }
  put(indices_.events, contract.events);
  put(indices_.families, contract.families);
  put(indices_.durables, contract.durables);
  put(indices_.unions, contract.unions);
  for (const auto& [name, variants] : contract.variants) put(indices_.variants[name], variants);
}

namespace {

template <typename Index>
auto look_up(const Index& index, std::string_view name) {
  const auto found = index.find(name);
  return found == index.end() ? nullptr : found->second.part;
}

}  // namespace

const Contract* ContractRegistry::contract(std::string_view id) const {
  const auto found = indices_.contracts.find(id);
  return found == indices_.contracts.end() ? nullptr : found->second;
}

const InterfaceContract* ContractRegistry::interface(std::string_view name) const {
  return look_up(indices_.interfaces, name);
}

const EventContract* ContractRegistry::event(std::string_view name) const {
  return look_up(indices_.events, name);
}

const FamilyContract* ContractRegistry::family(std::string_view name) const {
  return look_up(indices_.families, name);
}

const DurableContract* ContractRegistry::durable(std::string_view type) const {
  return look_up(indices_.durables, type);
}

const OpenUnion* ContractRegistry::open_union(std::string_view name) const {
  return look_up(indices_.unions, name);
}

const Schema* ContractRegistry::find_variant(std::string_view union_name,
                                             std::string_view tag) const {
  const auto found = indices_.variants.find(union_name);
  return found == indices_.variants.end() ? nullptr : look_up(found->second, tag);
}

const Contract* ContractRegistry::tag_owner(std::string_view union_name,
                                            std::string_view tag) const {
  const auto found = indices_.unions.find(union_name);
  if (found != indices_.unions.end() && contains(found->second.part->tags, tag)) {
    return found->second.owner;
  }
  const auto variants = indices_.variants.find(union_name);
  if (variants == indices_.variants.end()) return nullptr;
  const auto variant = variants->second.find(tag);
  return variant == variants->second.end() ? nullptr : variant->second.owner;
}

std::vector<const Contract*> ContractRegistry::contracts() const {
  std::vector<const Contract*> list;
  for (const auto& [id, contract] : indices_.contracts) list.push_back(contract);
  std::sort(list.begin(), list.end(),
            [](const Contract* a, const Contract* b) { return a->id < b->id; });
  return list;
}

std::vector<ContractError> ContractRegistry::unresolved() const {
  Errors errors;
  for (const Contract* contract : contracts()) find_unresolved(*contract, errors);
  return errors;
}

void ContractRegistry::find_unresolved(const Contract& contract, Errors& errors) const {
  const auto check = [&](const std::string& name, const std::string& place) {
    if (name.empty() || interface(name) != nullptr) return;
    errors.push_back(error_in(contract, place, "no contract here declares the interface " + name));
  };
  const auto check_refs = [&](const std::vector<RefContract>& refs, const std::string& place) {
    for (std::size_t i = 0; i < refs.size(); ++i) check(refs[i].interface, place_below(place, i));
  };
  for (const auto& [name, interface] : contract.interfaces) {
    const std::string place = place_below(place_below("interfaces", name), "methods");
    for (std::size_t i = 0; i < interface.methods.size(); ++i) {
      const std::string method = place_below(place, i);
      check_refs(interface.methods[i].params.refs, place_below(method, "param_refs"));
      check_refs(interface.methods[i].result.refs, place_below(method, "result_refs"));
    }
  }
  for (const auto& [name, event] : contract.events) {
    const std::string place = place_below("events", name);
    check_refs(event.params.refs, place_below(place, "refs"));
    check_refs(event.result.refs, place_below(place, "result_refs"));
  }
  for (const auto& [name, family] : contract.families) {
    check(family.interface, place_below(place_below("families", name), "interface"));
  }
}

}  // namespace keel::core
