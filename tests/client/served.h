#pragma once

#include <memory>
#include <optional>
#include <string>
#include <thread>

#include <fmt/format.h>

#include "admin/model_desk.h"
#include "database/database.h"
#include "server/http_server.h"
#include "server/router.h"

namespace stator::client {

// Runs a server on a free port until it is destroyed.
class Served {
 public:
  using Factory = server::HttpServer::HandlerFactory;

  explicit Served(const Factory& factory, server::HttpServerOptions options = {.port = 0}) {
    options.hosts = {"127.0.0.1"};
    server_ = *server::HttpServer::Listen(options, log_);
    thread_ = std::jthread([this, factory] { server_->Run(factory); });
  }
  ~Served() { Stop(); }
  Served(const Served&) = delete;
  Served& operator=(const Served&) = delete;

  void Stop() {
    if (!thread_.joinable()) return;
    server_->Stop();
    thread_.join();
  }

  std::string endpoint() const { return fmt::format("http://127.0.0.1:{}", server_->port()); }

 private:
  Log log_{LogLevel::kOff, LogForm::kText};
  std::unique_ptr<server::HttpServer> server_;
  std::jthread thread_;
};

inline constexpr char kServedKey[] = "AKIDEXAMPLE";
inline constexpr char kServedSecret[] = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";
inline constexpr char kServedTokenKey[] = "ASIAEXAMPLE";
inline constexpr char kServedToken[] = "TOKEN/with+odd=chars";

// Serves a database as `stator serve` does, with or without checking signatures.
class ServedDatabase {
 public:
  explicit ServedDatabase(bool auth) {
    if (auth) {
      shared_.credentials = *server::Credentials::Parse(
          fmt::format("[ada]\naws_access_key_id={}\naws_secret_access_key={}\n"
                      "[guest]\naws_access_key_id={}\naws_secret_access_key={}\n"
                      "aws_session_token={}\n",
                      kServedKey, kServedSecret, kServedTokenKey, kServedSecret, kServedToken),
          "test");
    }
    served_.emplace(
        [this](std::size_t) { return std::make_unique<server::Router>(shared_, metrics_); });
  }
  ~ServedDatabase() {
    served_->Stop();
    bodies_.Stop();
    models_.Stop();
    database_->Stop();
  }
  ServedDatabase(const ServedDatabase&) = delete;
  ServedDatabase& operator=(const ServedDatabase&) = delete;

  std::string endpoint() const { return served_->endpoint(); }

 private:
  Log log_{LogLevel::kOff, LogForm::kText};
  std::unique_ptr<database::Database> database_ = *database::Database::Open({});
  server::BodyWorkers bodies_{1};
  admin::ModelDesk models_{""};
  server::RouterShared shared_{.database = *database_,
                               .log = log_,
                               .bodies = bodies_,
                               .models = models_,
                               .settings = {},
                               .credentials = std::nullopt,
                               .own_names = {},
                               .metrics_text = [](bool /*named*/) { return std::string(); }};
  server::RequestMetrics metrics_;
  std::optional<Served> served_;
};

}  // namespace stator::client
