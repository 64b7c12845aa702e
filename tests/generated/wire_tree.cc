#include "wire_tree.h"

#include <utility>
#include <variant>

#include "base/base64.h"

namespace stator::generated {
namespace {

using client::Value;

Tree Typed(const char* type, Tree content) {
  return Tree::Object("", {{type, std::move(content)}});
}

std::string Base64Text(const std::string& bytes) {
  std::string text;
  AppendBase64(bytes, text);
  return text;
}

Tree SetOf(const client::ValueSet& members, bool binary) {
  Tree list = Tree::List("");
  for (const auto& member : members) {
    list.elements.push_back(Tree::Text(binary ? Base64Text(member) : member));
  }
  return list;
}

Tree NamesOf(const client::Names& names) {
  Tree tree = Tree::Object("");
  for (const auto& [placeholder, name] : names) tree.Add(placeholder, Tree::Text(name));
  return tree;
}

// Adds the members that requests with expressions share.
template <class Request>
void AddExpressions(const Request& request, Tree& tree) {
  if constexpr (requires { request.key_condition; }) {
    tree.AddUnlessEmpty("KeyConditionExpression", Tree::Text(request.key_condition));
  }
  if constexpr (requires { request.filter; }) {
    tree.AddUnlessEmpty("FilterExpression", Tree::Text(request.filter));
  }
  if constexpr (requires { request.projection; }) {
    tree.AddUnlessEmpty("ProjectionExpression", Tree::Text(request.projection));
  }
  if constexpr (requires { request.update; }) {
    tree.AddUnlessEmpty("UpdateExpression", Tree::Text(request.update));
  }
  if constexpr (requires { request.condition; }) {
    tree.AddUnlessEmpty("ConditionExpression", Tree::Text(request.condition));
  }
  tree.AddUnlessEmpty("ExpressionAttributeNames", NamesOf(request.names));
  if constexpr (requires { request.values; }) {
    tree.AddUnlessEmpty("ExpressionAttributeValues", WireOf(request.values));
  }
}

template <class Request>
Tree PlainInput(const Request& request) {
  Tree tree = Tree::Object("", {{"TableName", Tree::Text(request.table)}});
  if constexpr (requires { request.index; }) {
    tree.AddUnlessEmpty("IndexName", Tree::Text(request.index));
  }
  if constexpr (requires { request.key; }) tree.Add("Key", WireOf(request.key));
  if constexpr (requires { request.item; }) tree.Add("Item", WireOf(request.item));
  AddExpressions(request, tree);
  if constexpr (requires { request.limit; }) {
    tree.AddUnlessEmpty("Limit", Tree::Number(request.limit.value_or(0)));
    tree.AddUnlessEmpty("ExclusiveStartKey", WireOf(request.exclusive_start_key));
  }
  if constexpr (requires { request.scan_index_forward; }) {
    if (!request.scan_index_forward) tree.Add("ScanIndexForward", Tree::Truth(false));
  }
  if constexpr (requires { request.consistent_read; }) {
    tree.AddUnlessEmpty("ConsistentRead", Tree::Truth(request.consistent_read));
  }
  return tree;
}

Tree PlainInput(const client::ExecuteStatementRequest& request) {
  Tree tree = Tree::Object("", {{"Statement", Tree::Text(request.statement)}});
  Tree parameters = Tree::List("");
  for (const auto& parameter : request.parameters) parameters.elements.push_back(WireOf(parameter));
  tree.AddUnlessEmpty("Parameters", std::move(parameters));
  tree.AddUnlessEmpty("NextToken", Tree::Text(request.next_token));
  return tree.AddUnlessEmpty("ConsistentRead", Tree::Truth(request.consistent_read));
}

struct ActionName {
  const char* operator()(const client::TransactPut&) const { return "Put"; }
  const char* operator()(const client::TransactUpdate&) const { return "Update"; }
  const char* operator()(const client::TransactDelete&) const { return "Delete"; }
  const char* operator()(const client::ConditionCheck&) const { return "ConditionCheck"; }
};

Tree PlainInput(const client::TransactWriteItemsRequest& request) {
  Tree list = Tree::List("");
  for (const auto& action : request.actions) {
    Tree input = std::visit([](const auto& one) { return PlainInput(one); }, action);
    list.elements.push_back(Typed(std::visit(ActionName{}, action), std::move(input)));
  }
  return Tree::Object("", {{"TransactItems", std::move(list)}});
}

struct OperationName {
  const char* operator()(const client::GetItemRequest&) const { return "GetItem"; }
  const char* operator()(const client::QueryRequest&) const { return "Query"; }
  const char* operator()(const client::ScanRequest&) const { return "Scan"; }
  const char* operator()(const client::ExecuteStatementRequest&) const {
    return "ExecuteStatement";
  }
  const char* operator()(const client::PutItemRequest&) const { return "PutItem"; }
  const char* operator()(const client::UpdateItemRequest&) const { return "UpdateItem"; }
  const char* operator()(const client::DeleteItemRequest&) const { return "DeleteItem"; }
  const char* operator()(const client::TransactWriteItemsRequest&) const {
    return "TransactWriteItems";
  }
};

}  // namespace

Tree WireOf(const Value& value) {
  switch (value.type()) {
    case Value::Type::kString:
      return Typed("S", Tree::Text(value.string()));
    case Value::Type::kNumber:
      return Typed("N", Tree::Text(value.number()));
    case Value::Type::kBinary:
      return Typed("B", Tree::Text(Base64Text(value.binary())));
    case Value::Type::kBool:
      return Typed("BOOL", Tree::Truth(value.boolean()));
    case Value::Type::kNull:
      return Typed("NULL", Tree::Truth(true));
    case Value::Type::kMap:
      return Typed("M", WireOf(value.map()));
    case Value::Type::kList: {
      Tree list = Tree::List("");
      for (const auto& element : value.list()) list.elements.push_back(WireOf(element));
      return Typed("L", std::move(list));
    }
    case Value::Type::kStringSet:
      return Typed("SS", SetOf(value.set(), false));
    case Value::Type::kNumberSet:
      return Typed("NS", SetOf(value.set(), false));
    case Value::Type::kBinarySet:
      return Typed("BS", SetOf(value.set(), true));
  }
  return {};
}

Tree WireOf(const client::Item& item) {
  Tree tree = Tree::Object("");
  for (const auto& [name, value] : item) tree.Add(name, WireOf(value));
  return tree;
}

std::string OperationOf(const store::Request& request) {
  return std::visit(OperationName{}, request);
}

Tree InputOf(const store::Request& request) {
  return std::visit([](const auto& one) { return PlainInput(one); }, request);
}

Tree OutputOf(const store::Request& request, const store::Answer& answer) {
  Tree tree = Tree::Object("");
  if (std::holds_alternative<client::GetItemRequest>(request)) {
    if (!answer.items.empty()) tree.Add("Item", WireOf(answer.items.front()));
    return tree;
  }
  const bool page = std::holds_alternative<client::QueryRequest>(request) ||
                    std::holds_alternative<client::ScanRequest>(request);
  const bool statement = std::holds_alternative<client::ExecuteStatementRequest>(request);
  if (!page && !statement) return tree;
  Tree items = Tree::List("");
  for (const auto& item : answer.items) items.elements.push_back(WireOf(item));
  tree.Add("Items", std::move(items));
  if (statement) return tree.AddUnlessEmpty("NextToken", Tree::Text(answer.next_token));
  return tree.AddUnlessEmpty("LastEvaluatedKey", WireOf(answer.last_evaluated_key));
}

}  // namespace stator::generated
