#include "model/verify/lost_updates.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <optional>
#include <set>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "base/result.h"
#include "model/layout/render.h"
#include "model/verify/inspection.h"
#include "model/verify/row_map.h"
#include "model/verify/step_run.h"
#include "model/verify/stream_copies.h"
#include "model/verify/write_steps.h"
#include "model/verify/writes.h"

namespace stator::model {
namespace {

using client::Value;

constexpr int kThreads = 4;
constexpr int kTurns = 5;             // of each thread
constexpr int kAttemptsMax = 20'000;  // of one turn

// Whether the action writes over an existing item that it read before.
bool WritesOver(const Action& action) {
  return action.verb == Verb::kUpdate || (action.verb == Verb::kPut && !action.conditions.empty());
}

// Returns a version that the action raises but does not compare, so that two writers set it to the
// same number; empty if there is none.
std::string BlindlyRaised(const Action& action, const Entity& entity) {
  if (!action.conditions.empty()) return "";
  for (const auto& name : action.sets) {
    if (entity.Find(name)->kind == Kind::kVersion) return name;
  }
  return "";
}

// Returns the attribute that must stop a second writer that read the same item; empty if none must.
std::string LockOf(const RowWrite& row, const std::vector<StoredRow>& accesses) {
  const Action& action = *row.action;
  const Entity& entity = *row.access.entity;
  const auto changed = ChangedBy(action, entity, accesses);
  for (const auto& name : row.conditions) {
    if (entity.Find(name)->kind == Kind::kVersion || Contains(changed, name)) return name;
  }
  return action.modifies.empty() ? BlindlyRaised(action, entity) : action.modifies.front();
}

// Returns a number that each run raises by one; empty if there is none.
std::string CountedOf(const Action& action, const Entity& entity,
                      const std::vector<StoredRow>& accesses) {
  const auto changed = ChangedBy(action, entity, accesses);
  for (const auto& name : action.conditions) {
    if (TypeOf(*entity.Find(name)) == Value::Type::kNumber && Contains(changed, name)) return name;
  }
  for (const auto& name : action.adds) {
    if (TypeOf(*entity.Find(name)) == Value::Type::kNumber) return name;
  }
  return "";
}

class Race {
 public:
  Race(World& world, const PlannedWrite& planned, std::set<std::string>& known)
      : world_(world),
        planned_(planned),
        pattern_(planned.pattern),
        plan_(planned.plan),
        known_(known),
        touched_(world.model) {}

  client::Expected<std::vector<std::string>> Run() {
    if (pattern_.stated) return std::move(faults_);
    TRY(TryTwice());
    if (faults_.empty()) TRY(TryThreads());
    faults_.insert(faults_.end(), left_.begin(), left_.end());
    return std::move(faults_);
  }

 private:
  client::Expected<WriteOutcome> Send(const std::vector<ChosenStep>& chosen) {
    auto run = TRY(RunSteps(world_, planned_, chosen));
    Note("it leaves a row inconsistent: ", run.inconsistencies);
    return std::move(run.outcome);
  }

  void Note(std::string_view what, const std::vector<std::string>& inconsistencies) {
    for (const auto& found : inconsistencies) {
      if (known_.insert(found).second) left_.push_back(fmt::format("{}{}", what, found));
    }
  }

  // If two writers read the same item, the second one must be refused.
  client::Expected<void> TryTwice() {
    const auto lock = Lock();
    if (lock.empty()) return {};
    auto first = TRY(ChooseSteps(world_, pattern_, {.only_new = true}));
    if (!first) return {};
    if (const auto outcome = TRY(Send(*first)); !outcome.error.empty()) return {};
    const auto chosen = TRY(SameUpdates(*first));
    if (!chosen) return {};
    const auto& second = *chosen;
    const auto outcome = TRY(Send(second));
    if (outcome.refused) return {};
    if (!outcome.error.empty()) {
      faults_.push_back(outcome.error);
      return {};
    }
    faults_.push_back(fmt::format(
        "two programs read {} with the same {} and then write, and the second write is not "
        "refused, so the first update is lost",
        NameOf(UpdatedIn(second)), lock));
    return {};
  }

  // Returns the run of a second program that read the same items. It has the same updates and
  // checks, but puts and deletes of its own, so nothing else can stop it.
  client::Expected<std::optional<std::vector<ChosenStep>>> SameUpdates(
      const std::vector<ChosenStep>& first) {
    auto chosen = TRY(ChooseSteps(world_, pattern_, {.only_new = true}));
    if (!chosen) return std::nullopt;
    for (std::size_t i = 0; i < first.size(); ++i) {
      const auto& step = first[i].step;
      if (!step.before || step.action->verb == Verb::kDelete) continue;
      auto& again = (*chosen)[i];
      again = first[i];
      if (step.after) {
        again.step.after =
            Updated(*step.action, world_.accesses, *step.before, world_.sampler.random());
      }
    }
    return chosen;
  }

  static const Instance& UpdatedIn(const std::vector<ChosenStep>& chosen) {
    const auto found = std::ranges::find_if(
        chosen, [](const ChosenStep& one) { return WritesOver(*one.step.action); });
    return *found->step.before;
  }

