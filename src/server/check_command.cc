#include "server/check_command.h"

#include <fmt/format.h>

#include "base/text.h"
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
  out << fmt::format("{}, {}, {}\n", Counted(summary.tables, "table"),
                     Counted(summary.items, "item"), Counted(summary.problems, "problem"));
  return summary.problems == 0;
}

}  // namespace stator::server
