#pragma once

#include <cstdio>
#include <memory>
#include <string>

#include <gtest/gtest.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>

namespace stator::tests {

template <auto kFree>
struct Freed {
  void operator()(auto* pointer) const { kFree(pointer); }
};

// A key and a self-signed certificate for "localhost", as two PEM files.
struct Identity {
  explicit Identity(const std::string& name)
      : certificate_file(testing::TempDir() + "/" + name + ".crt"),
        key_file(testing::TempDir() + "/" + name + ".key") {
    using Key = std::unique_ptr<EVP_PKEY, Freed<EVP_PKEY_free>>;
    using Certificate = std::unique_ptr<X509, Freed<X509_free>>;
    using File = std::unique_ptr<std::FILE, Freed<std::fclose>>;
    const Key key(EVP_EC_gen("P-256"));
    const Certificate certificate(X509_new());
    X509_set_version(certificate.get(), 2);
    ASN1_INTEGER_set(X509_get_serialNumber(certificate.get()), 1);
    X509_gmtime_adj(X509_getm_notBefore(certificate.get()), -60);
    X509_gmtime_adj(X509_getm_notAfter(certificate.get()), 3600);
    X509_set_pubkey(certificate.get(), key.get());
    X509_NAME* subject = X509_get_subject_name(certificate.get());
    X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_ASC,
                               reinterpret_cast<const unsigned char*>("localhost"), -1, -1, 0);
    X509_set_issuer_name(certificate.get(), subject);
    X509_sign(certificate.get(), key.get(), EVP_sha256());
    PEM_write_X509(File(std::fopen(certificate_file.c_str(), "w")).get(), certificate.get());
    PEM_write_PrivateKey(File(std::fopen(key_file.c_str(), "w")).get(), key.get(), nullptr, nullptr,
                         0, nullptr, nullptr);
  }

  std::string certificate_file;
  std::string key_file;
};

}  // namespace stator::tests
