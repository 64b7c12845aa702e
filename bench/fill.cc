// Creates a table and fills it with numbered items, through the library and without waiting for the
// disk. So the fill takes less time than the measurement.

#include <cstdio>
#include <cstdlib>
#include <latch>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include "api/handlers.h"
#include "base/limits.h"
#include "bench/sample.h"
#include "database/database.h"
#include "item/tree.h"
#include "table/keys.h"

namespace stator::bench {
namespace {

// Concurrent writes: enough to keep the commit thread busy while the next ones are prepared.
constexpr std::uint64_t kUnderWay = limits::kPendingCommitsMax / 2;

// The first serial number. All have ten digits and end in 1, so all are billed the same number of
// bytes.
constexpr std::int64_t kSerial = 1'000'000'001;

struct Options {
  std::string folder;
  std::string table = kTable;
  std::uint64_t items = 1;
  std::uint64_t collection = 1;
  std::size_t item_bytes = kItemBytes;
};

template <class T>
T Require(Result<T> result) {
  if (result) return *std::move(result);
  std::fprintf(stderr, "fill: %s\n", result.error().message.c_str());
  std::exit(1);
}

api::CreateTableRequest TableOf(const Options& options) {
  api::CreateTableRequest request;
  request.table_name = options.table;
  request.billing_mode = api::BillingMode::kPayPerRequest;
  request.attribute_definitions = {{"pk", api::ScalarAttributeType::kS},
                                   {"sk", api::ScalarAttributeType::kS}};
  request.key_schema = {{"pk", api::KeyType::kHash}, {"sk", api::KeyType::kRange}};
  return request;
}

std::string Digits(std::uint64_t number) {
  std::string digits(kKeyDigits, '0');
  WriteDigits(number, digits.data(), kKeyDigits);
  return digits;
}

// Returns the item of a number, as the requests of bench/load.cc name it.
item::Item ItemOf(const Options& options, std::uint64_t number) {
  return item::EncodeItem(
      {{"pk", {Digits(number / options.collection)}},
       {"sk", {Digits(number % options.collection)}},
       {"serial", {item::Number(kSerial + static_cast<std::int64_t>(number) * 10)}},
       {"payload", {Payload(PayloadBytes(options.item_bytes, 2), number)}}});
}

table::Command Put(const catalog::TablePtr& table, item::Item item) {
  auto key = Require(table::RowKeyOfItem(*table, item.view()));
  auto decision = table::Decision::Replace(std::move(item));
  return {table, std::move(key),
          [decision = std::move(decision)](const item::ItemView*) -> Result<table::Decision> {
            return decision;
          }};
}

void Fill(const Options& options) {
  const auto database = Require(database::Database::Open(
      {.data_folder = options.folder, .durability = storage::Durability::kOs}));
  Require(api::CreateTable(database->services(), TableOf(options)));
  const auto table = database->store().catalog().Find(options.table);
  for (std::uint64_t first = 0; first < options.items; first += kUnderWay) {
    const auto end = std::min(options.items, first + kUnderWay);
    std::latch done(static_cast<std::ptrdiff_t>(end - first));
    for (auto number = first; number < end; ++number) {
      database->Submit(Put(table, ItemOf(options, number)), [&](Result<table::Written> written) {
        Require(std::move(written));
        done.count_down();
      });
    }
    done.wait();
  }
  database->Stop();
}

}  // namespace
}  // namespace stator::bench

int main(int count, char** arguments) {
  stator::bench::Options options;
  CLI::App app("Makes a table in a data folder and fills it");
  app.add_option("--folder", options.folder)->required();
  app.add_option("--table", options.table);
  app.add_option("--items", options.items)->check(CLI::PositiveNumber);
  app.add_option("--collection", options.collection, "Items of each partition key")
      ->check(CLI::PositiveNumber);
  app.add_option("--item-bytes", options.item_bytes)
      ->check(CLI::Range(stator::bench::kItemBytesMin, stator::limits::kItemBytesMax));
  CLI11_PARSE(app, count, arguments);
  stator::bench::Fill(options);
}
