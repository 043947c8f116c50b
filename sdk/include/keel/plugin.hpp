// SPDX-License-Identifier: MIT
//
// The frame of a plugin: a class, and one line that exports it.
//
//   class Greet : public keel::Plugin {
//    public:
//     using Plugin::Plugin;
//     void start() { keel::keep(context().publish("tool/greet", kMetadata, kMethods, this)); }
//     ...
//   };
//   KEEL_PLUGIN(Greet, "tool/greet", "1.0.0")
//
// Life cycle. The class may have these public functions; they are handlers (see Context), so each
// takes what it needs and may be a coroutine. Only start() is required.
//
//   start()              register what the plugin offers; success makes the instance active
//   stop()               calls have drained: finish, flush, join own threads
//   quiesce()            a swap begins: let go of exclusive resources (ports, locks), keep state
//   resume()             the swap failed: take them again
//   save()               gives the state to hand over, a Value
//   restore(Call, in)    takes the state of the predecessor
//   configure(Call, in)  takes a new config; a failure keeps the old one
//
// The constructor takes a `const keel::Setup&` and passes it to Plugin. Before start() only values,
// the log and describe() are open: it registers, resolves and calls nothing. To refuse a config
// that the manifest's schema could not: throw keel::Failure("CODE", "message").
//
// A plugin has no mutable globals: a process may hold several kernels and several instances.
#pragma once

#include <cstdint>
#include <memory>
#include <new>
#include <string_view>
#include <utility>

#include "keel/abi.h"
#include "keel/call.hpp"
#include "keel/context.hpp"
#include "keel/detail/serve.hpp"
#include "keel/instance.hpp"
#include "keel/methods.hpp"
#include "keel/tables.hpp"
#include "keel/value.hpp"

namespace keel {

/// What the constructor of a plugin is given.
struct Setup {
  Instance& instance;
  /// Complete and valid by the manifest's schema.
  Value config;
};

/// Base of every plugin class: its root context and its config. Kernel thread.
class Plugin {
 public:
  explicit Plugin(const Setup& setup) : context_(setup.instance.context()), config_(setup.config) {}
  Plugin(const Plugin&) = delete;
  Plugin& operator=(const Plugin&) = delete;
  virtual ~Plugin() = default;

  /// Lives as long as the instance; what is registered through it is undone when the instance
  /// stops.
  const Context& context() const { return context_; }
  /// As given at creation. configure() is told of later ones.
  const Value& config() const { return config_; }

 private:
  Context context_;
  Value config_;
};

namespace detail {

template <typename T>
concept HasStart = requires {
  &T::start;
};
template <typename T>
concept HasStop = requires {
  &T::stop;
};
template <typename T>
concept HasQuiesce = requires {
  &T::quiesce;
};
template <typename T>
concept HasResume = requires {
  &T::resume;
};
template <typename T>
concept HasSave = requires {
  &T::save;
};
template <typename T>
concept HasRestore = requires {
  &T::restore;
};
template <typename T>
concept HasConfigure = requires {
  &T::configure;
};

/// One instance of plugin class T, as the host sees it through the keel_plugin table.
template <typename T>
class PluginHolder {
 public:
  explicit PluginHolder(keel_ctx ctx, Value config) : instance_(ctx) {
    record_ = new LifecycleRecord(instance_.context().core());
    try {
      plugin_ = std::make_unique<T>(Setup{instance_, std::move(config)});
    } catch (...) {
      record_->drop();
      throw;
    }
  }
  PluginHolder(const PluginHolder&) = delete;
  PluginHolder& operator=(const PluginHolder&) = delete;
  ~PluginHolder() {
    // Coroutines use the plugin, and the plugin's members use the instance.
    instance_.end_tasks();
    plugin_.reset();
    record_->drop();
  }

  static constexpr std::uint32_t kLifecycle =
      KEEL_LIFE_BIT(KEEL_LIFE_START) | (HasStop<T> ? KEEL_LIFE_BIT(KEEL_LIFE_STOP) : 0U) |
      (HasQuiesce<T> ? KEEL_LIFE_BIT(KEEL_LIFE_QUIESCE) : 0U) |
      (HasResume<T> ? KEEL_LIFE_BIT(KEEL_LIFE_RESUME) : 0U) |
      (HasSave<T> ? KEEL_LIFE_BIT(KEEL_LIFE_SAVE) : 0U) |
      (HasRestore<T> ? KEEL_LIFE_BIT(KEEL_LIFE_RESTORE) : 0U) |
      (HasConfigure<T> ? KEEL_LIFE_BIT(KEEL_LIFE_CONFIGURE) : 0U);

