#include "sql/explanation.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/text.h"
#include "client/admin_call.h"
#include "client/codec.h"
#include "json/from_json.h"
#include "json/parser.h"
#include "price/money.h"
#include "sql/cell.h"

namespace stator::sql {
namespace {

constexpr int kStatusOk = 200;
constexpr int kStatusBadRequest = 400;
constexpr int kStatusNotFound = 404;
constexpr std::string_view kNoSuchTable = "Requested resource not found";
// The planner shows 128 bytes of a text, and up to three less if they end within a character.
constexpr std::size_t kCutTextBytesMin = 125;

std::unexpected<Unexplained> Unavailable(std::string message) {
  return std::unexpected(
      Unexplained{.is_refused = false, .is_unreachable = false, .message = std::move(message)});
}

// Whether an answer refuses the request's signature.
bool RefusesSignature(std::string_view answer) {
  constexpr std::array<std::string_view, 4> kCodes = {
      "#InvalidSignatureException", "#MissingAuthenticationTokenException",
      "#UnrecognizedClientException", "#IncompleteSignatureException"};
  return std::ranges::any_of(kCodes,
                             [answer](std::string_view code) { return answer.contains(code); });
}

// A statement that the planner refuses is refused when it runs, too. Every other answer says that
// nobody plans here: a busy server, a server of another kind.
std::unexpected<Unexplained> NoExplanation(const Explainer::Answer& answer) {
  const auto message = client::AdminMessage(answer.body);
  if (!message) {
    return Unavailable(fmt::format("the answer to /_stator/explain has status {}", answer.status));
  }
  const bool names_a_code = answer.body.contains("\"__type\"");
  const bool is_refused = (answer.status == kStatusBadRequest && !names_a_code) ||
                          (answer.status == kStatusNotFound && *message == kNoSuchTable);
  return std::unexpected(
      Unexplained{.is_refused = is_refused,
                  .is_unreachable = names_a_code && RefusesSignature(answer.body),
                  .message = *message});
}

// Reads `request`, whose input is any operation's.
void ReadRequest(json::Value root, Explanation& out) {
  json::Value request;
  std::string_view operation;
  json::Value input;
  if (root["request"].get(request) != simdjson::SUCCESS ||
      request["operation"].get(operation) != simdjson::SUCCESS ||
      request["input"].get(input) != simdjson::SUCCESS) {
    return;
  }
  out.operation = operation;
  out.input = simdjson::minify(input);
  out.filters = input["FilterExpression"].error() == simdjson::SUCCESS;
}

std::string_view KnownText(std::string_view known) {
  if (known == "exact") return "";
  return known == "atMost" ? "at most " : "about ";
}

std::string ItemsText(double items, std::string_view known) {
  return fmt::format("{}{} item{}", KnownText(known), price::AmountText(std::max(items, 0.0)),
                     items == 1 ? "" : "s");
}

std::string UnitsText(double units, std::string_view known, const Explained& facts) {
  return fmt::format("{}{} {} unit{}", KnownText(known), price::AmountText(std::max(units, 0.0)),
                     facts.statement == "select" ? "read" : "write", units == 1 ? "" : "s");
}

std::string PlaceText(const Explained& facts) {
  return facts.index ? fmt::format("{}.{}", facts.table, *facts.index) : facts.table;
}

std::string PagesText(const Explained& facts) {
  if (!facts.pages) return "";
  return fmt::format(", {} page{}", price::AmountText(std::max(*facts.pages, 0.0)),
                     *facts.pages == 1 ? "" : "s");
}

// Returns a range with its texts as PartiQL writes them: in double quotes they would be names. The
// planner escapes nothing, so a range stays as it is if a text may be cut, has a quote or would be
// shown with escapes.
std::string RangeText(const std::string& range) {
  const auto pieces = SplitAt('"', range);  // every second one is a text
  if (pieces.size() % 2 == 0 || SafeText(range) != range) return range;
  std::string shown(pieces.front());
  for (std::size_t i = 1; i < pieces.size(); i += 2) {
    const std::string_view behind = pieces[i + 1];
    const bool goes_on = behind.starts_with(" AND ") && behind.ends_with(' ');
    const bool is_last = i + 2 == pieces.size() && (behind.empty() || behind.starts_with(" AND "));
    if ((!goes_on && !is_last) || pieces[i].size() >= kCutTextBytesMin) return range;
    shown += '\'';
    for (const char letter : pieces[i]) {
      shown += letter;
      if (letter == '\'') shown += letter;
    }
    shown += '\'';
    shown += behind;
  }
  return shown;
}

std::string ReadText(const ExplainedRead& read, const Explained& facts) {
  std::string text = fmt::format("{} of {}", read.access, PlaceText(facts));
  if (read.range) text += fmt::format(" where {}", RangeText(*read.range));
  return text + fmt::format(": {}, {}", ItemsText(read.items, read.items_known),
                            UnitsText(read.units, read.units_known, facts));
}

}  // namespace

bool Explanation::scans() const {
  return std::ranges::count(facts.access, "scan", &ExplainedRead::access) > 0;
}

double Explanation::UnitsOf(std::optional<std::int64_t> rows_max) const {
  if (filters || !rows_max || facts.items <= static_cast<double>(*rows_max)) return facts.units;
  return facts.units * static_cast<double>(*rows_max) / facts.items;
}

std::expected<Explanation, Unexplained> Explain(Explainer& explainer,
                                                const client::ExecuteStatementRequest& statement) {
  const auto input = client::Encode<client::operations::ExecuteStatement>(statement);
  if (!input) return Unavailable(input.error().message);
  const auto answer =
      explainer.Ask(fmt::format(R"({{"operation":"ExecuteStatement","input":{}}})", *input));
  if (!answer) {
    return std::unexpected(
        Unexplained{.is_refused = false,
                    .is_unreachable = answer.error().code == ErrorCode::kUnavailable,
                    .message = answer.error().message});
  }
  return ReadExplanation(*answer);
}

std::expected<Explanation, Unexplained> ReadExplanation(const Explainer::Answer& answer) {
  json::Parser parser;
  if (answer.status != kStatusOk) return NoExplanation(answer);
  const auto body = parser.Parse(answer.body);
  if (!body || body->empty()) return Unavailable("the answer to /_stator/explain is no JSON");
  auto facts = json::FromJson<Explained>(body->root(), json::UnknownMembers::kIgnored);
  if (!facts) {
    return Unavailable("the answer to /_stator/explain is none: " + facts.error().message);
  }
  Explanation explanation{.facts = *std::move(facts), .json = SafeJson(answer.body)};
  ReadRequest(body->root(), explanation);
  return explanation;
}

std::string ExplanationText(const Explanation& explanation) {
  const Explained& facts = explanation.facts;
  std::string text;
  for (const ExplainedRead& read : facts.access) {
    text += ReadText(read, facts);
    if (facts.access.size() == 1) text += PagesText(facts);
    text += '\n';
  }
  if (facts.access.empty()) {
    text += fmt::format("nothing of {}: the condition contradicts itself\n", PlaceText(facts));
  } else if (facts.access.size() > 1) {
    text += fmt::format("in all: {}, {}{}\n", ItemsText(facts.items, facts.items_known),
                        UnitsText(facts.units, facts.units_known, facts), PagesText(facts));
  }
  if (facts.because) text += fmt::format("because: {}\n", *facts.because);
  if (!explanation.operation.empty()) {
    text += fmt::format("request: {} {}\n", explanation.operation, explanation.input);
  }
  return SafeText(text);
}

std::string CostText(const Explained& facts, double units) {
  return fmt::format("{} and {}", ItemsText(facts.items, facts.items_known),
                     UnitsText(units, "estimated", facts));
}

}  // namespace stator::sql
