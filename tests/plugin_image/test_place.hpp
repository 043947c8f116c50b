// A directory of its own for one test, and the fixture files.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

/// Made empty, removed with everything in it.
class TestPlace {
 public:
  TestPlace();
  TestPlace(const TestPlace&) = delete;
  TestPlace& operator=(const TestPlace&) = delete;
  ~TestPlace();

  std::filesystem::path operator/(const std::string& name) const { return root_ / name; }
  std::filesystem::path cache() const { return root_ / "cache"; }
  std::vector<std::filesystem::path> images() const;

 private:
  std::filesystem::path root_;
};

std::filesystem::path fixture(const std::string& name);
std::vector<std::byte> bytes_of(const std::filesystem::path& file);
void write_bytes(const std::filesystem::path& file, const std::vector<std::byte>& bytes);
/// By rename, as an installer does.
void replace_file(const std::filesystem::path& file, const std::filesystem::path& by);
