#include "server/serve.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <ostream>
#include <thread>
#include <utility>

#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "admin/index_report.h"
#include "admin/observed_report.h"
#include "base/clock.h"
#include "base/durations.h"
#include "base/log.h"
#include "base/metrics.h"
#include "database/database.h"
#include "hooks/hook_thread.h"
#include "jobs/jobs.h"
#include "server/backup_command.h"
#include "server/control_socket.h"
#include "server/hook_settings.h"
#include "server/http_server.h"
#include "server/origin.h"
#include "server/router.h"
#include "server/stop_deadline.h"
#include "server/stop_signals.h"

namespace stator::server {
namespace {

constexpr rlim_t kFilesWanted = 4096;  // beyond those of connections
constexpr rlim_t kStoreFilesMin = 20;  // RocksDB's minimum
constexpr rlim_t kOtherFilesMax = 32;  // for the loops, the log, the store's folder
constexpr rlim_t kFilesMin = 64;       // with a dozen connections
// The end of a stop is reserved for closing the store. The loops notice their deadline at the next
// tick, up to a second late.
constexpr std::chrono::seconds kClosePatience(2);
constexpr std::chrono::seconds kTickMax(1);

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

// Each worker holds some 200 MB while it reads a request of maximum size, so there are fewer
// workers than loops.
std::size_t BodyWorkersOf(const Settings& settings) { return (LoopsOf(settings) + 1) / 2; }

// Returns how long a stop waits for requests: drain-timeout minus the time to close the store, but
// at least half of drain-timeout.
std::chrono::milliseconds RequestsPatience(const Settings& settings) {
  const std::chrono::milliseconds all = std::chrono::seconds(settings.drain_timeout);
  return std::max(all / 2, all - kClosePatience - kTickMax);
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
          .drain_timeout = RequestsPatience(settings)};
}

catalog::CapacityMode CapacityOf(const Settings& settings) {
  if (settings.capacity == "off") return catalog::CapacityMode::kOff;
  return settings.capacity == "enforce" ? catalog::CapacityMode::kEnforce
                                        : catalog::CapacityMode::kObserve;
}

database::DatabaseOptions StoreOptions(const Settings& settings) {
  database::DatabaseOptions options;
  if (!settings.memory) options.data_folder = settings.data;
  options.durability =
      settings.durability == "os" ? storage::Durability::kOs : storage::Durability::kFsync;
  options.accept_loss = settings.accept_loss;
  options.disk_reserve_bytes_max = static_cast<std::uint64_t>(settings.disk_reserve_bytes_max);
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

// Most systems start programs with a limit of 1024 files and let them raise it.
rlim_t RaiseFileLimit(const Settings& settings) {
  const rlim_t wanted = static_cast<rlim_t>(settings.connections_max) + kFilesWanted;
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return wanted;
  if (limit.rlim_cur >= wanted) return limit.rlim_cur;
  const rlim_t before = limit.rlim_cur;
  limit.rlim_cur = std::min(wanted, limit.rlim_max);
  return setrlimit(RLIMIT_NOFILE, &limit) == 0 ? limit.rlim_cur : before;
}

// How the limit of open files is divided.
struct FileShares {
  std::size_t store = 0;
  std::size_t connections = 0;
};

Result<FileShares> ShareFiles(const Settings& settings, Log& log) {
  const rlim_t allowed = RaiseFileLimit(settings);
  if (allowed < kFilesMin) {
    return Fail(ErrorCode::kStartup,
                fmt::format("The process may open only {} files, and Stator needs {}; raise the "
                            "limit (ulimit -n).",
                            allowed, kFilesMin));
  }
  const rlim_t store =
      std::clamp<rlim_t>(allowed / 4, kStoreFilesMin, storage::RocksDbOptions().open_files_max);
  const auto wanted = static_cast<rlim_t>(settings.connections_max);
  const rlim_t connections = std::min(wanted, allowed - store - kOtherFilesMax);
  if (connections < wanted) {
    log.Warning("few-file-descriptors", {{"allowed", allowed}, {"connections-max", connections}});
  }
  return FileShares{.store = static_cast<std::size_t>(store),
                    .connections = static_cast<std::size_t>(connections)};
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

void PrintWelcome(const Settings& settings, const HttpServer& server, bool has_console,
                  std::ostream& out) {
  const char* scheme = settings.tls_cert.empty() ? "http" : "https";
  const std::string& address = server.addresses().front();
  const auto url = [&](const std::string& host) {
    return fmt::format("{}://{}:{}", scheme, Bracketed(host), server.port());
  };
  out << fmt::format("Stator is listening on {} ({}, region {})\n", url(address),
                     settings.memory ? "data in memory" : "data in " + settings.data,
                     settings.region);
  // A server can listen on every address, but a client needs one address.
  const bool anywhere = address == "0.0.0.0" || address == "::";
  const std::string reached = url(anywhere ? "127.0.0.1" : address);
  if (has_console) out << fmt::format("Console: {}/console/\n", reached);
  out << fmt::format("Try: aws dynamodb list-tables --endpoint-url {} --region {}\n", reached,
                     settings.region)
      << (settings.auth.empty()
              ? "The AWS CLI needs credentials; any values work: export AWS_ACCESS_KEY_ID=any "
                "AWS_SECRET_ACCESS_KEY=any\n"
              : fmt::format("Requests must be signed with a key of {}.\n", settings.auth))
      << std::flush;
}

Result<> CheckConsole(const Settings& settings) {
  if (settings.console == "on" || settings.console == "off") return {};
  std::error_code error;
  if (std::filesystem::is_directory(settings.console, error)) return {};
  return Fail(ErrorCode::kStartup,
              fmt::format("The setting console takes on, off or a folder; {} is not a folder.",
                          settings.console));
}

Result<> CheckModels(const Settings& settings) {
  if (settings.models.empty()) return {};
  std::error_code error;
  if (std::filesystem::is_directory(settings.models, error)) return {};
  return Fail(ErrorCode::kStartup,
              fmt::format("The setting models takes a folder; {} is none.", settings.models));
}

// Names and addresses that the operator configured are the server's own.
std::vector<std::string> OwnNames(const Settings& settings) {
  std::vector<std::string> names = settings.host;
  names.insert(names.end(), settings.admin_name.begin(), settings.admin_name.end());
  for (const std::string& origin : settings.admin_origin) names.emplace_back(OriginHost(origin));
  return names;
}

// Opens the socket in the data folder for commands. On a file system without sockets the server
// runs without commands.
std::unique_ptr<ControlSocket> ListenForCommands(const Settings& settings,
                                                 database::Database& database, Log& log) {
  if (settings.memory) return nullptr;
  const auto handle = [&database](const std::string& line) -> Result<> {
    const std::string target = BackupTargetIn(line);
    if (target.empty()) return FailInvalid("The server does not know this command.");
    return database.store().CopyTo(target);
  };
  auto listening = ControlSocket::Listen(settings.data, handle);
  if (listening) return std::move(*listening);
  log.Warning("no-control-socket", {{"error", listening.error().message}});
  return nullptr;
}

}  // namespace

Result<> Serve(const Settings& settings, std::span<const EmbeddedFile> console_files,
               std::ostream& out) {
  // All files that the server writes may hold items, so no other user may read them.
  ::umask(S_IRWXG | S_IRWXO);
  const auto started = static_cast<double>(MachineNow()) / 1e6;
  Log log(LevelOf(settings), settings.log_format == "json" ? LogForm::kJson : LogForm::kText);
  TRY(CheckConsole(settings));
  TRY(CheckModels(settings));
  const FileShares files = TRY(ShareFiles(settings, log));
  std::optional<Credentials> credentials;
  if (!settings.auth.empty()) credentials = TRY(Credentials::Load(settings.auth));
  // Bind the port first: it costs nothing, and early clients wait in the kernel.
  auto http = HttpOptions(settings);
  http.connections_max = files.connections;
  auto server = TRY(HttpServer::Listen(http, log));
  // Clients may connect from here on. So from here on a signal ends the process in time, even if
  // the store hangs during open.
  StopDeadline deadline(log);
  const StopSignals signals([&](int signal) {
    log.Info("stopping", {{"signal", signal}});
    deadline.Begin(std::chrono::seconds(settings.drain_timeout));
    server->Stop();
  });
  auto store = StoreOptions(settings);
  const auto functions = TRY(HooksOf(settings, log));
  store.log = &log;
  store.open_files_max = files.store;
  auto database = TRY(database::Database::Open(store));
  hooks::HookThreads hook_threads(*database, functions);

  std::vector<std::unique_ptr<RequestMetrics>> requests(LoopsOf(settings));
  for (auto& each : requests) each = std::make_unique<RequestMetrics>();
  const auto metrics_text = [&](bool names) {
    metrics::Exposition exposition;
    RequestMetrics::Report(requests, exposition);
    server->Report(exposition);
    exposition.Sample(metrics::Id::kCommitQueue, {},
                      std::uint64_t{database->store().queue().depth()});
    exposition.Sample(metrics::Id::kStoreWritable, {},
                      std::uint64_t{database->store().fault().empty() ? 1U : 0U});
    exposition.Sample(metrics::Id::kStoreDamaged, {},
                      std::uint64_t{database->store().damage().empty() ? 0U : 1U});
    admin::ReportIndexes(*database, exposition);
    if (names) admin::ReportObserved(*database, exposition);
    exposition.Sample(metrics::Id::kExpiredItems, {}, database->store().expired_items());
    exposition.Sample(metrics::Id::kResidentBytes, {}, ResidentBytes());
    exposition.Sample(metrics::Id::kStartTime, {}, started);
    return exposition.Take();
  };
  BodyWorkers bodies(BodyWorkersOf(settings));
  jobs::Jobs jobs;
  admin::ModelDesk models(settings.models);
  const RouterShared shared{.database = *database,
                            .log = log,
                            .bodies = bodies,
                            .models = models,
                            .jobs = &jobs,
                            .hooks = &hook_threads,
                            .settings = settings,
                            .credentials = std::move(credentials),
                            .own_names = OwnNames(settings),
                            .metrics_text = metrics_text,
                            .console = Console(settings.console, console_files)};
  auto control = ListenForCommands(settings, *database, log);
  PrintWelcome(settings, *server, shared.console.HasFiles(), out);
  server->Run([&](std::size_t loop) { return std::make_unique<Router>(shared, *requests[loop]); },
              [&] { database->GiveUpPaused(); });
  bodies.Stop();
  jobs.Stop();
  models.Stop();
  control.reset();
  // Writes that outlived the drain still end, and they post their answers to loops that no longer
  // run. So the database must be destroyed before the server.
  hook_threads.Stop();
  database->Stop();
  log.Info("stopped");
  database.reset();
  server.reset();
  return {};
}

}  // namespace stator::server
