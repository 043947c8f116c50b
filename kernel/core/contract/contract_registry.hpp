// SPDX-License-Identifier: MIT
// Every contract of a kernel, by the names that they define.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

#include "core/contract/contract.hpp"
#include "core/contract/contract_error.hpp"
#include "core/contract/contract_hold.hpp"
#include "core/schema/open_union.hpp"
#include "core/schema/ref_resolver.hpp"
#include "keel/value.hpp"

namespace keel::core {

/// Contracts by name, and the rules between them:
/// - the same version with another content is refused, naming both origins;
/// - two major versions of one contract live side by side; what both declare must fit both;
/// - a newer minor version must contain the older one, and then answers for both while it is there;
/// - an interface, event, family, durable type, open union or tag of one belongs to one contract,
/// by name.
///
/// Pointers that look-ups give live as long as the registry: a contract that leaves is not found
/// any more, but its memory stays, once per distinct content. One thread.
class ContractRegistry final : public UnionVariants {
 public:
  struct Source {
    Value document;
    std::string origin;  ///< file or plugin, for messages
  };

  ContractRegistry() = default;
  ContractRegistry(const ContractRegistry&) = delete;
  ContractRegistry& operator=(const ContractRegistry&) = delete;
  ~ContractRegistry() override = default;

  /// Adds one contract; those that it refers to must be here. A hold on the same content is
  /// counted.
  tl::expected<ContractHold, std::vector<ContractError>> add(std::string_view json,
                                                             std::string origin);
  tl::expected<ContractHold, std::vector<ContractError>> add(ValueView document,
                                                             std::string origin);

  /// Adds contracts that may refer to one another, in any order: all of them or, on any error,
  /// none.
  tl::expected<std::vector<ContractHold>, std::vector<ContractError>> add_all(
      std::span<const Source> sources);

  /// The newest minor version of "agent@0"; null when there is none. The same for everything below.
  const Contract* contract(std::string_view id) const;
  const InterfaceContract* interface(std::string_view name) const;  ///< "agent@0"
  const EventContract* event(std::string_view name) const;
  const FamilyContract* family(std::string_view name) const;
  const DurableContract* durable(std::string_view type) const;
  /// An open union that a contract declares among its types.
  const OpenUnion* open_union(std::string_view name) const;
  /// The contract that declares a tag of an open union: the union's own or one that extends it.
  /// Null: nobody.
  const Contract* tag_owner(std::string_view union_name, std::string_view tag) const;
  const Schema* find_variant(std::string_view union_name, std::string_view tag) const override;

  /// The contracts that look-ups answer from, by id.
  std::vector<const Contract*> contracts() const;

  /// References to interfaces that no contract here declares.
  std::vector<ContractError> unresolved() const;

  /// Grows whenever look-ups may answer differently.
  std::uint64_t generation() const { return generation_; }

 private:
  friend class ContractHold;

  struct Entry {
    std::unique_ptr<Contract> contract;
    std::size_t holds = 0;
  };
  template <typename T>
  struct Owned {
    const T* part = nullptr;
    const Contract* owner = nullptr;
  };
  template <typename T>
  using Index = std::unordered_map<std::string_view, Owned<T>>;
  /// Keys point into the contracts, which never move.
  struct Indices {
    std::unordered_map<std::string_view, const Contract*> contracts;
    Index<InterfaceContract> interfaces;
    std::unordered_map<std::string_view, const Contract*> interface_owners;  ///< by plain name
    Index<EventContract> events;
    Index<FamilyContract> families;
    Index<DurableContract> durables;
    Index<OpenUnion> unions;
    std::unordered_map<std::string_view, Index<Schema>> variants;  ///< by union, by tag
  };
  using Errors = std::vector<ContractError>;
  /// Contracts that are being added together.
  struct Batch {
    std::vector<Entry*> entries;                ///< one for each source
    std::vector<std::unique_ptr<Entry>> fresh;  ///< those whose content was not known
  };

  Errors read_names(std::span<const Source> sources, Batch& batch);
  Entry* find_known(const Contract& contract, const Batch& batch);
  Errors compile(Batch& batch);
  ValueView find_type(const Batch& batch, std::string_view contract, std::string_view type) const;
  Errors admit(const Batch& batch, std::vector<ContractHold>& holds);

  void check_versions(const Contract& contract, Errors& errors) const;
  void check_owners(const Contract& contract, Errors& errors) const;
  void check_unions(const Contract& contract, Errors& errors) const;
  void check_variants(const Contract& contract, Errors& errors) const;

  void release(const Contract& contract);
  void index(const Contract& contract);
  void rebuild();
  void find_unresolved(const Contract& contract, Errors& errors) const;

  std::vector<std::unique_ptr<Entry>> entries_;  ///< in order of arrival; never removed
  Indices indices_;
  std::uint64_t generation_ = 0;
};

}  // namespace keel::core
