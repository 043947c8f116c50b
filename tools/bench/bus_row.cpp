// SPDX-License-Identifier: MIT
#include <array>
#include <cstdint>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "bench_host.hpp"
#include "direct_library.hpp"
#include "keel/sdk.hpp"
#include "rounds.hpp"
#include "rows.hpp"

namespace keel::bench {

namespace {

constexpr std::array<const char*, 4> kLibraries = {"one", "two", "three", "four"};
constexpr std::array<std::size_t, 3> kCounts = {1, 4, 16};
constexpr std::size_t kManyScopes = 10'000;
/// Dispatches to one listener in a measured stretch; fewer to more.
constexpr std::size_t kListenerCalls = 40'000;

constexpr std::uint32_t kAdd = 0;
constexpr std::uint32_t kSum = 1;

constexpr std::string_view kDeployment = R"(
[[row]]
id = "one"
plugin = "bench/one"
[[row]]
id = "two"
plugin = "bench/two"
[[row]]
id = "three"
plugin = "bench/three"
[[row]]
id = "four"
plugin = "bench/four"
)";

struct Kind {
  const char* name;
  /// Of event and listeners.
  const char* event;
  bool waterfall;
  double budget_ns;
};

constexpr std::array<Kind, 4> kKinds = {{{"emit", "plain", false, 12},
                                         {"emit, coroutine", "coroutine", false, 45},
                                         {"waterfall, forward()", "forward", true, 10},
                                         {"waterfall, co_await next()", "next", true, 45}}};

/// The measured side: the bus with its libraries.
class BusSubject {
 public:
  BusSubject() : host_(kDeployment) {}

  BenchHost& host() { return host_; }

  void add(std::size_t library, const std::string& event, std::string_view kind, keel_scope scope) {
    CallOptions options;
    if (scope.id != 0) options.target(scope);
    host_.call("bench/" + std::string(kLibraries[library]), kAdd,
               object({{"event", event}, {"kind", kind}}), options);
  }

  keel_scope add_scope() {
    OwnedScope scope = must(host_.context().begin_scope(keel_scope{0}, "bench"));
    scopes_.push_back(std::move(scope));
    return scopes_.back().raw();
  }

  std::uint64_t sum() {
    std::uint64_t total = 0;
    for (const char* library : kLibraries) {
      const Message answer = host_.call("bench/" + std::string(library), kSum);
      total += static_cast<std::uint64_t>(answer["sum"].integer_or(0));
    }
    return total;
  }

 private:
  BenchHost host_;
  std::vector<OwnedScope> scopes_;
};

/// The same listeners in libraries of their own, without a host.
class DirectSubject {
 public:
  DirectSubject() {
    for (std::size_t i = 0; i < kLibraries.size(); ++i) {
      functions_[i] = load_direct_library(kLibraries[i]);
    }
  }

  /// `count` listeners that somebody calls one after the other.
  std::vector<keel_bench_link> list(std::size_t count) {
    std::vector<keel_bench_link> links;
    for (std::size_t i = 0; i < count; ++i) {
      links.push_back({functions_[i % 4].plain, &sums_[i % 4], nullptr});
    }
    return links;
  }
  /// The same as a chain that calls itself along.
  std::vector<keel_bench_link> chain(std::size_t count) {
    std::vector<keel_bench_link> links(count);
    for (std::size_t i = count; i-- > 0;) {
      const keel_bench_link* next = i + 1 < count ? &links[i + 1] : nullptr;
      links[i] = {functions_[i % 4].chained, &sums_[i % 4], next};
    }
    return links;
  }

  std::uint64_t take_sum() {
    std::uint64_t total = 0;
    for (std::uint64_t& sum : sums_) total += std::exchange(sum, 0);
    return total;
  }

 private:
  std::array<keel_bench_direct, 4> functions_{};
  std::array<std::uint64_t, 4> sums_{};
};

Message sample_message() {
  return object({{"session_id", "session-1"},
                 {"number", 41},
                 {"text", "the text of one event"},
                 {"more", "what the listeners do not read"}});
}

void emit_to(const Context& context, keel_event event, keel_scope target, const Message& in) {
  if (!context.emit(event, target, in)) throw std::runtime_error("emit was refused");
}

void not_expected(void*, std::int32_t, keel_msg*) {}

/// As a plugin does that needs no coroutine for it.
void run_waterfall(const Context& context, keel_event event, const Message& in) {
  keel_msg out{};
  keel_pending pending{};
  const std::int32_t status =
      detail::bus_api().dispatch(context.raw(), nullptr, event, keel_scope{0}, &in.raw(), nullptr,
                                 nullptr, nullptr, &out, &not_expected, nullptr, &pending);
  if (status != KEEL_OK) throw std::runtime_error("the waterfall did not answer in place");
  detail::release(out.value);
}

class BusRow {
 public:
  explicit BusRow(const Options& options) : options_(options), message_(sample_message()) {}

  RowResult measure() {
    for (const Kind& kind : kKinds) {
      for (const std::size_t count : kCounts) measure_kind(kind, count);
    }
    const std::size_t many = options_.is_short() ? kManyScopes / 100 : kManyScopes;
    for (const std::size_t count : kCounts) measure_scopes(count, many);
    return std::move(result_);
  }

