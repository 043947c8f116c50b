// SPDX-License-Identifier: MIT
//
// Service sandbox/confine by bubblewrap, and the policy that files and commands share.
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <memory>
#include <utility>

#include "bwrap_command.hpp"
#include "keel/contracts/kernel.hpp"
#include "keel/contracts/proc.hpp"
#include "keel/sdk.hpp"
#include "policy_paths.hpp"
#include "probe.hpp"
#include "session_modes.hpp"

namespace keel::sandbox_bwrap {

namespace proc = contracts::proc;

namespace {

constexpr std::string_view kKind = "bubblewrap";
/// Order of the context entry, among those of 04 B 6.2.
constexpr int kContextOrder = 110;

std::vector<std::string> texts(ValueView list) {
  std::vector<std::string> result;
  for (const ValueView item : list.items()) result.emplace_back(item.text());
  return result;
}

void put_texts(Builder& builder, std::string_view name, const std::vector<std::string>& list) {
  builder.name(name).begin_array();
  for (const std::string& text : list) builder.put(text);
  builder.end();
}

/// What a model is told of a policy, in words that hold for files and commands alike.
std::string standing_policy(std::string_view mode, const PolicyPaths& paths) {
  if (mode == kFullAccess) return "Sandbox: off. Files anywhere may be changed.";
  std::string text = "Sandbox mode: " + std::string(mode) + ". ";
  if (mode == kWorkspaceWrite && paths.reason.empty()) {
    text += "Files may be changed below " + to_json(Value(paths.workspace)) +
            " and in the temporary directory $TMPDIR; elsewhere they may only be read.";
  } else {
    text += "Files may be read but not changed.";
    if (!paths.reason.empty()) text += " Reason: " + paths.reason + ".";
  }
  return text +
         " When an action is denied, the result says so; try what the task needs and read the "
         "result instead of refusing in advance.";
}

}  // namespace

class Bubblewrap : public Plugin {
 public:
  explicit Bubblewrap(const Setup& setup)
      : Plugin(setup),
        mode_(config()["mode"].text()),
        network_(config()["network"].text()),
        modes_(context()),
        probe_(context(), std::string(config()["bwrap"].text()),
               config()["probeTimeoutMs"].integer_or(0), network_ == "full") {
    settings_.writable = texts(config()["writable"]);
    settings_.protect = texts(config()["protect"]);
    settings_.mask = texts(config()["mask"]);
    const char* home = ::getenv("HOME");
    settings_.home = home == nullptr ? "" : home;
  }

  void start() {
    keep(context().publish("sandbox/confine", object({}), kMethods, this));
    publish_context();
    Expected<Registration> disposed =
        context().listen("session/disposed", 0, this, &Bubblewrap::on_disposed);
    if (disposed) disposed->detach();
  }

 private:
  /// Decided once per call; commands and files of one call get the same.
  struct Policy {
    std::string mode;
    PolicyPaths paths;
  };

  /// A deployment without prompts has no use for the entry.
  void publish_context() {
    const Value metadata = object({{"order", kContextOrder}});
    Expected<Registration> entry =
        context().publish("prompt.context/sandbox:policy", metadata, kContextMethods, this);
    if (entry) entry->detach();
  }

  Task<void> learn_own_places(Call call) {
    if (knows_own_places_) co_return;
    const Expected<Ref> host = call.resolve("kernel/host");
    if (!host) co_return;
    const Message info = co_await must(call.invoke(*host, contracts::kernel::Host::kInfo));
    // Two calls may have come here at once.
    if (std::exchange(knows_own_places_, true)) co_return;
    for (const char* name : {"home", "cache", "sessions"}) {
      const std::string place(info[name].text());
      if (!place.empty()) settings_.own_places.push_back(place);
    }
    // Keys that were kept from the environment are not to be read from where they came.
    const std::string home(info["home"].text());
    if (!home.empty()) settings_.mask.push_back(home + "/.env");
    host_cwd_ = info["cwd"].text();
  }

  Task<Policy> decide(Call call, std::optional<std::string_view> session_id,
                      std::optional<std::string_view> workspace) {
    co_await must(learn_own_places(call));
    Policy policy;
    policy.mode = mode_;
    std::string root(workspace.value_or(""));
    if (session_id && !session_id->empty()) {
      std::string id(*session_id);
      const std::optional<std::string> own = co_await must(modes_.mode_of(id));
      if (own) policy.mode = *own;
      if (root.empty()) root = session_cwd(*session_id);
    }
    if (root.empty()) root = host_cwd_;
    auto work = [settings = settings_, mode = policy.mode, root] {
      return policy_paths(settings, mode, root);
    };
    policy.paths = co_await must(context().pool(work));
    co_return policy;
  }

  std::string session_cwd(std::string_view session_id) const {
    const Expected<Session> session = Session::find(context(), session_id);
    if (!session) return {};
    const Expected<Value> header = session->header();
    return header ? std::string((*header)["cwd"].text()) : std::string();
  }

