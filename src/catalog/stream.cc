#include "catalog/stream.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

namespace stator::catalog {
namespace {

constexpr std::string_view kStreamPart = "/stream/";
constexpr std::size_t kNumberDigits = 8;  // hexadecimal digits at the end of a shard id

std::string IdOf(TimeMicros opened, std::uint32_t number) {
  return fmt::format("shardId-{:020}-{:08x}", opened / 1000, number);
}

}  // namespace

StreamStatus StreamDescriptor::StatusAt(TimeMicros now) const {
  const bool settled = now >= settings_.settled;
  if (settings_.disabled) return settled ? StreamStatus::kDisabled : StreamStatus::kDisabling;
  return settled ? StreamStatus::kEnabled : StreamStatus::kEnabling;
}

const Shard* StreamDescriptor::FindShard(std::uint32_t number) const {
  const auto found = std::ranges::lower_bound(settings_.shards, number, {}, &Shard::number);
  return found == settings_.shards.end() || found->number != number ? nullptr : &*found;
}

const Shard* StreamDescriptor::FindShard(std::string_view shard_id) const {
  if (shard_id.size() < kNumberDigits) return nullptr;
  const std::string_view digits = shard_id.substr(shard_id.size() - kNumberDigits);
  std::uint32_t number = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), number, 16);
  const auto* shard = FindShard(number);
  return shard == nullptr || ShardId(*shard) != shard_id ? nullptr : shard;
}

std::string ShardId(const Shard& shard) { return IdOf(shard.opened, shard.number); }

std::string ParentShardId(const Shard& shard) { return IdOf(shard.parent_opened, shard.parent); }

std::string StreamArn(std::string_view table_arn, std::string_view label) {
  return fmt::format("{}{}{}", table_arn, kStreamPart, label);
}

std::optional<std::string_view> TableNameInStreamArn(std::string_view arn) {
  const auto at = arn.find(kStreamPart);
  if (!arn.starts_with("arn:") || at == arn.npos) return std::nullopt;
  const std::string_view label = arn.substr(at + kStreamPart.size());
  if (label.empty() || label.find('/') != label.npos) return std::nullopt;
  return TableNameIn(arn.substr(0, at));
}

}  // namespace stator::catalog
