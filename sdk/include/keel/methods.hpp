// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "keel/abi.h"
#include "keel/context.hpp"
#include "keel/detail/record.hpp"
#include "keel/detail/serve.hpp"
#include "keel/error.hpp"

namespace keel {

/// One method of a table: its ordinal in the contract and the member function that serves it.
template <auto Ordinal, auto Member>
struct MethodEntry {
  static constexpr std::uint32_t kOrdinal = static_cast<std::uint32_t>(Ordinal);

  template <typename T>
  static std::int32_t serve(detail::Record& record, T& object, const keel_call* call,
                            const keel_msg* in, keel_msg* out) noexcept {
    detail::BoundMember bound(&object, Member);
    return detail::serve(record, bound, call, kOrdinal, in, out);
  }
};

/// keel::method<tool::kExecute, &Greet::execute>
template <auto Ordinal, auto Member>
inline constexpr MethodEntry<Ordinal, Member> method{};

/// The methods of a service or object, by ordinal; the member functions are handlers (see Context).
///
///   static constexpr keel::Methods kMethods{keel::method<tool::kExecute, &Greet::execute>,
///                                           keel::method<tool::kDescribe, &Greet::describe>};
///
/// Ordinals above the highest one are the host's to refuse (KEEL_UNIMPLEMENTED); a gap below it
/// fails with the code UNIMPLEMENTED.
template <typename... Entries>
class Methods {
 public:
  constexpr explicit Methods(Entries...) {}

  static constexpr std::uint32_t kCount = std::max({Entries::kOrdinal...}) + 1;

  template <typename T>
  static std::int32_t serve(detail::Record& record, T& object, const keel_call* call,
                            std::uint32_t ordinal, const keel_msg* in, keel_msg* out) noexcept {
    using Function = std::int32_t (*)(detail::Record&, T&, const keel_call*, const keel_msg*,
                                      keel_msg*) noexcept;
    static constexpr std::array<Function, kCount> kFunctions = [] {
      std::array<Function, kCount> functions{};
      ((functions[Entries::kOrdinal] = &Entries::template serve<T>), ...);
      return functions;
    }();
    const Function function = ordinal < kCount ? kFunctions[ordinal] : nullptr;
    if (function != nullptr) return function(record, object, call, in, out);
    return detail::store_error(
        Error::failed("UNIMPLEMENTED", "this service has no method of that number"), *out);
  }
};

}  // namespace keel
