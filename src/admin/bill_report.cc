#include "admin/bill_report.h"

#include <algorithm>
#include <charconv>
#include <initializer_list>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "admin/answer.h"
#include "admin/query.h"
#include "admin/refusal.h"
#include "admin/texts.h"
#include "base/time_text.h"
#include "bill/bill.h"
#include "bill/diff.h"
#include "bill/report.h"
#include "bill/terms.h"
#include "bill/usage_json.h"
#include "json/describe.h"
#include "json/to_json.h"
#include "price/price_table.h"

namespace stator::admin {
namespace {

struct BillBegun {
  std::string since;
};
BOOST_DESCRIBE_STRUCT(BillBegun, (), (since))

// The parameters of the path.
struct Wanted {
  std::optional<TimeMicros> period;
  std::optional<double> utilization;  // a share
  std::optional<std::string> table;
  bool rates = false;
};

Result<double> ReadUtilization(const std::string& text) {
  constexpr double kPercent = 100;
  double percent = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), percent);
  const bool is_number = error == std::errc() && end == text.data() + text.size();
  if (!is_number || !(percent >= 1 && percent <= kPercent)) {
    return FailInvalid(texts::kBillUtilization);
  }
  return percent / kPercent;
}

Result<Wanted> ReadWanted(const Query& query) {
  Wanted wanted;
  if (const auto* period = query.Find("period")) {
    wanted.period = bill::ParsePeriod(*period);
    if (!wanted.period) return FailInvalid(texts::kBillPeriod);
  }
  if (const auto* utilization = query.Find("utilization")) {
    wanted.utilization = TRY(ReadUtilization(*utilization));
  }
  if (const auto* table = query.Find("table")) wanted.table = *table;
  if (const auto* rates = query.Find("rates")) {
    wanted.rates = *rates == "true";
    if (!wanted.rates && *rates != "false") return FailInvalid(texts::kBillRates);
  }
  return wanted;
}

bill::BillTerms TermsOf(const Wanted& wanted, const price::PriceTable& prices) {
  bill::BillTerms terms{.month_hours = prices.month_hours};
  terms.period = wanted.period;
  if (wanted.utilization) terms.utilization = *wanted.utilization;
  return terms;
}

// Checks that one of the bills has the requested table, and that no bill counted longer than the
// period.
Result<> Check(std::initializer_list<const capacity::AccountUse*> uses, const Wanted& wanted,
               const bill::BillTerms& terms) {
  bool known = !wanted.table;
  for (const auto* use : uses) {
    known = known || std::ranges::count(use->tables, *wanted.table, &capacity::TableUse::name) > 0;
    if (bill::IsPeriodTooShort(terms, *use)) {
      return FailInvalid(
          fmt::format(texts::kBillPeriodShort, DurationText(use->until - use->since)));
    }
  }
  if (known) return {};
  return FailInvalid(texts::kBillNoTable);
}

Result<std::string> BillAnswer(database::Database& database, const Wanted& wanted) {
  const auto prices = TRY(price::LoadPrices(price::kDefaultPrices));
  const auto use = database.ReadAccount();
  const auto terms = TermsOf(wanted, prices);
  TRY(Check({&use}, wanted, terms));
  return bill::BillJson(bill::BillOf(use, prices, terms, wanted.table), use);
}

Result<std::string> DiffAnswer(database::Database& database, const Wanted& wanted,
                               const capacity::AccountUse& before) {
  const auto prices = TRY(price::LoadPrices(price::kDefaultPrices));
  const auto after = database.ReadAccount();
  const auto terms = TermsOf(wanted, prices);
  TRY(Check({&before, &after}, wanted, terms));
  if (!wanted.rates && !wanted.period && !bill::CountEqualTimes(before, after)) {
    return FailInvalid(fmt::format(texts::kBillTimes, DurationText(before.until - before.since),
                                   DurationText(after.until - after.since)));
  }
  return bill::DiffJson(bill::DiffOf(bill::BillOf(before, prices, terms, wanted.table),
                                     bill::BillOf(after, prices, terms, wanted.table)));
}

wire::Response ResponseOf(Result<std::string> answer) {
  if (!answer) return AdminRefusal(answer.error());
  return {.body = *std::move(answer)};
}

Result<Wanted> ParseWanted(std::string_view query, std::initializer_list<std::string_view> names) {
  return ReadWanted(TRY(Query::Parse(query, names)));
}

}  // namespace

void AnswerBill(database::Database& database, std::string_view query, Loop& loop,
                wire::Reply done) {
  auto wanted = ParseWanted(query, {"period", "utilization", "table"});
  if (!wanted) return done(AdminRefusal(wanted.error()));
  AnswerFromPool(database, loop, std::move(done), [&database, wanted = *std::move(wanted)] {
    return ResponseOf(BillAnswer(database, wanted));
  });
}

void AnswerBillDiff(database::Database& database, std::string_view query, const std::string& body,
                    Loop& loop, wire::Reply done) {
  auto wanted = ParseWanted(query, {"period", "utilization", "table", "rates"});
  if (!wanted) return done(AdminRefusal(wanted.error()));
  auto before = bill::ReadBillUsage(body);
  if (!before) return done(AdminRefusal(400, texts::kBillBody));
  AnswerFromPool(database, loop, std::move(done),
                 [&database, wanted = *std::move(wanted), before = *std::move(before)] {
                   return ResponseOf(DiffAnswer(database, wanted, before));
                 });
}

std::string ResetBill(database::Database& database) {
  return json::ToJson(BillBegun{.since = TimeText(database.ResetAccount())});
}

}  // namespace stator::admin