  Task<Value> status(Call) {
    const Verdict verdict = co_await must(probe_.verdict());
    Value reason;
    if (!verdict.works) reason = Value(verdict.reason);
    co_return object({{"works", verdict.works},
                      {"kind", kKind},
                      {"mode", mode_},
                      {"network", network_},
                      {"reason", reason}});
  }

  Task<Value> policy(Call call, proc::SandboxPolicyParamsView in) {
    const Policy policy = co_await must(decide(call, in.session_id(), in.workspace()));
    std::vector<std::string> protected_paths;
    for (const ProtectedPath& path : policy.paths.protected_paths) {
      protected_paths.push_back(path.path);
    }
    Builder builder;
    builder.begin_object();
    builder.member("mode", policy.mode).member("network", network_);
    builder.member("workspace", policy.paths.workspace);
    put_texts(builder, "writable", policy.paths.writable);
    put_texts(builder, "protected", protected_paths);
    if (!policy.paths.reason.empty()) builder.member("reason", policy.paths.reason);
    builder.end();
    co_return builder.finish_or_absent();
  }

  Task<Value> set_mode(Call, proc::SandboxSetModeParamsView in) {
    const std::string session_id(in.session_id());
    const std::string_view source = in.raw()["source"].text();
    must(modes_.set(session_id, in.raw()["mode"].text(),
                    source.empty() ? std::nullopt : std::optional(source)));
    co_return object({});
  }

  Task<Value> wrap(Call call, proc::SandboxWrapParamsView in) {
    const std::string_view workspace = in.workspace().value_or(in.cwd());
    Policy policy = co_await must(decide(call, in.session_id(), workspace));
    CommandPlan plan;
    plan.argv = texts(in.argv().raw());
    if (policy.mode == kFullAccess) {
      co_return wrapped(plan.argv, policy.mode, false);
    }
    const Verdict verdict = co_await must(probe_.verdict());
    if (!verdict.works) {
      co_return fail(std::string(proc::errors::kNoSandbox),
                     "the command was not run: mode " + policy.mode +
                         " needs bubblewrap, which does not work here: " + verdict.reason +
                         ". Nothing was run unconfined; mend that, or choose the permission full "
                         "(danger-full-access) to run commands without a sandbox",
                     object({{"name", "SandboxUnavailableError"}}));
    }
    plan.bwrap = verdict.bwrap;
    plan.cwd = in.cwd();
    plan.network = network_ == "full";
    plan.status_fd = kStatusFd;
    if (policy.mode == kWorkspaceWrite) {
      plan.private_tmp = true;
      plan.temp_dir = in.temp_dir().value_or("");
    }
    plan.paths = std::move(policy.paths);
    auto work = [plan = std::move(plan), mask = settings_.mask]() mutable {
      plan.masked = existing_places(mask);
      return bwrap_command(plan);
    };
    const std::vector<std::string> argv = co_await must(context().pool(work));
    co_return wrapped(argv, policy.mode, true);
  }

  static Value wrapped(const std::vector<std::string>& argv, std::string_view mode, bool confined) {
    Builder builder;
    builder.begin_object();
    put_texts(builder, "argv", argv);
    builder.member("confined", confined).member("mode", mode);
    if (confined) {
      builder.member("status_fd", kStatusFd);
      put_texts(builder, "denial_signatures", {"read-only file system"});
      put_texts(builder, "failure_signatures", {"bwrap: "});
    }
    builder.end();
    return builder.finish_or_absent();
  }

  Task<Value> context_text(Call call, ValueView in) {
    const std::string_view session_id = in["session_id"].text();
    const std::optional<std::string_view> session =
        session_id.empty() ? std::nullopt : std::optional(session_id);
    const Policy policy = co_await must(decide(call, session, std::nullopt));
    co_return object({{"text", standing_policy(policy.mode, policy.paths)}});
  }

  void on_disposed(Call, ValueView in) { modes_.forget(in["session_id"].text()); }

  static constexpr Methods kMethods{method<proc::Sandbox::kStatus, &Bubblewrap::status>,
                                    method<proc::Sandbox::kWrap, &Bubblewrap::wrap>,
                                    method<proc::Sandbox::kPolicy, &Bubblewrap::policy>,
                                    method<proc::Sandbox::kSetMode, &Bubblewrap::set_mode>};
  // Ordinal of prompt-text@0.
  static constexpr Methods kContextMethods{method<0, &Bubblewrap::context_text>};

  std::string mode_;
  std::string network_;
  PathSettings settings_;
  bool knows_own_places_ = false;
  std::string host_cwd_;
  SessionModes modes_;
  Probe probe_;
};

}  // namespace keel::sandbox_bwrap

KEEL_PLUGIN(keel::sandbox_bwrap::Bubblewrap, KEEL_PLUGIN_ID, KEEL_PLUGIN_VERSION)
