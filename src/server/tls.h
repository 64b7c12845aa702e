#pragma once

#include <memory>
#include <string>

#include <boost/asio/ssl/context.hpp>

#include "base/result.h"

namespace stator::server {

// Creates a context for TLS 1.2 and newer from the certificate chain and key of two PEM files.
// Errors: kStartup if a file is unreadable or the key does not fit the certificate.
Result<std::unique_ptr<boost::asio::ssl::context>> OpenTls(const std::string& certificate_file,
                                                           const std::string& key_file);

}  // namespace stator::server
