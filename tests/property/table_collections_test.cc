// Compares the sizes of item collections with a recomputation from the rows, after random writes,
// many of them concurrent.

#include <future>
#include <map>

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "item/row.h"
#include "storage/memory/memory_engine.h"
#include "table/collections.h"
#include "table/commit_queue.h"
#include "table/index_entries.h"
#include "table/testing.h"

namespace stator::table {
namespace {

using testing::LocalIndex;
using testing::MakeItem;
using testing::N;
using testing::PutCommand;
using testing::S;
using testing::SortedTable;

struct Step {
  int partition = 0;
  int sort = 0;
  int index_key = 0;  // 0: none
  int text_bytes = 0;
  bool remove = false;
  bool wait = false;  // wait until it is durable before the next write
};

rc::Gen<Step> AnyStep() {
  return rc::gen::build<Step>(
      rc::gen::set(&Step::partition, rc::gen::inRange(0, 3)),
      rc::gen::set(&Step::sort, rc::gen::inRange(0, 4)),
      rc::gen::set(&Step::index_key, rc::gen::inRange(0, 3)),
      rc::gen::set(&Step::text_bytes, rc::gen::inRange(0, 40)),
      rc::gen::set(&Step::remove, rc::gen::weightedElement<bool>({{3, false}, {1, true}})),
      rc::gen::set(&Step::wait, rc::gen::weightedElement<bool>({{4, false}, {1, true}})));
}

Command CommandOf(const catalog::TablePtr& table, const Step& step) {
  item::Tree::Map item{{"pk", S(std::to_string(step.partition))},
                       {"sk", N(step.sort)},
                       {"v", S(std::string(static_cast<std::size_t>(step.text_bytes), 'x'))}};
  if (step.index_key > 0) item.emplace("l", S(std::to_string(step.index_key)));
  auto command = PutCommand(table, MakeItem(item));
  if (step.remove) {
    command.decide = [](const item::ItemView* stored) -> Result<Decision> {
      return stored != nullptr ? Decision::Remove() : Decision::Keep();
    };
  }
  return command;
}

using Sizes = std::map<Bytes, std::int64_t>;

Sizes KeptSizes(storage::Engine& engine, const catalog::Table& table) {
  Sizes sizes;
  const auto page = *engine.Read(table->collections, {}, {});
  for (const auto& entry : page.entries) {
    sizes[entry.key] = *DecodeCollection(entry.value);
  }
  return sizes;
}

Sizes RecomputedSizes(storage::Engine& engine, const catalog::Table& table) {
  Sizes sizes;
  const auto page = *engine.Read(table->rows, {}, {});
  for (const auto& entry : page.entries) {
    const auto item = item::DecodeRow(entry.value)->item;
    auto bytes = item.Size();
    for (const auto& index : table->indexes) {
      if (IndexKeyOf(table, index, item)) bytes += Projected(table, index, item).view().Size();
    }
    sizes[Bytes(CollectionKeyOf(table, entry.key))] += static_cast<std::int64_t>(bytes);
  }
  return sizes;
}

RC_GTEST_PROP(Collections, SizesEqualARecomputationFromTheRows, ()) {
  const auto engine = storage::OpenMemory();
  const auto catalog = *catalog::Catalog::Load(*engine);
  const ManualServiceClock clock{1};
  CommitQueue queue(*engine, *catalog, clock, *rc::gen::element<std::int64_t>(100, 1'000'000));
  auto settings = SortedTable("t");
  settings.indexes = {LocalIndex("all", "l"), LocalIndex("keys", "l")};
  settings.indexes[1].projection = catalog::ProjectionKind::kKeysOnly;
  const auto table = *queue.Change(
      [&](catalog::Catalog& each) -> Result<catalog::Change> { return each.PlanCreate(settings); });
  for (const auto& step : *rc::gen::container<std::vector<Step>>(AnyStep())) {
    std::promise<void> done;
    const auto durable = done.get_future();
    queue.Submit(CommandOf(table, step),
                 [done = std::move(done)](const Result<Written>&) mutable { done.set_value(); });
    if (step.wait) durable.wait();
  }
  queue.Stop();
  const auto kept = KeptSizes(*engine, *table);
  RC_ASSERT(kept == RecomputedSizes(*engine, *table));
  RC_CLASSIFY(!kept.empty());
}

}  // namespace
}  // namespace stator::table
