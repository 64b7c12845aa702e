#include "capacity/account_work.h"

#include <utility>

#include "base/durations.h"

namespace stator::capacity {
namespace {

constexpr TimeMicros kSaveEvery = kMinute;
constexpr std::size_t kTablesPerSave = 16;  // clients' writes wait for each save

}  // namespace

Result<> AccountWork::Load() {
  std::vector<Account::Row> rows;
  storage::KeyRange range;
  while (true) {
    auto page = TRY(engine_.Read(kAccountSpace, range, {}));
    for (auto& entry : page.entries) rows.push_back({entry.key, std::move(entry.value)});
    if (!page.more) break;
    range.begin = rows.back().key + '\0';
  }
  return account_.Load(rows, clock_.Now());
}

Result<table::StepOutcome> AccountWork::Step() {
  const TimeMicros now = clock_.Now();
  if (now < next_ && !account_.begins_anew()) return table::StepOutcome{.wait = next_ - now};
  if (!more_) account_.Look(catalog_, now);
  more_ = TRY(SaveSome());
  if (more_) return table::StepOutcome{.worked = true};
  next_ = now + kSaveEvery;
  return table::StepOutcome{.wait = kSaveEvery};
}

Result<> AccountWork::Save() {
  account_.Look(catalog_, clock_.Now());
  while (TRY(SaveSome())) {
  }
  return {};
}

Result<bool> AccountWork::SaveSome() {
  const auto changes = account_.TakeChanges(kTablesPerSave);
  if (changes.rows.empty()) return changes.more;
  const auto saved = queue_.Change([&](catalog::Catalog&) -> Result<catalog::Change> {
    catalog::Change change;
    if (changes.anew) change.drops.push_back({kAccountSpace});
    for (const auto& row : changes.rows) {
      change.mutations.push_back({{kAccountSpace, row.key}, row.value});
    }
    for (const auto& key : changes.removed) {
      change.mutations.push_back({{kAccountSpace, key}, std::nullopt});
    }
    return change;
  });
  if (saved) return changes.more;
  account_.PutBack(changes);
  return Fail(saved.error());
}

}  // namespace stator::capacity
