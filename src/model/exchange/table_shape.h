#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/exchange/imported.h"
#include "model/exchange/infer.h"
#include "model/exchange/json_access.h"

namespace stator::model {

// Keys, indexes, capacity, stream and class of a table as CloudFormation and DescribeTable write
// them; `sampled.table.name` is given. Indexes that a model cannot have are told in the remarks.
Result<> ReadTableShape(const Json& json, Imported& imported, SampledTable& sampled);

// A text, or what a function of CloudFormation is about: {"Ref": "Name"}, {"Fn::Sub": "${S}-x"}.
std::string WordAt(const Json& object, std::string_view name);
std::vector<Json> ElementsAt(const Json& object, std::string_view name);

}  // namespace stator::model
