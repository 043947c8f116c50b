// SPDX-License-Identifier: MIT
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "keel/abi.h"
#include "keel/context.hpp"
#include "keel/error.hpp"
#include "keel/methods.hpp"
#include "keel/registration.hpp"
#include "keel/tables.hpp"
#include "keel/value.hpp"

namespace keel {

/// Several publications changed at once: all or none, with one change notice. Kernel thread.
///
///   keel::PublishSet set(context());
///   set.add("tool/a", metadata_a, kMethods, &a);
///   set.remove(old_b_);
///   std::vector<keel::Registration> added = keel::must(set.commit());   // in the order of add()
class PublishSet {
 public:
  explicit PublishSet(Context context) : context_(std::move(context)) {}
  PublishSet(const PublishSet&) = delete;
  PublishSet& operator=(const PublishSet&) = delete;
  ~PublishSet() {
    for (detail::Record* record : added_) record->drop();
  }

  template <typename T, typename... Entries>
  void add(std::string_view name, Value metadata, const Methods<Entries...>&, T* object) {
    using Record = detail::MethodsRecord<T, Methods<Entries...>>;
    add_record(name, std::move(metadata), new Record(context_.core(), object), &Record::method,
               Methods<Entries...>::kCount);
  }
  /// A service with one method, of ordinal 0.
  template <typename Handler>
  void add(std::string_view name, Value metadata, Handler handler) {
    using Record = detail::HandlerRecord<Handler>;
    add_record(name, std::move(metadata), new Record(context_.core(), std::move(handler)),
               &Record::method, 1);
  }
  /// Name and methods stay.
  void update(const Registration& publication, Value metadata) {
    const detail::Record* record = publication.record();
    keel_publication& change = next(KEEL_PUBLISH_REPLACE, std::move(metadata));
    change.reg = publication.raw();
    change.method = record->method;
    change.self = publication.record();
    change.method_count = record->method_count;
  }
  /// The registration is empty once commit() has succeeded. It must stay where it is until then.
  void remove(Registration& publication) {
    next(KEEL_PUBLISH_REMOVE, {}).reg = publication.raw();
    removed_.push_back(&publication);
  }

  /// Error: nothing has changed; names the offending entry.
  Expected<std::vector<Registration>> commit() {
    keel_value why{0, 0};
    const std::int32_t status =
        detail::service_api().publish(context_.raw(), changes_.data(), changes_.size(), &why);
    Expected<void> result = detail::checked(status, why);
    if (!result) return tl::make_unexpected(std::move(result.error()));
    for (Registration* removed : removed_) {
      removed->record()->reg = {0};
      removed->undo();
    }
    std::vector<Registration> registrations;
    registrations.reserve(added_.size());
    for (const keel_publication& change : changes_) {
      if (change.op != KEEL_PUBLISH_ADD) continue;
      auto* record = static_cast<detail::Record*>(change.self);
      record->reg = change.reg;
      registrations.push_back(Registration::take(record));
    }
    added_.clear();
    return registrations;
  }

 private:
  void add_record(std::string_view name, Value metadata, detail::Record* record, keel_method method,
                  std::uint32_t count) {
    added_.push_back(record);
    record->method = method;
    record->method_count = count;
    keel_publication& change = next(KEEL_PUBLISH_ADD, std::move(metadata));
    change.name = detail::to_str(names_.emplace_back(name));
    change.method = method;
    change.self = record;
    change.method_count = count;
  }

  keel_publication& next(std::uint32_t op, Value metadata) {
    keel_publication& change = changes_.emplace_back();
    change.size = sizeof change;
    change.op = op;
    change.metadata = metadata_.emplace_back(std::move(metadata)).raw();
    return change;
  }

  Context context_;
  std::vector<keel_publication> changes_;
  std::deque<std::string> names_;
  std::deque<Value> metadata_;
  std::vector<detail::Record*> added_;
  std::vector<Registration*> removed_;
};

}  // namespace keel
