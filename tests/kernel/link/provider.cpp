// SPDX-License-Identifier: MIT
#include "keel/sdk.hpp"

namespace {

class Provider : public keel::Plugin {
 public:
  using Plugin::Plugin;

  void start() {
    value_ = config()["value"].integer_or(0);
    keel::keep(context().publish("link/value", keel::object({}), kMethods, this));
    context().info("provider started");
  }
  void stop() { context().info("provider stopped"); }
  keel::Expected<void> configure(keel::Call, keel::ValueView in) {
    if (!in["live"].is_true())
      return keel::fail("NOT_LIVE", "set live to take a config without a restart");
    value_ = in["value"].integer_or(0);
    return {};
  }

 private:
  keel::Value value() { return keel::object({{"value", value_}}); }

  static constexpr keel::Methods kMethods{keel::method<0, &Provider::value>};

  std::int64_t value_ = 0;
};

}  // namespace

KEEL_PLUGIN(Provider, KEEL_PLUGIN_ID, KEEL_PLUGIN_VERSION)
