// orders_service [--port N] [--data FOLDER | --data URL]
#include <charconv>
#include <cstdint>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>

#include "client/stator.h"
#include "http_server.h"
#include "orders_api.h"
#include "tables.h"

namespace {

using stator::client::Connection;
using stator::client::Expected;

constexpr const char* kUsage =
    "orders_service [--port N] [--data WHERE]\n"
    "  --port  where to listen on 127.0.0.1 (8080); 0: any that is free\n"
    "  --data  a folder, or the URL of a server; without it orders are kept in memory\n";

struct Flags {
  std::uint16_t port = 8080;
  std::string data;
};

std::optional<Flags> Parse(int argc, char** argv) {
  Flags flags;
  for (int i = 1; i < argc; i += 2) {
    const std::string_view flag = argv[i];
    if (i + 1 == argc) return std::nullopt;
    const std::string_view value = argv[i + 1];
    if (flag == "--data" && !value.empty()) {
      flags.data = value;
    } else if (flag == "--port") {
      const auto read = std::from_chars(value.data(), value.data() + value.size(), flags.port);
      if (read.ec != std::errc() || read.ptr != value.data() + value.size()) return std::nullopt;
    } else {
      return std::nullopt;
    }
  }
  return flags;
}

Expected<Connection> Open(const std::string& data) {
  if (data.empty()) return Connection::OpenMemory();
  if (data.starts_with("http://") || data.starts_with("https://")) {
    return Connection::Connect({.endpoint = data});
  }
  return Connection::OpenFolder(data);
}

int Failed(const std::string& what) {
  std::cerr << what << "\n";
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  const auto flags = Parse(argc, argv);
  if (!flags) {
    std::cerr << kUsage;
    return 2;
  }
  auto database = Open(flags->data);
  if (!database) return Failed(database.error().message);
  if (const auto made = service::MakeTables(*database); !made) {
    return Failed(made.error().code + ": " + made.error().message);
  }
  service::OrdersApi api(*database);
  const auto failure = service::Serve(
      flags->port, [&](const service::HttpRequest& request) { return api.Answer(request); },
      [](std::uint16_t port) {
        std::cout << "listening on http://127.0.0.1:" << port << std::endl;
      });
  return failure ? Failed(*failure) : 0;
}
