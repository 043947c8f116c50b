// SPDX-License-Identifier: MIT
//
// The measured listeners, one library of four. Whoever asks says for which event, of which kind and
// how many; they are registered in the scope that the call is for.
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "keel/contracts/session.hpp"
#include "keel/sdk.hpp"
#include "reading.hpp"

namespace {

using keel::bench::read_two_fields;

class Listeners : public keel::Plugin {
 public:
  using Plugin::Plugin;

  void start() {
    keel::keep(context().publish("bench/" + std::string(context().describe()["row"].text()),
                                 keel::object({}), kMethods, this));
  }

 private:
  keel::Expected<void> add(keel::Call call, keel::ValueView in) {
    const std::string_view event = in["event"].text();
    const std::string_view kind = in["kind"].text();
    for (std::int64_t left = in["count"].integer_or(1); left > 0; --left) {
      if (call.target().id == 0) {
        if (auto added = add_one(context(), event, kind); !added) return added;
        continue;
      }
      keel::ScopedContext scoped = keel::must(context().in_scope(call.target()));
      if (auto added = add_one(scoped.context(), event, kind); !added) return added;
      scoped.detach();
    }
    return {};
  }

  keel::Expected<void> add_one(const keel::Context& where, std::string_view event,
                               std::string_view kind) {
    auto added = listen(where, event, kind);
    if (!added) return tl::make_unexpected(added.error());
    added->detach();
    return {};
  }

  keel::Expected<keel::Registration> listen(const keel::Context& where, std::string_view event,
                                            std::string_view kind) {
    if (kind == "plain") return where.listen(event, 0, this, &Listeners::plain);
    if (kind == "coroutine") return where.listen(event, 0, this, &Listeners::coroutine);
    if (kind == "forward") return where.listen(event, 0, this, &Listeners::forward);
    if (kind == "next") return where.listen(event, 0, this, &Listeners::next);
    if (kind == "session") return where.listen(event, 0, this, &Listeners::session);
    return keel::fail("KIND", "no such kind of listener: " + std::string(kind));
  }

  keel::Value sum() { return keel::object({{"sum", sum_}}); }

  void plain(keel::Call, keel::ValueView in) { sum_ += read_two_fields(in); }

  keel::Task<void> coroutine(keel::Call, keel::ValueView in) {
    sum_ += read_two_fields(in);
    co_return;
  }

  keel::Forward forward(keel::Call call, keel::ValueView in) {
    sum_ += read_two_fields(in);
    return call.forward();
  }

  keel::Task<keel::Message> next(keel::Call call, keel::ValueView in) {
    sum_ += read_two_fields(in);
    keel::Message inner = co_await keel::must(call.next());
    co_return std::move(inner);
  }

  void session(keel::Call, keel::contracts::session::SessionEventEventView in) {
    const keel::contracts::session::SessionEventView event = in.event();
    sum_ += static_cast<std::uint64_t>(event.seq()) + event.type().size();
  }

  static constexpr keel::Methods kMethods{keel::method<0, &Listeners::add>,
                                          keel::method<1, &Listeners::sum>};

  std::uint64_t sum_ = 0;
};

}  // namespace

KEEL_PLUGIN(Listeners, KEEL_PLUGIN_ID, KEEL_PLUGIN_VERSION)
