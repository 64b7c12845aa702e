#include "model/exchange/infer_table.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "base/text.h"
#include "json/writer.h"
#include "model/exchange/infer.h"
#include "model/exchange/table_shape.h"
#include "model/language/print.h"

namespace stator::model {
namespace {

using client::Value;

std::unexpected<Error> Refuse(const client::Error& error) {
  return FailInvalid(fmt::format("{}: {}", error.code, error.message));
}

std::size_t BytesOf(const Value& value);

std::size_t BytesOf(const client::Item& item) {
  std::size_t bytes = 0;
  for (const auto& [name, value] : item) bytes += name.size() + BytesOf(value) + 1;
  return bytes;
}

// Counts bytes approximately as DynamoDB does. The recursion is bounded: values have at most the 32
// levels of an item.
std::size_t BytesOf(const Value& value) {
  constexpr std::size_t kContainer = 3;
  std::size_t bytes = 0;
  switch (value.type()) {
    case Value::Type::kString:
      return value.string().size();
    case Value::Type::kBinary:
      return value.binary().size();
    case Value::Type::kNumber:
      return value.number().size() / 2 + 2;
    case Value::Type::kBool:
    case Value::Type::kNull:
      return 1;
    case Value::Type::kMap:
      return kContainer + BytesOf(value.map());
    case Value::Type::kList:
      for (const auto& element : value.list()) bytes += BytesOf(element) + 1;
      return kContainer + bytes;
    default:
      for (const auto& member : value.set()) bytes += member.size();
      return bytes;
  }
}

SampledValue SampleOf(const Value& value) {
  constexpr std::array<std::string_view, 10> kTypes{"S", "N", "B",  "BOOL", "NULL",
                                                    "M", "L", "SS", "NS",   "BS"};
  SampledValue sampled{.type = std::string(kTypes[static_cast<std::size_t>(value.type())]),
                       .bytes = BytesOf(value)};
  if (value.is(Value::Type::kString)) sampled.text = value.string();
  if (value.is(Value::Type::kNumber)) sampled.text = value.number();
  if (value.is(Value::Type::kBool)) sampled.text = value.boolean() ? "true" : "false";
  sampled.elements = std::max({value.map().size(), value.list().size(), value.set().size()});
  return sampled;
}

struct Sampled {
  std::vector<SampledItem> items;
  bool all = false;
};

Result<Sampled> ScanSome(client::Connection& database, const std::string& table,
                         const SampleOptions& options, CleanNames& names) {
  Sampled sampled;
  std::size_t bytes = 0;
  const auto count = [&] { return static_cast<std::int64_t>(sampled.items.size()); };
  client::ScanRequest request{.table = table};
  do {
    if (options.stopped && options.stopped()) return FailInvalid("The sampling was stopped.");
    request.limit = std::min(options.items_max - count(), options.page_items_max);
    auto page = database.Scan(request);
    if (!page) return Refuse(page.error());
    for (const auto& item : page->items) {
      SampledItem row;
      for (const auto& [name, value] : item) row.emplace(names.Of(name), SampleOf(value));
      sampled.items.push_back(std::move(row));
      bytes += BytesOf(item);
    }
    request.exclusive_start_key = std::move(page->last_evaluated_key);
    if (options.progress) options.progress(count());
  } while (!request.exclusive_start_key.empty() && count() < options.items_max &&
           bytes < options.bytes_max);
  sampled.all = request.exclusive_start_key.empty();
  return sampled;
}

}  // namespace

Result<Imported> InferFromTable(client::Connection& database, const std::string& table,
                                const SampleOptions& options) {
  std::string request = "{\"TableName\":";
  json::WriteString(table, request);
  const auto answer = database.Call("DescribeTable", request + "}");
  if (!answer) return Refuse(answer.error());
  json::Parser parser;
  const auto body = TRY(ParseDocument(parser, *answer, "answer of DescribeTable"));
  const auto description = Member(body.root(), "Table");
  if (!description) return FailInvalid("The answer of DescribeTable has no Table.");

  Imported imported{.model = {.name = CleanName(table)}};
  SampledTable shape{.table = {.name = CleanName(table)}};
  const Parameters parameters;
  PropertyReader reader(parameters, imported);
  CleanNames names(imported.remarks);
  TRY(ReadTableShape(*description, reader, names, shape));
  auto sampled = TRY(ScanSome(database, table, options, names));
  const auto seen = static_cast<double>(std::max<std::size_t>(1, sampled.items.size()));
  if (!sampled.all) {
    shape.scale = std::max(1.0, NumberAt(*description, "ItemCount").value_or(0) / seen);
  }
  imported.remarks.insert(
      imported.remarks.begin(),
      fmt::format("Proposed from {} {} of {}. Correct it where the sample misleads, and add the "
                  "patterns.",
                  sampled.all ? "all" : "the first", Counted(sampled.items.size(), "item"), table));
  const auto bare = imported;
  InferTable(shape, GroupItems(shape, sampled.items), imported.model, imported.remarks);
  if (IsAccepted(imported.model)) return imported;
  imported = bare;
  imported.remarks.push_back("No key templates fit, so the keys are attributes as they are.");
  AddPlainTable(shape, sampled.items, imported.model);
  return imported;
}

}  // namespace stator::model
