// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace keel::http_curl {

/// Whom TLS trusts: a folder with hashed names, from which OpenSSL reads the one certificate that
/// it needs, and a file, which is read whole. The bundle of a system has 140 certificates and takes
/// 50 ms, so the folder is preferred.
struct Certificates {
  std::string folder;
  std::string file;

  /// "folder /etc/ssl/certs", "file /x.pem", both, or "none found".
  std::string describe() const;
};

/// The system's certificates: a hashed folder where there is one, else a bundle. Reads folders. Any
/// thread.
Certificates find_system_certificates();

}  // namespace keel::http_curl
