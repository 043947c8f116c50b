#include "core/plugin_image/library.hpp"

#include <cxxabi.h>
#include <dlfcn.h>
#include <link.h>

#include <boost/dll/shared_library.hpp>

#include <cstdlib>
#include <span>
#include <string_view>
#include <utility>

#include "core/plugin_image/fault_text.hpp"
#include "core/plugin_image/note.hpp"
#include "core/plugin_image/note_walk.hpp"
#include "core/plugin_image/process_map.hpp"
#include "core/plugin_image/symbol_findings.hpp"

namespace keel::core {
namespace {

/// What the mapped library says about itself.
struct LoadedNotes {
  std::string build_id;
  std::string manifest;
};

struct NoteSearch {
  std::uint64_t address;
  LoadedNotes notes;

  static int visit(dl_phdr_info* info, std::size_t, void* data) {
    auto& search = *static_cast<NoteSearch*>(data);
    const std::span segments(info->dlpi_phdr, info->dlpi_phnum);
    bool inside = false;
    for (const auto& segment : segments) {
      const std::uint64_t start = info->dlpi_addr + segment.p_vaddr;
      inside = inside || (segment.p_type == PT_LOAD && search.address >= start &&
                          search.address - start < segment.p_memsz);
    }
    if (!inside) return 0;
    for (const auto& segment : segments) {
      if (segment.p_type != PT_NOTE) continue;
      // The dynamic linker gives addresses as numbers.
      // NOLINTNEXTLINE(performance-no-int-to-ptr)
      const auto* start = reinterpret_cast<const std::byte*>(info->dlpi_addr + segment.p_vaddr);
      search.collect(NoteWalk({start, segment.p_filesz}, segment.p_align));
    }
    return 1;
  }

  void collect(NoteWalk walk) {
    for (auto entry = walk.next(); entry && entry->has_value(); entry = walk.next()) {
      const NoteEntry& note = **entry;
      if (note.is("GNU", NT_GNU_BUILD_ID)) {
        notes.build_id = hex_digits(note.content);
      } else if (note.is(kManifestNoteName, kManifestNoteType)) {
        notes.manifest.assign(reinterpret_cast<const char*>(note.content.data()),
                              note.content.size());
      }
    }
  }
};

/// The name that a compiler gave a symbol, as it stands in the source.
std::string demangled(const std::string& name) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status), &std::free);
  return status == 0 && text ? std::string(text.get()) : std::string();
}

/// What to do about a refusal of the dynamic linker, by its words; they are the same in all
/// languages as long as nobody sets a locale with translations of libc.
std::string load_remedy(std::string_view words) {
  constexpr std::string_view kUndefined = "undefined symbol: ";
  if (const auto at = words.find(kUndefined); at != std::string_view::npos) {
    std::string_view name = words.substr(at + kUndefined.size());
    name = name.substr(0, name.find_first_of(" ,(\t"));
    const std::string source_name = demangled(std::string(name));
    return "No library that the plugin links defines " + std::string(name) +
           (source_name.empty() ? "" : " (" + source_name + ")") +
           ": link the one that does, and link with -Wl,-z,defs to see this when building.";
  }
  if (words.find("cannot open shared object file") != std::string_view::npos) {
    return "Install the library that it names, or link it statically.";
  }
  if (words.find("version `") != std::string_view::npos) {
    return "The plugin was built against newer libraries than this system has: build it here, or "
           "on "
           "an older system.";
  }
  if (words.find("failed to map segment") != std::string_view::npos) {
    return "If the image cache is on a file system without execution (noexec), point KEEL_HOME or "
           "XDG_CACHE_HOME to another one.";
  }
  if (words.find("static TLS") != std::string_view::npos) {
    return "Compile the plugin with -ftls-model=global-dynamic.";
  }
  return "Run `ldd` on the library to see what it is missing.";
}

std::optional<ImageError> find_refusal(const Image& image) {
  for (const SymbolFinding& finding : symbol_findings(image.symbols())) {
    if (finding.severity != SymbolFinding::Severity::refuse) continue;
    const bool entry = !image.symbols().exports_entry || !image.symbols().entry_is_function;
    return ImageError{entry ? ImageErrc::entry_missing : ImageErrc::refused,
                      "plugin file '" + image.original_path().native() + "': check " +
                          std::string(finding.check) + ": " + finding.text + ". " + finding.remedy};
  }
  return std::nullopt;
}

