#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "base/result.h"
#include "item/value.h"

// `stator check`: whether a data folder holds what its tables call for.
namespace stator::database {

struct FolderProblem {
  std::string text;               // one sentence
  std::optional<item::Item> key;  // of the item it is about
};

struct FolderSummary {
  std::size_t tables = 0;
  std::uint64_t items = 0;
  std::uint64_t problems = 0;
};

// Reads the whole folder, which no server may use. Checksums of all files are verified, and
// indexes, expiry times and counts are compared with a recomputation from the items. Each problem
// goes to `tell`; nothing is changed. Memory is bounded by a page of items, whatever the size.
// Errors: kStartup with one sentence if the folder cannot be opened.
Result<FolderSummary> CheckFolder(const std::string& folder,
                                  const std::function<void(const FolderProblem&)>& tell);

}  // namespace stator::database
