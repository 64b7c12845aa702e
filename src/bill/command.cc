#include "bill/command.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "base/quantity.h"
#include "base/result.h"
#include "base/small_file.h"
#include "base/time_text.h"
#include "base/usage_sentence.h"
#include "bill/bill.h"
#include "bill/diff.h"
#include "bill/report.h"
#include "bill/terms.h"
#include "bill/usage_json.h"
#include "client/admin_call.h"
#include "price/money.h"
#include "price/price_table.h"
#include "price/prices_option.h"

namespace stator::bill {
namespace {

constexpr int kExitOver = 1;
constexpr int kExitUsage = 2;
constexpr std::size_t kBillBytesMax = 64U * 1024 * 1024;  // of a bill file

// The options of the command line. Empty: not given.
struct Words {
  std::string endpoint = client::kDefaultEndpoint;
  std::string prices = price::kDefaultPrices;
  std::string table;
  std::string period;
  std::string fail_over;
  double utilization = 70;
  bool reset = false;
  bool rates = false;
  bool json = false;
  std::string before;
  std::string after;
};

struct Answer {
  std::string text;
  bool over = false;
};

void AddOptions(CLI::App& app, Words& words) {
  price::AddPricesOption(app, words.prices);
  app.add_option("--table", words.table, "Only this table.")->type_name("NAME");
  app.add_option("--period", words.period,
                 "Time that the counted traffic stands for, such as 24h. [the counted time]")
      ->type_name("DURATION");
  app.add_option("--utilization", words.utilization,
                 "Target utilization of provisioned capacity. [70]")
      ->type_name("PERCENT");
  app.add_option("--fail-over", words.fail_over,
                 "Exit with 1 if the bill, or the growth in a diff, is higher: 12.50usd/month.")
      ->type_name("AMOUNT");
  app.add_flag("--json", words.json, "Print JSON.");
}

Result<BillTerms> TermsOf(const Words& words, const price::PriceTable& prices) {
  constexpr double kPercent = 100;
  BillTerms terms{.month_hours = prices.month_hours};
  if (!(words.utilization >= 1 && words.utilization <= kPercent)) {
    return FailInvalid("--utilization must be from 1 to 100.");
  }
  terms.utilization = words.utilization / kPercent;
  if (words.period.empty()) return terms;
  terms.period = ParsePeriod(words.period);
  if (!terms.period) {
    return FailInvalid("--period must be a duration from 1m to 31d, such as 24h.");
  }
  return terms;
}

// The value of --fail-over; nullopt without the option.
Result<std::optional<double>> BudgetOf(const Words& words) {
  std::optional<double> budget;
  if (words.fail_over.empty()) return budget;
  auto dollars = ParseMonthlyDollars(words.fail_over);
  if (!dollars) return FailInvalid("--fail-over: " + dollars.error().message);
  budget = *dollars;
  return budget;
}

Result<capacity::AccountUse> UsageIn(const std::string& text, const std::string& source) {
  if (auto use = ReadBillUsage(text)) return use;
  return FailInvalid(fmt::format("{} is not a bill.", source));
}

Result<std::string> Fetch(const std::string& endpoint) {
  auto answer = TRY(client::CallAdmin(endpoint, "bill", {}, kBillBytesMax));
  if (answer.status == 200) return std::move(answer.body);
  if (auto message = client::AdminMessage(answer.body)) return FailInvalid(*std::move(message));
  return FailInvalid(fmt::format("{} is not a Stator server with a bill.", endpoint));
}

bool IsUrl(std::string_view text) {
  return text.starts_with("http://") || text.starts_with("https://");
}

// Loads the counted traffic of a server, or of a file that `--json` wrote.
Result<capacity::AccountUse> Load(const std::string& source) {
  const std::string text =
      IsUrl(source) ? TRY(Fetch(source)) : TRY(ReadSmallFile(source, "bill", kBillBytesMax));
  return UsageIn(text, source);
}

// Checks that one of the bills has the requested table, and that no bill counted longer than the
// given period.
Result<> Check(std::initializer_list<const capacity::AccountUse*> uses, const Words& words,
               const BillTerms& terms) {
  bool known = words.table.empty();
  for (const auto* use : uses) {
    known = known || std::ranges::count(use->tables, words.table, &capacity::TableUse::name) > 0;
    if (IsPeriodTooShort(terms, *use)) {
      return FailInvalid(fmt::format("--period must be at least the counted time of {}.",
                                     DurationText(use->until - use->since)));
    }
  }
  if (known) return {};
  return FailInvalid(fmt::format("The bill has no table {}.", words.table));
}

// Refuses bills of unequal times unless an option says how to compare them.
Result<> CheckTimes(const capacity::AccountUse& before, const capacity::AccountUse& after,
                    const Words& words) {
  if (words.rates || !words.period.empty() || CountEqualTimes(before, after)) return {};
  return FailInvalid(fmt::format(
      "The bills count {} and {}. Give --period if both stand for the same time, or "
      "--rates to compare their monthly rates.",
      DurationText(before.until - before.since), DurationText(after.until - after.since)));
}

std::optional<std::string> OneTable(const Words& words) {
  return words.table.empty() ? std::optional<std::string>() : words.table;
}

// "Budget: $12.50 a month; $15.00 is $2.50 over."
std::string BudgetText(double budget, double dollars) {
  const double left = budget - dollars;
  return fmt::format("Budget: {} a month; {} is {} {}.\n", price::MoneyText(budget),
                     price::MoneyText(dollars), price::MoneyText(std::abs(left)),
                     left < 0 ? "over" : "below");
}

Result<Answer> AnswerBill(const Words& words) {
  const auto prices = TRY(price::LoadPrices(words.prices));
  const auto terms = TRY(TermsOf(words, prices));
  const auto budget = TRY(BudgetOf(words));
  const auto use = TRY(UsageIn(TRY(Fetch(words.endpoint)), words.endpoint));
  TRY(Check({&use}, words, terms));
  const Bill bill = BillOf(use, prices, terms, OneTable(words));
  Answer answer{.text = words.json ? BillJson(bill, use) : BillText(bill)};
  answer.over = budget && bill.dollars > *budget;
  if (budget && !words.json) answer.text += BudgetText(*budget, bill.dollars);
  if (words.reset) {
    const auto reset = TRY(client::CallAdmin(words.endpoint, "bill/reset", "{}"));
    if (reset.status != 200) return FailInvalid("The server did not reset its bill.");
  }
  return answer;
}

Result<Answer> AnswerDiff(const Words& words) {
  const auto prices = TRY(price::LoadPrices(words.prices));
  const auto terms = TRY(TermsOf(words, prices));
  const auto budget = TRY(BudgetOf(words));
  const auto table = OneTable(words);
  const auto before = TRY(Load(words.before));
  const auto after = TRY(Load(words.after));
  TRY(Check({&before, &after}, words, terms));
  TRY(CheckTimes(before, after, words));
  const auto diff =
      DiffOf(BillOf(before, prices, terms, table), BillOf(after, prices, terms, table));
  Answer answer{.text = words.json ? DiffJson(diff) : DiffText(diff)};
  answer.over = budget && diff.after - diff.before > *budget;
  return answer;
}

}  // namespace

int RunBillCommand(int count, const char* const* arguments, std::ostream& out, std::ostream& err) {
  CLI::App app("Price a server's traffic for a month, by table, index, operation and pattern.",
               "stator bill");
  app.get_formatter()->column_width(36);
  app.require_subcommand(0, 1);
  Words words;
  AddOptions(app, words);
  const auto* endpoint =
      app.add_option("--endpoint", words.endpoint,
                     fmt::format("The server's address. [{}]", client::kDefaultEndpoint))
          ->type_name("URL");
  app.add_flag("--reset", words.reset, "Reset the server's bill afterwards.");
  CLI::App* diff =
      app.add_subcommand("diff", "Show how two bills differ, the largest change first.");
  diff->fallthrough();
  diff->add_option("before", words.before,
                   "The earlier bill: a file that --json wrote, or a server's URL.")
      ->required()
      ->type_name("FILE|URL");
  diff->add_option("after", words.after, "The later bill: a file or a URL.")
      ->required()
      ->type_name("FILE|URL");
  diff->add_flag("--rates", words.rates, "Compare bills of unequal times by their monthly rates.");
  try {
    app.parse(count - 1, arguments + 1);  // "bill" stands where a program's name does
  } catch (const CLI::Success& wanted) {  // --help
    return app.exit(wanted, out, err);
  } catch (const CLI::ParseError& error) {
    err << "stator: " << UsageSentence(app, error.what()) << "\n";
    return kExitUsage;
  }
  if (diff->parsed() && (words.reset || endpoint->count() > 0)) {
    err << "stator: bill diff takes its two bills as arguments, so it takes no --endpoint and no "
           "--reset.\n";
    return kExitUsage;
  }
  const auto answer = diff->parsed() ? AnswerDiff(words) : AnswerBill(words);
  if (!answer) {
    err << "stator: " << answer.error().message << "\n";
    return kExitUsage;
  }
  out << answer->text;
  return answer->over ? kExitOver : 0;
}

}  // namespace stator::bill
