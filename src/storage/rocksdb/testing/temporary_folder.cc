#include "storage/rocksdb/testing/temporary_folder.h"

#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "base/check.h"

namespace stator::storage::testing {

TemporaryFolder::TemporaryFolder()
    : path_((std::filesystem::temp_directory_path() / "stator-test-XXXXXX").string()) {
  CHECK(::mkdtemp(path_.data()) != nullptr);
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code error;  // the machine's own cleaning removes the rest
  std::filesystem::remove_all(path_, error);
}

}  // namespace stator::storage::testing
