// SPDX-License-Identifier: MIT
#include "steer_receipts.hpp"

#include <utility>

namespace keel::agent_loop {

namespace {

Value rejected(std::string_view reason) {
  return object({{"kind", "rejected"}, {"reason", reason}});
}

}  // namespace

std::shared_ptr<ReceiptState> SteerReceipts::open(std::string_view message_id) {
  auto state = std::make_shared<ReceiptState>(context_);
  open_.insert_or_assign(std::string(message_id), state);
  return state;
}

void SteerReceipts::admit(std::string_view message_id, std::int64_t turn, std::int64_t step) {
  if (open_.empty()) return;
  settle(message_id, object({{"kind", "admitted"}, {"turn", turn}, {"step", step}}));
}

void SteerReceipts::reject(std::string_view message_id, std::string_view reason) {
  if (open_.empty()) return;
  settle(message_id, rejected(reason));
}

void SteerReceipts::reject_all(std::string_view reason) {
  const auto all = std::exchange(open_, {});
  for (const auto& [message_id, state] : all) state->settle(rejected(reason));
}

void SteerReceipts::settle(std::string_view message_id, const Value& outcome) {
  const auto place = open_.find(message_id);
  if (place == open_.end()) return;
  const std::shared_ptr<ReceiptState> state = place->second;
  open_.erase(place);
  state->settle(outcome);
}

}  // namespace keel::agent_loop
