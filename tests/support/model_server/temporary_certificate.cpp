#include "temporary_certificate.hpp"

#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>
#include <stdlib.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>

namespace keel::testing {
namespace {

template <auto Function>
struct Free {
  template <typename T>
  void operator()(T* object) const {
    Function(object);
  }
};

using Key = std::unique_ptr<EVP_PKEY, Free<EVP_PKEY_free>>;
using Certificate = std::unique_ptr<X509, Free<X509_free>>;
using Extension = std::unique_ptr<X509_EXTENSION, Free<X509_EXTENSION_free>>;
using File = std::unique_ptr<FILE, Free<fclose>>;

constexpr long kTenYears = 10L * 365 * 24 * 60 * 60;
constexpr long kHour = 60L * 60;

[[noreturn]] void fail(const std::string& what) {
  char text[256];
  ERR_error_string_n(ERR_get_error(), text, sizeof text);
  throw std::runtime_error("self-signed certificate: cannot " + what + ": " + text);
}

void require(bool worked, const std::string& what) {
  if (!worked) fail(what);
}

void add_extension(X509* certificate, int nid, const char* value) {
  X509V3_CTX context;
  X509V3_set_ctx_nodb(&context);
  X509V3_set_ctx(&context, certificate, certificate, nullptr, nullptr, 0);
  const Extension extension(X509V3_EXT_conf_nid(nullptr, &context, nid, value));
  require(extension && X509_add_ext(certificate, extension.get(), -1) == 1, "add an extension");
}

// Random: clients refuse two certificates with one issuer and serial number.
void set_serial(X509* certificate) {
  std::uint64_t serial = 0;
  require(RAND_bytes(reinterpret_cast<unsigned char*>(&serial), sizeof serial) == 1,
          "draw a serial number");
  serial >>= 1;
  require(ASN1_INTEGER_set_uint64(X509_get_serialNumber(certificate), serial) == 1,
          "set the serial number");
}

Certificate make_certificate(EVP_PKEY* key) {
  Certificate certificate(X509_new());
  require(certificate != nullptr, "allocate");
  X509* const x = certificate.get();
  require(X509_set_version(x, X509_VERSION_3) == 1, "set the version");
  set_serial(x);
  // An hour ago: clocks of containers differ.
  require(X509_gmtime_adj(X509_getm_notBefore(x), -kHour) != nullptr, "set the dates");
  require(X509_gmtime_adj(X509_getm_notAfter(x), kTenYears) != nullptr, "set the dates");
  require(X509_set_pubkey(x, key) == 1, "set the key");
  X509_NAME* const name = X509_get_subject_name(x);
  require(X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC,
                                     reinterpret_cast<const unsigned char*>("localhost"), -1, -1,
                                     0) == 1,
          "set the name");
  require(X509_set_issuer_name(x, name) == 1, "set the issuer");
  add_extension(x, NID_basic_constraints, "critical,CA:TRUE");
  add_extension(x, NID_key_usage, "critical,digitalSignature,keyCertSign");
  add_extension(x, NID_ext_key_usage, "serverAuth");
  add_extension(x, NID_subject_alt_name, "DNS:localhost,IP:127.0.0.1,IP:::1");
  add_extension(x, NID_subject_key_identifier, "hash");
  require(X509_sign(x, key, EVP_sha256()) > 0, "sign");
  return certificate;
}

File open_for_writing(const std::filesystem::path& path) {
  File file(std::fopen(path.c_str(), "wb"));
  if (!file) {
    throw std::runtime_error("self-signed certificate: cannot write " + path.string() + ": " +
                             std::strerror(errno));
  }
  return file;
}

std::filesystem::path make_folder() {
  std::string pattern = (std::filesystem::temp_directory_path() / "keel-cert-XXXXXX").string();
  if (!mkdtemp(pattern.data())) {
    throw std::runtime_error("self-signed certificate: cannot make a folder like " + pattern +
                             ": " + std::strerror(errno));
  }
  return pattern;
}

}  // namespace

TlsFiles write_self_signed(const std::filesystem::path& folder) {
  const Key key(EVP_EC_gen("P-256"));
  require(key != nullptr, "make a key");
  const Certificate certificate = make_certificate(key.get());
  TlsFiles files{folder / "cert.pem", folder / "key.pem"};
  const File cert_file = open_for_writing(files.certificate);
  require(PEM_write_X509(cert_file.get(), certificate.get()) == 1, "write the certificate");
  const File key_file = open_for_writing(files.key);
  std::filesystem::permissions(
      files.key, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
  require(
      PEM_write_PrivateKey(key_file.get(), key.get(), nullptr, nullptr, 0, nullptr, nullptr) == 1,
      "write the key");
  return files;
}

TemporaryCertificate::TemporaryCertificate()
    : folder_(make_folder()), files_(write_self_signed(folder_)) {}

TemporaryCertificate::~TemporaryCertificate() {
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

}  // namespace keel::testing
