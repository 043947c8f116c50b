// What is mapped, and whose an address is.
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <catch2/catch.hpp>

#include <array>
#include <csetjmp>
#include <csignal>

#include "core/plugin_image/file_handle.hpp"
#include "core/plugin_image/image.hpp"
#include "core/plugin_image/library.hpp"
#include "core/plugin_image/process_map.hpp"
#include "test_place.hpp"

namespace keel::core {
namespace fs = std::filesystem;

namespace {

/// One page of a file, mapped while it lives.
class PageOfFile {
 public:
  explicit PageOfFile(const fs::path& file) {
    const FileHandle handle(open(file.c_str(), O_RDONLY | O_CLOEXEC));
    page_ = mmap(nullptr, 4096, PROT_READ, MAP_PRIVATE, handle.descriptor(), 0);
    REQUIRE(page_ != MAP_FAILED);
  }
  ~PageOfFile() { munmap(page_, 4096); }
  const void* at(std::size_t offset) const { return static_cast<const char*>(page_) + offset; }

 private:
  void* page_;
};

sigjmp_buf after_crash;
std::array<char, 4096> crash_owner;
volatile std::size_t crash_owner_length;

void on_crash(int, siginfo_t* info, void*) {
  crash_owner_length = owner_of_in_signal_handler(info->si_addr, crash_owner);
  siglongjmp(after_crash, 1);
}

}  // namespace

TEST_CASE("a mapped file is found, also after it was deleted or renamed", "[map]") {
  const TestPlace place;
  const auto file = place / "with space (deleted)";
  fs::copy_file(fixture("good"), file);
  CHECK(map_state(file) == MapState::absent);
  {
    const PageOfFile page(file);
    CHECK(map_state(file) == MapState::mapped);
    CHECK(is_mapped(file));
    fs::remove(file);
    CHECK(map_state(file) == MapState::mapped);
  }
  CHECK(map_state(file) == MapState::absent);
}

TEST_CASE("a path with a line break is found", "[map]") {
  const TestPlace place;
  const auto file = place / "two\nlines";
  fs::copy_file(fixture("good"), file);
  const PageOfFile page(file);
  CHECK(map_state(file) == MapState::mapped);
  CHECK_FALSE(is_mapped(place / "two"));
}

TEST_CASE("an address belongs to its library, program or mapping", "[map]") {
  static int of_this_program;
  const auto program = owner_of(&of_this_program);
  REQUIRE(program.has_value());
  CHECK(program->file == fs::read_symlink("/proc/self/exe").native());

  const auto libc = owner_of(reinterpret_cast<const void*>(&::getsid));
  REQUIRE(libc.has_value());
  CHECK(libc->file.find("libc.so") != std::string::npos);

  const TestPlace place;
  const PageOfFile page(fixture("good"));
  const auto data = owner_of(page.at(100));
  REQUIRE(data.has_value());
  CHECK(data->file == fs::canonical(fixture("good")).native());
  CHECK(data->offset == 100);
  CHECK_FALSE(owner_of(nullptr).has_value());

  auto image = Image::open(fixture("good"), place.cache());
  REQUIRE(image.has_value());
  auto library = Library::load(*image);
  REQUIRE(library.has_value());
  const auto code = owner_of(reinterpret_cast<const void*>(library->entry()));
  REQUIRE(code.has_value());
  CHECK(code->file == image->path().native());
  CHECK(code->offset < fs::file_size(image->path()));
  // Memory behind the file part: the kernel's map has no name for it.
  const auto beyond = owner_of(reinterpret_cast<const void* (*)(long)>(library->entry())(-1));
  REQUIRE(beyond.has_value());
  CHECK(beyond->file == image->path().native());

  const void* entry = reinterpret_cast<const void*>(library->entry());
  CHECK(library->unload().state == UnloadProof::State::unmapped);
  const auto gone = owner_of(entry);
  CHECK((!gone || gone->file != image->path().native()));
}

TEST_CASE("a crash inside a plugin is attributed to it by the signal handler", "[map]") {
  const TestPlace place;
  auto image = Image::open(fixture("trap"), place.cache());
  REQUIRE(image.has_value());
  auto library = Library::load(*image);
  REQUIRE(library.has_value());

  struct sigaction action {};
  struct sigaction before {};
  action.sa_sigaction = on_crash;
  action.sa_flags = SA_SIGINFO;
  for (const int number : {SIGILL, SIGTRAP}) sigaction(number, &action, &before);
  if (sigsetjmp(after_crash, 1) == 0) {
    library->entry()();
    FAIL("the trap did nothing");
  }
  for (const int number : {SIGILL, SIGTRAP}) sigaction(number, &before, nullptr);
  CHECK(std::string_view(crash_owner.data(), crash_owner_length) == image->path().native());
}

TEST_CASE("a path that does not fit is cut in the signal handler", "[map]") {
  const PageOfFile page(fixture("good"));
  std::array<char, 8> small;
  CHECK(owner_of_in_signal_handler(page.at(0), small) == small.size());
  CHECK(std::string_view(small.data(), small.size()) ==
        fs::canonical(fixture("good")).native().substr(0, small.size()));
  CHECK(owner_of_in_signal_handler(nullptr, small) == 0);
}

}  // namespace keel::core
