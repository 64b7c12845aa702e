#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "base/result.h"
#include "item/value.h"

// Implements `stator check`, which compares a data folder's rows with its tables' descriptors.
namespace stator::database {

// A difference between stored and recomputed data, or unreadable data.
struct FolderProblem {
  std::string text;               // one sentence
  std::optional<item::Item> key;  // of the affected item
};

// The totals of a check.
struct FolderSummary {
  std::size_t tables = 0;
  std::uint64_t items = 0;
  std::uint64_t problems = 0;
};

// Reads the whole folder: verifies the checksums of all files, and compares indexes, expiry times
// and counts with a recomputation from the items. Passes each problem to `tell` and changes
// nothing. Memory is bounded by a page of items, whatever the size. REQUIRES: no server uses the
// folder.
// Errors: kStartup with one sentence if the folder cannot be opened.
Result<FolderSummary> CheckFolder(const std::string& folder,
                                  const std::function<void(const FolderProblem&)>& tell);

}  // namespace stator::database
