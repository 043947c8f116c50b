// SPDX-License-Identifier: MIT
#include "keel/sdk.hpp"

namespace {

class Consumer : public keel::Plugin {
 public:
  using Plugin::Plugin;

  keel::Task<void> start() {
    keel::Ref provider = keel::must(context().resolve("link/value"));
    keel::Message answer = co_await keel::must(context().invoke(provider, 0));
    seen_ = answer["value"].integer_or(-1);
    provider_ = std::move(provider);
    keel::keep(context().effect("last look", [this] { return last_look(); }));
    keel::keep(context().publish("link/seen", keel::object({}), kMethods, this));
    context().info("consumer started with " + std::to_string(seen_));
  }

 private:
  keel::Value value() { return keel::object({{"value", seen_}}); }

  keel::Task<void> last_look() {
    keel::Expected<keel::Message> answer = co_await context().invoke(provider_, 0);
    context().info(answer ? "consumer's disposer still reached the provider"
                          : "consumer's disposer came too late");
  }

  static constexpr keel::Methods kMethods{keel::method<0, &Consumer::value>};

  keel::Ref provider_;
  std::int64_t seen_ = 0;
};

}  // namespace

KEEL_PLUGIN(Consumer, KEEL_PLUGIN_ID, KEEL_PLUGIN_VERSION)
