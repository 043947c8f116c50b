// SPDX-License-Identifier: MIT
#include "core/contract/contract_superset.hpp"

#include <algorithm>

namespace keel::core {

ContractSuperset::ContractSuperset(const Contract& older, const Contract& newer)
    : older_(older),
      newer_(newer),
      schemas_(older.document["types"], newer.document["types"], faults_) {}

template <typename T, typename Compare>
void ContractSuperset::compare_map(const NameMap<T>& older, const NameMap<T>& newer,
                                   std::string_view where, bool all, const Compare& compare) {
  for (const auto& [name, part] : older) {
    const auto successor = newer.find(name);
    if (successor != newer.end()) {
      compare(name, part, successor->second);
    } else if (all) {
      faults_.add(place_below(std::string(where), name), "was there before");
    }
  }
}

std::vector<Violation> ContractSuperset::minor_faults() {
  compare_map(older_.types, newer_.types, "types", true,
              [this](const std::string& name, const Schema&, const Schema&) {
                compare_schema(older_.document["types"], newer_.document["types"], "types", name);
              });
  compare_map(older_.interfaces, newer_.interfaces, "interfaces", true,
              [this](const std::string& name, const InterfaceContract& older,
                     const InterfaceContract& newer) { compare_interface(older, newer, name); });
  compare_map(
      older_.variants, newer_.variants, "extends", true,
      [this](const std::string& name, const NameMap<Schema>& older, const NameMap<Schema>& newer) {
        for (const auto& [tag, schema] : older) {
          if (newer.contains(tag)) continue;
          faults_.add(place_below(place_below("extends", name), tag), "was there before");
        }
      });
  compare_map(older_.events, newer_.events, "events", true,
              [](const std::string&, const EventContract&, const EventContract&) {});
  compare_map(older_.families, newer_.families, "families", true,
              [](const std::string&, const FamilyContract&, const FamilyContract&) {});
  compare_map(older_.durables, newer_.durables, "durable", true,
              [](const std::string&, const DurableContract&, const DurableContract&) {});
  return shared_faults();
}

std::vector<Violation> ContractSuperset::shared_faults() {
  compare_map(older_.events, newer_.events, "events", false,
              [this](const std::string&, const EventContract& older, const EventContract& newer) {
                compare_event(older, newer);
              });
  compare_map(older_.families, newer_.families, "families", false,
              [this](const std::string&, const FamilyContract& older, const FamilyContract& newer) {
                compare_family(older, newer);
              });
  compare_map(older_.durables, newer_.durables, "durable", false,
              [this](const std::string&, const DurableContract& older,
                     const DurableContract& newer) { compare_durable(older, newer); });
  compare_map(
      older_.variants, newer_.variants, "extends", false,
      [this](const std::string& name, const NameMap<Schema>& older, const NameMap<Schema>& newer) {
        const std::string place = place_below("extends", name);
        for (const auto& [tag, schema] : older) {
          if (!newer.contains(tag)) continue;
          compare_schema(older_.document["extends"][name], newer_.document["extends"][name], place,
                         tag);
        }
      });
  return faults_.all();
}

void ContractSuperset::compare_interface(const InterfaceContract& older,
                                         const InterfaceContract& newer, const std::string& name) {
  const std::string place = place_below(place_below("interfaces", name), "methods");
  const ValueView older_text = older_.document["interfaces"][name]["methods"];
  const ValueView newer_text = newer_.document["interfaces"][name]["methods"];
  for (std::size_t i = 0; i < older.methods.size(); ++i) {
    const MethodContract& method = older.methods[i];
    if (i >= newer.methods.size() || newer.methods[i].name != method.name) {
      faults_.add(place_below(place, i),
                  "was the method \"" + method.name + "\" before, is " +
                      (i < newer.methods.size() ? "\"" + newer.methods[i].name + "\"" : "missing") +
                      "; methods keep their place, new ones go to the end");
      continue;
    }
    compare_method(method, newer.methods[i], place_below(place, i), older_text.at(i),
                   newer_text.at(i));
  }
}

void ContractSuperset::compare_method(const MethodContract& older, const MethodContract& newer,
                                      const std::string& place, ValueView older_text,
                                      ValueView newer_text) {
  for (const std::string_view member : {"params", "result"}) {
    compare_schema(older_text, newer_text, place, member);
  }
  compare_refs(older.params.refs, newer.params.refs, place_below(place, "param_refs"));
  compare_refs(older.result.refs, newer.result.refs, place_below(place, "result_refs"));
  same(older.result.value_optional == newer.result.value_optional, place, "result_optional");
  same(older.orphanable == newer.orphanable, place, "orphanable");
  same(older.stream.has_value() == newer.stream.has_value(), place, "stream");
  for (const std::string& code : older.errors) {
    if (newer.may_fail_with(code)) continue;
    faults_.add(place_below(place, "errors"), "\"" + code + "\" was there before");
  }
  for (const std::string_view member : {"item", "end"}) {
    compare_schema(older_text["stream"], newer_text["stream"], place_below(place, "stream"),
                   member);
  }
}

void ContractSuperset::compare_event(const EventContract& older, const EventContract& newer) {
  const std::string place = place_below("events", older.name);
  const ValueView older_text = older_.document["events"][older.name];
  const ValueView newer_text = newer_.document["events"][older.name];
  if (older.mode != newer.mode) {
    faults_.add(place_below(place, "mode"), "was " + std::string(dispatch_mode_name(older.mode)) +
                                                " before, is " +
                                                std::string(dispatch_mode_name(newer.mode)));
  }
  for (const std::string_view member : {"params", "result"}) {
    compare_schema(older_text, newer_text, place, member);
  }
  compare_refs(older.params.refs, newer.params.refs, place_below(place, "refs"));
  compare_refs(older.result.refs, newer.result.refs, place_below(place, "result_refs"));
  same(older.result.value_optional == newer.result.value_optional, place, "result_optional");
  same(older.first_answer == newer.first_answer, place, "first_answer");
  same(older.scoped == newer.scoped, place, "scoped");
  same(older.fail_closed == newer.fail_closed, place, "fail_closed");
  same(older.replaces_all == newer.replaces_all, place, "replace");
  for (const std::string& member : older.replaceable) {
    const auto& now = newer.replaceable;
    same(std::find(now.begin(), now.end(), member) != now.end(), place, "replace");
  }
  for (const auto& [band, order] : older.bands) {
    const auto now = newer.bands.find(band);
    same(now != newer.bands.end() && now->second == order, place_below(place, "bands"), band);
  }
}

void ContractSuperset::compare_family(const FamilyContract& older, const FamilyContract& newer) {
  const std::string place = place_below("families", older.name);
  compare_schema(older_.document["families"][older.name], newer_.document["families"][older.name],
                 place, "metadata");
  // Across majors the interface has another major too; its name stays.
  const auto plain = [](const std::string& interface) {
    return interface.substr(0, interface.find('@'));
  };
  same(plain(older.interface) == plain(newer.interface), place, "interface");
  same(older.owner == newer.owner, place, "owner");
  same(older.admit == newer.admit, place, "admit");
}

void ContractSuperset::compare_durable(const DurableContract& older, const DurableContract& newer) {
  const std::string place = place_below("durable", older.type);
  compare_schema(older_.document["durable"][older.type], newer_.document["durable"][older.type],
                 place, "data");
  same(older.surface == newer.surface, place, "surface");
  same(older.ignorable == newer.ignorable, place, "ignorable");
  same(older.standalone == newer.standalone, place, "standalone");
}

void ContractSuperset::compare_refs(const std::vector<RefContract>& older,
                                    const std::vector<RefContract>& newer,
                                    const std::string& place) {
  for (std::size_t i = 0; i < older.size(); ++i) {
    const bool kept = i < newer.size() && newer[i].interface == older[i].interface &&
                      newer[i].optional == older[i].optional;
    if (!kept) faults_.add(place_below(place, i), "is not what it was before");
  }
  for (std::size_t i = older.size(); i < newer.size(); ++i) {
    if (!newer[i].optional) faults_.add(place_below(place, i), "is new and so must be optional");
  }
}

void ContractSuperset::compare_schema(ValueView older, ValueView newer, const std::string& place,
                                      std::string_view member) {
  schemas_.compare(older[member], newer[member], place_below(place, member));
}

void ContractSuperset::same(bool equal, const std::string& place, std::string_view member) {
  if (!equal) faults_.add(place_below(place, member), "is not what it was before");
}

}  // namespace keel::core
