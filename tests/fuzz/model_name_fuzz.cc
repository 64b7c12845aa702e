#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>

#include <unistd.h>

#include "admin/model_folder.h"
#include "base/check.h"

namespace {

namespace fs = std::filesystem;

// A folder of models beside a file that no name may reach.
struct Place {
  Place() {
    fs::create_directories(root / "models");
    std::ofstream(root / "secret.std") << "secret";
    fs::create_symlink(root / "secret.std", root / "models" / "link.std");
  }
  ~Place() { fs::remove_all(root); }
  fs::path root = fs::temp_directory_path() / ("stator-names-" + std::to_string(::getpid()));
};

}  // namespace

// Any bytes as the name of a model file: a file that is written lies in the folder, and a text that
// is read is the one that was written.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Place place;
  static stator::admin::ModelFolder folder((place.root / "models").string());
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): bytes are text here
  const std::string name(reinterpret_cast<const char*>(data), size);
  const auto read = folder.Read(name);
  CHECK(!read || read->text == "written");
  const auto written = folder.Write(name, "written", {.if_none_match = "*"});
  if (written) {
    CHECK(stator::admin::IsModelFileName(name));
    CHECK(fs::is_regular_file(place.root / "models" / name));
    CHECK(folder.Delete(name, {.if_match = *written}).has_value());
  }
  std::string secret;
  std::ifstream(place.root / "secret.std") >> secret;
  CHECK(secret == "secret");
  return 0;
}
