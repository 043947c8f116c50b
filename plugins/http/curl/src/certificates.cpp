// SPDX-License-Identifier: MIT
#include "certificates.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>
#include <system_error>

namespace keel::http_curl {

namespace fs = std::filesystem;

namespace {

constexpr std::array<const char*, 3> kFolders{"/etc/ssl/certs", "/etc/pki/tls/certs",
                                              "/etc/openssl/certs"};
constexpr std::array<const char*, 4> kBundles{"/etc/ssl/certs/ca-certificates.crt",
                                              "/etc/pki/tls/certs/ca-bundle.crt",
                                              "/etc/ssl/ca-bundle.pem", "/etc/ssl/cert.pem"};

/// "5273a94c.0", as c_rehash names the links.
bool is_hash_name(std::string_view name) {
  constexpr std::string_view kHex = "0123456789abcdef";
  return name.size() == 10 && name[8] == '.' && name[9] >= '0' && name[9] <= '9' &&
         name.substr(0, 8).find_first_not_of(kHex) == std::string_view::npos;
}

bool is_hashed(const char* folder) {
  std::error_code error;
  fs::directory_iterator entry(folder, error);
  while (!error && entry != fs::directory_iterator()) {
    if (is_hash_name(entry->path().filename().native())) return true;
    entry.increment(error);
  }
  return false;
}

bool is_file(const char* path) {
  std::error_code error;
  return fs::is_regular_file(path, error);
}

}  // namespace

std::string Certificates::describe() const {
  std::string text;
  if (!folder.empty()) text = "folder " + folder;
  if (!file.empty()) text += (text.empty() ? "file " : ", file ") + file;
  return text.empty() ? "none found" : text;
}

Certificates find_system_certificates() {
  Certificates found;
  const auto folder = std::find_if(kFolders.begin(), kFolders.end(), is_hashed);
  if (folder != kFolders.end()) {
    found.folder = *folder;
    return found;
  }
  const auto bundle = std::find_if(kBundles.begin(), kBundles.end(), is_file);
  if (bundle != kBundles.end()) found.file = *bundle;
  return found;
}

}  // namespace keel::http_curl