 private:
  void measure_kind(const Kind& kind, std::size_t count) {
    const std::string name = "bench/" + std::string(kind.event) + "-" + std::to_string(count);
    for (std::size_t i = 0; i < count; ++i) subject_.add(i % 4, name, kind.event, keel_scope{0});
    const keel_event event = must(subject_.host().context().event(name));
    const std::size_t dispatches = kListenerCalls / count;
    const std::vector<keel_bench_link> links =
        kind.waterfall ? direct_.chain(count) : direct_.list(count);

    begin_sums();
    const Context& context = subject_.host().context();
    const Paired paired = interleave(
        options_.rounds, static_cast<double>(dispatches),
        [&] {
          for (std::size_t i = 0; i < dispatches; ++i) {
            kind.waterfall ? run_waterfall(context, event, message_)
                           : emit_to(context, event, keel_scope{0}, message_);
          }
        },
        [&] {
          for (std::size_t i = 0; i < dispatches; ++i) call_directly(links, kind.waterfall);
        });
    add_figure(std::string(kind.name) + ", " + std::to_string(count), paired, count,
               kind.budget_ns);
  }

  void call_directly(const std::vector<keel_bench_link>& links, bool chained) {
    const keel_value in = message_.raw().value;
    if (chained) return links.front().run(&links.front(), in);
    for (const keel_bench_link& link : links) link.run(&link, in);
  }

  void add_figure(std::string work, const Paired& paired, std::size_t count, double budget) {
    const double part = 1.0 / static_cast<double>(count);
    Figure figure;
    figure.work = std::move(work) + (count == 1 ? " listener" : " listeners");
    figure.unit = "ns";
    figure.subject = median_interval(paired.subject.cpu_ns);
    figure.baseline = median_interval(paired.baseline.cpu_ns);
    figure.measure = "more per listener";
    figure.measure_unit = "ns";
    figure.measured =
        median_interval(scaled(differences(paired.subject.cpu_ns, paired.baseline.cpu_ns), part));
    figure.budget = budget;
    if (!paired.subject.instructions.empty()) {
      figure.instructions =
          median_interval(
              scaled(differences(paired.subject.instructions, paired.baseline.instructions), part))
              .value;
    }
    figure.checksum = end_sums();
    result_.figures.push_back(std::move(figure));
  }

  /// Both sides are the bus: one listener in the target's scope and the others global, drawn from
  /// `many` scopes beside always the same one.
  void measure_scopes(std::size_t count, std::size_t many) {
    const std::string of_one = "bench/one-scope-" + std::to_string(count);
    const std::string of_many = "bench/many-scopes-" + std::to_string(count);
    for (std::size_t i = 0; i + 1 < count; ++i) {
      subject_.add(i % 4, of_one, "plain", keel_scope{0});
      subject_.add(i % 4, of_many, "plain", keel_scope{0});
    }
    const keel_scope only = subject_.add_scope();
    subject_.add(3, of_one, "plain", only);
    std::vector<keel_scope> scopes;
    for (std::size_t i = 0; i < many; ++i) {
      scopes.push_back(subject_.add_scope());
      subject_.add(i % 4, of_many, "plain", scopes.back());
    }
    const std::vector<keel_scope> same(scopes.size(), only);
    std::mt19937_64 random(20240229 + count);
    std::vector<std::uint32_t> draws(kListenerCalls / count);
    for (std::uint32_t& draw : draws) draw = static_cast<std::uint32_t>(random() % many);

    const Context& context = subject_.host().context();
    const keel_event event_of_one = must(context.event(of_one));
    const keel_event event_of_many = must(context.event(of_many));
    const std::uint64_t before = subject_.sum();
    const Paired paired = interleave(
        options_.rounds, static_cast<double>(draws.size()),
        [&] {
          for (const std::uint32_t draw : draws) {
            emit_to(context, event_of_many, scopes[draw], message_);
          }
        },
        [&] {
          for (const std::uint32_t draw : draws) {
            emit_to(context, event_of_one, same[draw], message_);
          }
        });
    Figure figure;
    figure.work = "emit, " + std::to_string(count) + ", one of " + std::to_string(many) + " scopes";
    figure.unit = "ns";
    figure.subject = median_interval(paired.subject.cpu_ns);
    figure.baseline = median_interval(paired.baseline.cpu_ns);
    figure.measure = "of one scope";
    figure.measure_unit = "x";
    figure.measured = median_interval(ratios(paired.subject.cpu_ns, paired.baseline.cpu_ns));
    figure.budget = 1.1;
    figure.checksum = subject_.sum() - before;
    result_.figures.push_back(std::move(figure));
  }

  void begin_sums() {
    sum_before_ = subject_.sum();
    direct_.take_sum();
  }
  std::uint64_t end_sums() {
    const std::uint64_t sum = subject_.sum() - sum_before_;
    if (sum != direct_.take_sum()) {
      throw std::runtime_error("the bus and the direct calls did not do the same work");
    }
    return sum;
  }

  const Options& options_;
  Message message_;
  BusSubject subject_;
  DirectSubject direct_;
  std::uint64_t sum_before_ = 0;
  RowResult result_;
};

}  // namespace

RowResult measure_bus(const Options& options) { return BusRow(options).measure(); }

}  // namespace keel::bench
