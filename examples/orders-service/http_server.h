// HTTP/1.1 for a small service: Boost.Beast, in the one file beside this header.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>

namespace service {

inline constexpr std::size_t kBodyBytesMax = 64 << 10;
inline constexpr std::uint32_t kHeaderBytesMax = 8 << 10;
inline constexpr int kConnectionsMax = 256;           // more are closed as they come
inline constexpr int kThreads = 8;                    // requests that are answered at a time
inline constexpr std::chrono::seconds kPatience{30};  // with a connection on which nothing moves

struct HttpRequest {
  std::string method;
  std::string target;  // the path and what follows it
  std::string body;
};

struct HttpAnswer {
  unsigned status = 200;
  std::string body;  // JSON
  std::map<std::string, std::string> fields = {};
};

// Called by kThreads threads at a time.
using Handler = std::function<HttpAnswer(const HttpRequest&)>;

// Answers requests to 127.0.0.1 until SIGINT or SIGTERM comes; port 0 is any that is free. Calls
// `listening` with the port once it is open. Returns why it could not be opened.
std::optional<std::string> Serve(std::uint16_t port, const Handler& handler,
                                 const std::function<void(std::uint16_t)>& listening);

}  // namespace service
