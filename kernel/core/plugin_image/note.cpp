#include "core/plugin_image/note.hpp"

#include "core/plugin_image/fault_text.hpp"
#include "core/plugin_image/note_walk.hpp"

namespace keel::core {
namespace {

constexpr std::string_view kRebuild =
    "Build the plugin with keel_add_plugin(), which embeds plugin.json as this note.";

/// Collects the one manifest note of a file while its segments are walked.
class ManifestSearch {
 public:
  explicit ManifestSearch(const ElfLayout& layout) : layout_(layout) {}

  tl::expected<NoteView, ImageError> run() {
    const auto segments = layout_.segments();
    for (std::size_t i = 0; i < segments.size(); ++i) {
      if (segments[i].p_type != PT_NOTE) continue;
      if (auto error = walk(i, segments[i])) return tl::unexpected(std::move(*error));
    }
    if (!found_) return tl::unexpected(missing());
    return *found_;
  }

 private:
  std::optional<ImageError> walk(std::size_t index, const Elf64_Phdr& segment) {
    const auto bytes = layout_.bytes_of(segment);
    if (bytes.empty()) return std::nullopt;
    const std::string place = "program header " + std::to_string(index) + " (PT_NOTE)";
    if (segment.p_offset % 4 != 0) {
      return fault(ImageErrc::malformed, place, "an offset that is a multiple of 4",
                   hex_text(segment.p_offset), "Put .balign 4 before the note.");
    }
    NoteWalk notes(bytes, segment.p_align);
    for (;;) {
      auto entry = notes.next();
      if (!entry) {
        const NoteFault& bad = entry.error();
        return fault(ImageErrc::malformed,
                     place + ", offset " + hex_text(segment.p_offset + bad.offset), bad.expected,
                     bad.found, kRebuild);
      }
      if (!entry->has_value()) return std::nullopt;
      if (auto error = take(**entry)) return error;
    }
  }

  std::optional<ImageError> take(const NoteEntry& entry) {
    if (!entry.is(kManifestNoteName, kManifestNoteType)) {
      remember_other(entry);
      return std::nullopt;
    }
    const std::uint64_t offset = layout_.offset_of(
        {reinterpret_cast<const std::byte*>(entry.name.data()), entry.name.size()});
    const std::string place = "note 'Keel' type 1 at offset " + hex_text(offset);
    if (entry.content.empty()) {
      return fault(ImageErrc::note_empty, place, "the text of plugin.json", "0 bytes", kRebuild);
    }
    if (entry.content.size() > kMaxManifestSize) {
      return fault(ImageErrc::note_too_large, place,
                   "a manifest of at most " + std::to_string(kMaxManifestSize) + " bytes",
                   std::to_string(entry.content.size()) + " bytes",
                   "Shorten plugin.json; data that is not about the plugin does not belong there.");
    }
    if (found_) {
      return fault(ImageErrc::note_duplicate, place, "exactly one manifest note",
                   "another one whose manifest is at offset " + hex_text(found_->file_offset),
                   "One library is one plugin: link only one embedded plugin.json into it.");
    }
    const auto* text = reinterpret_cast<const char*>(entry.content.data());
    found_ = NoteView{{text, entry.content.size()}, layout_.offset_of(entry.content)};
    return std::nullopt;
  }

  void remember_other(const NoteEntry& entry) {
    constexpr std::size_t kListed = 8;
    if (++others_ > kListed) return;
    if (others_ > 1) other_notes_ += ", ";
    const bool terminated = !entry.name.empty() && entry.name.back() == '\0';
    other_notes_ += quoted_text(entry.name.substr(0, entry.name.size() - (terminated ? 1 : 0)));
    other_notes_ += " type " + std::to_string(entry.type);
    if (!terminated) other_notes_ += " (name without final NUL)";
    if (others_ == kListed) other_notes_ += ", ...";
  }

  ImageError missing() const {
    return fault(ImageErrc::note_missing, "note segments (PT_NOTE)",
                 "one note with the name 'Keel' and type 1",
                 others_ == 0 ? "no note at all" : "only " + other_notes_, kRebuild);
  }

  ImageError fault(ImageErrc code, std::string_view place, std::string_view expected,
                   std::string_view found, std::string_view remedy) const {
    return make_image_error(code, {layout_.file_name(), place, expected, found, remedy});
  }

  const ElfLayout& layout_;
  std::optional<NoteView> found_;
  std::size_t others_ = 0;
  std::string other_notes_;
};

}  // namespace

tl::expected<NoteView, ImageError> read_note(std::span<const std::byte> file,
                                             std::string_view file_name) {
  const auto layout = ElfLayout::parse(file, file_name);
  if (!layout) return tl::unexpected(layout.error());
  return read_note(*layout);
}

tl::expected<NoteView, ImageError> read_note(const ElfLayout& layout) {
  return ManifestSearch(layout).run();
}

std::span<const std::byte> read_build_id(const ElfLayout& layout) {
  for (const Elf64_Phdr& segment : layout.segments()) {
    if (segment.p_type != PT_NOTE) continue;
    NoteWalk notes(layout.bytes_of(segment), segment.p_align);
    for (auto entry = notes.next(); entry && entry->has_value(); entry = notes.next()) {
      if ((*entry)->is("GNU", NT_GNU_BUILD_ID)) return (*entry)->content;
    }
  }
  return {};
}

}  // namespace keel::core
