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

// Tells a log that lost synced records from one that a power loss cut short (docs/design/0001).
namespace stator::storage {

// One clause for each loss that the logs show, as "db/000012.log is missing".
//
// `first_needed` is the first log that the store wants replayed; table files hold what earlier ones
// held. `logs` are those on disk, by number. Without a watermark only the logs speak.
std::vector<std::string> FindLosses(std::span<const ScannedLog> logs, std::uint64_t first_needed,
                                    const std::optional<WatermarkState>& watermark);

// The manifest that db/CURRENT names, with its size; nothing if there is none.
std::optional<ManifestPosition> FindManifest(rocksdb::FileSystem& disk,
                                             const std::string& store_path);

// The clause for a manifest that is older than the one of the last clean stop.
std::optional<std::string> ManifestLoss(const ManifestPosition& found,
                                        const WatermarkState& watermark);

// The first log that a store wants replayed. Opens the store for reading and changes nothing.
// Nothing if it has no logs, or cannot be opened: the open that follows says why.
std::optional<std::uint64_t> FirstLogNeeded(rocksdb::Options options,
                                            const std::string& store_path);

// Whether a start has to ask FirstLogNeeded at all; after a clean stop it has not.
bool NeedsLogs(std::span<const ScannedLog> logs, const std::optional<WatermarkState>& watermark);

}  // namespace stator::storage
