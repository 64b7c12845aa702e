#include "model/verify/read_run.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "model/verify/evaluate.h"

namespace stator::model {
namespace {

using client::Item;

constexpr int kPagesMax = 10'000;  // of one query or scan

std::string Sentence(const client::Error& error) {
  return fmt::format("{}: {}", error.code, error.message);
}

double UnitsOf(const std::optional<client::ConsumedCapacity>& capacity) {
  return capacity ? capacity->total.units : 0;
}

bool Before(const Item& left, const Item& right, const ReadRequests& requests) {
  for (const auto& name : requests.order) {
    const auto* one = client::Find(left, name);
    const auto* other = client::Find(right, name);
    if (one == nullptr || other == nullptr) continue;
    const int order = Compare(*one, *other);
    if (order != 0) return requests.backward ? order > 0 : order < 0;
  }
  return false;
}

class Run {
 public:
  Run(client::Connection& database, const Table& table, const ReadRequests& requests,
      const KindOf& kind_of)
      : database_(database), table_(table), requests_(requests), kind_of_(kind_of) {}

  ReadOutcome Finish() {
    if (requests_.get) Get();
    for (const auto& query : requests_.queries) {
      ++outcome_.partitions;
      auto items =
          Pages(query, [&](const client::QueryRequest& page) { return database_.Query(page); });
      Merge(std::move(items));
    }
    if (requests_.scan) {
      outcome_.scan = true;
      outcome_.items = Pages(*requests_.scan,
                             [&](const client::ScanRequest& page) { return database_.Scan(page); });
    }
    const auto limit = static_cast<std::size_t>(requests_.limit);
    if (limit > 0 && outcome_.items.size() > limit) outcome_.items.resize(limit);
    LimitChildren();
    if (requests_.second_read) ReadAgain();
    return std::move(outcome_);
  }

 private:
  // Where the parent is not there, its place in the answer is another child's.
  void LimitChildren() {
    std::map<std::string, std::int64_t> left = requests_.limits;
    std::erase_if(outcome_.items, [&](const Item& item) {
      const auto limit = left.find(kind_of_(item));
      return limit != left.end() && limit->second-- <= 0;
    });
  }

  void Get() {
    ++outcome_.requests;
    ++outcome_.partitions;
    auto got = database_.GetItem(*requests_.get);
    if (!got) {
      outcome_.error = Sentence(got.error());
      return;
    }
    outcome_.units += UnitsOf(got->capacity);
    if (got->item) outcome_.items.push_back(*std::move(got->item));
  }

  template <class Request, class Send>
  std::vector<Item> Pages(Request request, Send send) {
    std::vector<Item> items;
    for (int page = 0; page < kPagesMax; ++page) {
      ++outcome_.requests;
      auto got = send(request);
      if (!got) {
        outcome_.error = Sentence(got.error());
        return items;
      }
      outcome_.units += UnitsOf(got->capacity);
      outcome_.scanned += got->scanned_count;
      outcome_.counted += got->count;
      std::ranges::move(got->items, std::back_inserter(items));
      request.exclusive_start_key = std::move(got->last_evaluated_key);
      const bool enough =
          requests_.limit > 0 && items.size() >= static_cast<std::size_t>(requests_.limit);
      if (request.exclusive_start_key.empty() || enough) return items;
    }
    outcome_.error = "the answer has no end";
    return items;
  }

  void Merge(std::vector<Item> more) {
    std::vector<Item> merged;
    std::merge(
        std::make_move_iterator(outcome_.items.begin()),
        std::make_move_iterator(outcome_.items.end()), std::make_move_iterator(more.begin()),
        std::make_move_iterator(more.end()), std::back_inserter(merged),
        [this](const Item& left, const Item& right) { return Before(left, right, requests_); });
    outcome_.items = std::move(merged);
  }

  void ReadAgain() {
    for (auto& item : outcome_.items) {
      client::GetItemRequest get{.table = table_.name,
                                 .key = {},
                                 .return_capacity = client::ReturnConsumedCapacity::kTotal};
      for (const auto& name : {table_.partition_key, table_.sort_key}) {
        if (const auto* value = client::Find(item, name)) get.key.emplace(name, *value);
      }
      ++outcome_.requests;
      auto got = database_.GetItem(get);
      if (!got) {
        outcome_.error = Sentence(got.error());
        return;
      }
      outcome_.units += UnitsOf(got->capacity);
      if (got->item) item = *std::move(got->item);
    }
  }

  client::Connection& database_;
  const Table& table_;
  const ReadRequests& requests_;
  const KindOf& kind_of_;
  ReadOutcome outcome_;
};

}  // namespace

ReadOutcome RunRead(client::Connection& database, const Table& table, const ReadRequests& requests,
                    const KindOf& kind_of) {
  if (!requests.fault.empty()) return {.error = requests.fault};
  auto outcome = Run(database, table, requests, kind_of).Finish();
  for (const auto& child : requests.children) {
    auto more = RunRead(database, table, child, kind_of);
    std::ranges::move(more.items, std::back_inserter(outcome.items));
    outcome.requests += more.requests;
    outcome.partitions += more.partitions;
    outcome.scanned += more.scanned;
    outcome.counted += more.counted;
    outcome.units += more.units;
    if (outcome.error.empty()) outcome.error = std::move(more.error);
  }
  return outcome;
}

client::Expected<std::vector<Item>> AllItems(client::Connection& database, const std::string& table,
                                             const std::string& index) {
  std::vector<Item> items;
  client::ScanRequest scan{.table = table, .index = index, .consistent_read = index.empty()};
  for (int page_number = 0; page_number < kPagesMax; ++page_number) {
    auto page = database.Scan(scan);
    if (!page) return std::unexpected(std::move(page).error());
    std::ranges::move(page->items, std::back_inserter(items));
    if (page->last_evaluated_key.empty()) return items;
    scan.exclusive_start_key = std::move(page->last_evaluated_key);
  }
  return std::unexpected(client::Error{.code = "InvalidAnswer", .message = table + " has no end"});
}

}  // namespace stator::model
