#include "model/verify/reads.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/result.h"
#include "model/verify/stated_requests.h"
#include "model/verify/tally.h"

namespace stator::model {
namespace {

client::Expected<store::Rows> RowsOf(const store::Store& store, const LoweredRead& lowered,
                                     const store::ReadSpec& spec, const Arguments& arguments) {
  store::Window window;
  if (arguments.from && arguments.to) window.emplace(*arguments.from, *arguments.to);
  store::Rows rows;
  switch (lowered.operation) {
    case Operation::kGetItem:
      rows = TRY(store.Get(spec, arguments.bound));
      break;
    case Operation::kScan:
      rows = TRY(store.Scan(spec, arguments.bound, window));
      break;
    default:
      rows = TRY(store.Query(spec, arguments.bound, window));
      break;
  }
  if (spec.children.empty()) return rows;
  return store.WithChildren(spec, arguments.bound, std::move(rows));
}

// Cuts the part to its limit, as a generated function does.
void LimitPart(const ReadPart& part, store::Rows& rows) {
  if (part.limit == 0) return;
  auto left = part.limit;
  std::erase_if(rows,
                [&](const store::Row& row) { return row.shape == part.shape && left-- <= 0; });
}

ReadOutcome OutcomeOf(Tally& tally, client::Expected<std::vector<client::Item>> items) {
  ReadOutcome outcome{.requests = tally.requests,
                      .scanned = tally.scanned,
                      .counted = tally.scanned - tally.filtered,
                      .units = tally.units};
  if (items) {
    outcome.items = *std::move(items);
    std::ranges::move(tally.others, std::back_inserter(outcome.items));
  } else {
    outcome.error = SentenceOf(items.error());
  }
  return outcome;
}

}  // namespace

ReadOutcome RunPlanned(client::Connection& database, const Pattern& pattern,
                       const LoweredRead& lowered, const Arguments& arguments) {
  auto spec = lowered.spec;
  spec.rules.clear();
  if (pattern.verb == Verb::kGet) spec.limit = 0;
  Tally tally;
  auto rows = RowsOf(TalliedStore(database, tally), lowered, spec, arguments);
  if (!rows) return OutcomeOf(tally, std::unexpected(std::move(rows).error()));
  for (const auto& part : lowered.parts) LimitPart(part, *rows);
  std::vector<client::Item> items;
  for (auto& row : *rows) items.push_back(std::move(row.item));
  auto outcome = OutcomeOf(tally, std::move(items));
  outcome.scan = lowered.operation == Operation::kScan;
  return outcome;
}

ReadOutcome RunStatement(client::Connection& database, const Pattern& pattern,
                         const LoweredRead& lowered, const Arguments& arguments) {
  auto spec = lowered.statement;
  spec.rules.clear();
  auto values = arguments.bound;
  if (arguments.from) values[RangeFrom(pattern.range)] = *arguments.from;
  if (arguments.to) values[RangeTo(pattern.range)] = *arguments.to;
  Tally tally;
  return OutcomeOf(tally, TalliedStore(database, tally).Statement(spec, values));
}

ReadOutcome RunStated(client::Connection& database, const Model& model, const Pattern& pattern,
                      const Arguments& arguments) {
  const auto request = StatedRequestOf(model, pattern, arguments);
  if (!request.fault.empty()) return {.error = request.fault};
  Tally tally;
  const auto store = TalliedStore(database, tally);
  if (request.get) return OutcomeOf(tally, store.Items(*request.get));
  return OutcomeOf(tally, store.Items(request.query, request.query.limit.value_or(0)));
}

client::Expected<std::vector<client::Item>> AllItems(client::Connection& database,
                                                     const std::string& table,
                                                     const std::string& index) {
  return store::Store(database).Items(
      client::ScanRequest{.table = table, .index = index, .consistent_read = index.empty()});
}

}  // namespace stator::model
