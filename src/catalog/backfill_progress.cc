#include "catalog/backfill_progress.h"

#include "base/endian.h"

namespace stator::catalog {
namespace {

constexpr char kBackfillProgressFormat = 1;
constexpr std::size_t kHeaderBytes = 1 + 8;

}  // namespace

Bytes EncodeBackfillProgress(const BackfillProgress& progress) {
  Bytes out(1, kBackfillProgressFormat);
  AppendBigEndian64(static_cast<std::uint64_t>(progress.rows), out);
  out += progress.next;
  return out;
}

Result<BackfillProgress> DecodeBackfillProgress(BytesView bytes) {
  if (bytes.size() < kHeaderBytes || bytes.front() != kBackfillProgressFormat) {
    return Fail(ErrorCode::kCorruption, "the progress of a backfill does not decode");
  }
  BackfillProgress progress;
  progress.rows = static_cast<std::int64_t>(ReadBigEndian64(bytes.substr(1)));
  progress.next = bytes.substr(kHeaderBytes);
  return progress;
}

}  // namespace stator::catalog
