// The cost of a request to a database in the process, as values and in JSON. JSON is the form that
// goes over HTTP; here no network is between. Both forms take turns, so that the ratio holds on a
// machine that has other work.
//
//   bin/bench_embedded

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/check.h"
#include "base/clock.h"
#include "bench/sample.h"
#include "client/codec.h"
#include "client/stator.h"

namespace stator::bench {
namespace {

using client::Connection;
using client::Item;
using client::Value;
using client::operations::GetItem;
using client::operations::PutItem;

constexpr int kRounds = 21;
constexpr int kCallsPerRound = 2'000;

Item KeyItem() { return {{"pk", Value::String("0000000000")}}; }

// Three attributes, one of them of about 1 KB.
Item LongItem() {
  Item item = KeyItem();
  item["serial"] = Value::Number(1'234'567'891);
  item["payload"] = Value::String(Payload(kPayloadBytes));
  return item;
}

// Many small attributes: the other kind of item of 1 KB.
Item WideItem() {
  Item item = KeyItem();
  for (int i = 0; i < 40; ++i) {
    item["attribute" + std::to_string(i)] =
        i % 2 == 0 ? Value::Number(1'000'000 + i) : Value::String(Payload(16));
  }
  return item;
}

// Microseconds for one call, on the average of a round.
template <class Call>
double RoundOf(Call call) {
  const auto start = MachineSteadyNow();
  for (int i = 0; i < kCallsPerRound; ++i) call();
  const std::chrono::duration<double, std::micro> taken = MachineSteadyNow() - start;
  return taken.count() / kCallsPerRound;
}

double Median(std::vector<double> rounds) {
  std::ranges::sort(rounds);
  return rounds[rounds.size() / 2];
}

template <class Values, class Json>
void Compare(const char* what, Values in_values, Json in_json) {
  std::vector<double> values;
  std::vector<double> json;
  for (int i = 0; i < kRounds; ++i) {
    values.push_back(RoundOf(in_values));
    json.push_back(RoundOf(in_json));
  }
  fmt::print("{:<34} values {:7.2f} us  JSON {:7.2f} us  ratio {:.2f}\n", what, Median(values),
             Median(json), Median(json) / Median(values));
}

template <class Operation>
client::Expected<typename Operation::Result> AskInJson(Connection& connection,
                                                       const typename Operation::Request& request) {
  const auto json = client::Encode<Operation>(request);
  CHECK(json.has_value());
  const auto answer = connection.Call(Operation::kName, *json);
  CHECK(answer.has_value());
  return client::Decode<Operation>(*answer);
}

void CompareItem(const std::string& kind, const Item& item) {
  Connection connection = *Connection::OpenMemory();
  CHECK(connection.CreateTable({.table = kTable, .partition_key = {"pk"}}).has_value());
  const client::PutItemRequest put{.table = kTable, .item = item};
  const client::GetItemRequest get{.table = kTable, .key = KeyItem()};
  Compare(("PutItem, " + kind).c_str(), [&] { CHECK(connection.PutItem(put).has_value()); },
          [&] { CHECK(AskInJson<PutItem>(connection, put).has_value()); });
  Compare(("GetItem, " + kind).c_str(), [&] { CHECK(connection.GetItem(get)->item == item); },
          [&] { CHECK(AskInJson<GetItem>(connection, get)->item == item); });
}

}  // namespace
}  // namespace stator::bench

int main() {
  stator::bench::CompareItem("one large string", stator::bench::LongItem());
  stator::bench::CompareItem("forty attributes", stator::bench::WideItem());
}
