#include "table/decided_write.h"

#include "base/contain.h"

namespace stator::table {

std::size_t BytesOf(const DecidedWrite& write) {
  std::size_t bytes = 0;
  for (const auto& change : write.effect.changes) {
    bytes += change.address.key.size() + (change.value ? change.value->size() : 0);
  }
  return bytes + (write.effect.record ? write.effect.record->value.size() : 0);
}

std::size_t BytesOf(std::span<const DecidedWrite> writes) {
  std::size_t bytes = 0;
  for (const auto& write : writes) bytes += BytesOf(write);
  return bytes;
}

bool MayMoveToWorker(const Command& command) {
  return command.phase != Phase::kApply && command.phase != Phase::kRelease;
}

Result<Effect> DecideOn(const Command& command, const std::optional<BytesView>& row, TimeMicros now,
                        const MarkMet& mark_met, const Decision* made) {
  auto effect = Contain([&] { return Work(command, row, now, made); });
  if (!effect && effect.error().code == ErrorCode::kTransactionConflictException && mark_met) {
    mark_met(command);
  }
  return effect;
}

}  // namespace stator::table
