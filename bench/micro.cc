// Measures the parts of a request, one at a time. The figures explain those of bench/run; they are
// no targets.

#include <algorithm>
#include <latch>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "base/check.h"
#include "base/clock.h"
#include "base/limits.h"
#include "bench/sample.h"
#include "capacity/account.h"
#include "capacity/governor.h"
#include "capacity/heat_room.h"
#include "catalog/catalog.h"
#include "expr/bindings.h"
#include "expr/cache.h"
#include "expr/condition.h"
#include "expr/update.h"
#include "item/key.h"
#include "item/number.h"
#include "item/row.h"
#include "item/tree.h"
#include "json/parser.h"
#include "json/writer.h"
#include "partiql/bind.h"
#include "partiql/cache.h"
#include "partiql/parser.h"
#include "partiql/plan.h"
#include "query/key_range.h"
#include "query/key_terms.h"
#include "storage/memory/memory_engine.h"
#include "table/commit_queue.h"
#include "table/effect.h"
#include "table/keys.h"
#include "table/testing.h"
#include "wire/attribute_value.h"
#include "wire/decoder.h"
#include "wire/item_writer.h"

namespace stator::bench {
namespace {

using table::testing::KeyedTable;
using table::testing::MakeItem;
using table::testing::N;
using table::testing::PutCommand;
using table::testing::S;

item::Item SampleItem(std::uint64_t key = 0) {
  std::string name(kKeyDigits, '0');
  WriteDigits(key, name.data(), kKeyDigits);
  return MakeItem(
      {{"pk", S(name)}, {"serial", N(1'234'567'891)}, {"payload", S(Payload(kPayloadBytes))}});
}

// Many small attributes instead of a large one: the other kind of item of 1 KB.
item::Item WideItem() {
  item::Tree::Map attributes = {{"pk", S("0000000000")}};
  for (int i = 0; i < 40; ++i) {
    attributes.emplace("attribute" + std::to_string(i),
                       i % 2 == 0 ? N(1'000'000 + i) : S(Payload(16)));
  }
  return MakeItem(std::move(attributes));
}

std::string JsonOf(const item::Item& item) {
  std::string json;
  wire::WriteItem(item.view(), json);
  return json;
}

void NumberParseAndEncode(benchmark::State& state) {
  const std::string text = "-12345678.90123456789";
  Bytes out;
  for (auto _ : state) {
    out.clear();
    item::Number::Parse(text)->AppendEncoded(out);
    benchmark::DoNotOptimize(out.data());
  }
}
BENCHMARK(NumberParseAndEncode);

void NumberBytesToText(benchmark::State& state) {
  Bytes encoded;
  item::Number::Parse("-12345678.90123456789")->AppendEncoded(encoded);
  std::string out;
  for (auto _ : state) {
    out.clear();
    item::AppendNumberText(encoded, out);
    benchmark::DoNotOptimize(out.data());
  }
}
BENCHMARK(NumberBytesToText);

void DecodeItem(benchmark::State& state, const item::Item& item) {
  std::string json = JsonOf(item);
  json.reserve(json.size() + json::Parser::kPaddingBytes);
  json::Parser parser;
  for (auto _ : state) {
    const auto body = parser.Parse(json);
    wire::Decoder decoder(json.size());
    api::AttributeMap map;
    wire::ReadAttributeMap(decoder, {}, body->root(), wire::Names::kAttributes, map);
    benchmark::DoNotOptimize(map.item.bytes().data());
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(json.size()));
}
BENCHMARK_CAPTURE(DecodeItem, one_large_string, SampleItem());
BENCHMARK_CAPTURE(DecodeItem, forty_attributes, WideItem());

void EncodeItem(benchmark::State& state, const item::Item& item) {
  std::string out;
  for (auto _ : state) {
    out.clear();
    wire::WriteItem(item.view(), out);
    benchmark::DoNotOptimize(out.data());
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(out.size()));
}
BENCHMARK_CAPTURE(EncodeItem, one_large_string, SampleItem());
BENCHMARK_CAPTURE(EncodeItem, forty_attributes, WideItem());

void RowKey(benchmark::State& state) {
  const auto table = table::testing::Published(KeyedTable("t"));
  const auto item = SampleItem();
  for (auto _ : state) benchmark::DoNotOptimize(table::RowKeyOfItem(*table, item.view()));
}
BENCHMARK(RowKey);

void Route(benchmark::State& state) {
  const auto item = SampleItem();
  const std::vector values = {*item.view().Find("pk")};
  for (auto _ : state) benchmark::DoNotOptimize(item::RouteOf(values));
}
BENCHMARK(Route);

constexpr char kUpdate[] = "SET #p = :p, a.b = if_not_exists(a.b, :one) ADD serial :one";
constexpr char kCondition[] = "attribute_exists(pk) AND serial BETWEEN :one AND :many";

const std::map<std::string, std::string>& Placeholders() {
  static const std::map<std::string, std::string> names = {{"#p", "payload"}};
  return names;
}

item::Item PlaceholderValues() {
  return MakeItem({{":p", S(Payload(kPayloadBytes))}, {":one", N(1)}, {":many", N(9'999'999'999)}});
}

void BindFromCache(benchmark::State& state) {
  expr::Cache cache;
  const auto values = PlaceholderValues();
  const auto view = values.view();
  for (auto _ : state) {
    expr::Bindings bindings(&Placeholders(), &view);
    CHECK(bindings.Check().has_value());
    benchmark::DoNotOptimize(
        expr::BindCondition(cache, expr::Kind::kCondition, kCondition, bindings));
    benchmark::DoNotOptimize(expr::BindUpdate(cache, kUpdate, bindings));
    CHECK(bindings.CheckAllUsed().has_value());
  }
}
BENCHMARK(BindFromCache);

void BindUnseen(benchmark::State& state) {
  const auto values = PlaceholderValues();
  const auto view = values.view();
  for (auto _ : state) {
    expr::Cache cache;
    expr::Bindings bindings(&Placeholders(), &view);
    benchmark::DoNotOptimize(
        expr::BindCondition(cache, expr::Kind::kCondition, kCondition, bindings));
    benchmark::DoNotOptimize(expr::BindUpdate(cache, kUpdate, bindings));
  }
}
BENCHMARK(BindUnseen);

// --- Statements ---

// 200 characters, as a client writes that fills its values into the text.
constexpr std::string_view kFreshStatement =
    R"(SELECT customer, total, "status" FROM "Orders" WHERE PK = 'CUSTOMER#0000000017' AND SK BETWEEN )"
    R"('ORDER#2026-01-01' AND 'ORDER#2026-12-31' AND total >= 199.95 AND (contains(tags, 'gift') OR paid = true))";
static_assert(kFreshStatement.size() == 200);

void ParseStatement(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(partiql::Parse(kFreshStatement));
}
BENCHMARK(ParseStatement);

// The binding of a Query by parameters, and of the SELECT that does the same.
void BindAndPlanQuery(benchmark::State& state) {
  const query::Source source{table::testing::Published(table::testing::SortedTable("t")), nullptr};
  expr::Cache cache;
  const auto values = MakeItem({{":pk", S("CUSTOMER#0000000017")}, {":sk", N(17)}});
  const auto view = values.view();
  for (auto _ : state) {
    expr::Bindings bindings(nullptr, &view);
    CHECK(bindings.Check().has_value());
    const auto condition =
        expr::BindCondition(cache, expr::Kind::kKeyCondition, "pk = :pk AND sk > :sk", bindings);
    CHECK(bindings.CheckAllUsed().has_value());
    const auto terms = query::TermsOf(*condition);
    benchmark::DoNotOptimize(query::RangeOf(source, *terms));
  }
}
BENCHMARK(BindAndPlanQuery);

// The parameters of a request, as the wire decoder leaves them.
std::vector<item::ValueView> Parameters(item::ItemView values, std::size_t count) {
  std::vector<item::ValueView> parameters;
  for (std::size_t i = 0; i < count; ++i) parameters.push_back(*values.Find(std::to_string(i)));
  return parameters;
}

void BindAndPlanSelect(benchmark::State& state) {
  const query::Source source{table::testing::Published(table::testing::SortedTable("t")), nullptr};
  partiql::StatementCache cache;
  const auto values = MakeItem({{"0", S("CUSTOMER#0000000017")}, {"1", N(17)}});
  for (auto _ : state) {
    const auto statement = cache.Get(R"(SELECT * FROM "t" WHERE pk = ? AND sk > ?)");
    const auto bound = partiql::Bind(*statement, Parameters(values.view(), 2));
    benchmark::DoNotOptimize(partiql::PlanRead(source, bound->where));
  }
}
BENCHMARK(BindAndPlanSelect);

// The row key of a GetItem, and of the SELECT that does the same.
void BindAndPlanGet(benchmark::State& state) {
  const auto table = table::testing::Published(KeyedTable("t"));
  const auto key = MakeItem({{"pk", S("0000000000")}});
  for (auto _ : state) benchmark::DoNotOptimize(table::RowKeyOfKey(*table, key.view()));
}
BENCHMARK(BindAndPlanGet);

void BindAndPlanSelectByKey(benchmark::State& state) {
  const query::Source source{table::testing::Published(KeyedTable("t")), nullptr};
  partiql::StatementCache cache;
  const auto values = MakeItem({{"0", S("0000000000")}});
  for (auto _ : state) {
    const auto statement = cache.Get(R"(SELECT * FROM "t" WHERE pk = ?)");
    const auto bound = partiql::Bind(*statement, Parameters(values.view(), 1));
    benchmark::DoNotOptimize(partiql::PlanRead(source, bound->where));
  }
}
BENCHMARK(BindAndPlanSelectByKey);

// The binding of an UpdateItem, and of the UPDATE that does the same.
void BindAndPlanUpdateItem(benchmark::State& state) {
  const auto table = table::testing::Published(KeyedTable("t"));
  const auto key = MakeItem({{"pk", S("0000000000")}});
  expr::Cache cache;
  const auto values = MakeItem({{":p", S("PAID")}, {":one", N(1)}});
  const auto view = values.view();
  for (auto _ : state) {
    expr::Bindings bindings(nullptr, &view);
    CHECK(bindings.Check().has_value());
    benchmark::DoNotOptimize(
        expr::BindCondition(cache, expr::Kind::kCondition, "attribute_exists(pk)", bindings));
    benchmark::DoNotOptimize(
        expr::BindUpdate(cache, "SET paid = :p, serial = serial + :one", bindings));
    CHECK(bindings.CheckAllUsed().has_value());
    benchmark::DoNotOptimize(table::RowKeyOfKey(*table, key.view()));
  }
}
BENCHMARK(BindAndPlanUpdateItem);

void BindAndPlanUpdate(benchmark::State& state) {
  const query::Source source{table::testing::Published(KeyedTable("t")), nullptr};
  partiql::StatementCache cache;
  const auto values = MakeItem({{"0", S("PAID")}, {"1", N(1)}, {"2", S("0000000000")}});
  for (auto _ : state) {
    const auto statement =
        cache.Get(R"(UPDATE "t" SET paid = ? SET serial = serial + ? WHERE pk = ?)");
    const auto bound = partiql::Bind(*statement, Parameters(values.view(), 3));
    const auto key = partiql::PlanKey(source, bound->where, partiql::Purpose::kWrite);
    benchmark::DoNotOptimize(table::RowKeyOfKey(*source.table, (*key)->key.view()));
  }
}
BENCHMARK(BindAndPlanUpdate);

// Clients with parameters, of `statements` different texts, beside clients with values in the text.
// `kept` is the share of the former that the cache still holds.
void CacheBesideLiterals(benchmark::State& state) {
  partiql::StatementCache cache;
  const auto statements = state.range(0);
  std::int64_t serial = 0;
  std::int64_t hits = 0;
  for (auto _ : state) {
    ++serial;
    benchmark::DoNotOptimize(
        cache.Get(fmt::format("SELECT * FROM t WHERE pk = 'literal {}'", serial)));
    const auto text = fmt::format("SELECT a{} FROM t WHERE pk = ?", serial % statements);
    const auto first = cache.Get(text);
    if (serial > 2 * statements) hits += first->use_count() > 1 ? 1 : 0;
  }
  state.counters["kept"] = static_cast<double>(hits) /
                           static_cast<double>(std::max<std::int64_t>(1, serial - 2 * statements));
}
BENCHMARK(CacheBesideLiterals)->ArgName("statements")->Arg(10)->Arg(200)->Arg(1000);

void ApplyUpdate(benchmark::State& state) {
  expr::Cache cache;
  const auto values = PlaceholderValues();
  const auto value_view = values.view();
  expr::Bindings bindings(&Placeholders(), &value_view);
  const auto update = expr::BindUpdate(cache, kUpdate, bindings);
  CHECK(update.has_value());
  const auto item = MakeItem({{"pk", S("0000000000")},
                              {"a", {item::Tree::Map{{"b", N(5)}}}},
                              {"serial", N(1)},
                              {"payload", S(Payload(kPayloadBytes))}});
  const auto stored = item.view();
  const auto key = MakeItem({{"pk", S("0000000000")}});
  for (auto _ : state) benchmark::DoNotOptimize(expr::Apply(*update, &stored, key.view()));
}
BENCHMARK(ApplyUpdate);

void WorkOutPut(benchmark::State& state) {
  const auto table = table::testing::Published(KeyedTable("t"));
  const auto command = PutCommand(table, SampleItem());
  Bytes stored;
  item::AppendRow({.size = kItemBytes}, SampleItem().view(), stored);
  const std::optional<BytesView> row = stored;
  for (auto _ : state) benchmark::DoNotOptimize(table::Work(command, row, 1));
}
BENCHMARK(WorkOutPut);

// A point read is admitted and charged; every partition is used up to the given share.
void AdmitAndCharge(benchmark::State& state) {
  auto settings = KeyedTable("t");
  settings.billing = catalog::BillingMode::kPayPerRequest;
  for (std::uint32_t i = 2; i <= 4; ++i) {
    settings.partitions.push_back({i, Bytes(1, static_cast<char>((i - 1) * 64))});
  }
  const auto table = table::testing::Published(std::move(settings));
  std::vector<Bytes> keys;
  for (std::uint64_t i = 0; i < 64; ++i) {
    keys.push_back(*table::RowKeyOfItem(*table, SampleItem(i).view()));
  }
  capacity::HeatRoom heat(limits::kHeatBytesMax);
  capacity::Governor governor({.heat = state.range(1) != 0 ? &heat : nullptr});
  TimeMicros now = 1'700'000'000'000'000;
  std::size_t serial = 0;
  for (auto _ : state) {
    const capacity::Claim claim{.key = keys[++serial % keys.size()], .units = 1};
    const std::span claims(&claim, 1);
    now += state.range(0);
    const auto throttles = governor.Admit(*table, capacity::Access::kRead, claims, now);
    if (throttles.empty()) governor.Charge(*table, capacity::Access::kRead, claims, now);
    benchmark::DoNotOptimize(throttles.data());
  }
}
BENCHMARK(AdmitAndCharge)
    ->ArgNames({"micros_between", "heat"})
    ->Args({100, 0})
    ->Args({100, 1})
    ->Args({43, 0})
    ->Args({43, 1});

// Counts a request for the bill.
void CountForTheBill(benchmark::State& state) {
  const auto table = table::testing::Published(KeyedTable("t"));
  capacity::Account account(0);
  std::vector<std::string> keys;
  for (int i = 0; i < 1000; ++i) keys.push_back("CUST#" + std::to_string(i) + "#SHIPPED");
  std::uint64_t serial = 0;
  for (auto _ : state) {
    const auto& key = keys[++serial % keys.size()];
    const capacity::Claim claim{.key = key, .units = 1};
    account.Used({.table = *table,
                  .operation = "GetItem",
                  .claims = std::span(&claim, 1),
                  .access_form = {.partition = key, .sort = "ORDER#2026-11-16T02:20:00Z"},
                  .now = static_cast<TimeMicros>(serial)});
  }
}
BENCHMARK(CountForTheBill);

// A write's path from the loop to its answer with 64 concurrent ones, without disk, JSON or HTTP.
void CommitQueue64(benchmark::State& state) {
  constexpr std::ptrdiff_t kUnderWay = 64;
  const auto engine = storage::OpenMemory();
  const auto catalog = std::move(*catalog::Catalog::Load(*engine));
  const ManualServiceClock clock(1'700'000'000'000'000);
  table::CommitQueue queue(*engine, *catalog, clock);
  const auto table = *queue.Change([](catalog::Catalog& changed) -> Result<catalog::Change> {
    return changed.PlanCreate(KeyedTable("t"));
  });
  const auto keys = static_cast<std::uint64_t>(state.range(0));
  const auto payload = S(Payload(kPayloadBytes));
  std::uint64_t serial = 0;
  for (auto _ : state) {
    std::latch done(kUnderWay);
    for (std::ptrdiff_t i = 0; i < kUnderWay; ++i) {
      ++serial;
      auto command = PutCommand(table, MakeItem({{"pk", S(std::to_string(serial % keys))},
                                                 {"serial", N(static_cast<int>(serial))},
                                                 {"payload", payload}}));
      queue.Submit(std::move(command), [&](Result<table::Written> written) {
        CHECK(written.has_value());
        done.count_down();
      });
    }
    done.wait();
  }
  state.SetItemsProcessed(state.iterations() * kUnderWay);
}
BENCHMARK(CommitQueue64)->ArgName("keys")->Arg(1)->Arg(10'000)->UseRealTime();

}  // namespace
}  // namespace stator::bench
