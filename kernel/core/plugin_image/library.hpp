// A plugin image that is mapped into this process, and the proof that it no longer is.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include <tl/expected.hpp>

#include "core/plugin_image/image.hpp"
#include "core/plugin_image/image_error.hpp"

namespace keel::core {

/// What became of a library after it was closed.
struct UnloadProof {
  enum class State {
    unmapped,      ///< Neither the dynamic linker nor the kernel has it any more.
    still_mapped,  ///< Part of the process yet; pointers into it stay good.
  };
  State state = State::unmapped;
  std::string reason;  ///< Why it is still mapped, one clause for people; empty when unmapped.
};

/// Owns one load of an image. Loads of the same image share one mapping, which the last of them
/// ends. Move-only; any thread, one at a time per object.
class Library {
 public:
  /// The real type is in the SDK's abi.h; cast it back before the call.
  using Entry = void (*)();

  /// Maps the image with RTLD_NOW | RTLD_LOCAL. Initialisers of the library run here, on this
  /// thread: accept the manifest first. An initialiser that throws or exits ends the process.
  ///
  /// Errors: refused and entry_missing before anything is mapped; cache_corrupt; load_failed with
  /// the dynamic linker's words; mapped_other_build if what is in memory has another build id or
  /// manifest.
  static tl::expected<Library, ImageError> load(const Image& image);

  /// Leaves the other one as after unload().
  Library(Library&&) noexcept;
  /// Closes what it held, without proof.
  Library& operator=(Library&&) noexcept;
  /// Closes, without proof.
  ~Library();

  /// keel_plugin_entry. Null after unload().
  Entry entry() const { return entry_; }
  /// The image in the cache.
  const std::filesystem::path& path() const { return path_; }

  /// Closes and looks. Runs finalisers of the library on this thread. No pointer into the library
  /// may be in use. A second call only looks again.
  UnloadProof unload();

 private:
  struct Handle;

  Library() = default;

  std::unique_ptr<Handle> handle_;
  Entry entry_ = nullptr;
  std::filesystem::path path_;
  UnloadClass unload_class_;
};

/// For a library that unload() found still mapped because of a thread that has ended since: lets
/// the dynamic linker collect it, which it does only when something is closed, and looks again.
/// Changes nothing for a library that is in use. Any thread.
UnloadProof retry_unmap(const std::filesystem::path& image_path);

}  // namespace keel::core
