#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "json/describe.h"
#include "model/describe/key_parts.h"
#include "model/generate/tree.h"

// Requests whose values are texts such as {"S":"CUST#{custId}"}.
namespace stator::model {

// JSON that a Tree holds.
struct Input {
  generate::Tree tree;
};
void WriteJson(const Input& input, std::string& out);

// The place of a value in the input, and how the value is made.
struct PlacedValue {
  std::vector<std::string> path;  // names of members, and numbers of elements
  std::string_view type;
  std::vector<KeyPart> parts;
  // Arguments that must have these values. Otherwise the item lacks the attribute.
  std::optional<std::vector<DescribedCondition>> when;
};
BOOST_DESCRIBE_STRUCT(PlacedValue, (), (path, type, parts, when))

// A request that serves a pattern.
struct DescribedRequest {
  std::string_view operation;
  std::string table;
  std::optional<std::string> index;
  Input input;
  std::vector<PlacedValue> values;                  // those made from arguments
  std::optional<std::int64_t> partitions;           // keys that it asks, if more than one
  std::optional<std::vector<std::string>> filters;  // attributes that the program compares itself
  std::optional<bool> for_each_item;                // follows for each item of the request before
};
BOOST_DESCRIBE_STRUCT(DescribedRequest, (),
                      (operation, table, index, input, values, partitions, filters, for_each_item))

// Makes the input of one request, with the placeholders of its expressions: #n0, … and :v0, …, as
// the store makes them.
class InputBuilder {
 public:
  // `prefix` is the path of this request in a larger one.
  explicit InputBuilder(const std::string& table, std::vector<std::string> prefix = {});

  generate::Tree& tree() { return tree_; }

  // The values that follow exist only under these conditions.
  void Under(std::vector<DescribedCondition> conditions) { conditions_ = std::move(conditions); }
  // Adds a value to the map at `member`: Key or Item.
  void AddTo(const std::string& member, const ValueTemplate& value);
  // Both return the placeholder.
  std::string Name(const std::string& attribute);
  std::string Value(const ValueTemplate& value);
  std::string Literal(generate::Tree value);
  // Returns "#n0 = :v0".
  std::string Equals(const ValueTemplate& value);
  // Adds the next parameter of a statement.
  void AddParameter(const ValueTemplate& value);
  // Adds ProjectionExpression unless `names` is empty.
  void Project(const std::vector<std::string>& names);

  // Adds the names and values, and returns the input. `values` gets the values to fill in.
  generate::Tree Finish(std::vector<PlacedValue>& values);

 private:
  generate::Tree Placed(std::string_view parent, const std::string& name,
                        const ValueTemplate& value);

  generate::Tree tree_;
  std::vector<std::string> prefix_;
  std::vector<generate::Tree::Member> maps_;  // Key and Item, until Finish
  std::vector<std::string> names_;
  std::vector<generate::Tree> literals_;
  std::vector<generate::Tree> parameters_;
  std::vector<PlacedValue> placed_;
  std::vector<DescribedCondition> conditions_;
};

// Returns {"S":"a"}.
generate::Tree TextValue(std::string text);

}  // namespace stator::model
