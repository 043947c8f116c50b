// The manifest note, read from files that are good, wrong and hostile.
#include <elf.h>

#include <catch2/catch.hpp>

#include <cstring>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "core/plugin_image/note.hpp"
#include "core/plugin_image/note_walk.hpp"
#include "core/plugin_image/symbols.hpp"
#include "test_place.hpp"

namespace keel::core {
namespace {

/// A plugin file whose headers a test changes.
struct Draft {
  std::vector<std::byte> bytes;
  Elf64_Ehdr header;
  std::vector<Elf64_Phdr> segments;

  explicit Draft(const std::string& name) : bytes(bytes_of(fixture(name))) {
    std::memcpy(&header, bytes.data(), sizeof header);
    segments.resize(header.e_phnum);
    std::memcpy(segments.data(), bytes.data() + header.e_phoff,
                segments.size() * sizeof(Elf64_Phdr));
  }

  Elf64_Phdr& first(std::uint32_t type) {
    for (auto& segment : segments) {
      if (segment.p_type == type) return segment;
    }
    throw std::runtime_error("the fixture has no such segment");
  }

  /// The 12 header bytes of the manifest note.
  Elf64_Nhdr* manifest_note() {
    for (auto& segment : segments) {
      if (segment.p_type != PT_NOTE) continue;
      NoteWalk walk(std::span<const std::byte>(bytes).subspan(segment.p_offset, segment.p_filesz),
                    segment.p_align);
      for (auto entry = walk.next(); entry && entry->has_value(); entry = walk.next()) {
        if (!(*entry)->is("Keel", 1)) continue;
        return reinterpret_cast<Elf64_Nhdr*>(bytes.data() + segment.p_offset + (*entry)->offset);
      }
    }
    throw std::runtime_error("the fixture has no manifest note");
  }

