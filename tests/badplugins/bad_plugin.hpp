// SPDX-License-Identifier: MIT
//
// The honest part of a misbehaving plugin: entry, create, START that publishes bad/<name>. Each
// file beside this one replaces the part that it gets wrong. Plain ABI functions throughout: the
// SDK would not let them through.
#pragma once

#include <cstdint>
#include <string_view>

#include "keel/abi.h"
#include "keel/detail/outcome.hpp"
#include "keel/error.hpp"
#include "keel/tables.hpp"
#include "keel/value.hpp"

namespace bad {

/// One instance.
struct Self {
  keel_ctx ctx{nullptr, 0};
  /// Kept by plugins that misuse it.
  keel_completion completion{nullptr, 0};
  keel_stream stream{nullptr, 0};
};

inline std::int32_t publish(Self& self, std::string_view name, keel_method method,
                            keel_value* why) {
  const keel::Value metadata = keel::object({});
  keel_publication publication{};
  publication.size = sizeof publication;
  publication.op = KEEL_PUBLISH_ADD;
  publication.name = keel::detail::to_str(name);
  publication.metadata = metadata.raw();
  publication.method = method;
  publication.self = &self;
  publication.method_count = 3;
  return keel::detail::service_api().publish(self.ctx, &publication, 1, why);
}

inline std::int32_t create(keel_ctx ctx, keel_value, void** self, keel_value*) {
  *self = new Self{ctx, {}, {}};
  return KEEL_OK;
}

inline void destroy(void* self) { delete static_cast<Self*>(self); }

/// Publishes bad/<name> with `Method` at START.
template <keel_method Method>
std::int32_t lifecycle(void* self, const keel_call*, std::uint32_t ordinal, const keel_msg*,
                       keel_msg* out) {
  if (ordinal != KEEL_LIFE_START) return KEEL_OK;
  const std::int32_t status =
      publish(*static_cast<Self*>(self), KEEL_PLUGIN_ID, Method, &out->value);
  return status == KEEL_OK ? KEEL_OK : KEEL_FAILED;
}

/// A table without fault; KEEL_FAILED when the host has not what the plugin needs.
inline std::int32_t fill(const keel_host* host, keel_plugin* plugin, keel_method lifecycle) {
  if (!keel::detail::bind_tables(*host).empty() || plugin->size < sizeof *plugin) {
    return KEEL_FAILED;
  }
  plugin->size = sizeof *plugin;
  plugin->abi_major = KEEL_ABI_MAJOR;
  plugin->abi_minor = KEEL_ABI_MINOR;
  plugin->lifecycle_mask = KEEL_LIFE_BIT(KEEL_LIFE_START);
  plugin->id = keel::detail::to_str(KEEL_PLUGIN_ID);
  plugin->version = keel::detail::to_str(KEEL_PLUGIN_VERSION);
  plugin->create = &create;
  plugin->lifecycle = lifecycle;
  plugin->destroy = &destroy;
  return KEEL_OK;
}

}  // namespace bad