/// The mapping must be that of the image, not an older one that the dynamic linker took for it.
std::optional<ImageError> find_other_build(const Image& image, const void* entry) {
  NoteSearch search{reinterpret_cast<std::uint64_t>(entry), {}};
  dl_iterate_phdr(&NoteSearch::visit, &search);
  const auto other = [&](std::string_view place, std::string_view expected,
                         std::string_view found) {
    return make_image_error(
        ImageErrc::mapped_other_build,
        {image.original_path().native(), place, expected, found,
         "The process has an older mapping under the name of this image: restart the host."});
  };
  if (search.notes.build_id != image.build_id()) {
    return other("build id in memory", image.build_id(),
                 search.notes.build_id.empty() ? "none" : search.notes.build_id);
  }
  if (search.notes.manifest != image.manifest_json()) {
    return other("manifest in memory", "the manifest of the file",
                 "another one of " + std::to_string(search.notes.manifest.size()) + " bytes");
  }
  return std::nullopt;
}

UnloadProof prove(const std::filesystem::path& path, const UnloadClass& unload_class) {
  const auto still = [](std::string reason) {
    return UnloadProof{UnloadProof::State::still_mapped, std::move(reason)};
  };
  switch (map_state(path)) {
    case MapState::absent:
      return {};
    case MapState::mapped:
      return still("pages of it are mapped by somebody other than the dynamic linker");
    case MapState::unknown:
      return still("the process map /proc/self/maps cannot be read, so nothing is proved");
    case MapState::linked:
      break;
  }
  if (unload_class.kind == UnloadClass::Kind::resident) return still(unload_class.reason);
  return still(
      "the dynamic linker keeps it: another load of the same content is open, or a thread that "
      "still "
      "runs holds a thread_local object of it");
}

}  // namespace

struct Library::Handle {
  boost::dll::shared_library library;
};

tl::expected<Library, ImageError> Library::load(const Image& image) {
  if (auto refusal = find_refusal(image)) return tl::unexpected(std::move(*refusal));
  if (auto verified = image.verify(); !verified) return tl::unexpected(verified.error());

  const std::string& file = image.original_path().native();
  Library library;
  library.path_ = image.path();
  library.unload_class_ = image.unload_class();
  library.handle_ = std::make_unique<Handle>();
  boost::dll::fs::error_code failure;
  library.handle_->library.load(
      image.path(), boost::dll::load_mode::rtld_now | boost::dll::load_mode::rtld_local, failure);
  if (failure) {
    // Boost keeps only a number; the words are still with the dynamic linker.
    const char* words = dlerror();
    const std::string found = words != nullptr ? words : failure.message();
    return tl::unexpected(make_image_error(
        ImageErrc::load_failed,
        {file, "loading", "a library that the dynamic linker accepts", found, load_remedy(found)}));
  }
  // Boost's lookup hides whose symbol it found.
  void* entry = dlsym(library.handle_->library.native(), kPluginEntryName);
  const auto owner = owner_of(entry);
  // dlsym also looks into the libraries that the plugin needs.
  if (entry == nullptr || !owner || owner->file != image.path().native()) {
    return tl::unexpected(
        make_image_error(ImageErrc::entry_missing,
                         {file, "loaded library", std::string("the function ") + kPluginEntryName,
                          owner ? "it in " + owner->file : "no such symbol",
                          "Declare the plugin with the SDK's macro."}));
  }
  if (auto error = find_other_build(image, entry)) return tl::unexpected(std::move(*error));
  library.entry_ = reinterpret_cast<Entry>(entry);
  return library;
}

Library::Library(Library&& other) noexcept
    : handle_(std::move(other.handle_)),
      entry_(std::exchange(other.entry_, nullptr)),
      path_(std::move(other.path_)),
      unload_class_(std::move(other.unload_class_)) {}

Library& Library::operator=(Library&& other) noexcept {
  Library old(std::move(*this));
  handle_ = std::move(other.handle_);
  path_ = std::move(other.path_);
  unload_class_ = std::move(other.unload_class_);
  entry_ = std::exchange(other.entry_, nullptr);
  return *this;
}

Library::~Library() = default;

UnloadProof Library::unload() {
  entry_ = nullptr;
  handle_.reset();
  return prove(path_, unload_class_);
}

UnloadProof retry_unmap(const std::filesystem::path& image_path) {
  // Boost.DLL cannot ask for a library only if it is loaded.
  if (void* handle = dlopen(image_path.c_str(), RTLD_LAZY | RTLD_NOLOAD)) dlclose(handle);
  return prove(image_path, {});
}

}  // namespace keel::core
