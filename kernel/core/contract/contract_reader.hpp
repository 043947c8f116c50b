// SPDX-License-Identifier: MIT
// From the text of a contract file to a Contract.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

#include "core/contract/contract.hpp"
#include "core/contract/contract_error.hpp"
#include "core/contract/member_reader.hpp"
#include "core/schema/ref_resolver.hpp"
#include "core/schema/schema_compiler.hpp"
#include "keel/value.hpp"

namespace keel::core {

/// Checks one contract file against what contract files may hold, and compiles its schemas.
/// tools/contractgen/README.md describes the format.
class ContractReader {
 public:
  static constexpr std::size_t kMaxTextSize = std::size_t{1} << 20U;

  /// Only name and version, which other contracts need in order to refer to this one.
  static tl::expected<std::unique_ptr<Contract>, std::vector<ContractError>> read_name(
      ValueView document, std::string origin);
  /// JSON text, strictly. The error names line and column.
  static tl::expected<Value, ContractError> parse(std::string_view json, const std::string& origin);

  /// `resolver` is asked for types of this contract too. `variants` must outlive the contract.
  ContractReader(Contract& contract, const RefResolver& resolver, const UnionVariants* variants);

  /// Fills the contract from its document. Empty: all is well.
  std::vector<ContractError> read();

 private:
  void read_interface(const std::string& name, ValueView value, const std::string& place);
  void read_method(MethodContract& method, ValueView value, const std::string& place);
  void read_stream(MethodContract& method, ValueView value, const std::string& place);
  void read_message(MessageContract& message, MemberReader& members, std::string_view value_name,
                    std::string_view refs_name);
  void read_ref(RefContract& ref, ValueView value, const std::string& place);
  void read_errors(MethodContract& method, MemberReader& members);
  void read_event(const std::string& name, ValueView value, const std::string& place);
  void read_replace(EventContract& event, MemberReader& members);
  void read_bands(EventContract& event, MemberReader& members);
  void check_mode(const EventContract& event, MemberReader& members);
  void check_replaceable(const EventContract& event, const std::string& place);
  void read_family(const std::string& name, ValueView value, const std::string& place);
  void read_durable(const std::string& name, ValueView value, const std::string& place);
  void read_variants(const std::string& union_name, ValueView value, const std::string& place);

  /// Compiles the member into `into` when the whole file has been read.
  void schema(MemberReader& members, std::string_view member, std::optional<Schema>& into);
  void compile_schemas();
  void note_open_union(const std::string& type, const Schema& schema);

  Contract& contract_;
  FaultList faults_;
  SchemaCompiler compiler_;
  std::vector<std::pair<std::optional<Schema>*, std::size_t>> pending_;
  std::vector<std::pair<std::string, std::size_t>> pending_types_;
  struct PendingVariant {
    std::string union_name;
    std::string tag;
    std::size_t index = 0;
  };
  std::vector<PendingVariant> pending_variants_;
};

}  // namespace keel::core
