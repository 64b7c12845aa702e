#include "server/check_command.h"

#include <fmt/format.h>

#include "database/folder_check.h"
#include "storage/rocksdb/data_folder.h"
#include "wire/item_writer.h"

namespace stator::server {

Result<bool> RunCheckCommand(const CheckCommand& command, std::ostream& out) {
  TRY(storage::CheckIsDataFolder(command.folder));
  const auto summary =
      TRY(database::CheckFolder(command.folder, [&](const database::FolderProblem& problem) {
        out << problem.text;
        if (problem.key) {
          std::string key;
          wire::WriteItem(problem.key->view(), key);
          out << ' ' << key;
        }
        out << '\n';
      }));
  out << fmt::format("{} tables, {} items, {} problems\n", summary.tables, summary.items,
                     summary.problems);
  return summary.problems == 0;
}

}  // namespace stator::server
