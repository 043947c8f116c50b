// From a file to a verified copy in the cache.
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <utime.h>

#include <catch2/catch.hpp>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <thread>

#include "core/plugin_image/image.hpp"
#include "core/plugin_image/sha256.hpp"
#include "test_place.hpp"

namespace keel::core {
namespace fs = std::filesystem;

namespace {

Image open_good(const fs::path& file, const TestPlace& place) {
  auto image = Image::open(file, place.cache());
  INFO((image ? "" : image.error().message));
  REQUIRE(image.has_value());
  return *image;
}

ImageError refusal(const tl::expected<Image, ImageError>& image) {
  REQUIRE_FALSE(image.has_value());
  return image.error();
}

mode_t mode_of(const fs::path& file) {
  struct stat status;
  REQUIRE(stat(file.c_str(), &status) == 0);
  return status.st_mode & 07777;
}

std::string hash_of(const fs::path& file) { return sha256_hex(bytes_of(file)); }

/// Files of this process may not grow beyond a size while it lives.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) {
    getrlimit(RLIMIT_FSIZE, &before_);
    handler_ = signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{bytes, before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileSizeLimit() {
    setrlimit(RLIMIT_FSIZE, &before_);
    signal(SIGXFSZ, handler_);
  }

 private:
  rlimit before_{};
  sighandler_t handler_ = SIG_DFL;
};

}  // namespace

TEST_CASE("SHA-256 is the standard one", "[image]") {
  const std::string text = "abc";
  CHECK(sha256_hex(std::as_bytes(std::span(text))) ==
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(sha256_hex({}) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

TEST_CASE("a plugin file becomes a content-addressed image", "[image]") {
  const TestPlace place;
  const auto image = open_good(fixture("good"), place);
  CHECK(image.original_path() == fixture("good"));
  CHECK(image.sha256_hex() == hash_of(fixture("good")));
  CHECK(image.path() == place.cache() / "images" / (image.sha256_hex() + ".so"));
  CHECK(bytes_of(image.path()) == bytes_of(fixture("good")));
  CHECK(image.manifest_json().find("test/fixture") != std::string::npos);
  CHECK(image.build_id().size() == 40);
  CHECK(image.symbols().exports_entry);
  CHECK(image.unload_class().kind == UnloadClass::Kind::unmappable);
  CHECK(image.origin() == ImageOrigin::written);
  CHECK(mode_of(place.cache()) == 0700);
  CHECK(mode_of(place.cache() / "images") == 0700);
  CHECK(mode_of(image.path()) == 0500);
  CHECK(place.images().size() == 1);

  const auto again = open_good(fixture("good"), place);
  CHECK(again.origin() == ImageOrigin::reused);
  CHECK(again.path() == image.path());
  CHECK(place.images().size() == 1);
}

TEST_CASE("the same content under two names is one image, another content is another", "[image]") {
  const TestPlace place;
  fs::copy_file(fixture("version_one"), place / "a.so");
  fs::copy_file(fixture("version_one"), place / "b.so");
  fs::create_symlink("b.so", place / "link.so");
  const auto a = open_good(place / "a.so", place);
  const auto b = open_good(place / "b.so", place);
  CHECK(a.path() == b.path());
  CHECK(open_good(place / "link.so", place).path() == a.path());

  replace_file(place / "a.so", fixture("version_two"));
  const auto changed = open_good(place / "a.so", place);
  CHECK(changed.path() != a.path());
  CHECK(changed.build_id() != a.build_id());
}

TEST_CASE("a relative path is kept as an absolute one", "[image]") {
  const TestPlace place;
  const auto image = open_good(fs::relative(fixture("good")), place);
  CHECK(image.original_path().is_absolute());
  CHECK(fs::equivalent(image.original_path(), fixture("good")));
}

TEST_CASE("a cache behind a symbolic link gives images their real path", "[image]") {
  const TestPlace place;
  fs::create_directory(place / "real");
  fs::create_directory_symlink("real", place / "cache");
  const auto image = open_good(fixture("good"), place);
  CHECK(image.path().parent_path() == place / "real" / "images");
}

TEST_CASE("a pinned hash must be that of the content", "[image]") {
  const TestPlace place;
  const std::string right = hash_of(fixture("good"));
  CHECK(Image::open(fixture("good"), place.cache(), right).has_value());
  std::string upper = right;
  std::transform(upper.begin(), upper.end(), upper.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  CHECK(Image::open(fixture("good"), place.cache(), upper).has_value());

  const TestPlace other;
  const std::string wrong = hash_of(fixture("good_cpp"));
  const auto mismatch = refusal(Image::open(fixture("good"), other.cache(), wrong));
  CHECK(mismatch.code == ImageErrc::pin_mismatch);
  CHECK(mismatch.message ==
        "plugin file '" + fixture("good").native() + "': content: expected sha256 " + wrong +
            ", found sha256 " + right +
            ". The library is not the one that was pinned: if you replaced it on purpose, set "
            "`sha256` of the row to the new value, otherwise do not trust the file.");
  CHECK_FALSE(fs::exists(other.cache()));

  for (const std::string& pin :
       {std::string(), right.substr(1), right + "0", "sha256:" + right, std::string(64, 'g')}) {
    INFO(pin);
    CHECK(refusal(Image::open(fixture("good"), other.cache(), pin)).code ==
          ImageErrc::pin_malformed);
  }
}

TEST_CASE("what is not a readable regular file is refused at once", "[image]") {
  const TestPlace place;
  const auto absent = refusal(Image::open(place / "absent.so", place.cache()));
  CHECK(absent.code == ImageErrc::open_failed);
  CHECK(absent.message.find("No such file or directory") != std::string::npos);
  CHECK(absent.message.find((place / "absent.so").native()) != std::string::npos);

  CHECK(refusal(Image::open(place / "", place.cache())).code == ImageErrc::not_regular_file);
  REQUIRE(mkfifo((place / "pipe.so").c_str(), 0600) == 0);
  const auto pipe = refusal(Image::open(place / "pipe.so", place.cache()));
  CHECK(pipe.code == ImageErrc::not_regular_file);
  CHECK(pipe.message.find("a pipe") != std::string::npos);
  CHECK(refusal(Image::open("/dev/null", place.cache())).code == ImageErrc::not_regular_file);

  write_bytes(place / "empty.so", {});
  CHECK(refusal(Image::open(place / "empty.so", place.cache())).code == ImageErrc::not_elf);

  write_bytes(place / "huge.so", {});
  fs::resize_file(place / "huge.so", FileContent::kMaxSize + 1);
  CHECK(refusal(Image::open(place / "huge.so", place.cache())).code == ImageErrc::file_too_large);
  CHECK_FALSE(fs::exists(place.cache()));
}

TEST_CASE("a refused file does not enter the cache", "[image]") {
  const TestPlace place;
  CHECK(refusal(Image::open(fixture("two_notes"), place.cache())).code ==
        ImageErrc::note_duplicate);
  CHECK(refusal(Image::open(fixture("no_note"), place.cache())).code == ImageErrc::note_missing);
  CHECK_FALSE(fs::exists(place.cache()));
}

TEST_CASE("no code of a plugin runs while it is opened", "[image]") {
  const TestPlace place;
  const auto marker = place / "marker";
  setenv("KEEL_TEST_MARKER", marker.c_str(), 1);
  const auto image = open_good(fixture("marker"), place);
  CHECK(image.manifest_json().find("test/fixture") != std::string::npos);
  CHECK_FALSE(Image::open(fixture("marker_two_notes"), place.cache()).has_value());
  CHECK_FALSE(fs::exists(marker));
  unsetenv("KEEL_TEST_MARKER");
}

TEST_CASE("a cached image that was corrupted on disk is detected and replaced", "[image]") {
  const TestPlace place;
  const auto image = open_good(fixture("good"), place);
  const auto right = bytes_of(image.path());

  SECTION("one byte") {
    fs::permissions(image.path(), fs::perms::owner_all);
    auto wrong = right;
    wrong[wrong.size() / 2] ^= std::byte{1};
    write_bytes(image.path(), wrong);
  }
  SECTION("cut short") {
    fs::permissions(image.path(), fs::perms::owner_all);
    fs::resize_file(image.path(), right.size() - 1);
  }
  SECTION("a link to the right content") {
    fs::remove(image.path());
    fs::create_symlink(fixture("good"), image.path());
  }
  SECTION("writable by others") { REQUIRE(chmod(image.path().c_str(), 0777) == 0); }

  const auto verified = image.verify();
  const bool same_bytes = mode_of(image.path()) == 0777 && !fs::is_symlink(image.path());
  CHECK(verified.has_value() == (same_bytes && bytes_of(image.path()) == right));
  if (!verified) CHECK(verified.error().code == ImageErrc::cache_corrupt);

  const auto again = open_good(fixture("good"), place);
  CHECK(again.origin() == ImageOrigin::repaired);
  CHECK(bytes_of(again.path()) == right);
  CHECK(mode_of(again.path()) == 0500);
  CHECK_FALSE(fs::is_symlink(again.path()));
  CHECK(again.verify().has_value());
  CHECK(place.images().size() == 1);
}

TEST_CASE("an image that was only touched is proved by its hash", "[image]") {
  const TestPlace place;
  const auto image = open_good(fixture("good"), place);
  const utimbuf long_ago{1000, 1000};
  REQUIRE(utime(image.path().c_str(), &long_ago) == 0);
  CHECK(image.verify().has_value());
  fs::remove(image.path());
  REQUIRE_FALSE(image.verify().has_value());
  CHECK(image.verify().error().message.find("No such file") != std::string::npos);
}

TEST_CASE("a cache that others could change is refused", "[image]") {
  const TestPlace place;
  SECTION("others may write") {
    fs::create_directories(place.cache() / "images");
    REQUIRE(chmod((place.cache() / "images").c_str(), 0777) == 0);
    const auto error = refusal(Image::open(fixture("good"), place.cache()));
    CHECK(error.code == ImageErrc::cache_failed);
    CHECK(error.message.find("mode 0777") != std::string::npos);
  }
  SECTION("the images directory is a link") {
    fs::create_directories(place / "elsewhere");
    fs::create_directories(place.cache());
    fs::create_directory_symlink(place / "elsewhere", place.cache() / "images");
    CHECK(refusal(Image::open(fixture("good"), place.cache())).code == ImageErrc::cache_failed);
  }
  SECTION("the cache is a file") {
    write_bytes(place.cache(), {});
    const auto error = refusal(Image::open(fixture("good"), place.cache()));
    CHECK(error.code == ImageErrc::cache_failed);
    CHECK(error.message.find("Not a directory") != std::string::npos);
  }
  SECTION("the image is a directory") {
    fs::create_directories(place.cache() / "images" / (hash_of(fixture("good")) + ".so"));
    fs::permissions(place.cache() / "images", fs::perms::owner_all);
    CHECK(refusal(Image::open(fixture("good"), place.cache())).code == ImageErrc::cache_failed);
  }
}

TEST_CASE("a write that fails leaves nothing behind", "[image]") {
  const TestPlace place;
  for (const rlim_t limit : {0, 1, 4096}) {
    const FileSizeLimit full(limit);
    const auto error = refusal(Image::open(fixture("good"), place.cache()));
    INFO(error.message);
    CHECK(error.code == ImageErrc::cache_failed);
    CHECK(error.message.find("writing") != std::string::npos);
    CHECK(error.message.find("File too large") != std::string::npos);
    CHECK(place.images().empty());
  }
  CHECK(open_good(fixture("good"), place).origin() == ImageOrigin::written);
}

TEST_CASE("many threads that open one file at once share one image", "[image]") {
  const TestPlace place;
  std::vector<std::thread> threads;
  std::vector<std::string> results(8);
  for (std::size_t i = 0; i < results.size(); ++i) {
    threads.emplace_back([&, i] {
      const auto image = Image::open(fixture("good_cpp"), place.cache());
      results[i] = image ? image->path().native() : image.error().message;
    });
  }
  for (auto& thread : threads) thread.join();
  for (const auto& result : results) CHECK(result == results[0]);
  REQUIRE(place.images().size() == 1);
  CHECK(place.images()[0] == results[0]);
  CHECK(hash_of(place.images()[0]) + ".so" == place.images()[0].filename());
}

TEST_CASE("old temporary files and unused images can be removed", "[image]") {
  const TestPlace place;
  const auto used = open_good(fixture("version_one"), place);
  const auto unused = open_good(fixture("version_two"), place);
  const auto left_over = place.cache() / "images" / ".left.tmp";
  const auto in_work = place.cache() / "images" / ".work.tmp";
  write_bytes(left_over, {});
  write_bytes(in_work, {});
  const utimbuf long_ago{1000, 1000};
  REQUIRE(utime(left_over.c_str(), &long_ago) == 0);
  REQUIRE(utime(unused.path().c_str(), &long_ago) == 0);

  auto cache = ImageCache::open(place.cache(), "test");
  REQUIRE(cache.has_value());
  CHECK(cache->prune(std::chrono::hours(24 * 30)) == 1);
  CHECK(fs::exists(used.path()));
  CHECK_FALSE(fs::exists(unused.path()));

  open_good(fixture("version_two"), place);
  CHECK_FALSE(fs::exists(left_over));
  CHECK(fs::exists(in_work));
}

}  // namespace keel::core
