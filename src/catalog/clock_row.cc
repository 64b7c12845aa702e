#include "catalog/clock_row.h"

#include "base/endian.h"

namespace stator::catalog {
namespace {

constexpr char kClockRowFormat = 1;
constexpr char kFrozen = 1;
constexpr std::size_t kBytes = 1 + 1 + 3 * 8;

std::int64_t ReadInteger(BytesView bytes, std::size_t place) {
  return static_cast<std::int64_t>(ReadBigEndian64(bytes.substr(2 + place * 8)));
}

}  // namespace

Bytes EncodeClockRule(const ClockRule& rule) {
  Bytes out(1, kClockRowFormat);
  out += rule.frozen ? kFrozen : '\0';
  AppendBigEndian64(static_cast<std::uint64_t>(rule.machine), out);
  AppendBigEndian64(static_cast<std::uint64_t>(rule.service), out);
  AppendBigEndian64(static_cast<std::uint64_t>(rule.scale), out);
  return out;
}

Result<ClockRule> DecodeClockRule(BytesView bytes) {
  const auto corrupt = [] {
    return Fail(ErrorCode::kCorruption, "the clock's rule does not decode");
  };
  if (bytes.size() != kBytes || bytes[0] != kClockRowFormat) return corrupt();
  if (bytes[1] != kFrozen && bytes[1] != '\0') return corrupt();
  const ClockRule rule{ReadInteger(bytes, 0), ReadInteger(bytes, 1), ReadInteger(bytes, 2),
                       bytes[1] == kFrozen};
  if (rule.scale < 1 || rule.scale > kClockScaleMax) return corrupt();
  if (rule.service < 0 || rule.service > kServiceTimeMax) return corrupt();
  return rule;
}

}  // namespace stator::catalog
