// SPDX-License-Identifier: MIT
#include "core/deploy/mount_list.hpp"

#include <optional>
#include <utility>

namespace keel::core {

namespace {

class MountWalk {
 public:
  explicit MountWalk(const ResolveContext& context) : context_(context) {}

  /// Appends the rows below `around`, which is what the groups say so far. Bounded by
  /// kDeepestGroup.
  std::optional<Error> walk(const std::vector<Row>& rows, const MountRow& around) {
    for (const Row& row : rows) {
      MountRow mount = around;
      mount.row = &row;
      if (!mount.disabled) {
        Expected<bool> disabled = resolve_disabled(row, context_);
        if (!disabled) return std::move(disabled.error());
        mount.disabled = *disabled;
        if (*disabled) mount.disabled_by = row.address;
      }
      if (!row.group) {
        mounts_.push_back(std::move(mount));
        continue;
      }
      for (const auto& [service, label] : row.isolate) {
        mount.realms[service] = label ? "=" + *label : row.address;
      }
      if (auto error = walk(row.rows, mount)) return error;
    }
    return {};
  }

  std::vector<MountRow> finish() { return std::move(mounts_); }

 private:
  const ResolveContext& context_;
  std::vector<MountRow> mounts_;
};

}  // namespace

Expected<std::vector<MountRow>> mount_list(const Composition& composition,
                                           const ResolveContext& context) {
  MountWalk walk(context);
  if (auto error = walk.walk(composition.rows, {})) return tl::make_unexpected(std::move(*error));
  return walk.finish();
}

}  // namespace keel::core
