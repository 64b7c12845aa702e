#pragma once

#include <memory>
#include <string>

#include <boost/asio/ssl/context.hpp>

#include "base/result.h"

namespace stator::server {

// TLS 1.2 and newer, with the certificate chain and key of two PEM files. kStartup where one is
// unreadable or they do not belong together.
Result<std::unique_ptr<boost::asio::ssl::context>> OpenTls(const std::string& certificate_file,
                                                           const std::string& key_file);

}  // namespace stator::server
