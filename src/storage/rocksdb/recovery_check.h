#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <rocksdb/file_system.h>
#include <rocksdb/options.h>

#include "base/result.h"
#include "storage/rocksdb/log_scan.h"
#include "storage/rocksdb/watermark.h"

// Functions that distinguish a log that lost synced records from one that a power loss cut short
// (docs/design/0001).
namespace stator::storage {

// Returns one clause for each loss that the logs show, such as "db/000012.log is missing".
//
// `first_needed` is the first log that the store replays; table files hold the entries of earlier
// logs. `logs` are the logs on disk, by number. Without a watermark the function judges by the logs
// alone.
std::vector<std::string> FindLosses(std::span<const ScannedLog> logs, std::uint64_t first_needed,
                                    const std::optional<WatermarkState>& watermark);

// Returns the manifest that db/CURRENT names, with its size, or nullopt if there is none.
std::optional<ManifestPosition> FindManifest(rocksdb::FileSystem& disk,
                                             const std::string& store_path);

// Returns a clause if the manifest is older than that of the last clean stop.
std::optional<std::string> ManifestLoss(const ManifestPosition& found,
                                        const WatermarkState& watermark);

// Returns the first log that a store replays. It opens the store read-only and changes nothing.
// nullopt if the store has no logs or cannot be opened; a later open gives the reason.
std::optional<std::uint64_t> FirstLogNeeded(rocksdb::Options options,
                                            const std::string& store_path);

// Whether a start must call FirstLogNeeded. After a clean stop it need not.
bool NeedsLogs(std::span<const ScannedLog> logs, const std::optional<WatermarkState>& watermark);

}  // namespace stator::storage
