#include "wire/classic_request.h"

#include <string_view>

#include <fmt/format.h>

#include "json/to_json.h"
#include "wire/item_writer.h"

namespace stator::wire {
namespace {

// Writes the members of a request. Absent ones are left out.
class InputWriter {
 public:
  explicit InputWriter(std::string& out) : out_(out) {}

  void Text(std::string_view name, const std::string& text) {
    if (!text.empty()) Begin(name) += json::ToJson(text);
  }
  void Item(std::string_view name, item::ItemView item) {
    if (item.count() > 0) wire::WriteItem(item, Begin(name));
  }
  void Raw(std::string_view name, std::string_view json) { Begin(name) += json; }

 private:
  std::string& Begin(std::string_view name) {
    out_ += fmt::format("{}\"{}\":", out_.empty() ? "" : ",", name);
    return out_;
  }

  std::string& out_;
};

}  // namespace

std::string ClassicRequestJson(const partiql::ClassicRequest& request) {
  std::string input;
  InputWriter writer(input);
  writer.Text("TableName", request.table);
  writer.Text("IndexName", request.index);
  writer.Item("Key", request.key.view());
  writer.Item("Item", request.item.view());
  writer.Text("KeyConditionExpression", request.key_condition);
  writer.Text("FilterExpression", request.filter);
  writer.Text("UpdateExpression", request.update);
  writer.Text("ConditionExpression", request.condition);
  writer.Text("ProjectionExpression", request.projection);
  if (!request.names.empty()) {
    writer.Raw("ExpressionAttributeNames", json::ToJson(request.names));
  }
  writer.Item("ExpressionAttributeValues", request.values.view());
  if (request.backward) writer.Raw("ScanIndexForward", "false");
  if (request.consistent) writer.Raw("ConsistentRead", "true");
  if (request.limit) writer.Raw("Limit", fmt::format("{}", *request.limit));
  if (request.start) writer.Item("ExclusiveStartKey", request.start->view());
  writer.Text("ReturnValues", request.returns);
  if (request.returns_on_failure) {
    writer.Raw("ReturnValuesOnConditionCheckFailure", "\"ALL_OLD\"");
  }
  return fmt::format("{{\"operation\":\"{}\",\"input\":{{{}}}}}", request.operation, input);
}

}  // namespace stator::wire
