#include "table/two_phase.h"

#include <latch>
#include <memory>
#include <utility>

#include "base/limits.h"
#include "base/texts.h"

namespace stator::table {
namespace {

Decide DecisionOf(const CommitRecord::Part& part) {
  if (part.kind == Decision::Kind::kReplace) {
    const auto image = std::make_shared<const item::Item>(Bytes(part.image));
    return [image](const item::ItemView*) -> Result<Decision> {
      return Decision{Decision::Kind::kReplace, image};
    };
  }
  return
      [kind = part.kind](const item::ItemView*) -> Result<Decision> { return Decision{kind, {}}; };
}

Command PhaseOf(const Command& command, Phase phase, BytesView transaction) {
  Command marked = command;
  marked.phase = phase;
  marked.transaction = transaction;
  return marked;
}

}  // namespace

// All at once, so that they share what fsyncs they can.
std::vector<Result<Written>> TwoPhase::WriteAll(std::vector<Command> commands) {
  std::vector<Result<Written>> outcomes(commands.size());
  std::latch done(static_cast<std::ptrdiff_t>(commands.size()));
  for (std::size_t i = 0; i < commands.size(); ++i) {
    queue_.Submit(std::move(commands[i]), [&, i](Result<Written> written) {
      outcomes[i] = std::move(written);
      done.count_down();
    });
  }
  done.wait();
  return outcomes;
}

std::vector<Result<Written>> TwoPhase::Prepare(BytesView transaction,
                                               std::span<const Command> commands) {
  std::vector<Command> marking;
  for (const auto& command : commands) {
    auto& each = marking.emplace_back(PhaseOf(command, Phase::kPrepare, transaction));
    each.wanted.old_image = each.wanted.new_image = true;
  }
  return WriteAll(std::move(marking));
}

// A mark that stays because this fails is taken off by whoever meets it.
void TwoPhase::Release(BytesView transaction, std::span<const Command> commands) {
  std::vector<Command> releasing;
  for (const auto& command : commands) {
    releasing.push_back(PhaseOf(command, Phase::kRelease, transaction));
  }
  WriteAll(std::move(releasing));
}

CommitRecord TwoPhase::RecordOf(std::span<const Command> commands,
                                std::span<const Result<Written>> prepared,
                                const std::optional<Token>& token) const {
  CommitRecord record{.time = clock_.Now(), .token = token, .parts = {}};
  for (std::size_t i = 0; i < commands.size(); ++i) {
    const auto& table = commands[i].table->settings();
    const auto& written = *prepared[i];
    auto& part = record.parts.emplace_back();
    part.table = table.name;
    part.number = table.number;
    part.row_key = commands[i].row_key;
    part.read_units = ReadUnitsFor(written.item_bytes, true) * 2;
    if (written.old_image == written.new_image) continue;
    part.kind = written.new_image ? Decision::Kind::kReplace : Decision::Kind::kRemove;
    if (written.new_image) part.image = written.new_image->view().bytes();
  }
  return record;
}

Result<std::optional<CommitRecord>> TwoPhase::Find(BytesView transaction) {
  const auto entry = TRY(engine_.Get(catalog::kTransactionSpace, CommitKey(transaction)));
  if (!entry) return std::nullopt;
  return TRY(DecodeCommitRecord(entry->value));
}

// Only the first record counts: it is put where there is none, in the order of all commits.
Result<> TwoPhase::Decide(BytesView transaction, const CommitRecord& record) {
  TRY(queue_.Change([&](catalog::Catalog&) -> Result<catalog::Change> {
    if (TRY(Find(transaction))) {
      return Fail(ErrorCode::kTransactionConflictException, texts::kTransactionConflict);
    }
    catalog::Change change;
    change.mutations.push_back(
        {{catalog::kTransactionSpace, CommitKey(transaction)}, EncodeCommitRecord(record)});
    return change;
  }));
  return {};
}

// nullopt: the table is gone, and the item with it.
std::optional<Command> TwoPhase::ApplyCommand(BytesView transaction,
                                              const CommitRecord::Part& part) const {
  auto table = catalog_.Find(part.table);
  if (!table || table->settings().number != part.number) return std::nullopt;
  Command command{.table = std::move(table), .row_key = part.row_key, .decide = DecisionOf(part)};
  command.wanted.collection_size = command.table->settings().collections != 0;
  command.phase = Phase::kApply;
  command.transaction = transaction;
  return command;
}

std::vector<Result<Written>> TwoPhase::Apply(BytesView transaction, const CommitRecord& record) {
  std::vector<Result<Written>> outcomes(
      record.parts.size(), Result<Written>(Fail(ErrorCode::kStaleDescriptor, "not applied yet")));
  for (std::size_t attempts = 0; attempts < limits::kStaleTriesMax; ++attempts) {
    std::vector<std::size_t> places;
    std::vector<Command> commands;
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
      if (outcomes[i] || outcomes[i].error().code != ErrorCode::kStaleDescriptor) continue;
      if (auto command = ApplyCommand(transaction, record.parts[i])) {
        places.push_back(i);
        commands.push_back(std::move(*command));
      } else {
        outcomes[i] = Written{};
      }
    }
    if (commands.empty()) break;
    auto written = WriteAll(std::move(commands));
    for (std::size_t i = 0; i < places.size(); ++i) outcomes[places[i]] = std::move(written[i]);
  }
  return outcomes;
}

Result<> TwoPhase::Finish(BytesView transaction, const CommitRecord& record) {
  TRY(queue_.Change([&](catalog::Catalog&) -> Result<catalog::Change> {
    catalog::Change change;
    if (record.token) {
      std::vector<HalfUnits> units;
      for (const auto& part : record.parts) units.push_back(part.read_units);
      change.mutations = RememberToken(*record.token, std::move(units), clock_.Now());
    }
    change.mutations.push_back(
        {{catalog::kTransactionSpace, CommitKey(transaction)}, std::nullopt});
    return change;
  }));
  return {};
}

Result<bool> TwoPhase::Abort(BytesView transaction) {
  const CommitRecord aborted{
      .state = CommitRecord::State::kAborted, .time = clock_.Now(), .token = {}, .parts = {}};
  const auto decided = Decide(transaction, aborted);
  if (decided) return true;
  if (decided.error().code != ErrorCode::kTransactionConflictException) {
    return Fail(decided.error());
  }
  const auto record = TRY(Find(transaction));
  return record && record->state == CommitRecord::State::kAborted;
}

Result<> TwoPhase::Abandon(BytesView transaction, const Command& marked) {
  // A committed one is finished by its record.
  if (!TRY(Abort(transaction))) return {};
  const Command marks[] = {marked};
  Release(transaction, marks);
  return {};
}

}  // namespace stator::table