  static std::int32_t create(keel_ctx ctx, keel_value config, void** self, keel_value* why) {
    try {
      *self = new PluginHolder(ctx, Value::share(ValueView(config)));
      return KEEL_OK;
    } catch (...) {
      const Error error = caught_error();
      try {
        if (why != nullptr) *why = error.to_value().release();
      } catch (...) {  // no memory for a reason
      }
      return KEEL_FAILED;
    }
  }

  static std::int32_t lifecycle(void* self, const keel_call* call, std::uint32_t ordinal,
                                const keel_msg* in, keel_msg* out) {
    auto& holder = *static_cast<PluginHolder*>(self);
    switch (ordinal) {
      case KEEL_LIFE_START:
        return holder.serve_step(&T::start, call, ordinal, in, out);
      case KEEL_LIFE_STOP:
        if constexpr (HasStop<T>) return holder.serve_step(&T::stop, call, ordinal, in, out);
        break;
      case KEEL_LIFE_QUIESCE:
        if constexpr (HasQuiesce<T>) return holder.serve_step(&T::quiesce, call, ordinal, in, out);
        break;
      case KEEL_LIFE_RESUME:
        if constexpr (HasResume<T>) return holder.serve_step(&T::resume, call, ordinal, in, out);
        break;
      case KEEL_LIFE_SAVE:
        if constexpr (HasSave<T>) return holder.serve_step(&T::save, call, ordinal, in, out);
        break;
      case KEEL_LIFE_RESTORE:
        if constexpr (HasRestore<T>) return holder.serve_step(&T::restore, call, ordinal, in, out);
        break;
      case KEEL_LIFE_CONFIGURE:
        if constexpr (HasConfigure<T>) {
          return holder.serve_step(&T::configure, call, ordinal, in, out);
        }
        break;
      default:
        break;
    }
    return KEEL_OK;
  }

  static void destroy(void* self) { delete static_cast<PluginHolder*>(self); }

 private:
  class LifecycleRecord final : public Record {
   public:
    using Record::Record;
  };

  template <typename Member>
  std::int32_t serve_step(Member member, const keel_call* call, std::uint32_t ordinal,
                          const keel_msg* in, keel_msg* out) noexcept {
    BoundMember bound(plugin_.get(), member);
    return serve(*record_, bound, call, ordinal, in, out);
  }

  Instance instance_;
  std::unique_ptr<T> plugin_;
  Record* record_ = nullptr;
};

#if !defined(KEEL_HOST_BUILD)

/// The body of keel_plugin_entry.
template <typename T>
std::int32_t fill_plugin(const keel_host& host, keel_plugin& plugin, keel_value* why,
                         std::string_view id, std::string_view version) noexcept {
  static_assert(HasStart<T>, "a plugin class has a public function start()");
  const std::string_view missing = bind_tables(host);
  if (!missing.empty()) {
    // Without the value table there is no way to say so.
    if (missing != "keel.value" && why != nullptr) {
      keel_msg message{};
      store_error(Error::failed("HOST", "this host does not offer the table " +
                                            std::string(missing) + " of ABI 0.1"),
                  message);
      *why = message.value;
    }
    return KEEL_FAILED;
  }
  if (plugin.size < sizeof(keel_plugin)) return KEEL_FAILED;
  plugin.size = sizeof(keel_plugin);
  plugin.abi_major = KEEL_ABI_MAJOR;
  plugin.abi_minor = KEEL_ABI_MINOR;
  plugin.lifecycle_mask = PluginHolder<T>::kLifecycle;
  plugin.id = to_str(id);
  plugin.version = to_str(version);
  plugin.create = &PluginHolder<T>::create;
  plugin.lifecycle = &PluginHolder<T>::lifecycle;
  plugin.destroy = &PluginHolder<T>::destroy;
  return KEEL_OK;
}

#endif

}  // namespace detail

}  // namespace keel

/// Exports plugin class `Type`. Once per library; id and version as in the manifest
/// (keel_add_plugin() defines KEEL_PLUGIN_ID and KEEL_PLUGIN_VERSION from it).
#define KEEL_PLUGIN(Type, id, version)                                                          \
  extern "C" KEEL_EXPORT std::int32_t keel_plugin_entry(const keel_host* host,                  \
                                                        keel_plugin* plugin, keel_value* why) { \
    return keel::detail::fill_plugin<Type>(*host, *plugin, why, id, version);                   \
  }
