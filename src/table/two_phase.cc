#include "table/two_phase.h"

#include <latch>
#include <map>
#include <memory>
#include <utility>

#include "base/limits.h"
#include "base/texts.h"
#include "item/row.h"
#include "table/collections.h"

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

CommitRecord AbortedAt(TimeMicros now) {
  return {.state = CommitRecord::State::kAborted, .time = now, .token = {}, .parts = {}};
}

void AddRecord(BytesView transaction, const CommitRecord& record, catalog::Change& change) {
  change.mutations.push_back(
      {{catalog::kTransactionSpace, CommitKey(transaction)}, EncodeCommitRecord(record)});
}

Command PhaseOf(const Command& command, Phase phase, BytesView transaction) {
  Command marked = command;
  marked.phase = phase;
  marked.transaction = transaction;
  return marked;
}

}  // namespace

// Submits all commands at once, so that they share fsyncs, and waits for all.
std::vector<Result<Written>> TwoPhase::WriteAll(std::vector<Command> commands) {
  struct Writing {
    explicit Writing(std::size_t count)
        : outcomes(count), done(static_cast<std::ptrdiff_t>(count)) {}
    std::vector<Result<Written>> outcomes;
    std::latch done;
  };
  // Shared, because submitted writes outlive this call if memory runs out before all are submitted.
  const auto writing = std::make_shared<Writing>(commands.size());
  for (std::size_t i = 0; i < commands.size(); ++i) {
    queue_.Submit(std::move(commands[i]), [writing, i](Result<Written> written) {
      writing->outcomes[i] = std::move(written);
      writing->done.count_down();
    });
  }
  writing->done.wait();
  return std::move(writing->outcomes);
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

std::vector<Command> TwoPhase::Release(BytesView transaction, std::span<const Command> commands) {
  std::vector<Place> places;
  for (const auto& command : commands) {
    const auto& table = command.table->settings();
    places.push_back({table.name, table.number, command.row_key, {}});
  }
  const auto outcomes = CarryOut(transaction, Phase::kRelease, places);
  std::vector<Command> left;
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    if (!outcomes[i]) left.push_back(commands[i]);
  }
  return left;
}

std::vector<Result<>> TwoPhase::CheckCollections(std::span<const Command> commands,
                                                 std::span<const Result<Written>> prepared) const {
  std::map<std::pair<storage::Space, BytesView>, std::int64_t> deltas;
  const auto collection_of = [&](const Command& command) {
    return std::pair(command.table->settings().collections,
                     CollectionKeyOf(*command.table, command.row_key));
  };
  for (std::size_t i = 0; i < commands.size(); ++i) {
    if (commands[i].table->settings().collections == 0 || !prepared[i]) continue;
    deltas[collection_of(commands[i])] += prepared[i]->collection_delta;
  }
  std::vector<Result<>> outcomes(commands.size());
  for (std::size_t i = 0; i < commands.size(); ++i) {
    if (commands[i].table->settings().collections == 0 || !prepared[i]) continue;
    const auto delta = prepared[i]->collection_delta;
    const auto before = prepared[i]->collection_bytes - delta;
    const auto together = deltas[collection_of(commands[i])];
    if (delta <= 0 || before + together <= queue_.collection_bytes_max()) continue;
    outcomes[i] =
        Fail(ErrorCode::kItemCollectionSizeLimitExceededException, texts::kCollectionTooLarge);
  }
  return outcomes;
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

// Only the first record of a transaction counts. The commit thread puts it only if there is none
// yet.
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

// nullopt if the table was dropped, and the item with it.
std::optional<Command> TwoPhase::CommandAt(BytesView transaction, Phase phase,
                                           const Place& place) const {
  auto table = catalog_.Find(place.table);
  if (!table || table->settings().number != place.number) return std::nullopt;
  Command command{.table = std::move(table), .row_key = place.row_key, .decide = place.decide};
  command.wanted.collection_size = command.table->settings().collections != 0;
  command.phase = phase;
  command.transaction = transaction;
  return command;
}

// Runs the phase on the current tables. It repeats the writes of tables that change meanwhile.
std::vector<Result<Written>> TwoPhase::CarryOut(BytesView transaction, Phase phase,
                                                std::span<const Place> places) {
  std::vector<Result<Written>> outcomes(
      places.size(), Result<Written>(Fail(ErrorCode::kStaleDescriptor, "not carried out yet")));
  for (std::size_t attempts = 0; attempts < limits::kStaleTriesMax; ++attempts) {
    std::vector<std::size_t> which;
    std::vector<Command> commands;
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
      if (outcomes[i] || outcomes[i].error().code != ErrorCode::kStaleDescriptor) continue;
      if (auto command = CommandAt(transaction, phase, places[i])) {
        which.push_back(i);
        commands.push_back(std::move(*command));
      } else {
        outcomes[i] = Written{};
      }
    }
    if (commands.empty()) break;
    auto written = WriteAll(std::move(commands));
    for (std::size_t i = 0; i < which.size(); ++i) outcomes[which[i]] = std::move(written[i]);
  }
  return outcomes;
}

std::vector<Result<Written>> TwoPhase::Apply(BytesView transaction, const CommitRecord& record) {
  std::vector<Place> places;
  for (const auto& part : record.parts) {
    places.push_back({part.table, part.number, part.row_key, DecisionOf(part)});
  }
  return CarryOut(transaction, Phase::kApply, places);
}

Result<bool> TwoPhase::Finish(BytesView transaction, const CommitRecord& record) {
  bool found = false;
  TRY(queue_.Change([&](catalog::Catalog&) -> Result<catalog::Change> {
    catalog::Change change;
    found = TRY(Find(transaction)).has_value();
    if (!found) return change;
    if (record.token) {
      std::vector<HalfUnits> units;
      for (const auto& part : record.parts) units.push_back(part.read_units);
      change.mutations = RememberToken(*record.token, std::move(units), clock_.Now());
    }
    change.mutations.push_back(
        {{catalog::kTransactionSpace, CommitKey(transaction)}, std::nullopt});
    return change;
  }));
  return found;
}

Result<bool> TwoPhase::Abort(BytesView transaction) {
  const auto decided = Decide(transaction, AbortedAt(clock_.Now()));
  if (decided) return true;
  if (decided.error().code != ErrorCode::kTransactionConflictException) {
    return Fail(decided.error());
  }
  const auto record = TRY(Find(transaction));
  return record && record->state == CommitRecord::State::kAborted;
}

// Whether the row still bears the mark; if not, the transaction has ended. Threads: the commit
// thread, so that no write intervenes.
Result<bool> TwoPhase::Bears(BytesView transaction, const Command& marked) {
  const auto entry = TRY(engine_.Get(marked.table->settings().rows, marked.row_key));
  return entry && TRY(item::DecodeRow(entry->value)).header.transaction == transaction;
}

Result<> TwoPhase::Abandon(BytesView transaction, const Command& marked) {
  bool aborted = false;
  TRY(queue_.Change([&](catalog::Catalog&) -> Result<catalog::Change> {
    catalog::Change change;
    const auto record = TRY(Find(transaction));
    aborted =
        record ? record->state == CommitRecord::State::kAborted : TRY(Bears(transaction, marked));
    if (!record && aborted) AddRecord(transaction, AbortedAt(clock_.Now()), change);
    return change;
  }));
  if (!aborted) return {};
  const Command marks[] = {marked};
  for (const auto& left : Release(transaction, marks)) {
    return Fail(ErrorCode::kUnavailable, "a mark stays on a row of " + left.table->settings().name);
  }
  return {};
}

}  // namespace stator::table
