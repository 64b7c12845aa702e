// A small HTTP/1.1 server on Boost.Beast. One .cc file beside this header implements it.
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
inline constexpr int kConnectionsMax = 256;           // further connections are closed at once
inline constexpr int kThreads = 8;                    // requests answered at the same time
inline constexpr std::chrono::seconds kPatience{30};  // timeout of an idle connection

// A request without its header fields.
struct HttpRequest {
  std::string method;
  std::string target;  // path and query
  std::string body;
};

// An answer to a request.
struct HttpAnswer {
  unsigned status = 200;
  std::string body;  // JSON
  std::map<std::string, std::string> fields = {};
};

// Threads: kThreads threads call the handler at the same time.
using Handler = std::function<HttpAnswer(const HttpRequest&)>;

// Answers requests to 127.0.0.1 until SIGINT or SIGTERM arrives. Port 0 picks any free port. Calls
// `listening` with the port once it is open. Returns the reason if the port could not be opened.
std::optional<std::string> Serve(std::uint16_t port, const Handler& handler,
                                 const std::function<void(std::uint16_t)>& listening);

}  // namespace service
