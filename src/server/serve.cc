#include "server/serve.h"

#include <algorithm>
#include <fstream>
#include <memory>
#include <ostream>
#include <thread>
#include <utility>

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include "api/database.h"
#include "base/clock.h"
#include "base/durations.h"
#include "base/log.h"
#include "base/metrics.h"
#include "server/function_hook.h"
#include "server/http_server.h"
#include "server/index_report.h"
#include "server/observed_report.h"
#include "server/router.h"

namespace stator::server {
namespace {

constexpr rlim_t kOtherFilesMax = 4096;  // of the store, the log and the loops

LogLevel LevelOf(const Settings& settings) {
  if (settings.log_level == "debug") return LogLevel::kDebug;
  if (settings.log_level == "warning") return LogLevel::kWarning;
  if (settings.log_level == "error") return LogLevel::kError;
  return settings.log_level == "off" ? LogLevel::kOff : LogLevel::kInfo;
}

std::size_t LoopsOf(const Settings& settings) {
  if (settings.loops != 0) return static_cast<std::size_t>(settings.loops);
  return std::max(1U, std::thread::hardware_concurrency());
}

HttpServerOptions HttpOptions(const Settings& settings) {
  return {.hosts = settings.host,
          .port = static_cast<std::uint16_t>(settings.port),
          .tls_certificate = settings.tls_cert,
          .tls_key = settings.tls_key,
          .loops = LoopsOf(settings),
          .connections_max = static_cast<std::size_t>(settings.connections_max),
          .bodies_bytes_max = static_cast<std::size_t>(settings.bodies_bytes_max),
          .answers_bytes_max = static_cast<std::size_t>(settings.answers_bytes_max),
          .idle_timeout = std::chrono::seconds(settings.idle_timeout),
          .request_timeout = std::chrono::seconds(settings.request_timeout),
          .drain_timeout = std::chrono::seconds(settings.drain_timeout),
          .handle_signals = true};
}

catalog::CapacityMode CapacityOf(const Settings& settings) {
  if (settings.capacity == "off") return catalog::CapacityMode::kOff;
  return settings.capacity == "enforce" ? catalog::CapacityMode::kEnforce
                                        : catalog::CapacityMode::kObserve;
}

api::DatabaseOptions StoreOptions(const Settings& settings) {
  api::DatabaseOptions options;
  if (!settings.memory) options.data_folder = settings.data;
  options.durability =
      settings.durability == "os" ? storage::Durability::kOs : storage::Durability::kFsync;
  options.region = settings.region;
  options.account = settings.account;
  options.status_delay = settings.table_status_delay_ms * 1000;
  options.collection_bytes_max = settings.item_collection_bytes_max;
  options.partition_bytes_max = settings.partition_bytes_max;
  options.quotas = {.table_units = settings.table_units_max,
                    .account_units = settings.account_units_max,
                    .decreases = settings.unit_decreases_max,
                    .on_demand_switches = settings.on_demand_switches_max};
  options.index_lag = settings.index_lag * 1000;
  options.commits_across_partitions = settings.cross_partition_commits == "on";
  options.capacity = CapacityOf(settings);
  options.sweep_expired = settings.ttl_sweep == "on";
  options.expiry_delay = settings.ttl_delay * 1'000'000;
  options.stream_reads_max = settings.stream_reads_max;
  options.shard_lifetime = settings.stream_shard_minutes * kMinute;
  options.workers = static_cast<std::size_t>(settings.workers);
  return options;
}

// Most systems start programs with room for 1024 files and let them ask for more.
void RaiseFileLimit(const Settings& settings, Log& log) {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  const rlim_t wanted = static_cast<rlim_t>(settings.connections_max) + kOtherFilesMax;
  if (limit.rlim_cur >= wanted) return;
  limit.rlim_cur = std::min(wanted, limit.rlim_max);
  const bool raised = setrlimit(RLIMIT_NOFILE, &limit) == 0;
  if (!raised || limit.rlim_cur < wanted) {
    log.Warning("few-file-descriptors", {{"wanted", wanted}, {"allowed", limit.rlim_cur}});
  }
}

std::uint64_t ResidentBytes() {
  std::ifstream file("/proc/self/statm");
  std::uint64_t total = 0;
  std::uint64_t resident = 0;
  file >> total >> resident;
  return resident * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

std::string Bracketed(const std::string& address) {
  return address.find(':') == address.npos ? address : "[" + address + "]";
}

void PrintWelcome(const Settings& settings, const HttpServer& server, std::ostream& out) {
  const char* scheme = settings.tls_cert.empty() ? "http" : "https";
  const std::string& address = server.addresses().front();
  const auto url = [&](const std::string& host) {
    return fmt::format("{}://{}:{}", scheme, Bracketed(host), server.port());
  };
  out << fmt::format("Stator is listening on {} ({}, region {})\n", url(address),
                     settings.memory ? "data in memory" : "data in " + settings.data,
                     settings.region);
  // One can listen on every address, but not talk to it.
  const bool anywhere = address == "0.0.0.0" || address == "::";
  out << fmt::format("Try: aws dynamodb list-tables --endpoint-url {} --region {}\n",
                     url(anywhere ? "127.0.0.1" : address), settings.region)
      << (settings.auth.empty()
              ? "The AWS CLI wants credentials; any will do: export AWS_ACCESS_KEY_ID=any "
                "AWS_SECRET_ACCESS_KEY=any\n"
              : fmt::format("Requests must be signed with a key of {}.\n", settings.auth))
      << std::flush;
}

// Names and addresses the operator gave are this server's own.
std::vector<std::string> OwnNames(const Settings& settings) {
  std::vector<std::string> names = settings.host;
  names.insert(names.end(), settings.admin_name.begin(), settings.admin_name.end());
  return names;
}

}  // namespace

Result<> Serve(const Settings& settings, std::ostream& out) {
  const auto started = static_cast<double>(MachineNow()) / 1e6;
  Log log(LevelOf(settings), settings.log_format == "json" ? LogForm::kJson : LogForm::kText);
  RaiseFileLimit(settings, log);
  std::optional<Credentials> credentials;
  if (!settings.auth.empty()) credentials = TRY(Credentials::Load(settings.auth));
  // The port first: it costs nothing, and clients that come early wait in the kernel.
  auto server = TRY(HttpServer::Listen(HttpOptions(settings), log));
  auto store = StoreOptions(settings);
  store.hooks = TRY(HooksOf(settings, log));
  store.log = &log;
  auto database = TRY(api::Database::Open(store));

  std::vector<std::unique_ptr<RequestMetrics>> requests(LoopsOf(settings));
  for (auto& each : requests) each = std::make_unique<RequestMetrics>();
  const auto metrics_text = [&](bool names) {
    metrics::Exposition exposition;
    RequestMetrics::Report(requests, exposition);
    server->Report(exposition);
    exposition.Sample(metrics::Id::kCommitQueue, {}, std::uint64_t{database->queue_depth()});
    exposition.Sample(metrics::Id::kStoreWritable, {},
                      std::uint64_t{database->store_fault().empty() ? 1U : 0U});
    ReportIndexes(*database, exposition);
    if (names) ReportObserved(*database, exposition);
    exposition.Sample(metrics::Id::kExpiredItems, {}, database->expired_items());
    exposition.Sample(metrics::Id::kResidentBytes, {}, ResidentBytes());
    exposition.Sample(metrics::Id::kStartTime, {}, started);
    return exposition.Take();
  };
  const RouterShared shared{.database = *database,
                            .log = log,
                            .settings = settings,
                            .credentials = std::move(credentials),
                            .own_names = OwnNames(settings),
                            .metrics_text = metrics_text};
  PrintWelcome(settings, *server, out);
  server->Run([&](std::size_t loop) { return std::make_unique<Router>(shared, *requests[loop]); },
              [&] { database->GiveUpHeld(); });
  // Writes that outlived the drain still end, and their answers go to loops that no longer run:
  // so the database must be gone before the server is.
  database->Stop();
  log.Info("stopped");
  database.reset();
  server.reset();
  return {};
}

}  // namespace stator::server
