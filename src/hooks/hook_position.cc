#include "hooks/hook_position.h"

#include <string>

#include "base/digest.h"
#include "base/endian.h"

namespace stator::hooks {
namespace {

constexpr char kHookPositionFormat = 1;
constexpr std::size_t kPrefixBytes = 16;
constexpr std::size_t kShardBytes = 4;
constexpr std::size_t kPositionBytes = 1 + 1 + 8 + 4;  // format, finished, commit, place

std::unexpected<Error> FailCorruptHook() {
  return Fail(ErrorCode::kCorruption, "the position of a function hook does not decode");
}

}  // namespace

Bytes HookPrefix(std::string_view table, std::string_view target) {
  return Sha256(Bytes(table) + '\0' + Bytes(target)).substr(0, kPrefixBytes);
}

Bytes HookKey(BytesView prefix, std::string_view stream_arn, std::uint32_t shard) {
  Bytes key = Bytes(prefix) + Bytes(stream_arn);
  AppendBigEndian32(shard, key);
  return key;
}

Result<HookPlace> DecodeHookKey(BytesView key) {
  if (key.size() < kPrefixBytes + kShardBytes) return FailCorruptHook();
  const BytesView rest = key.substr(kPrefixBytes);
  return HookPlace{Bytes(key.substr(0, kPrefixBytes)),
                   std::string(rest.substr(0, rest.size() - kShardBytes)),
                   ReadBigEndian32(rest.substr(rest.size() - kShardBytes))};
}

Bytes EncodeHookPosition(const HookPosition& position) {
  Bytes bytes(1, kHookPositionFormat);
  bytes.push_back(position.finished ? '\1' : '\0');
  AppendBigEndian64(position.next.commit, bytes);
  AppendBigEndian32(position.next.place, bytes);
  return bytes;
}

Result<HookPosition> DecodeHookPosition(BytesView bytes) {
  if (bytes.size() != kPositionBytes || bytes[0] != kHookPositionFormat) return FailCorruptHook();
  HookPosition position;
  position.finished = bytes[1] != '\0';
  position.next.commit = ReadBigEndian64(bytes.substr(2));
  position.next.place = ReadBigEndian32(bytes.substr(10));
  return position;
}

}  // namespace stator::hooks
