// A self-signed certificate for 127.0.0.1, ::1 and localhost.
#pragma once

#include <filesystem>

#include "model_server.hpp"

namespace keel::testing {

// Writes cert.pem and key.pem (mode 0600) into an existing folder; valid for ten years. A client
// trusts the server by taking cert.pem as its CA file. Throws std::runtime_error.
TlsFiles write_self_signed(const std::filesystem::path& folder);

// The same in a folder of its own that goes with the object.
class TemporaryCertificate {
 public:
  TemporaryCertificate();
  ~TemporaryCertificate();
  TemporaryCertificate(const TemporaryCertificate&) = delete;
  TemporaryCertificate& operator=(const TemporaryCertificate&) = delete;

  const TlsFiles& files() const { return files_; }

 private:
  std::filesystem::path folder_;
  TlsFiles files_;
};

}  // namespace keel::testing
