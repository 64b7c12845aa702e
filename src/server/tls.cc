#include "server/tls.h"

#include <fmt/format.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509err.h>

namespace stator::server {
namespace {

namespace ssl = boost::asio::ssl;
using boost::system::error_code;

std::unexpected<Error> Refuse(std::string_view what, const std::string& file,
                              const error_code& error) {
  return Fail(ErrorCode::kStartup,
              fmt::format("The TLS {} in {} cannot be used: {}.", what, file, error.message()));
}

}  // namespace

Result<std::unique_ptr<ssl::context>> OpenTls(const std::string& certificate_file,
                                              const std::string& key_file) {
  auto context = std::make_unique<ssl::context>(ssl::context::tls_server);
  SSL_CTX_set_min_proto_version(context->native_handle(), TLS1_2_VERSION);
  // Idle connections release their record buffers, 34 KB each.
  SSL_CTX_set_mode(context->native_handle(), SSL_MODE_RELEASE_BUFFERS);
  // A key with a pass phrase must fail instead of asking on a terminal.
  error_code error;
  context->set_password_callback([](std::size_t, auto) { return std::string(); }, error);
  context->use_certificate_chain_file(certificate_file, error);
  if (error) return Refuse("certificate", certificate_file, error);
  ERR_clear_error();
  context->use_private_key_file(key_file, ssl::context::pem, error);
  // OpenSSL compares a key with the certificate when it reads the key.
  // NOLINTNEXTLINE(google-runtime-int): OpenSSL's own type
  const bool mismatch = error && ERR_GET_REASON(static_cast<unsigned long>(error.value())) ==
                                     X509_R_KEY_VALUES_MISMATCH;
  if (mismatch || (!error && SSL_CTX_check_private_key(context->native_handle()) != 1)) {
    return Fail(ErrorCode::kStartup,
                fmt::format("The TLS key in {} does not belong to the certificate in {}.", key_file,
                            certificate_file));
  }
  if (error) return Refuse("key", key_file, error);
  return context;
}

}  // namespace stator::server
