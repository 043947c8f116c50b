// Loading an image, and the proof that it is gone.
#include <dlfcn.h>
#include <sys/stat.h>

#include <catch2/catch.hpp>

#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <thread>

#include "core/plugin_image/image.hpp"
#include "core/plugin_image/library.hpp"
#include "core/plugin_image/process_map.hpp"
#include "test_place.hpp"

namespace keel::core {
namespace fs = std::filesystem;
using State = UnloadProof::State;

namespace {

Image image_of(const fs::path& file, const TestPlace& place) {
  auto image = Image::open(file, place.cache());
  INFO((image ? "" : image.error().message));
  REQUIRE(image.has_value());
  return *image;
}

Library load(const Image& image) {
  auto library = Library::load(image);
  INFO((library ? "" : library.error().message));
  REQUIRE(library.has_value());
  return std::move(*library);
}

ImageError refusal(const Image& image) {
  const auto library = Library::load(image);
  REQUIRE_FALSE(library.has_value());
  CHECK_FALSE(is_mapped(image.path()));
  CHECK(library.error().message.find(image.original_path().native()) != std::string::npos);
  return library.error();
}

int call(const Library& library) { return reinterpret_cast<int (*)()>(library.entry())(); }

/// A thread that makes one call into a library and then waits until it may end.
class CallingThread {
 public:
  explicit CallingThread(const Library& library) : thread_([this, &library] { run(library); }) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return called_; });
  }
  ~CallingThread() {
    if (thread_.joinable()) end();
  }

  void end() {
    {
      const std::lock_guard lock(mutex_);
      may_end_ = true;
    }
    changed_.notify_all();
    thread_.join();
  }

 private:
  void run(const Library& library) {
    call(library);
    std::unique_lock lock(mutex_);
    called_ = true;
    changed_.notify_all();
    changed_.wait(lock, [this] { return may_end_; });
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  bool called_ = false;
  bool may_end_ = false;
  std::thread thread_;
};

}  // namespace

TEST_CASE("a good plugin is loaded, called, and proved to be unmapped", "[library]") {
  const TestPlace place;
  for (const char* name : {"good", "good_cpp", "no_build_id"}) {
    INFO(name);
    const auto image = image_of(fixture(name), place);
    CHECK_FALSE(is_mapped(image.path()));
    auto library = load(image);
    CHECK(library.path() == image.path());
    CHECK(map_state(image.path()) == MapState::linked);
    if (std::string(name) == "good_cpp") {
      CHECK(reinterpret_cast<int (*)(const char*)>(library.entry())("wo") == 2);
      CHECK(reinterpret_cast<int (*)(const char*)>(library.entry())("en") == -1);
    } else {
      CHECK(reinterpret_cast<long (*)(long)>(library.entry())(41) == 42);
    }
    const auto proof = library.unload();
    INFO(proof.reason);
    CHECK(proof.state == State::unmapped);
    CHECK(proof.reason.empty());
    CHECK(library.entry() == nullptr);
    CHECK(map_state(image.path()) == MapState::absent);
    CHECK(library.unload().state == State::unmapped);
  }
}

TEST_CASE("code runs only when the image is loaded", "[library]") {
  const TestPlace place;
  const auto marker = place / "marker";
  setenv("KEEL_TEST_MARKER", marker.c_str(), 1);
  CHECK(refusal(image_of(fixture("marker_executable_stack"), place)).code == ImageErrc::refused);
  const auto image = image_of(fixture("marker"), place);
  CHECK_FALSE(fs::exists(marker));
  {
    const auto library = load(image);
    CHECK(fs::exists(marker));
  }
  CHECK_FALSE(is_mapped(image.path()));
  unsetenv("KEEL_TEST_MARKER");
}

TEST_CASE("the same path with new content loads the new code", "[library]") {
  const TestPlace place;
  const auto file = place / "plugin.so";
  fs::copy_file(fixture("version_one"), file);
  const auto first = image_of(file, place);
  auto old_library = load(first);
  CHECK(call(old_library) == 1);

  SECTION("replaced by rename") { replace_file(file, fixture("version_two")); }
  SECTION("overwritten in place") { write_bytes(file, bytes_of(fixture("version_two"))); }

  const auto second = image_of(file, place);
  auto new_library = load(second);
  CHECK(call(new_library) == 2);
  CHECK(call(old_library) == 1);
  CHECK(old_library.unload().state == State::unmapped);
  CHECK(call(new_library) == 2);
  CHECK(new_library.unload().state == State::unmapped);
}

TEST_CASE("two loads of one content share a mapping, which the last one ends", "[library]") {
  const TestPlace place;
  const auto image = image_of(fixture("good"), place);
  auto first = load(image);
  auto second = load(image);
  CHECK(first.entry() == second.entry());
  const auto proof = first.unload();
  CHECK(proof.state == State::still_mapped);
  CHECK(proof.reason.find("another load of the same content") != std::string::npos);
  CHECK(second.unload().state == State::unmapped);
}

TEST_CASE("a library moves, and closes when it is dropped or overwritten", "[library]") {
  const TestPlace place;
  const auto one = image_of(fixture("version_one"), place);
  const auto two = image_of(fixture("version_two"), place);
  auto library = load(one);
  auto moved = std::move(library);
  // A library that was moved from is empty, which is promised.
  // NOLINTNEXTLINE(bugprone-use-after-move,clang-analyzer-cplusplus.Move)
  CHECK(library.entry() == nullptr);
  CHECK(call(moved) == 1);
  moved = load(two);
  CHECK_FALSE(is_mapped(one.path()));
  CHECK(call(moved) == 2);
  { const auto dropped = std::move(moved); }
  CHECK_FALSE(is_mapped(two.path()));
}

