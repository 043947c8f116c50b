// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "keel/sdk.hpp"
#include "steer_receipt.hpp"

namespace keel::agent_loop {

/// The open receipts of one agent, by the id of their message. Kernel thread.
class SteerReceipts {
 public:
  explicit SteerReceipts(Context context) : context_(std::move(context)) {}

  std::shared_ptr<ReceiptState> open(std::string_view message_id);
  /// Without effect for messages that have no open receipt, as all below.
  void admit(std::string_view message_id, std::int64_t turn, std::int64_t step);
  void reject(std::string_view message_id, std::string_view reason);
  void reject_all(std::string_view reason);

 private:
  void settle(std::string_view message_id, const Value& outcome);

  Context context_;
  std::map<std::string, std::shared_ptr<ReceiptState>, std::less<>> open_;
};

}  // namespace keel::agent_loop
