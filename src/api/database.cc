#include "api/database.h"

#include <utility>

#include "api/worker_pool.h"
#include "base/limits.h"
#include "storage/memory/memory_engine.h"

namespace stator::api {
namespace {

Result<std::unique_ptr<storage::Engine>> OpenEngine(const DatabaseOptions& options) {
  if (options.data_folder.empty()) return storage::OpenMemory();
  storage::RocksDbOptions rocksdb;
  rocksdb.path = options.data_folder;
  rocksdb.durability = options.durability;
  return storage::OpenRocksDb(rocksdb);
}

}  // namespace

Database::Database() = default;

Result<std::unique_ptr<Database>> Database::Open(const DatabaseOptions& options) {
  auto database = std::unique_ptr<Database>(new Database());  // private constructor
  database->engine_ = TRY(OpenEngine(options));
  auto catalog = catalog::Catalog::Load(*database->engine_);
  if (!catalog) {
    return Fail(ErrorCode::kStartup, "The data in " + options.data_folder +
                                         " cannot be read: " + catalog.error().message + ".");
  }
  database->catalog_ = std::move(*catalog);
  const ServiceClock& clock = options.clock != nullptr ? *options.clock : database->system_clock_;
  database->queue_ = std::make_unique<table::CommitQueue>(*database->engine_, *database->catalog_,
                                                          clock, options.collection_bytes_max);
  database->context_ = std::make_unique<Context>(
      Context{*database->engine_, *database->catalog_, *database->queue_, database->expressions_,
              database->advice_, clock, options.region, options.account, options.status_delay});
  database->pool_ = std::make_unique<WorkerPool>(options.workers, limits::kPoolQueueMax);
  return database;
}

Database::~Database() { Stop(); }

bool Database::RunOnPool(std::move_only_function<void()> work) {
  return pool_->Run(std::move(work));
}

void Database::Submit(table::Command command, table::CommitQueue::Done done) {
  queue_->Submit(std::move(command), std::move(done));
}

void Database::Stop() {
  if (pool_) pool_->Stop();
  if (queue_) queue_->Stop();
}

}  // namespace stator::api