TEST_CASE("a library that stays is reported with its reason", "[library]") {
  const TestPlace place;
  for (const auto& [name, part] :
       {std::pair{"unique_symbol", "GNU unique"}, std::pair{"thread_local", "__cxa_thread_atexit"},
        std::pair{"no_delete", "nodelete"}}) {
    INFO(name);
    const auto image = image_of(fixture(name), place);
    auto library = load(image);
    call(library);
    const auto proof = library.unload();
    CHECK(proof.state == State::still_mapped);
    CHECK(proof.reason == image.unload_class().reason);
    CHECK(proof.reason.find(part) != std::string::npos);
  }
}

TEST_CASE("a library pinned by a thread goes once the thread has ended", "[library]") {
  const TestPlace place;
  // Content of its own: the main thread holds the fixture itself for ever.
  auto bytes = bytes_of(fixture("thread_local"));
  bytes.resize(bytes.size() + 1);
  write_bytes(place / "plugin.so", bytes);
  const auto image = image_of(place / "plugin.so", place);
  auto library = load(image);
  CallingThread thread(library);
  CHECK(library.unload().state == State::still_mapped);
  CHECK(retry_unmap(image.path()).state == State::still_mapped);
  thread.end();
  CHECK(retry_unmap(image.path()).state == State::unmapped);
}

TEST_CASE("retrying does not end a library in use", "[library]") {
  const TestPlace place;
  const auto image = image_of(fixture("version_one"), place);
  auto library = load(image);
  CHECK(retry_unmap(image.path()).state == State::still_mapped);
  CHECK(call(library) == 1);
  CHECK(library.unload().state == State::unmapped);
  CHECK(retry_unmap(image.path()).state == State::unmapped);
}

TEST_CASE("a library that cannot be loaded says which symbol or library is missing", "[library]") {
  const TestPlace place;
  const auto undefined = refusal(image_of(fixture("undefined_symbol"), place));
  INFO(undefined.message);
  CHECK(undefined.code == ImageErrc::load_failed);
  CHECK(undefined.message.find("undefined symbol: _ZN6absent18function_of_nobodyEi") !=
        std::string::npos);
  CHECK(undefined.message.find("absent::function_of_nobody(int)") != std::string::npos);

  const auto absent = refusal(image_of(fixture("needs_absent"), place));
  CHECK(absent.code == ImageErrc::load_failed);
  CHECK(absent.message.find("libkeel_absent.so: cannot open shared object file") !=
        std::string::npos);
  CHECK(absent.message.find("Install the library") != std::string::npos);

  const auto entry = refusal(image_of(fixture("no_entry"), place));
  CHECK(entry.code == ImageErrc::entry_missing);
  CHECK(entry.message.find("keel_plugin_entry") != std::string::npos);
  CHECK(refusal(image_of(fixture("entry_is_data"), place)).code == ImageErrc::entry_missing);
}

TEST_CASE("findings that would weaken the host refuse the load", "[library]") {
  const TestPlace place;
  for (const char* name : {"executable_stack", "text_relocation", "library_paths"}) {
    const auto error = refusal(image_of(fixture(name), place));
    INFO(error.message);
    CHECK(error.code == ImageErrc::refused);
    CHECK(error.message.find(": check S") != std::string::npos);
  }
  for (const char* name : {"extra_export", "origin_path", "thread_key"}) {
    load(image_of(fixture(name), place));
  }
}

TEST_CASE("an image that changed between opening and loading is not mapped", "[library]") {
  const TestPlace place;
  const auto image = image_of(fixture("good"), place);
  replace_file(image.path(), fixture("good_cpp"));
  CHECK(refusal(image).code == ImageErrc::cache_corrupt);
}

TEST_CASE("a wrong mapping under the name of an image is noticed", "[library]") {
  const TestPlace place;
  const auto image = image_of(fixture("version_one"), place);
  replace_file(image.path(), fixture("version_two"));
  void* stranger = dlopen(image.path().c_str(), RTLD_NOW | RTLD_LOCAL);
  REQUIRE(stranger != nullptr);

  const auto corrupt = Image::open(fixture("version_one"), place.cache());
  REQUIRE_FALSE(corrupt.has_value());
  CHECK(corrupt.error().code == ImageErrc::cache_corrupt);

  replace_file(image.path(), fixture("version_one"));
  const auto library = Library::load(image);
  REQUIRE_FALSE(library.has_value());
  INFO(library.error().message);
  CHECK(library.error().code == ImageErrc::mapped_other_build);
  CHECK(library.error().message.find(image.build_id()) != std::string::npos);
  dlclose(stranger);
  CHECK_FALSE(is_mapped(image.path()));

  chmod(image.path().c_str(), 0500);
  CHECK(Library::load(image_of(fixture("version_one"), place)).has_value());
}

TEST_CASE("a thousand loads leave nothing behind", "[library]") {
  const TestPlace place;
  const auto one = image_of(fixture("version_one"), place);
  const auto two = image_of(fixture("version_two"), place);
  auto library = load(one);
  const auto descriptors = [] {
    return std::distance(fs::directory_iterator("/proc/self/fd"), fs::directory_iterator());
  };
  const auto before = descriptors();
  for (int i = 0; i < 500; ++i) {
    library = load(two);
    REQUIRE(call(library) == 2);
    library = load(one);
    REQUIRE(call(library) == 1);
  }
  CHECK(descriptors() == before);
  CHECK_FALSE(is_mapped(two.path()));
  CHECK(library.unload().state == State::unmapped);
}

}  // namespace keel::core
