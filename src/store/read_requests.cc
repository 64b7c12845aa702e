#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "store/expression.h"
#include "store/partition_keys.h"
#include "store/requests.h"

namespace stator::store {
namespace {

// Nothing that a read asks for lies under a random key of its own: all shards are asked.
std::uint64_t NoShard() { return 0; }

Value KnownValue(const KeySpec& key, const Item& values) {
  return KeyValue(key, values, NoShard).value_or(Value());
}

// The text behind all keys of the range's last value. Texts that begin with one another may have a
// letter before the delimiter: "New" sorts before "New York", but "New#" not before "New York#".
// The range then ends before that letter, and the filter leaves out what is too much.
std::string RangeEnd(const SortSpec& sort, std::string text) {
  if (!sort.end.empty() && sort.piece.length == 0 && sort.piece.kind == PieceKind::kText) {
    const auto delimiter = static_cast<unsigned char>(sort.end.front() - 1);
    std::size_t size = 0;
    while (size < text.size() && static_cast<unsigned char>(text[size]) >= delimiter) ++size;
    text.resize(size);
  }
  return text + sort.end;
}

// REQUIRES: a window, for a range.
std::string SortTerm(const SortSpec& sort, const Item& values, const Window& window,
                     Expression& expression) {
  const auto& name = sort.key.name;
  switch (sort.how) {
    case Comparison::kEquals:
      return expression.Equals(name, KnownValue(sort.key, values));
    case Comparison::kBegins:
      return expression.BeginsWith(name, KnownValue(sort.key, values));
    case Comparison::kBetween:
      break;
  }
  if (!sort.key.attribute.empty()) return expression.Between(name, window->first, window->second);
  const auto prefix = KnownValue(sort.key, values).string();
  auto first = PieceText(sort.piece, window->first);
  auto last = PieceText(sort.piece, window->second);
  if (sort.piece.descending) std::swap(first, last);
  return expression.Between(name, Value::String(prefix + first),
                            Value::String(prefix + RangeEnd(sort, std::move(last))));
}

}  // namespace

client::GetItemRequest GetOf(const ReadSpec& read, const Item& values) {
  client::GetItemRequest request{.table = read.table, .key = {}, .consistent_read = read.strong};
  for (const auto& key : read.partition) request.key[key.name] = KnownValue(key, values);
  for (const auto& sort : read.sort) request.key[sort.key.name] = KnownValue(sort.key, values);
  Expression expression;
  request.projection = expression.Projection(read.shown);
  request.names = std::move(expression.names);
  return request;
}

client::GetItemRequest RefetchOf(const ReadSpec& read, const Item& row) {
  client::GetItemRequest request{.table = read.table, .key = {}};
  for (const auto& name : read.refetch) {
    if (const Value* value = client::Find(row, name)) request.key[name] = *value;
  }
  Expression expression;
  request.projection = expression.Projection(read.shown);
  request.names = std::move(expression.names);
  return request;
}

client::QueryRequest QueryOf(const ReadSpec& read, const Item& partition, const Item& values,
                             const Window& window) {
  Expression expression;
  std::vector<std::string> terms;
  for (const auto& [name, value] : partition) terms.push_back(expression.Equals(name, value));
  for (const auto& sort : read.sort) {
    terms.push_back(SortTerm(sort, values, window, expression));
  }
  client::QueryRequest request{.table = read.table,
                               .index = read.index,
                               .key_condition = Joined(terms, " AND "),
                               .scan_index_forward = !read.backward,
                               .consistent_read = read.strong};
  // A row that is fetched again needs its key alone; `shown` is then for the second request.
  if (read.refetch.empty()) request.projection = expression.Projection(read.shown);
  request.names = std::move(expression.names);
  request.values = std::move(expression.values);
  return request;
}

client::Expected<client::ExecuteStatementRequest> StatementOf(const StatementSpec& spec,
                                                              const Item& values) {
  client::ExecuteStatementRequest request{.statement = spec.text, .consistent_read = spec.strong};
  for (const auto& parameter : spec.parameters) {
    auto value = KeyValue(parameter, values, NoShard);
    if (!value) {
      return Refuse(
          fmt::format("parameter {} of the statement has no value", request.parameters.size() + 1));
    }
    request.parameters.push_back(*std::move(value));
  }
  return request;
}

client::ScanRequest ScanOf(const ReadSpec& read) {
  Expression expression;
  std::vector<std::string> types;
  for (const auto& shape : read.shapes) {
    types.push_back(expression.Literal(Value::String(shape.type)));
  }
  client::ScanRequest request{.table = read.table, .consistent_read = read.strong};
  request.filter = expression.Name(kTypeName) + " IN (" + Joined(types, ", ") + ")";
  request.projection = expression.Projection(read.shown);
  request.names = std::move(expression.names);
  request.values = std::move(expression.values);
  return request;
}

}  // namespace stator::store
