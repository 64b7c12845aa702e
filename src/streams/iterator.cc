#include "streams/iterator.h"

#include <optional>

#include <fmt/format.h>

#include "base/base64.h"
#include "base/digest.h"
#include "base/endian.h"
#include "base/limits.h"
#include "base/texts.h"

namespace stator::streams {
namespace {

constexpr std::string_view kVersion = "|1|";
constexpr std::size_t kPayloadBytes = 4 + 8 + 4 + 8;

// The mark includes a secret of the stream, so a client cannot forge an iterator.
Bytes MarkOf(const catalog::StreamSettings& stream, BytesView payload) {
  return Sha256(stream.id + stream.arn + Bytes(payload));
}

std::optional<ShardIterator> Decode(const catalog::StreamSettings& stream, std::string_view text) {
  const auto bytes = DecodeBase64(text);
  if (!bytes || bytes->size() < kPayloadBytes) return std::nullopt;
  const BytesView payload = BytesView(*bytes).substr(0, kPayloadBytes);
  if (BytesView(*bytes).substr(kPayloadBytes) != MarkOf(stream, payload)) return std::nullopt;
  ShardIterator iterator;
  iterator.shard = ReadBigEndian32(payload);
  iterator.next.commit = ReadBigEndian64(payload.substr(4));
  iterator.next.place = ReadBigEndian32(payload.substr(12));
  iterator.issued = static_cast<TimeMicros>(ReadBigEndian64(payload.substr(16)));
  return iterator;
}

}  // namespace

bool IsGone(const catalog::StreamSettings& stream, TimeMicros now) {
  return stream.disabled && *stream.disabled + limits::kStreamRetention <= now;
}

Result<catalog::StreamPtr> FindStream(const catalog::Catalog& catalog, std::string_view arn,
                                      TimeMicros now) {
  if (!catalog::TableNameInStreamArn(arn)) return FailInvalid(texts::kStreamArnInvalid);
  auto stream = catalog.FindStream(arn);
  if (!stream || IsGone(stream->settings(), now)) {
    return Fail(ErrorCode::kResourceNotFoundException, fmt::format(texts::kStreamNotFound, arn));
  }
  return stream;
}

std::string EncodeIterator(const catalog::StreamSettings& stream, const ShardIterator& iterator) {
  Bytes payload;
  AppendBigEndian32(iterator.shard, payload);
  AppendBigEndian64(iterator.next.commit, payload);
  AppendBigEndian32(iterator.next.place, payload);
  AppendBigEndian64(static_cast<std::uint64_t>(iterator.issued), payload);
  payload += MarkOf(stream, payload);
  std::string text = stream.arn + std::string(kVersion);
  AppendBase64(payload, text);
  return text;
}

Result<FoundIterator> FindIterator(const catalog::Catalog& catalog, std::string_view text,
                                   TimeMicros now) {
  const auto at = text.find(kVersion);
  if (at == text.npos || !catalog::TableNameInStreamArn(text.substr(0, at))) {
    return FailInvalid(texts::kIteratorInvalid);
  }
  auto stream = TRY(FindStream(catalog, text.substr(0, at), now));
  const auto iterator = Decode(stream->settings(), text.substr(at + kVersion.size()));
  if (!iterator) return FailInvalid(texts::kIteratorInvalid);
  if (now - iterator->issued > limits::kIteratorLifetime) {
    return Fail(ErrorCode::kExpiredIteratorException, texts::kIteratorExpired);
  }
  return FoundIterator{std::move(stream), *iterator};
}

}  // namespace stator::streams
