#include "store/store.h"

#include <algorithm>
#include <functional>
#include <future>
#include <iterator>
#include <optional>
#include <string>
#include <utility>

#include "base/result.h"
#include "store/compare.h"
#include "store/partition_keys.h"
#include "store/value_rules.h"

namespace stator::store {
namespace {

using client::Expected;

double UnitsOf(const std::optional<client::ConsumedCapacity>& capacity) {
  return capacity ? capacity->total.units : 0;
}

Answer AnswerOf(const client::GetItemResult& got) {
  Answer answer{.units = UnitsOf(got.capacity)};
  if (got.item) answer.items.push_back(*got.item);
  return answer;
}
Answer AnswerOf(const client::Page& page) {
  return {.items = page.items,
          .last_evaluated_key = page.last_evaluated_key,
          .scanned_count = page.scanned_count,
          .units = UnitsOf(page.capacity)};
}
Answer AnswerOf(const client::ExecuteStatementResult& page) {
  return {.items = page.items,
          .last_evaluated_key = page.last_evaluated_key,
          .next_token = page.next_token,
          .units = UnitsOf(page.capacity)};
}
Answer AnswerOf(const client::WriteResult& result) { return {.units = UnitsOf(result.capacity)}; }
Answer AnswerOf(const client::TransactWriteItemsResult& result) {
  Answer answer;
  for (const auto& capacity : result.capacity) answer.units += capacity.total.units;
  return answer;
}

// Sends requests and tells the observer.
class Sender {
 public:
  Sender(client::Connection& connection, const StoreOptions& options)
      : connection_(connection), options_(options) {}

  Expected<client::GetItemResult> Send(client::GetItemRequest request) const {
    return Told(std::move(request), &client::Connection::GetItem);
  }
  Expected<client::Page> Send(client::QueryRequest request) const {
    return Told(std::move(request), &client::Connection::Query);
  }
  Expected<client::Page> Send(client::ScanRequest request) const {
    return Told(std::move(request), &client::Connection::Scan);
  }
  Expected<client::ExecuteStatementResult> Send(client::ExecuteStatementRequest request) const {
    return Told(std::move(request), &client::Connection::ExecuteStatement);
  }
  Expected<client::WriteResult> Send(client::PutItemRequest request) const {
    return Told(std::move(request), &client::Connection::PutItem);
  }
  Expected<client::WriteResult> Send(client::UpdateItemRequest request) const {
    return Told(std::move(request), &client::Connection::UpdateItem);
  }
  Expected<client::WriteResult> Send(client::DeleteItemRequest request) const {
    return Told(std::move(request), &client::Connection::DeleteItem);
  }
  Expected<client::TransactWriteItemsResult> Send(client::TransactWriteItemsRequest request) const {
    return Told(std::move(request), &client::Connection::TransactWriteItems);
  }

  // Sends the request page after page. `take` gets the items of a page and returns how many more
  // rows are wanted: 0 for none, nullopt for all there are. `wanted` is the first of these numbers.
  using TakePage = std::function<Expected<std::optional<std::int64_t>>(std::vector<Item> items)>;
  template <class PageRequest>
  Expected<void> SendPages(PageRequest request, std::optional<std::int64_t> wanted,
                           const TakePage& take) const {
    while (true) {
      if (wanted) request.limit = wanted;
      auto page = TRY(Send(request));
      wanted = TRY(take(std::move(page.items)));
      if (page.last_evaluated_key.empty() || wanted == 0) return {};
      request.exclusive_start_key = std::move(page.last_evaluated_key);
    }
  }

 private:
  template <class One, class Result>
  Expected<Result> Told(One request,
                        Expected<Result> (client::Connection::*send)(const One&)) const {
    if (options_.observer == nullptr) return (connection_.*send)(request);
    request.return_capacity = client::ReturnConsumedCapacity::kTotal;
    auto result = (connection_.*send)(request);
    if (result) {
      options_.observer->OnAnswer(request, AnswerOf(*result));
    } else {
      options_.observer->OnError(request);
    }
    return result;
  }

  client::Connection& connection_;
  const StoreOptions& options_;
};

// Carries out the reads of one call.
class Reader {
 public:
  Reader(client::Connection& connection, const StoreOptions& options, const Item& values,
         const Window& window)
      : options_(options), sender_(connection, options), values_(values), window_(window) {}

  Expected<Rows> Get(const ReadSpec& read) const {
    auto got = TRY(sender_.Send(GetOf(read, values_)));
    std::vector<Item> items;
    if (got.item) items.push_back(*std::move(got.item));
    return Wanted(read, std::move(items));
  }

  Expected<Rows> QueryPartition(const ReadSpec& read, const Item& partition) const {
    return ReadPages(read, QueryOf(read, partition, values_, window_));
  }

  Expected<Rows> Scan(const ReadSpec& read) const { return ReadPages(read, ScanOf(read)); }

