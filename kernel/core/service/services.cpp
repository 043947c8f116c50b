// SPDX-License-Identifier: MIT
#include "core/service/services.hpp"

#include <algorithm>
#include <utility>

#include "core/kernel.hpp"

namespace keel::core {

namespace {

Error refused(std::string code, std::string message) {
  return Error{KEEL_REFUSED, std::move(code), std::move(message), {}};
}

std::string_view family_of(std::string_view name) {
  const std::size_t slash = name.find('/');
  if (slash == std::string_view::npos || slash == 0 || slash + 1 == name.size()) return {};
  return name.substr(0, slash);
}

std::string global_key(std::string_view realm, std::string_view name) {
  std::string key;
  key.reserve(realm.size() + name.size() + 1);
  key += realm;
  key += '\n';
  key += name;
  return key;
}

std::string_view operation_name(std::uint32_t op) {
  switch (op) {
    case KEEL_PUBLISH_ADD:
      return "add";
    case KEEL_PUBLISH_REPLACE:
      return "replace";
    default:
      return "remove";
  }
}

}  // namespace

/// One checked entry of a publication.
struct Services::Change {
  std::uint32_t op = KEEL_PUBLISH_ADD;
  std::string name;
  std::string family;
  const FamilyInfo* info = nullptr;
  std::string realm;
  /// REPLACE and REMOVE.
  ServiceSlot* slot = nullptr;
  Value metadata;
};

void Services::declare_family(FamilyInfo info) {
  const std::string name = info.name;
  families_[name] = std::move(info);
}

const FamilyInfo* Services::family(std::string_view name) const {
  const auto at = families_.find(std::string(name));
  return at == families_.end() ? nullptr : &at->second;
}

std::string_view Services::realm_of(const Instance& asker, std::string_view name) {
  for (const auto& [isolated, realm] : asker.realms) {
    if (isolated == name) return realm;
  }
  return {};
}

ServiceSlot* Services::in_layer(std::uint64_t scope, std::string_view realm,
                                std::string_view name) {
  if (scope == 0) {
    const auto at = global_.find(global_key(realm, name));
    return at == global_.end() ? nullptr : at->second;
  }
  const Scope* layer = kernel_.scopes().find(scope);
  if (layer == nullptr) return nullptr;
  for (ServiceSlot* slot : layer->services) {
    if (slot->name == name && slot->realm == realm) return slot;
  }
  return nullptr;
}

void Services::add_to_layer(ServiceSlot& slot) {
  ++live_count_;
  if (slot.scope != 0) {
    kernel_.scopes().find(slot.scope)->services.push_back(&slot);
    return;
  }
  global_[global_key(slot.realm, slot.name)] = &slot;
  global_order_.push_back(&slot);
}

void Services::remove_from_layer(ServiceSlot& slot) {
  --live_count_;
  if (slot.scope != 0) {
    if (Scope* layer = kernel_.scopes().find(slot.scope)) std::erase(layer->services, &slot);
    return;
  }
  global_.erase(global_key(slot.realm, slot.name));
  std::erase(global_order_, &slot);
}

// ---- publishing
// ----------------------------------------------------------------------------------------------------

Expected<void> Services::check(Context& context, keel_publication& entry, Change& change) {
  change.op = entry.op;
  if (entry.size < sizeof(keel_publication)) {
    return tl::make_unexpected(
        refused("ARGUMENT", "publish(): entry of " + std::to_string(entry.size) +
                                " bytes, expected " + std::to_string(sizeof(keel_publication))));
  }
  if (entry.op == KEEL_PUBLISH_ADD) {
    change.name = detail::to_view(entry.name);
    const std::string_view family = family_of(change.name);
    if (family.empty()) {
      return tl::make_unexpected(refused(
          "NAME",
          "\"" + change.name + "\" is not a service name: write family/name, as in tool/greet"));
    }
    change.family = family;
    change.info = this->family(family);
    if (change.info == nullptr) {
      return tl::make_unexpected(
          refused("NO_CONTRACT", "no contract declares the family \"" + change.family + "\" of \"" +
                                     change.name +
                                     "\": name the contract's file in the plugin's manifest"));
    }
    if (entry.method == nullptr || entry.method_count == 0) {
      return tl::make_unexpected(
          refused("ARGUMENT", "publish(): \"" + change.name + "\" has no method function"));
    }
    change.realm = realm_of(*context.instance, change.name);
    if (const ServiceSlot* taken = in_layer(context.scope, change.realm, change.name)) {
      std::string text =
          "\"" + change.name + "\" is published already by " + taken->callable.instance->label();
      if (context.scope == 0) text += "; register per agent, in its scope, to shadow it there";
      return tl::make_unexpected(refused("NAME_TAKEN", std::move(text)));
    }
  } else if (entry.op == KEEL_PUBLISH_REPLACE || entry.op == KEEL_PUBLISH_REMOVE) {
    const Registration* registration = kernel_.contexts().registration(entry.reg.id);
    if (registration == nullptr || registration->kind != RegistrationKind::kService ||
        registration->context->instance != context.instance) {
      return tl::make_unexpected(
          refused("NOT_OWNER", "publish(): the registration is stale or another instance's"));
    }
    change.slot = slots_.get(registration->target);
    change.name = change.slot->name;
    change.family = change.slot->family;
    change.info = this->family(change.family);
  } else {
    return tl::make_unexpected(
        refused("ARGUMENT", "publish(): unknown operation " + std::to_string(entry.op)));
  }
  if (entry.op == KEEL_PUBLISH_REMOVE) return {};
  change.metadata = Value::share(ValueView(entry.metadata));
  if (change.info != nullptr && change.info->check_metadata) {
    const std::vector<std::string> problems = change.info->check_metadata(change.metadata);
    if (!problems.empty()) {
      std::string text = "metadata of \"" + change.name + "\" breaks the contract of family " +
                         change.family + ": ";
      for (std::size_t i = 0; i < problems.size(); ++i) text += (i == 0 ? "" : "; ") + problems[i];
      return tl::make_unexpected(refused("METADATA", std::move(text)));
    }
  }
  return {};
}

Expected<void> Services::ask_admission(Context& context, const Change& change) {
  if (change.info == nullptr || !change.info->admit) return {};
  ServiceSlot* owner = in_layer(0, {}, change.info->owner);
  if (owner == nullptr || !owner->live() || owner->callable.interface == nullptr) return {};
  const std::vector<std::string>& methods = owner->callable.interface->methods;
  const auto admit = std::find(methods.begin(), methods.end(), "admit");
  if (admit == methods.end()) return {};
  const auto ordinal = static_cast<std::uint32_t>(admit - methods.begin());
  keel_msg in{};
  const Value request = object({{"op", operation_name(change.op)},
                                {"name", change.name},
                                {"metadata", change.metadata},
                                {"scoped", context.scope != 0}});
  in.value = request.raw();
  keel_call_options options{};
  options.size = sizeof(options);
  options.flags = KEEL_OPT_TARGET;
  options.target = {context.scope};
  CallFrame frame;
  kernel_.calls().fill_frame(frame, nullptr, &options);
  keel_msg out{};
  const std::int32_t status = kernel_.calls().run(frame, owner->callable, ordinal, in, nullptr, 0,
                                                  nullptr, out, nullptr, nullptr, nullptr);
  // Registration is one step: an owner that wants to think about it has to refuse.
  if (status == KEEL_PENDING) {
    return tl::make_unexpected(refused(
        "ADMISSION", owner->callable.instance->label() +
                         " did not decide at once whether to admit \"" + change.name + "\""));
  }
  const Error error = Error::from_outcome(status, ValueView(out.value));
  kernel_.calls().clear(out);
  if (status == KEEL_OK) return {};
  return tl::make_unexpected(refused(error.code, error.message));
}

const InterfaceInfo* Services::interface_of(const Change& change) const {
  if (change.info->interface != nullptr) return change.info->interface;
  return kernel_.interfaces().find(change.metadata["interface"].text());
}

void Services::commit(Context& context, keel_publication& entry, Change& change) {
  switch (change.op) {
    case KEEL_PUBLISH_ADD: {
      const std::uint64_t id = slots_.emplace();
      ServiceSlot& slot = *slots_.get(id);
      slot.id = id;
      slot.name = change.name;
      slot.family = change.family;
      slot.realm = change.realm;
      slot.scope = context.scope;
      slot.metadata = change.metadata;
      slot.callable = {entry.method,       entry.self,
                       context.instance,   {&kernel_.port(), context.id},
                       entry.method_count, interface_of(change)};
      slot.registration = kernel_.contexts().add(context, RegistrationKind::kService, id).id;
      entry.reg = {slot.registration};
      add_to_layer(slot);
      change.slot = &slot;
      if (observer_ && slot.scope == 0) observer_(slot, true);
      return;
    }
    case KEEL_PUBLISH_REPLACE: {
      ServiceSlot& slot = *change.slot;
      slot.metadata = change.metadata;
      if (entry.method != nullptr) {
        slot.callable.method = entry.method;
        slot.callable.self = entry.self;
        slot.callable.method_count = entry.method_count;
      }
      return;
    }
    default:
      kernel_.contexts().forget(change.slot->registration);
      take_out(change.slot->id);
      change.slot = nullptr;
  }
}

Expected<void> Services::publish(Context& context, keel_publication* set, std::size_t count) {
  if (context.instance->state == InstanceState::kCreated) {
    return tl::make_unexpected(
        refused("NOT_STARTED", context.instance->label() + " publishes in create: wait for START"));
  }
  std::vector<Change> changes(count);
  if (auto checked = check_all(context, set, count, changes); !checked) return checked;
  for (const Change& change : changes) {
    if (auto admitted = ask_admission(context, change); !admitted) return admitted;
  }
  // The owner's code has run in between: look again. Nothing can fail after that, so it is all or
  // none.
  if (auto checked = check_all(context, set, count, changes); !checked) return checked;
  for (std::size_t i = 0; i < count; ++i) commit(context, set[i], changes[i]);
  for (const Change& change : changes)
    notify(change.family, change.name, operation_name(change.op));
  return {};
}

Expected<void> Services::check_all(Context& context, keel_publication* set, std::size_t count,
                                   std::vector<Change>& changes) {
  for (std::size_t i = 0; i < count; ++i) {
    changes[i] = Change{};
    if (auto checked = check(context, set[i], changes[i]); !checked) return checked;
    for (std::size_t j = 0; j < i; ++j) {
      const bool both_add = changes[j].op == KEEL_PUBLISH_ADD && changes[i].op == KEEL_PUBLISH_ADD;
      if (both_add && changes[j].name == changes[i].name) {
        return tl::make_unexpected(
            refused("NAME_TAKEN", "\"" + changes[i].name + "\" stands twice in one publication"));
      }
      if (changes[i].slot != nullptr && changes[i].slot == changes[j].slot) {
        return tl::make_unexpected(
            refused("ARGUMENT", "\"" + changes[i].name + "\" is changed twice in one publication"));
      }
    }
  }
  return {};
}

void Services::notify(std::string_view family, std::string_view name, std::string_view op) {
  EventSlot* event = kernel_.bus().find("service/changed");
  if (event == nullptr) return;
  const Value value = object({{"family", family}, {"name", name}, {"op", op}});
  keel_msg in{};
  in.value = value.raw();
  // Unfiltered on purpose: whoever caches a registry must hear of every layer.
  kernel_.bus().emit(kernel_.host_context(), nullptr, *event, 0, in);
}

void Services::withdraw(std::uint64_t id) {
  const ServiceSlot* slot = slots_.get(id);
  if (slot == nullptr || !slot->live()) return;
  const std::string family = slot->family;
  const std::string name = slot->name;
  take_out(id);
  notify(family, name, operation_name(KEEL_PUBLISH_REMOVE));
}

void Services::take_out(std::uint64_t id) {
  ServiceSlot* slot = slots_.get(id);
  if (slot == nullptr || !slot->live()) return;
  remove_from_layer(*slot);
  slot->callable = BoundMethod{};
  slot->registration = 0;
  const bool shared = slot->scope == 0;
  ++slot->handles;  // the observer may drop the last handle
  if (observer_ && shared) observer_(*slot, false);
  handle_dropped(id);
}

// ---- finding
// -------------------------------------------------------------------------------------------------------

ServiceSlot* Services::resolve(const Instance& asker, std::uint64_t scope, std::string_view name) {
  const std::string_view realm = realm_of(asker, name);
  for (std::uint64_t at = scope; at != 0; at = kernel_.scopes().parent_of(at)) {
    if (ServiceSlot* slot = in_layer(at, realm, name)) return slot;
  }
  return in_layer(0, realm, name);
}

void Services::layers(const Instance& asker, std::uint64_t scope, std::string_view family,
                      const std::function<bool(ServiceSlot&, std::uint32_t depth)>& visit) {
  std::vector<std::uint64_t> chain;
  for (std::uint64_t at = scope; at != 0; at = kernel_.scopes().parent_of(at)) chain.push_back(at);
  // Ids: a visitor may publish and withdraw.
  const auto visit_all = [&](const std::vector<ServiceSlot*>& slots, std::uint32_t depth) {
    std::vector<std::uint64_t> ids;
    ids.reserve(slots.size());
    for (const ServiceSlot* slot : slots) {
      if (slot->family == family && slot->realm == realm_of(asker, slot->name))
        ids.push_back(slot->id);
    }
    for (const std::uint64_t id : ids) {
      ServiceSlot* slot = slots_.get(id);
      if (slot != nullptr && slot->live() && !visit(*slot, depth)) return false;
    }
    return true;
  };
  if (!visit_all(global_order_, static_cast<std::uint32_t>(chain.size()))) return;
  for (std::size_t i = chain.size(); i-- > 0;) {
    const Scope* layer = kernel_.scopes().find(chain[i]);
    if (layer != nullptr && !visit_all(layer->services, static_cast<std::uint32_t>(i))) return;
  }
}

void Services::handle_added(std::uint64_t id) {
  if (ServiceSlot* slot = slots_.get(id)) ++slot->handles;
}

void Services::handle_dropped(std::uint64_t id) {
  ServiceSlot* slot = slots_.get(id);
  if (slot == nullptr || --slot->handles > 0 || slot->live()) return;
  slots_.erase(id);
}

Expected<std::uint64_t> Services::lease(std::uint64_t id) {
  ServiceSlot* slot = slots_.get(id);
  if (slot == nullptr || !slot->live()) {
    return tl::make_unexpected(Error{KEEL_UNAVAILABLE, "UNAVAILABLE", "the service is gone", {}});
  }
  const std::uint64_t lease_id = leases_.emplace();
  LeaseSlot& lease = *leases_.get(lease_id);
  lease.id = lease_id;
  lease.service = id;
  lease.callable = slot->callable;
  ++lease.callable.instance->leases;
  return lease_id;
}

void Services::lease_added(std::uint64_t id) {
  if (LeaseSlot* lease = leases_.get(id)) ++lease->handles;
}

void Services::lease_dropped(std::uint64_t id) {
  LeaseSlot* lease = leases_.get(id);
  if (lease == nullptr || --lease->handles > 0) return;
  if (lease->callable.instance != nullptr) --lease->callable.instance->leases;
  leases_.erase(id);
}

void Services::end_leases_of(const Instance& instance) {
  leases_.for_each([&](std::uint64_t, LeaseSlot& lease) {
    if (lease.callable.instance == &instance) lease.callable = BoundMethod{};
  });
}

std::vector<ServiceSlot*> Services::published_by(const Instance& instance) {
  std::vector<ServiceSlot*> found;
  slots_.for_each([&](std::uint64_t, ServiceSlot& slot) {
    if (slot.callable.instance == &instance) found.push_back(&slot);
  });
  return found;
}

void Services::each(const std::function<void(const ServiceSlot&)>& visit) {
  slots_.for_each([&](std::uint64_t, ServiceSlot& slot) {
    if (slot.live()) visit(slot);
  });
}

}  // namespace keel::core