  /// The bytes with the changed headers, in a block of exactly their size.
  std::vector<std::byte> finish() {
    std::memcpy(bytes.data() + sizeof header, segments.data(),
                segments.size() * sizeof(Elf64_Phdr));
    std::memcpy(bytes.data(), &header, sizeof header);
    return bytes;
  }
};

ImageError refusal_of(const std::vector<std::byte>& bytes) {
  const auto note = read_note(bytes, "/plugins/x.so");
  REQUIRE_FALSE(note.has_value());
  const std::string& message = note.error().message;
  INFO(message);
  CHECK(message.find("'/plugins/x.so'") != std::string::npos);
  CHECK(message.find(": expected ") != std::string::npos);
  CHECK(message.find(", found ") != std::string::npos);
  CHECK(message.back() == '.');
  return note.error();
}

void check_refusal(const std::string& fixture_name, ImageErrc code, const std::string& part) {
  const ImageError error = refusal_of(bytes_of(fixture(fixture_name)));
  INFO(error.message);
  CHECK(image_errc_name(error.code) == image_errc_name(code));
  CHECK(error.message.find(part) != std::string::npos);
}

void run_all_readers(const std::vector<std::byte>& bytes) {
  const auto note = read_note(bytes, "x.so");
  if (note) {
    REQUIRE(note->manifest_json.size() <= kMaxManifestSize);
    // Touch every byte: an address sanitizer sees views that leave the file.
    std::size_t sum = 0;
    for (const char c : note->manifest_json) sum += static_cast<unsigned char>(c);
    REQUIRE(sum <= note->manifest_json.size() * 255);
  } else {
    REQUIRE_FALSE(note.error().message.empty());
  }
  const auto symbols = read_symbols(bytes, "x.so");
  if (!symbols) REQUIRE_FALSE(symbols.error().message.empty());
}

}  // namespace

TEST_CASE("the manifest is read as it was embedded", "[note]") {
  const auto bytes = bytes_of(fixture("good"));
  const auto note = read_note(bytes, "good.so");
  REQUIRE(note.has_value());
  CHECK(note->manifest_json ==
        "{ \"id\": \"test/fixture\", \"version\": \"1.0.0\", \"abi\": \"0.1\" }\n");
  CHECK(std::memcmp(bytes.data() + note->file_offset, note->manifest_json.data(),
                    note->manifest_json.size()) == 0);
}

TEST_CASE("a manifest of exactly 64 KiB is accepted, one byte more is not", "[note]") {
  const auto bytes = bytes_of(fixture("largest_note"));
  const auto note = read_note(bytes, "largest.so");
  REQUIRE(note.has_value());
  CHECK(note->manifest_json.size() == 65536);
  check_refusal("large_note", ImageErrc::note_too_large, "found 65537 bytes");
}

TEST_CASE("a file without exactly one manifest note is refused", "[note]") {
  check_refusal("no_note", ImageErrc::note_missing, "only 'GNU' type 3");
  check_refusal("two_notes", ImageErrc::note_duplicate, "another one whose manifest is at offset");
  check_refusal("wrong_note_type", ImageErrc::note_missing, "'Keel' type 2");
  check_refusal("wrong_note_name", ImageErrc::note_missing, "'Kiel' type 1");
  check_refusal("empty_note", ImageErrc::note_empty, "0 bytes");
}

TEST_CASE("what is no shared library for this host is refused by name", "[note]") {
  CHECK(refusal_of({}).code == ImageErrc::not_elf);
  const std::string script = "#!/bin/sh\necho no library\n";
  const auto* start = reinterpret_cast<const std::byte*>(script.data());
  const auto error = refusal_of({start, start + script.size()});
  CHECK(error.code == ImageErrc::not_elf);
  CHECK(error.message.find("'#!/b'") != std::string::npos);

  struct Case {
    const char* what;
    std::function<void(Elf64_Ehdr&)> change;
    ImageErrc code;
    const char* part;
  };
  const std::vector<Case> cases = {
      {"32 bits", [](auto& h) { h.e_ident[EI_CLASS] = ELFCLASS32; }, ImageErrc::wrong_class,
       "EI_CLASS"},
      {"big endian", [](auto& h) { h.e_ident[EI_DATA] = ELFDATA2MSB; }, ImageErrc::wrong_byte_order,
       "EI_DATA"},
      {"version", [](auto& h) { h.e_version = 7; }, ImageErrc::malformed, "found 1 and 7"},
      {"other system", [](auto& h) { h.e_ident[EI_OSABI] = ELFOSABI_FREEBSD; },
       ImageErrc::wrong_machine, "EI_OSABI"},
      {"program", [](auto& h) { h.e_type = ET_EXEC; }, ImageErrc::wrong_type, "a program"},
      {"object", [](auto& h) { h.e_type = ET_REL; }, ImageErrc::wrong_type, "an object file"},
      {"other CPU", [](auto& h) { h.e_machine = EM_S390; }, ImageErrc::wrong_machine,
       "machine number 22"},
      {"no segments", [](auto& h) { h.e_phnum = 0; }, ImageErrc::malformed, "0 entries"},
      {"too many segments", [](auto& h) { h.e_phnum = 0xffff; }, ImageErrc::malformed,
       "65535 entries"},
      {"entry size", [](auto& h) { h.e_phentsize = 32; }, ImageErrc::malformed, "32 bytes"},
      {"table outside", [](auto& h) { h.e_phoff = 1u << 30; }, ImageErrc::truncated,
       "program header table"},
      {"table at the end of numbers", [](auto& h) { h.e_phoff = UINT64_MAX - 8; },
       ImageErrc::truncated, "program header table"},
      {"sections outside", [](auto& h) { h.e_shoff = UINT64_MAX; }, ImageErrc::truncated,
       "section table"},
      {"section size", [](auto& h) { h.e_shentsize = 1; }, ImageErrc::malformed, "1 bytes"},
  };
  for (const Case& one : cases) {
    INFO(one.what);
    Draft draft("good");
    one.change(draft.header);
    const auto found = refusal_of(draft.finish());
    INFO(found.message);
    CHECK(image_errc_name(found.code) == image_errc_name(one.code));
    CHECK(found.message.find(one.part) != std::string::npos);
  }
}

TEST_CASE("segments that contradict the file or each other are refused", "[note]") {
  struct Case {
    const char* what;
    std::function<void(Draft&)> change;
    ImageErrc code;
    const char* part;
  };
  const std::vector<Case> cases = {
      {"note offset huge", [](Draft& d) { d.first(PT_NOTE).p_offset = UINT64_MAX - 3; },
       ImageErrc::malformed, "PT_NOTE"},
      {"note outside", [](Draft& d) { d.first(PT_NOTE).p_offset = 1u << 30; }, ImageErrc::truncated,
       "PT_NOTE"},
      {"note size huge", [](Draft& d) { d.first(PT_NOTE).p_filesz = UINT64_MAX / 2; },
       ImageErrc::truncated, "PT_NOTE"},
      {"note not where its address says", [](Draft& d) { d.first(PT_NOTE).p_vaddr += 4; },
       ImageErrc::malformed, "inside one loadable segment"},
      {"note not allocated", [](Draft& d) { d.first(PT_NOTE).p_vaddr = 1u << 30; },
       ImageErrc::malformed, "allocated"},
      {"note alignment", [](Draft& d) { d.first(PT_NOTE).p_align = 16; }, ImageErrc::malformed,
       "alignment of 4 or 8"},
      {"note offset unaligned",
       [](Draft& d) {
         d.first(PT_NOTE).p_offset += 2;
         d.first(PT_NOTE).p_vaddr += 2;
       },
       ImageErrc::malformed, "multiple of 4"},
      {"note cut inside", [](Draft& d) { d.first(PT_NOTE).p_filesz -= 40; }, ImageErrc::malformed,
       "a note"},
      {"empty note segments",
       [](Draft& d) {
         for (auto& s : d.segments) {
           if (s.p_type == PT_NOTE) s.p_filesz = 0;
         }
       },
       ImageErrc::note_missing, "no note at all"},
      {"two note segments over the same bytes",
       [](Draft& d) { d.first(PT_GNU_EH_FRAME) = d.first(PT_NOTE); }, ImageErrc::malformed,
       "do not overlap"},
      {"no loadable segment",
       [](Draft& d) {
         for (auto& s : d.segments) {
           if (s.p_type == PT_LOAD) s.p_type = PT_NULL;
         }
       },
       ImageErrc::malformed, "no loadable segment"},
      {"two dynamic segments", [](Draft& d) { d.first(PT_GNU_EH_FRAME) = d.first(PT_DYNAMIC); },
       ImageErrc::malformed, "2 dynamic"},
      {"no dynamic segment", [](Draft& d) { d.first(PT_DYNAMIC).p_type = PT_NULL; },
       ImageErrc::malformed, "0 dynamic"},
      {"empty dynamic segment", [](Draft& d) { d.first(PT_DYNAMIC).p_filesz = 0; },
       ImageErrc::malformed, "a size of 0"},
      {"load larger in the file than in memory", [](Draft& d) { d.first(PT_LOAD).p_memsz = 1; },
       ImageErrc::malformed, "memory size"},
      {"load beyond the address space",
       [](Draft& d) {
         d.first(PT_LOAD).p_memsz = UINT64_MAX;
         d.first(PT_LOAD).p_vaddr = 1u << 20;
       },
       ImageErrc::malformed, "address space"},
      {"load alignment", [](Draft& d) { d.first(PT_LOAD).p_align = 4095; }, ImageErrc::malformed,
       "power of two"},
      {"loads that overlap", [](Draft& d) { d.first(PT_LOAD).p_memsz = 1u << 28; },
       ImageErrc::malformed, "behind the loadable segment before it"},
      {"manifest name longer than the segment",
       [](Draft& d) { d.manifest_note()->n_namesz = UINT32_MAX; }, ImageErrc::malformed,
       "a name of 0xffffffff"},
      {"manifest longer than the segment",
       [](Draft& d) { d.manifest_note()->n_descsz = UINT32_MAX; }, ImageErrc::malformed,
       "a content of 0xffffffff"},
      {"name without its final NUL",
       [](Draft& d) {
         Elf64_Nhdr* note = d.manifest_note();
         note->n_namesz -= 1;
         note->n_descsz += 4;
       },
       ImageErrc::note_missing, "'Keel' type 1 (name without final NUL)"},
  };
  for (const Case& one : cases) {
    INFO(one.what);
    Draft draft("good");
    one.change(draft);
    const auto found = refusal_of(draft.finish());
    INFO(found.message);
    CHECK(image_errc_name(found.code) == image_errc_name(one.code));
    CHECK(found.message.find(one.part) != std::string::npos);
  }
}

TEST_CASE("hostile text in a note cannot forge a message", "[note]") {
  Draft draft("good");
  auto* note = draft.manifest_note();
  std::memcpy(note + 1, "\x1b[2\n", 4);
  const auto error = refusal_of(draft.finish());
  CHECK(error.code == ImageErrc::note_missing);
  CHECK(error.message.find("\\x1b[2\\x0a") != std::string::npos);
  CHECK(error.message.find('\x1b') == std::string::npos);
}

TEST_CASE("a file cut short anywhere is refused", "[note]") {
  for (const char* name : {"good", "good_cpp"}) {
    const auto whole = bytes_of(fixture(name));
    REQUIRE(read_note(whole, name).has_value());
    for (std::size_t size = 0; size < whole.size(); size += size < 1024 ? 1 : 64) {
      const std::vector<std::byte> cut(whole.begin(),
                                       whole.begin() + static_cast<std::ptrdiff_t>(size));
      INFO(name << " cut to " << size << " bytes");
      REQUIRE_FALSE(read_note(cut, name).has_value());
      REQUIRE_FALSE(read_symbols(cut, name).has_value());
    }
    const std::vector<std::byte> cut(whole.begin(), whole.end() - 1);
    REQUIRE_FALSE(read_note(cut, name).has_value());
  }
}

TEST_CASE("no flipped bit in headers, notes and tables crashes a reader", "[note]") {
  const auto whole = bytes_of(fixture("good_cpp"));
  Draft draft("good_cpp");
  const auto& first_load = draft.first(PT_LOAD);
  // The first segment: headers, notes, hash table, symbols and names.
  std::vector<std::pair<std::size_t, std::size_t>> regions = {
      {0, std::min<std::size_t>(first_load.p_filesz, 4096)},
      {draft.first(PT_DYNAMIC).p_offset,
       draft.first(PT_DYNAMIC).p_offset + draft.first(PT_DYNAMIC).p_filesz},
      {draft.header.e_shoff, whole.size()}};
  // All bits of the headers; elsewhere the lowest, the highest and all at once say as much.
  constexpr std::size_t kHeaders = 1024;
  auto changed = whole;
  for (const auto& [from, to] : regions) {
    for (std::size_t i = from; i < to; ++i) {
      for (int bit = 0; bit < 8; bit += i < kHeaders ? 1 : 7) {
        changed[i] = whole[i] ^ std::byte(1 << bit);
        run_all_readers(changed);
      }
      changed[i] = ~whole[i];
      run_all_readers(changed);
      changed[i] = whole[i];
    }
  }
}

TEST_CASE("no field of extreme size crashes a reader", "[note]") {
  const auto whole = bytes_of(fixture("good_cpp"));
  Draft draft("good_cpp");
  const std::uint64_t extremes[] = {0,
                                    1,
                                    0x7fffffff,
                                    0xffffffff,
                                    UINT64_MAX,
                                    UINT64_MAX - 7,
                                    std::uint64_t{1} << 63,
                                    whole.size(),
                                    whole.size() - 1};
  const auto& dynamic = draft.first(PT_DYNAMIC);
  std::vector<std::pair<std::size_t, std::size_t>> regions = {
      {0, 64 + draft.segments.size() * sizeof(Elf64_Phdr) + 2048},
      {dynamic.p_offset, dynamic.p_offset + dynamic.p_filesz}};
  auto changed = whole;
  for (const auto& [from, to] : regions) {
    for (std::size_t i = from; i + 8 <= to; i += 4) {
      for (const std::uint64_t extreme : extremes) {
        for (const std::size_t width : {std::size_t{4}, std::size_t{8}}) {
          std::memcpy(changed.data() + i, &extreme, width);
          run_all_readers(changed);
          std::memcpy(changed.data() + i, whole.data() + i, 8);
        }
      }
    }
  }
}

TEST_CASE("no random damage crashes a reader", "[note]") {
  std::mt19937_64 random(20240817);
  for (const char* name : {"good", "two_notes", "extra_export"}) {
    const auto whole = bytes_of(fixture(name));
    for (int round = 0; round < 3000; ++round) {
      auto changed = whole;
      for (int i = 0; i < 1 + round % 24; ++i) {
        changed[random() % std::min<std::size_t>(changed.size(), 4096)] = std::byte(random());
      }
      run_all_readers(changed);
    }
  }
}

TEST_CASE("a note segment aligned to 8 is walked with its own padding", "[note]") {
  // Two notes: a name of 4 bytes, then one of 5, whose contents start at multiples of 8.
  std::vector<std::byte> bytes(64);
  const Elf64_Nhdr first{4, 3, 5};
  const Elf64_Nhdr second{5, 2, 1};
  std::memcpy(bytes.data(), &first, 12);
  std::memcpy(bytes.data() + 12, "GNU", 4);
  std::memcpy(bytes.data() + 16, "abc", 3);
  std::memcpy(bytes.data() + 24, &second, 12);
  std::memcpy(bytes.data() + 36, "Keel", 5);
  std::memcpy(bytes.data() + 48, "{}", 2);
  NoteWalk walk(std::span<const std::byte>(bytes).first(50), 8);
  auto entry = walk.next();
  REQUIRE(entry.has_value());
  REQUIRE(entry->has_value());
  CHECK((*entry)->is("GNU", 5));
  entry = walk.next();
  REQUIRE(entry.has_value());
  REQUIRE(entry->has_value());
  CHECK((*entry)->is("Keel", 1));
  CHECK(std::memcmp((*entry)->content.data(), "{}", 2) == 0);
  entry = walk.next();
  REQUIRE(entry.has_value());
  CHECK_FALSE(entry->has_value());
}

}  // namespace keel::core