  // Asks every question, several at a time, and returns the answers in the order of the questions.
  // Errors: the last one, after all questions that were under way with it have been answered.
  template <class Result, class Question, class Ask>
  Expected<std::vector<Result>> InParallel(const std::vector<Question>& questions,
                                           const Ask& ask) const {
    std::vector<Result> all;
    const auto step = std::max<std::size_t>(options_.workers, 1);
    for (std::size_t begin = 0; begin < questions.size(); begin += step) {
      const auto end = std::min(begin + step, questions.size());
      std::optional<client::Error> failed;
      const auto take = [&](Expected<std::vector<Result>> answer) {
        if (answer) {
          std::ranges::move(*answer, std::back_inserter(all));
        } else {
          failed = std::move(answer).error();
        }
      };
      if (end - begin == 1) {
        take(ask(questions[begin]));
      } else {
        std::vector<std::future<Expected<std::vector<Result>>>> asked;
        for (std::size_t i = begin; i < end; ++i) {
          asked.push_back(std::async(std::launch::async,
                                     [&ask, &question = questions[i]] { return ask(question); }));
        }
        for (auto& answer : asked) take(answer.get());
      }
      if (failed) return std::unexpected(*std::move(failed));
    }
    return all;
  }

 private:
  template <class PageRequest>
  Expected<Rows> ReadPages(const ReadSpec& read, PageRequest request) const {
    // Rows that are sorted here are all needed before the first of them is known.
    std::optional<std::int64_t> wanted;
    if (read.limit > 0 && read.sort_by.empty()) wanted = read.limit;
    Rows rows;
    const auto take = [&](std::vector<Item> items) -> Expected<std::optional<std::int64_t>> {
      std::ranges::move(TRY(Wanted(read, std::move(items))), std::back_inserter(rows));
      if (!wanted) return std::nullopt;
      const auto left =
          std::max<std::int64_t>(read.limit - static_cast<std::int64_t>(rows.size()), 0);
      // Filtered pages give few rows, so the last rows would otherwise take many small pages.
      return left == 0 || read.filters.empty() ? left : read.limit;
    };
    TRY(sender_.SendPages(std::move(request), wanted, take));
    return rows;
  }

  Expected<Rows> Wanted(const ReadSpec& read, std::vector<Item> items) const {
    if (!read.refetch.empty()) {
      items = TRY(InParallel<Item>(items, [&](const Item& item) { return Refetch(read, item); }));
    }
    Rows rows;
    for (const auto& item : items) {
      auto row = ShapedRow(read, item);
      if (!row) {
        if (options_.observer != nullptr) options_.observer->OnOtherShape(item);
      } else if (!PassesFilters(read, *row, values_, window_)) {
        if (options_.observer != nullptr) options_.observer->OnFilteredOut(item);
      } else {
        rows.push_back(*std::move(row));
      }
    }
    return rows;
  }

  // The whole item, with what its index entry had. An item that is gone by now is left out.
  Expected<std::vector<Item>> Refetch(const ReadSpec& read, const Item& entry) const {
    auto got = TRY(sender_.Send(RefetchOf(read, entry)));
    if (!got.item) return std::vector<Item>{};
    got.item->insert(entry.begin(), entry.end());
    return std::vector<Item>{*std::move(got.item)};
  }

  const StoreOptions& options_;
  Sender sender_;
  const Item& values_;
  const Window& window_;
};

template <class PageRequest>
Expected<std::vector<Item>> ItemsOf(const Sender& sender, PageRequest request, std::int64_t limit) {
  std::vector<Item> all;
  std::optional<std::int64_t> wanted;
  if (limit > 0) wanted = limit;
  const auto take = [&](std::vector<Item> items) -> Expected<std::optional<std::int64_t>> {
    std::ranges::move(items, std::back_inserter(all));
    if (!wanted) return std::nullopt;
    return std::max<std::int64_t>(limit - static_cast<std::int64_t>(all.size()), 0);
  };
  TRY(sender.SendPages(std::move(request), wanted, take));
  return all;
}

// Sends one write of a transaction by itself.
struct SingleWrite {
  const Sender& sender;

