#include "test_place.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <stdexcept>

namespace fs = std::filesystem;

TestPlace::TestPlace() {
  std::string name = (fs::temp_directory_path() / "keel-image-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no directory for the test");
  root_ = fs::canonical(name);
}

TestPlace::~TestPlace() {
  std::error_code ignored;
  fs::remove_all(root_, ignored);
}

std::vector<fs::path> TestPlace::images() const {
  std::vector<fs::path> found;
  for (const auto& entry : fs::directory_iterator(cache() / "images"))
    found.push_back(entry.path());
  std::sort(found.begin(), found.end());
  return found;
}

fs::path fixture(const std::string& name) { return fs::path(KEEL_IMAGE_FIXTURES) / (name + ".so"); }

std::vector<std::byte> bytes_of(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::vector<std::byte> bytes(fs::file_size(file));
  stream.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  if (!stream) throw std::runtime_error("cannot read " + file.string());
  return bytes;
}

void write_bytes(const fs::path& file, const std::vector<std::byte>& bytes) {
  std::ofstream stream(file, std::ios::binary | std::ios::trunc);
  stream.write(reinterpret_cast<const char*>(bytes.data()),
               static_cast<std::streamsize>(bytes.size()));
  if (!stream.flush()) throw std::runtime_error("cannot write " + file.string());
}

void replace_file(const fs::path& file, const fs::path& by) {
  fs::path temporary = file;
  temporary += ".new";
  fs::copy_file(by, temporary, fs::copy_options::overwrite_existing);
  fs::rename(temporary, file);
}