  std::string Lock() const {
    for (const auto& row : plan_.rows) {
      if (!WritesOver(*row.action) || row.access.row != StoredRow::Row::kItem) continue;
      auto lock = LockOf(row, world_.accesses);
      if (!lock.empty()) return lock;
    }
    return "";
  }

  client::Expected<void> TryThreads() {
    if (pattern_.actions.size() != 1 || pattern_.actions.front().times != 1) return {};
    const Action& action = pattern_.actions.front();
    if (!WritesOver(action) || ChangesItsKey()) return {};
    const auto counted =
        CountedOf(action, *world_.model.FindEntity(action.entity), world_.accesses);
    if (counted.empty()) return {};
    const auto fresh = TRY(MakeFresh(world_, action, nullptr));
    if (!fresh) return {};
    RunThreads(action, *fresh);
    const auto now = TRY(Read(*fresh));
    if (!now) return {};
    const auto grown = now->values.at(counted).integer().value_or(0) -
                       fresh->values.at(counted).integer().value_or(0);
    if (faults_.empty() && grown != kThreads * kTurns) {
      faults_.push_back(fmt::format("{} updates of {} at once made {} only {} higher",
                                    kThreads * kTurns, NameOf(*now), counted, grown));
    }
    TRY(FollowStream(world_, {{.action = &action, .before = fresh, .after = now}}));
    return CheckRows(*now);
  }

  // Whether the action changes the item's own key. Then no writer finds the item a second time,
  // which is a fault of its own.
  bool ChangesItsKey() const {
    return std::ranges::any_of(plan_.rows, [](const RowWrite& row) {
      const auto written = [&](const std::string& name) { return Contains(row.attributes, name); };
      return row.access.row == StoredRow::Row::kItem &&
             std::ranges::any_of(FieldsOf(row.access.key), written);
    });
  }

  // Checks the rows that the threads left, then deletes the item. The last writer differs from run
  // to run; deleting the item keeps the rest of the verification reproducible.
  client::Expected<void> CheckRows(const Instance& now) {
    world_.instances.push_back(now);
    touched_.Add(world_.accesses, now);
    Note("updates at once leave a row inconsistent: ",
         TRY(InconsistenciesOf(world_, touched_, {now})));
    world_.instances.pop_back();
    return DeleteRows(world_, now);
  }

  void RunThreads(const Action& action, const Instance& instance) {
    std::vector<std::thread> threads;
    for (int i = 0; i < kThreads; ++i) {
      threads.emplace_back([&, seed = world_.sampler.random().Next()] {
        Random random(seed);
        for (int turn = 0; turn < kTurns; ++turn) TakeTurn(action, instance, random);
      });
    }
    for (auto& thread : threads) thread.join();
  }

  // Reads, computes and writes, and retries until no other writer interferes.
  void TakeTurn(const Action& action, const Instance& instance, Random& random) {
    for (int attempt = 0; attempt < kAttemptsMax && !world_.is_stopped(); ++attempt) {
      const auto before = Read(instance);
      if (!before || !*before) {
        Fault(before ? NameOf(instance) + " is gone" : before.error().message);
        return;
      }
      const Step step{.action = &action,
                      .before = *before,
                      .after = Updated(action, world_.accesses, **before, random)};
      const auto writes = WritesOf(world_.accesses, planned_, {step});
      if (!writes) {
        Fault(writes.error().message);
        return;
      }
      Touch(*writes, *step.after);
      const auto outcome = RunWrites(world_.database, plan_.transaction, *writes);
      if (outcome.error.empty()) return;
      if (outcome.refused) continue;
      Fault(outcome.error);
      return;
    }
    if (!world_.is_stopped()) Fault(NameOf(instance) + " was never free to be updated");
  }

  void Touch(const std::vector<client::TransactWrite>& requests, const Instance& after) {
    const std::scoped_lock lock(mutex_);
    touched_.Add(requests);
    touched_.Add(world_.accesses, after);
  }

  void Fault(std::string text) {
    const std::scoped_lock lock(mutex_);
    faults_.push_back(std::move(text));
  }

  // Returns the instance with the current values of its item; nullopt if the item is gone.
  client::Expected<std::optional<Instance>> Read(const Instance& instance) {
    for (const auto& access : world_.accesses) {
      if (access.entity != instance.entity || !access.InTable() ||
          access.row != StoredRow::Row::kItem) {
        continue;
      }
      auto key = KeyOf(access, instance);
      if (!key) continue;
      const auto got = TRY(world_.database.GetItem(
          {.table = access.table->name, .key = *std::move(key), .consistent_read = true}));
      if (!got.item) return std::nullopt;
      Instance now = instance;
      for (auto& [name, value] : now.values) {
        if (const Value* stored = client::Find(*got.item, name)) value = *stored;
      }
      return now;
    }
    return std::nullopt;
  }

  World& world_;
  const PlannedWrite& planned_;
  const Pattern& pattern_;
  const WritePlan& plan_;
  std::set<std::string>& known_;
  std::vector<std::string> left_;  // inconsistent rows
  std::mutex mutex_;               // Guards: the members below, against the threads.
  TouchedRows touched_;
  std::vector<std::string> faults_;
};

}  // namespace

client::Expected<std::vector<std::string>> LostUpdates(World& world, const PlannedWrite& planned,
                                                       std::set<std::string>& known) {
  return Race(world, planned, known).Run();
}

}  // namespace stator::model