  Expected<void> operator()(const client::TransactPut& put) const {
    TRY(sender.Send(client::PutItemRequest{.table = put.table,
                                           .item = put.item,
                                           .condition = put.condition,
                                           .names = put.names,
                                           .values = put.values}));
    return {};
  }
  Expected<void> operator()(const client::TransactUpdate& update) const {
    TRY(sender.Send(client::UpdateItemRequest{.table = update.table,
                                              .key = update.key,
                                              .update = update.update,
                                              .condition = update.condition,
                                              .names = update.names,
                                              .values = update.values}));
    return {};
  }
  Expected<void> operator()(const client::TransactDelete& erase) const {
    TRY(sender.Send(client::DeleteItemRequest{.table = erase.table,
                                              .key = erase.key,
                                              .condition = erase.condition,
                                              .names = erase.names,
                                              .values = erase.values}));
    return {};
  }
  // Only a transaction checks without writing.
  Expected<void> operator()(const client::ConditionCheck& check) const {
    TRY(sender.Send(client::TransactWriteItemsRequest{.actions = {check}}));
    return {};
  }
};

}  // namespace

Store::Store(client::Connection& connection, StoreOptions options)
    : connection_(connection), options_(std::move(options)) {}

Expected<Rows> Store::Get(const ReadSpec& read, const Item& values) const {
  TRY(CheckRules(read, values, std::nullopt));
  return Reader(connection_, options_, values, std::nullopt).Get(read);
}

Expected<Rows> Store::Query(const ReadSpec& read, const Item& values, const Window& window) const {
  TRY(CheckRules(read, values, window));
  if (window && Compare(window->second, window->first) < 0) return Rows{};
  const auto partitions = TRY(PartitionKeys(read, values, window));
  const Reader reader(connection_, options_, values, window);
  auto rows = TRY(reader.InParallel<Row>(
      partitions, [&](const Item& partition) { return reader.QueryPartition(read, partition); }));
  if (partitions.size() > 1) SortRows(rows, read.order, read.backward);
  return OrderedRows(read, std::move(rows));
}

Expected<Rows> Store::Scan(const ReadSpec& read, const Item& values, const Window& window) const {
  TRY(CheckRules(read, values, window));
  return OrderedRows(read, TRY(Reader(connection_, options_, values, window).Scan(read)));
}

Expected<Rows> Store::WithChildren(const ReadSpec& parent, const Item& values, Rows rows) const {
  struct Question {
    const ReadSpec* read;
    Item partition;
  };
  std::vector<Question> questions;
  for (const auto& read : parent.children) {
    for (auto& partition : TRY(PartitionKeys(read, values, std::nullopt))) {
      questions.push_back({&read, std::move(partition)});
    }
  }
  if (questions.size() > kPartitionsMax) return RefuseTooManyPartitions();
  const Window window;
  const Reader reader(connection_, options_, values, window);
  const auto found = TRY(reader.InParallel<Row>(questions, [&](const Question& question) {
    auto answer = reader.QueryPartition(*question.read, question.partition);
    for (std::size_t i = 0; answer && i < answer->size(); ++i) {
      (*answer)[i].shape = question.read->part;
    }
    return answer;
  }));
  // Specs of one part follow one another and differ in their keys only.
  for (std::size_t i = 0; i < parent.children.size(); ++i) {
    const ReadSpec& read = parent.children[i];
    if (i > 0 && parent.children[i - 1].part == read.part) continue;
    Rows part;
    std::ranges::copy_if(found, std::back_inserter(part),
                         [&](const Row& row) { return row.shape == read.part; });
    SortRows(part, read.order, read.backward);
    std::ranges::move(OrderedRows(read, std::move(part)), std::back_inserter(rows));
  }
  return rows;
}

Expected<std::vector<Item>> Store::Statement(const StatementSpec& spec, const Item& values) const {
  TRY(CheckRules(spec.rules, values));
  auto request = TRY(StatementOf(spec, values));
  const Sender sender(connection_, options_);
  std::vector<Item> all;
  while (true) {
    auto page = TRY(sender.Send(request));
    std::ranges::move(page.items, std::back_inserter(all));
    if (page.next_token.empty()) return all;
    request.next_token = std::move(page.next_token);
  }
}

Expected<void> Store::Add(const ActionSpec& action, const Item& values, Writes& writes,
                          const Item& expected) const {
  auto more = TRY(WritesOf(action, values, expected, options_.surroundings));
  std::ranges::move(more, std::back_inserter(writes));
  return {};
}

Expected<void> Store::Commit(const Writes& writes) const {
  return writes.size() == 1 ? CommitOne(writes.front()) : CommitTogether(writes);
}

Expected<void> Store::CommitOne(const client::TransactWrite& write) const {
  const Sender sender(connection_, options_);
  return std::visit(SingleWrite{sender}, write);
}

Expected<void> Store::CommitTogether(const Writes& writes) const {
  TRY(Sender(connection_, options_).Send(client::TransactWriteItemsRequest{.actions = writes}));
  return {};
}

Expected<std::vector<Item>> Store::Items(client::QueryRequest request, std::int64_t limit) const {
  return ItemsOf(Sender(connection_, options_), std::move(request), limit);
}

Expected<std::vector<Item>> Store::Items(client::ScanRequest request) const {
  return ItemsOf(Sender(connection_, options_), std::move(request), 0);
}

Expected<std::vector<Item>> Store::Items(client::GetItemRequest request) const {
  auto got = TRY(Sender(connection_, options_).Send(std::move(request)));
  std::vector<Item> items;
  if (got.item) items.push_back(*std::move(got.item));
  return items;
}

}  // namespace stator::store
