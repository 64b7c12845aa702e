#include "server/backup_command.h"

#include <filesystem>
#include <string_view>

#include <fmt/format.h>

#include "server/control_socket.h"
#include "storage/checkpoint.h"
#include "storage/rocksdb/data_folder.h"
#include "storage/rocksdb/rocksdb_engine.h"

namespace stator::server {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kVerb = "backup ";

}  // namespace

std::string BackupLine(const std::string& target) { return std::string(kVerb) + target; }

std::string BackupTargetIn(const std::string& line) {
  return line.starts_with(kVerb) ? line.substr(kVerb.size()) : std::string();
}

Result<> RunBackupCommand(const BackupCommand& command) {
  TRY(storage::CheckIsDataFolder(command.folder));
  fs::path target = fs::absolute(command.target).lexically_normal();
  if (!target.has_filename()) target = target.parent_path();  // "copies/today/"
  if (target.string().find('\n') != std::string::npos) {
    return Fail(ErrorCode::kStartup, "The name of a backup cannot hold a line end.");
  }
  auto asked = AskServer(command.folder, BackupLine(target.string()));
  if (asked || asked.error().code != ErrorCode::kResourceNotFoundException) return asked;
  const auto engine = TRY(storage::OpenRocksDb({.path = command.folder}));
  return storage::FindCheckpoint(*engine)->CopyTo(target.string());
}

}  // namespace stator::server
